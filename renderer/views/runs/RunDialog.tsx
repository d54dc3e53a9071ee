import { type ReactElement, useState } from 'react';
import type { Params } from '../../../shared/contract/index.ts';
import { workloadOfRunAndOwner } from '../../../shared/domain/capacity.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { act, actStep } from '../../data/act.ts';
import { nameOf, type SprintConfigRow, type SprintRow, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { useZoneDrafts } from '../../decks/use-zone-drafts.ts';
import { ZonesField } from '../../decks/ZonesField.tsx';
import { capacitiesWithFormChanges, changedFormFields } from '../../model/form-changes.ts';
import { defaultEffortHint } from '../../progress/progress.ts';
import { useRunWorkloadsContext } from '../../progress/run-workloads.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Switch } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import styles from '../../ui/forms/form-layout.module.css';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import { confirmEffects, useConfirmation } from '../../workbench/confirmation/confirm.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { beastModeExplanation } from './beast-mode.ts';
import own from './RunsView.module.css';

export interface RunProps {
  readonly sprint: SprintRow;
  readonly config: SprintConfigRow;
}

interface RunDialogProps extends RunProps {
  readonly onClose: () => void;
}

const runFieldsOf = (sprint: SprintRow) => ({
  name: sprint.name ?? '',
  description: sprint.description ?? '',
  autoMilestoneId: sprint.autoMilestoneId ?? null,
  handSyncEnabled: sprint.handSyncEnabled ?? false,
});

const capacitiesOf = (sprint: SprintRow) => (sprint.userCapacities ?? {}) as Readonly<Record<string, number>>;

const isCapacity = (text: string) => /^\d{0,6}$/.test(text);

export function RunDialog({ sprint, config, onClose }: RunDialogProps): ReactElement {
  // The form is hidden while a confirmation is open, but keeps its values.
  const isConfirming = useConfirmation((state) => state.open !== null);
  const { activeMilestones } = useLookups();
  const persons = useAssignablePeople();
  const { loads, fallbackEffort, isLoaded } = useRunWorkloadsContext();
  const label = runLabel(sprint, config);
  // As when the dialog was opened. Other people may have changed the run since then.
  const [initialFields] = useState(() => runFieldsOf(sprint));
  const [fields, setFields] = useState(initialFields);
  const set = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  const storedCapacities = capacitiesOf(sprint);
  const [initialCapacities] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(storedCapacities).map(([id, value]) => [id, String(value)])),
  );
  const [capacities, setCapacities] = useState(initialCapacities);
  const owner = { kind: 'sprint', id: sprint.id } as const;
  const zones = useZoneDrafts(owner, sprint.manualOrderLabels);
  const isValid = Object.values(capacities).every(isCapacity) && zones.isValid;

  const save = useSingleFlight(async () => {
    const { name, ...others } = changedFormFields(initialFields, fields);
    const userCapacities = capacitiesWithFormChanges(initialCapacities, capacities, storedCapacities);
    const changed = {
      ...(name !== undefined && { name: name.trim() || null }),
      ...others,
      ...zones.changedParams(),
      ...(userCapacities && { userCapacities }),
    } as Omit<Params<'sprints/updateSprint'>, 'id'>;
    if (Object.keys(changed).length === 0) return onClose();
    const steps = [
      actStep('sprints/updateSprint', { id: sprint.id, ...changed }, sprint),
      ...(await zones.stepsForZoneCards()),
    ];
    const goOn = await confirmEffects({ title: `Change ${label}?`, verb: 'Change run', steps });
    if (goOn && (await act(`Change ${label}`, steps))) onClose();
  });
  return (
    <Dialog
      open={!isConfirming}
      onClose={onClose}
      title={`Edit ${label}`}
      actions={
        <Button
          text="Settings of these runs…"
          tip="The Run Config that makes runs like this one, one after another: their length, name and projects"
          look="quiet"
          onClick={() => {
            onClose();
            openDialog({ kind: 'runConfig', configId: config.id });
          }}
        />
      }
      mainButton={{ text: 'Save', onClick: () => void save() }}
      isIncomplete={!isValid}
    >
      <div className={styles.form}>
        <FormField
          label="Name"
          value={fields.name}
          placeholder={runLabel({ ...sprint, name: null }, config)}
          autoFocus
          onChange={(event) => set({ name: event.target.value })}
        />
        <fieldset className={styles.group}>
          <legend>Capacities in effort</legend>
          <p className={cx('note mb-2', styles.hint)}>{defaultEffortHint(fallbackEffort)}</p>
          <div className={own.capacities}>
            <table className="table table-head figures w-full">
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">Planned</th>
                  <th scope="col">Capacity</th>
                  <th scope="col">Left</th>
                </tr>
              </thead>
              <tbody>
                {persons.map((person) => {
                  const text = capacities[person.id] ?? '';
                  const { planned } = workloadOfRunAndOwner(loads, sprint.id, person.id);
                  const left = text !== '' && isCapacity(text) && isLoaded ? Number(text) - planned : null;
                  return (
                    <tr key={person.id}>
                      <th scope="row">{nameOf(person)}</th>
                      <td>{isLoaded ? planned : null}</td>
                      <td>
                        <FormField
                          label={nameOf(person)}
                          hideLabel
                          inputMode="numeric"
                          value={text}
                          placeholder="None"
                          error={isCapacity(text) ? null : 'A whole number.'}
                          onChange={(event) => setCapacities({ ...capacities, [person.id]: event.target.value })}
                        />
                      </td>
                      <td className={left !== null && left < 0 ? 'danger' : undefined}>{left}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </fieldset>
        <FormField label="Description">
          <TextArea
            rows={2}
            value={fields.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </FormField>
        <ZonesField {...zones.field} />
        <details>
          <summary className="medium">Advanced</summary>
          <div className={cx('mt-3', styles.form)}>
            <Select<string | null>
              label="Milestone of its cards"
              prefix="Milestone of its cards"
              value={fields.autoMilestoneId}
              options={[
                { value: null, label: 'None' },
                ...activeMilestones.map(({ id, name: milestone }) => ({ value: id as string, label: milestone })),
              ]}
              onChange={(autoMilestoneId) => set({ autoMilestoneId })}
            />
            <Switch checked={fields.handSyncEnabled} onChange={(handSyncEnabled) => set({ handSyncEnabled })}>
              New cards with an owner go into the owner’s Hand
            </Switch>
            <p className={cx('note', styles.hint)}>{beastModeExplanation(sprint, config).join(' ')}</p>
          </div>
        </details>
      </div>
    </Dialog>
  );
}
