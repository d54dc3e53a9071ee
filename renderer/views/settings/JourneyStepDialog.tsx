/** The dialog for one journey step: text, owner, deck and dependencies of the card that it creates. */
import { type ReactElement, useState } from 'react';
import { type Params, type Priority, priorities } from '../../../shared/contract/index.ts';
import { act, step } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { nameOf, useActiveDecks, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import form from '../../decks/DeckDialog.module.css';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { Field, TextArea } from '../../ui/forms/Field.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import type { JourneyStepRow } from './journey-query.ts';

type Fields = Omit<Params<'workflowItems/update'>, 'id'>;

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
  const [content, setContent] = useState(item.content);
  const [label, setLabel] = useState(item.label ?? '');
  const [effort, setEffort] = useState(item.effort === null ? '' : String(item.effort));
  const [priority, setPriority] = useState<string | null>(item.priority);
  const [assigneeId, setAssigneeId] = useState<string | null>(item.assigneeId);
  const [targetDeckId, setTargetDeckId] = useState<string | null>(item.targetDeckId);
  const [inDeps, setInDeps] = useState<readonly string[]>(item.inDeps as readonly string[]);
  const wrongEffort = effort !== '' && !/^\d{1,6}$/.test(effort) ? 'A whole number, or nothing.' : null;
  const update = (title: ActionLabel, fields: Fields) =>
    act(title, [step('workflowItems/update', { id: item.itemId, ...fields })]);
  const save = async () => {
    const saved = await update('Change a journey step', {
      content,
      label: label.trim() || null,
      effort: effort === '' ? null : Number(effort),
      priority: priority as Priority | null,
      assigneeId,
      targetDeckId,
      inDeps: [...inDeps],
    });
    if (saved) onClose();
  };
  const archive = async () => {
    if (await update(`Archive the step ${item.title}`, { visibility: 'archived' })) onClose();
  };
  // Cards of journeys have a status. Cards in hero and doc decks have none, so these decks are not offered.
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
        <Field label="Text" hint="Markdown; the first line is the title. %PARENT_TITLE% becomes the title of the card.">
          <TextArea rows={5} value={content} onChange={(event) => setContent(event.target.value)} />
        </Field>
        <div className={form.line}>
          <Field label="Group" placeholder="none" value={label} onChange={(event) => setLabel(event.target.value)} />
          <Field
            label="Effort"
            inputMode="numeric"
            placeholder="none"
            value={effort}
            error={wrongEffort}
            onChange={(event) => setEffort(event.target.value.trim())}
          />
        </div>
        <div className={form.line}>
          <Select
            label="Owner"
            prefix="Owner"
            value={assigneeId}
            options={[
              { value: null as string | null, label: 'Nobody' },
              ...persons.map((person) => ({ value: person.id as string | null, label: nameOf(person) })),
            ]}
            onChange={setAssigneeId}
          />
          <Select
            label="Priority"
            prefix="Priority"
            value={priority}
            options={[
              { value: null as string | null, label: 'None' },
              ...priorities.map((value) => ({
                value: value as string | null,
                label: account?.priorityLabels[value] ?? value,
              })),
            ]}
            onChange={setPriority}
          />
          <Select
            label="Goes to"
            prefix="Goes to"
            value={targetDeckId}
            options={[
              { value: null as string | null, label: 'The journey’s own deck' },
              ...targets.map(({ id, title }) => ({ value: id as string | null, label: title })),
            ]}
            onChange={setTargetDeckId}
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
