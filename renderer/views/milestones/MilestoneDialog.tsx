import { type ReactElement, useState } from 'react';
import type { Params } from '../../../shared/contract/index.ts';
import { actStep, actWithFollowUpSteps } from '../../data/act.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { useZoneDrafts } from '../../decks/use-zone-drafts.ts';
import { ZonesField } from '../../decks/ZonesField.tsx';
import { withItemToggled } from '../../model/filters.ts';
import { changedFormFields, idsWithFormChanges } from '../../model/form-changes.ts';
import { MilestoneColorSelect } from '../../progress/MilestoneColorSelect.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { CheckboxField, Switch } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import styles from '../../ui/forms/form-layout.module.css';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import { useConfirmation } from '../../workbench/confirmation/confirm.ts';
import { changeMilestone } from './change-milestone.ts';

/** As shown when the dialog opens. Without a milestone, the defaults of a new one. */
const milestoneValuesOf = (milestone: MilestoneRow | null) => ({
  name: milestone?.name ?? '',
  date: milestone?.date ?? localDay(),
  startDate: milestone?.startDate ?? null,
  description: milestone?.description ?? '',
  color: milestone?.color ?? 'blue',
  isGlobal: milestone?.isGlobal ?? true,
  handSyncEnabled: milestone?.handSyncEnabled ?? false,
});

interface MilestoneDialogProps {
  milestone: MilestoneRow | null;
  onClose: () => void;
}

export function MilestoneDialog({ milestone, onClose }: MilestoneDialogProps): ReactElement {
  const workspace = useWorkspace();
  // The form is hidden while a confirmation is open, but keeps its values.
  const isConfirming = useConfirmation((state) => state.open !== null);
  const { account, projects, milestoneProjects } = useLookups();
  // As when the dialog was opened. Other people may have changed the milestone since then.
  const [initialFields] = useState(() => milestoneValuesOf(milestone));
  const [fields, setFields] = useState(initialFields);
  const set = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  const { name, date, startDate, description, color, isGlobal, handSyncEnabled } = fields;
  const storedLinks: readonly string[] = milestone
    ? milestoneProjects.filter((link) => link.milestoneId === milestone.id).map((link) => link.projectId)
    : [];
  const [initialLinks] = useState(storedLinks);
  const [linked, setLinked] = useState(initialLinks);
  const zones = useZoneDrafts(milestone && { kind: 'milestone', id: milestone.id }, milestone?.manualOrderLabels);
  const accountId = account?.id ?? workspace?.accountId ?? null;
  const dateError = startDate && startDate > date ? 'It would start after its date.' : null;
  const canSave =
    name.trim() !== '' && dateError === null && zones.isValid && accountId !== null && (isGlobal || linked.length > 0);
  const save = useSingleFlight(async () => {
    if (!canSave || !accountId) return;
    const answer = milestone ? await change(milestone) : await create(accountId);
    if (answer) onClose();
  });
  const change = async (stored: MilestoneRow) => {
    const { name: newName, description: newDescription, ...others } = changedFormFields(initialFields, fields);
    const projectIds = isGlobal ? undefined : idsWithFormChanges(initialLinks, linked, storedLinks);
    const changed = {
      ...(newName !== undefined && { name: newName.trim() }),
      ...(newDescription !== undefined && { description: newDescription || null }),
      ...others,
      ...zones.changedParams(),
      // For a change from all projects to certain projects, the service needs the list, even if the person has not
      // changed it.
      ...((projectIds || others.isGlobal === false) && { projectIds: projectIds ?? [...linked] }),
    } as Omit<Params<'milestones/update'>, 'id'>;
    return (
      Object.keys(changed).length === 0 ||
      changeMilestone({ ...stored, projectIds: storedLinks }, changed, await zones.stepsForZoneCards())
    );
  };
  const create = (accountId: string) => {
    const laterFields = { ...zones.changedParams(), ...(handSyncEnabled && { handSyncEnabled }) };
    return actWithFollowUpSteps(
      `Create milestone ${name.trim()}`,
      [
        actStep('milestones/create', {
          accountId,
          name: name.trim(),
          color,
          date,
          startDate,
          description: description || null,
          isGlobal,
          projectIds: isGlobal ? null : [...linked],
        }),
      ],
      // `milestones/create` does not accept these fields.
      ([created], round) =>
        round === 1 && Object.keys(laterFields).length > 0
          ? [actStep('milestones/update', { id: created?.id as never, ...laterFields })]
          : [],
      { showsToast: true },
    );
  };
  return (
    <Dialog
      open={!isConfirming}
      onClose={onClose}
      title={milestone ? 'Edit milestone' : 'New milestone'}
      mainButton={{
        text: milestone ? 'Save' : 'Create milestone',
        disabled: accountId === null,
        onClick: () => void save(),
      }}
      isIncomplete={!canSave}
    >
      <div className={styles.form}>
        <div className="flex items-end gap-3">
          <div className="grow">
            <FormField
              label="Name"
              value={name}
              fault={name.trim() ? null : 'Name the milestone.'}
              autoFocus
              onChange={(event) => set({ name: event.target.value })}
            />
          </div>
          <div className="row h-8">
            <MilestoneColorSelect prefix="Colour" value={color} onChange={(value) => set({ color: value })} />
          </div>
        </div>
        <div className={cx('grid items-start gap-3', styles.columns)}>
          <DateField
            label="Starts"
            clearable
            placeholder="When work on it begins"
            value={startDate}
            onChange={(day) => set({ startDate: day })}
          />
          <DateField label="Date" value={date} error={dateError} onChange={(day) => set({ date: day ?? localDay() })} />
        </div>
        <FormField label="Description">
          <TextArea rows={2} value={description} onChange={(event) => set({ description: event.target.value })} />
        </FormField>
        <Switch checked={isGlobal} onChange={(on) => set({ isGlobal: on })}>
          For all projects, also later ones
        </Switch>
        {isGlobal ? null : (
          <fieldset className={styles.group}>
            <legend>Projects</legend>
            {linked.length === 0 ? <p className="danger text-sm">Choose at least one project.</p> : null}
            {projects.map((project) => (
              <CheckboxField
                key={project.id}
                checked={linked.includes(project.id)}
                onChange={() => setLinked(withItemToggled(linked, project.id))}
              >
                {project.name}
              </CheckboxField>
            ))}
          </fieldset>
        )}
        <Switch checked={handSyncEnabled} onChange={(on) => set({ handSyncEnabled: on })}>
          Its open cards go into the Hands of their owners
        </Switch>
        <ZonesField {...zones.field} />
      </div>
    </Dialog>
  );
}
