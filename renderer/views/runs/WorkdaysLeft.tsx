/**
 * Shows how many workdays a run has and, while the run is under way, how many of them remain. If the service lets apps
 * change the organization (`hasExtensions`), a click on the text lets the person change the organization's workdays.
 */
import { type ReactElement, useState } from 'react';
import { countWorkdays } from '../../../shared/domain/calendar.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { type SprintRow, useLookups } from '../../data/lookups.ts';
import { WorkdaysChoice } from '../../progress/WorkdaysChoice.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import styles from './RunsView.module.css';

interface WorkdaysLeftProps {
  readonly sprint: SprintRow;
  /** Name of the run. */
  readonly label: string;
  readonly today: string;
}

export function WorkdaysLeft({ sprint, label, today }: WorkdaysLeftProps): ReactElement | null {
  const { startDate, endDate, completedAt } = sprint;
  const { account } = useLookups();
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  const [isOpen, setOpen] = useState(false);
  if (!account?.workdays) return null;
  const all = countWorkdays(startDate, endDate, account.workdays);
  const isUnderWay = completedAt === null && startDate <= today && today <= endDate;
  const text = isUnderWay
    ? `${countWorkdays(today, endDate, account.workdays)} of ${all} workdays left`
    : `${all} ${all === 1 ? 'workday' : 'workdays'}`;
  if (!hasExtensions) return <span>{text}</span>;
  return (
    <Popover
      label="Workdays"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles.edit} title="Change the workdays">
          {text}
          <span className="visually-hidden"> in {label}</span>
        </button>
      }
    >
      <div className={styles.popover}>
        <p>The team works on</p>
        <WorkdaysChoice workdays={account.workdays} />
      </div>
    </Popover>
  );
}
