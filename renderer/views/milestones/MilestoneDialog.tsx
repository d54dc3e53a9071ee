/** Dialog that creates or changes a milestone. */
import { type ReactElement, useState } from 'react';
import { plannerColors } from '../../../shared/contract/index.ts';
import { actWithNextSteps, step } from '../../data/act.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import styles from '../../decks/DeckDialog.module.css';
import { useZoneDrafts } from '../../decks/use-zone-drafts.ts';
import { ZonesField } from '../../decks/ZonesField.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { CheckboxField, Switch } from '../../ui/forms/CheckboxField.tsx';
import { Field, TextArea } from '../../ui/forms/Field.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { useConfirmation } from '../../workbench/confirm.ts';
import { changeMilestone } from './change-milestone.ts';

export function MilestoneDialog({
  milestone,
  onClose,
}: {
  milestone: MilestoneRow | null;
  onClose: () => void;
}): ReactElement {
  const workspace = useWorkspace();
  // The form is hidden while a confirmation is open, but keeps its values.
  const isConfirming = useConfirmation((state) => state.open !== null);
  const { account, projects, milestoneProjects } = useLookups();
  const [name, setName] = useState(milestone?.name ?? '');
  const [date, setDate] = useState(milestone?.date ?? localDay());
  const [startDate, setStartDate] = useState(milestone?.startDate ?? null);
  const [description, setDescription] = useState(milestone?.description ?? '');
  const [color, setColor] = useState<string>(milestone?.color ?? 'blue');
  const [isGlobal, setGlobal] = useState(milestone?.isGlobal ?? true);
  const [linked, setLinked] = useState<readonly string[]>(
    milestone
      ? milestoneProjects.filter((link) => link.milestoneId === milestone.id).map((link) => link.projectId)
      : [],
  );
  const [handSyncEnabled, setHandSync] = useState(milestone?.handSyncEnabled ?? false);
  const zones = useZoneDrafts(milestone && { kind: 'milestone', id: milestone.id }, milestone?.manualOrderLabels);
  const accountId = account?.id ?? workspace?.accountId ?? null;
  const dateError = startDate && startDate > date ? 'It would start after its date.' : null;
  const canSave =
    name.trim() !== '' && dateError === null && zones.isValid && accountId !== null && (isGlobal || linked.length > 0);
  const save = async () => {
    if (!canSave || !accountId) return;
    const fields = {
      name: name.trim(),
      color: color as (typeof plannerColors)[number],
      date,
      startDate,
      description: description || null,
      isGlobal,
    };
    const laterFields = {
      ...zones.changedParams(),
      ...(handSyncEnabled !== (milestone?.handSyncEnabled ?? false) && { handSyncEnabled }),
    };
    const answer = milestone
      ? await changeMilestone(
          milestone,
          { ...fields, ...laterFields, ...(isGlobal ? {} : { projectIds: [...linked] }) },
          await zones.relabelSteps(),
        )
      : await actWithNextSteps(
          `Create milestone ${fields.name}`,
          [step('milestones/create', { accountId, ...fields, projectIds: isGlobal ? null : [...linked] })],
          // `milestones/create` does not accept these fields, so a second step sets them.
          ([created], round) =>
            round === 1 && Object.keys(laterFields).length > 0
              ? [step('milestones/update', { id: created?.id as never, ...laterFields })]
              : [],
          { showsToast: true },
        );
    if (answer) onClose();
  };
  return (
    <Dialog
      open={!isConfirming}
      onClose={onClose}
      title={milestone ? 'Edit milestone' : 'New milestone'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!canSave} onClick={() => void save()}>
            {milestone ? 'Save' : 'Create milestone'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Name" value={name} autoFocus onChange={(event) => setName(event.target.value)} />
        <div className={styles.days}>
          <DateField label="Date" value={date} error={dateError} onChange={(day) => setDate(day ?? localDay())} />
          <DateField
            label="Starts"
            clearable
            placeholder="When it is worked on"
            value={startDate}
            onChange={setStartDate}
          />
        </div>
        <div>
          <Select
            label="Colour"
            prefix="Colour"
            value={color}
            options={[...new Set([...plannerColors, color])].map((value) => ({
              value,
              label: value[0]?.toUpperCase() + value.slice(1),
              icon: <span style={{ width: 10, height: 10, borderRadius: 3, background: `var(--planner-${value})` }} />,
            }))}
            onChange={setColor}
          />
        </div>
        <Field label="Description">
          <TextArea rows={2} value={description} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <Switch checked={handSyncEnabled} onChange={setHandSync}>
          Its open cards go into the Hands of their owners
        </Switch>
        <ZonesField {...zones.field} />
        <Switch checked={isGlobal} onChange={setGlobal}>
          For all projects, also later ones
        </Switch>
        {isGlobal ? null : (
          <fieldset className={styles.zones}>
            <legend>Projects</legend>
            {projects.map((project) => (
              <CheckboxField
                key={project.id}
                checked={linked.includes(project.id)}
                onChange={(on) => setLinked(on ? [...linked, project.id] : linked.filter((id) => id !== project.id))}
              >
                {project.name}
              </CheckboxField>
            ))}
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}
