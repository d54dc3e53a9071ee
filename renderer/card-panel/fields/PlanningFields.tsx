import type { ReactElement } from 'react';
import { labelOfRun } from '../../model/planning/run-phase.ts';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import styles from '../card.module.css';
import { type CardFieldRowsProps, FieldRow, PickerFieldRow } from './field-parts.tsx';
import { milestonesForProject, runsForProject } from './panel-card-state.ts';

export function MilestoneField({ card, cardState, lookups, set }: CardFieldRowsProps): ReactElement {
  const current = card.milestoneId ? lookups.milestones[card.milestoneId] : undefined;
  const offered = milestonesForProject(lookups, cardState.projectId);
  const all = current && !offered.includes(current) ? [current, ...offered] : offered;
  return (
    <PickerFieldRow
      field="milestone"
      label="Milestone"
      icon={current ? <Swatch color={`var(--milestone-${current.color})`} /> : undefined}
      text={current?.name}
      value={[card.milestoneId as string | null]}
      options={[
        { value: null, label: 'None' },
        ...all.map(({ id, name, date, color }) => ({
          value: id as string | null,
          label: `${name} · ${dayAndMonthText(date)}`,
          icon: <Swatch color={`var(--milestone-${color})`} />,
        })),
      ]}
      onPick={(milestoneId) => set(milestoneId ? 'Set the milestone' : 'Take out of the milestone', { milestoneId })}
    />
  );
}

export function RunField({ card, cardState, lookups, set }: CardFieldRowsProps): ReactElement {
  const current = card.sprintId ? lookups.sprints[card.sprintId] : undefined;
  const offered = runsForProject(lookups, cardState.projectId);
  const all = current && !offered.includes(current) ? [current, ...offered] : offered;
  return (
    <PickerFieldRow
      field="run"
      label="Run"
      text={current && labelOfRun(current, lookups)}
      value={[card.sprintId as string | null]}
      options={[
        { value: null, label: 'None' },
        ...all.map((run) => ({
          value: run.id as string | null,
          label: `${labelOfRun(run, lookups)} · ${dayAndMonthText(run.startDate)} – ${dayAndMonthText(run.endDate)}`,
        })),
      ]}
      onPick={(sprintId) => set(sprintId ? 'Move to a run' : 'Take out of the run', { sprintId })}
    />
  );
}

export function DueDateField({ card, set }: CardFieldRowsProps): ReactElement {
  const today = useToday();
  const isOverdue = card.dueDate !== null && card.status !== 'done' && card.dueDate < today;
  return (
    <FieldRow field="due" label="Due">
      <div className={cx('grow min-w-0', styles.date)}>
        <DateField
          label="Due date"
          hideLabel
          look="quiet"
          clearable
          placeholder="None"
          isOverdue={isOverdue}
          value={card.dueDate}
          onChange={(dueDate) => set(dueDate ? 'Set the due date' : 'Remove the due date', { dueDate })}
        />
      </div>
    </FieldRow>
  );
}
