/** The dialog for one journey step: text, owner, deck and dependencies of the card that it creates. */
import { type ReactElement, useState } from 'react';
import { type Params, priorities } from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { nameOf, useActiveDecks, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import form from '../../decks/DeckDialog.module.css';
import { changedFormFields, idsWithFormChanges } from '../../model/form-changes.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import type { JourneyStepRow } from './journey-query.ts';

type StepParams = Omit<Params<'workflowItems/update'>, 'id'>;

interface StepFields {
  content: string;
  label: string;
  effort: string;
  priority: string | null;
  assigneeId: string | null;
  targetDeckId: string | null;
}

const stepFieldsOf = (item: JourneyStepRow): StepFields => ({
  content: item.content,
  label: item.label ?? '',
  effort: item.effort === null ? '' : String(item.effort),
  priority: item.priority,
  assigneeId: item.assigneeId,
  targetDeckId: item.targetDeckId,
});

interface StepDialogProps {
  item: JourneyStepRow;
  /** The journey's other steps, as possible dependencies. */
  others: readonly JourneyStepRow[];
  onClose: () => void;
}

export function JourneyStepDialog({ item, others, onClose }: StepDialogProps): ReactElement {
  const { account } = useLookups();
  const persons = useAssignablePeople();
  const decks = useActiveDecks();
  // The values at the time when the dialog was opened. Other people may have changed the step since then.
  const [initialFields] = useState(() => stepFieldsOf(item));
  const [fields, setFields] = useState(initialFields);
  const set = (change: Partial<StepFields>) => setFields((now) => ({ ...now, ...change }));
  const { content, label, effort, priority, assigneeId, targetDeckId } = fields;
  const storedDeps = item.inDeps as readonly string[];
  const [initialDeps] = useState(storedDeps);
  const [inDeps, setInDeps] = useState(initialDeps);
  const wrongEffort = effort !== '' && !/^\d{1,6}$/.test(effort) ? 'A whole number, or nothing.' : null;
  const update = (title: ActionLabel, params: StepParams) =>
    act(title, [actStep('workflowItems/update', { id: item.itemId, ...params })]);
  const save = async () => {
    const { label: newLabel, effort: newEffort, ...others } = changedFormFields(initialFields, fields);
    const newDeps = idsWithFormChanges(initialDeps, inDeps, storedDeps);
    const changed = {
      ...others,
      ...(newLabel !== undefined && { label: newLabel.trim() || null }),
      ...(newEffort !== undefined && { effort: newEffort === '' ? null : Number(newEffort) }),
      ...(newDeps && { inDeps: newDeps }),
    } as StepParams;
    if (Object.keys(changed).length === 0 || (await update('Change a journey step', changed))) onClose();
  };
  const archive = async () => {
    if (await update(`Archive the step ${item.title}`, { visibility: 'archived' })) onClose();
  };
  // Cards of journeys have a status. Cards in hero and doc decks have no status, so the dialog does not offer these
  // decks.
  const targets = decks.filter(({ deckType }) => deckType !== 'hero' && deckType !== 'doc');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Journey step"
      width={560}
      actions={
        <>
          <Button look="quiet" onClick={() => void archive()}>
            Archive step
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={content.trim() === '' || wrongEffort !== null} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className={form.form}>
        <FormField
          label="Text"
          hint="Markdown; the first line is the title. %PARENT_TITLE% becomes the title of the card."
        >
          <TextArea rows={5} value={content} onChange={(event) => set({ content: event.target.value })} />
        </FormField>
        <div className={form.line}>
          <FormField
            label="Group"
            placeholder="none"
            value={label}
            onChange={(event) => set({ label: event.target.value })}
          />
          <FormField
            label="Effort"
            inputMode="numeric"
            placeholder="none"
            value={effort}
            error={wrongEffort}
            onChange={(event) => set({ effort: event.target.value.trim() })}
          />
        </div>
        <div className={form.line}>
          <Select<string | null>
            label="Owner"
            prefix="Owner"
            value={assigneeId}
            options={[
              { value: null, label: 'Nobody' },
              ...persons.map((person) => ({ value: person.id, label: nameOf(person) })),
            ]}
            onChange={(value) => set({ assigneeId: value })}
          />
          <Select<string | null>
            label="Priority"
            prefix="Priority"
            value={priority}
            options={[
              { value: null, label: 'None' },
              ...priorities.map((value) => ({ value, label: account?.priorityLabels[value] ?? value })),
            ]}
            onChange={(value) => set({ priority: value })}
          />
          <Select<string | null>
            label="Goes to"
            prefix="Goes to"
            value={targetDeckId}
            options={[
              { value: null, label: 'The journey’s own deck' },
              ...targets.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(value) => set({ targetDeckId: value })}
          />
        </div>
        {others.length > 0 ? (
          <fieldset className={form.zones}>
            <legend>Waits for</legend>
            {others.map(({ itemId, title }) => (
              <CheckboxField
                key={itemId}
                checked={inDeps.includes(itemId)}
                onChange={(on) => setInDeps(on ? [...inDeps, itemId] : inDeps.filter((id) => id !== itemId))}
              >
                {title}
              </CheckboxField>
            ))}
          </fieldset>
        ) : null}
      </div>
    </Dialog>
  );
}
