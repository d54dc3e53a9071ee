/** Text, fields and dependencies of the card that a journey step creates. */
import { type ReactElement, useState } from 'react';
import { type Params, query, type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { mapTaskOnlyFields } from '../../../shared/contract/models/fields.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { nameOf, useActiveDecks, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { taskOnlyFieldDefinitions } from '../../model/card-fields/definitions.ts';
import { enumValuesOf, selectableTaskOnlyValues, taskOnlyValueLabel } from '../../model/card-fields/task.ts';
import { withItemToggled } from '../../model/filters.ts';
import { changedFormFields, idsWithFormChanges } from '../../model/form-changes.ts';
import { shownStepTitle } from '../../model/journey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import styles from '../../ui/forms/form-layout.module.css';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';

export const journeyQuery = query({
  _root: [
    {
      account: [
        {
          workflowItems: [
            'deckId',
            'title',
            'content',
            'label',
            ...taskOnlyFieldNames,
            'assigneeId',
            'targetDeckId',
            'sortValue',
            'visibility',
            { inDeps: [] },
          ],
        },
      ],
    },
  ],
});
export type JourneyStepRow = NonNullable<(typeof journeyQuery)['__answer']>['workflowItem'][string];

type StepParams = Omit<Params<'workflowItems/update'>, 'id'>;

/** Fields that only tasks have are texts here; an empty text means no value. */
interface StepFields extends Record<TaskOnlyField, string> {
  content: string;
  label: string;
  assigneeId: string | null;
  targetDeckId: string | null;
}

const isNumberField = (name: TaskOnlyField) => enumValuesOf(name) === null;

const stepFieldsOf = (item: JourneyStepRow): StepFields => ({
  content: item.content,
  label: item.label ?? '',
  ...mapTaskOnlyFields((name) => String(item[name] ?? '')),
  assigneeId: item.assigneeId,
  targetDeckId: item.targetDeckId,
});

interface StepDialogProps {
  item: JourneyStepRow;
  /** Possible dependencies. */
  others: readonly JourneyStepRow[];
  onClose: () => void;
}

export function JourneyStepDialog({ item, others, onClose }: StepDialogProps): ReactElement {
  const { account } = useLookups();
  const persons = useAssignablePeople();
  const decks = useActiveDecks();
  // As when the dialog was opened. Other people may have changed the step since then.
  const [initialFields] = useState(() => stepFieldsOf(item));
  const [fields, setFields] = useState(initialFields);
  const set = (change: Partial<StepFields>) => setFields((now) => ({ ...now, ...change }));
  const { content, label, assigneeId, targetDeckId } = fields;
  const storedDeps = item.inDeps as readonly string[];
  const [initialDeps] = useState(storedDeps);
  const [inDeps, setInDeps] = useState(initialDeps);
  const errors = mapTaskOnlyFields((name) =>
    isNumberField(name) && !/^\d{0,6}$/.test(fields[name]) ? 'A whole number, or nothing.' : null,
  );
  const update = (title: ActionLabel, params: StepParams) =>
    act(title, [actStep('workflowItems/update', { id: item.itemId, ...params }, item)]);
  const save = useSingleFlight(async () => {
    const { label: newLabel, ...others } = changedFormFields(initialFields, fields);
    const newDeps = idsWithFormChanges(initialDeps, inDeps, storedDeps);
    const changed = {
      ...others,
      ...(newLabel !== undefined && { label: newLabel.trim() || null }),
      ...Object.fromEntries(
        taskOnlyFieldNames.flatMap((name) => {
          const value = others[name];
          return value === undefined ? [] : [[name, value === '' ? null : isNumberField(name) ? Number(value) : value]];
        }),
      ),
      ...(newDeps && { inDeps: newDeps }),
    } as StepParams;
    if (Object.keys(changed).length === 0 || (await update('Change a journey step', changed))) onClose();
  });
  const archive = useSingleFlight(async () => {
    if (await update(`Archive the step ${item.title}`, { visibility: 'archived' })) onClose();
  });
  // Cards of journeys have a status; cards in hero and doc decks have none.
  const targets = decks.filter(({ deckType }) => deckType !== 'hero' && deckType !== 'doc');
  return (
    <Dialog
      onClose={onClose}
      title="Journey step"
      width={560}
      actions={<Button text="Archive step" look="quiet" onClick={() => void archive()} />}
      mainButton={{
        text: 'Save',
        onClick: () => void save(),
      }}
      isIncomplete={content.trim() === '' || Object.values(errors).some(Boolean)}
    >
      <div className={styles.form}>
        <FormField
          label="Text"
          hint="Markdown; the first line is the title. %PARENT_TITLE% becomes the title of the card."
          fault={content.trim() ? null : 'Write at least the title.'}
        >
          <TextArea rows={5} value={content} onChange={(event) => set({ content: event.target.value })} />
        </FormField>
        <div className={cx('row wrap', styles.line)}>
          <FormField
            label="Group"
            placeholder="none"
            value={label}
            onChange={(event) => set({ label: event.target.value })}
          />
          {taskOnlyFieldNames.filter(isNumberField).map((name) => (
            <FormField
              key={name}
              label={taskOnlyFieldDefinitions[name].label}
              inputMode="numeric"
              placeholder="none"
              value={fields[name]}
              error={errors[name]}
              onChange={(event) => set({ [name]: event.target.value.trim() })}
            />
          ))}
        </div>
        <div className={cx('row wrap', styles.line)}>
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
          {taskOnlyFieldNames
            .filter((name) => !isNumberField(name))
            .map((name) => (
              <Select
                key={name}
                label={taskOnlyFieldDefinitions[name].label}
                prefix={taskOnlyFieldDefinitions[name].label}
                value={fields[name]}
                options={[
                  { value: '', label: 'None' },
                  ...selectableTaskOnlyValues(name, account).map((value) => ({
                    value: String(value),
                    label: taskOnlyValueLabel(name, value, account),
                  })),
                ]}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
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
          <fieldset className={styles.group}>
            <legend>Waits for</legend>
            {others.map(({ itemId, title }) => (
              <CheckboxField
                key={itemId}
                checked={inDeps.includes(itemId)}
                onChange={() => setInDeps(withItemToggled(inDeps, itemId))}
              >
                {shownStepTitle(title)}
              </CheckboxField>
            ))}
          </fieldset>
        ) : null}
      </div>
    </Dialog>
  );
}
