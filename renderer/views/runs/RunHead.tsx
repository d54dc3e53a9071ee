/** What the runs board shows of a run below its title: state, days, capacity, progress, milestone, and its menu. */
import { Ellipsis, Milestone } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { countWorkdays } from '../../../shared/domain/calendar.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { type SprintConfigRow, type SprintRow, useLookups } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute, go } from '../../data/routes.ts';
import { BurnUpButton } from '../../progress/BurnUpButton.tsx';
import { CapacityBar } from '../../progress/CapacityBar.tsx';
import { type Measure, newestDay, shownProgress, totalsOf } from '../../progress/progress.ts';
import { useProgress } from '../../progress/use-progress.ts';
import { useRunSubject } from '../../progress/use-run-subject.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { shortDayText } from '../../ui/dates/today.ts';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { beastModeText, startBeastMode } from './beast-mode.ts';
import { completeRun } from './complete-run.ts';
import { RunDialog } from './RunDialog.tsx';
import styles from './RunsView.module.css';

interface RunProps {
  readonly sprint: SprintRow;
  readonly config: SprintConfigRow;
}

interface RunHeadProps extends RunProps {
  readonly current: boolean;
  readonly measure: Measure;
  readonly today: string;
}

/** "8 of 10 workdays left" while the run goes on, otherwise how many it has. */
function useWorkdaysText({ startDate, endDate, completedAt }: SprintRow, today: string): string | null {
  const { account } = useLookups();
  if (!account) return null;
  const all = countWorkdays(startDate, endDate, account.workdays);
  const left = countWorkdays(today, endDate, account.workdays);
  const isUnderWay = completedAt === null && startDate <= today && today <= endDate;
  return isUnderWay ? `${left} of ${all} workdays left` : `${all} ${all === 1 ? 'workday' : 'workdays'}`;
}

function runEntries(sprint: SprintRow, config: SprintConfigRow, edit: () => void): MenuEntry[] {
  const refusal = missingScopeReason('sprints/updateSprint') ?? undefined;
  const isOver = sprint.completedAt ? 'completed already' : undefined;
  return [
    { label: 'Open as a board', run: () => go({ view: 'run', id: sprint.id }) },
    { label: 'Edit run…', disabled: refusal, run: edit },
    {
      label: 'Start Beast Mode…',
      disabled: isOver ?? (sprint.lockedAt ? 'on already' : refusal),
      run: () => void startBeastMode(sprint, config),
    },
    { label: 'Complete the run…', disabled: isOver ?? refusal, run: () => void completeRun(sprint, config) },
  ];
}

function RunMenu({ sprint, config }: RunProps): ReactElement {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={`More about ${runLabel(sprint, config)}`} small>
            <Ellipsis size={14} aria-hidden />
          </IconButton>
        }
        entries={() => runEntries(sprint, config, () => setEditing(true))}
      />
      {isEditing ? <RunDialog sprint={sprint} config={config} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

/** The one line of a run above lanes. */
export function RunLine({ sprint, config }: RunProps): ReactElement {
  return (
    <div className={styles.line}>
      <div className={styles.grow}>
        <CapacityBar sprint={sprint} label={runLabel(sprint, config)} />
      </div>
      <RunMenu sprint={sprint} config={config} />
    </div>
  );
}

export function RunHead({ sprint, config, current, measure, today }: RunHeadProps): ReactElement {
  const { startDate: from, endDate: to, completedAt: endedAt } = sprint;
  const { milestones } = useLookups();
  const workdays = useWorkdaysText(sprint, today);
  const milestone = milestones[sprint.autoMilestoneId ?? ''];
  const { recorded, live } = useProgress('sprint', sprint.id, endedAt !== null);
  const newest = newestDay(today);
  const { points, now } = useMemo(
    () => shownProgress({ recorded, live }, { from, to, endedAt }, newest, measure),
    [recorded, live, from, to, endedAt, newest, measure],
  );
  const totals = now ?? totalsOf(null, measure);
  const hasCards = Object.keys(live?.cards ?? {}).length > 0;
  // A run has no progress to show if it ended without recorded days or is not loaded yet.
  const emptyText = !live ? '\u00a0' : hasCards ? 'No effort yet' : 'No cards yet';
  const label = runLabel(sprint, config);
  const subject = useRunSubject(sprint, label);
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        {current ? <Chip tone="accent">Current</Chip> : <Chip>{endedAt ? 'Completed' : 'Upcoming'}</Chip>}
        {sprint.lockedAt ? (
          <span title={beastModeText(sprint, config)}>
            <Chip tone="warning">Beast Mode</Chip>
          </span>
        ) : null}
        <span className={styles.dates}>
          {shortDayText(from)} – {shortDayText(to)}
        </span>
        <RunMenu sprint={sprint} config={config} />
      </div>
      <div className={styles.facts}>
        <span>{workdays}</span>
        {milestone ? (
          <a
            className={styles.milestone}
            href={formatRoute({ view: 'milestone', id: milestone.id })}
            title="Cards added to the run get this milestone unless they have one"
            draggable={false}
          >
            <Milestone size={12} aria-hidden style={{ color: `var(--planner-${milestone.color})` }} />
            <span dir="auto">{milestone.name}</span>
          </a>
        ) : null}
      </div>
      <CapacityBar sprint={sprint} label={label} />
      {totals.total > 0 ? (
        <>
          <ProgressBar
            label={`Progress of ${label}`}
            value={totals.done}
            second={totals.started}
            total={totals.total}
          />
          <div className={styles.numbers}>
            <span>
              {totals.done} of {totals.total} {measure === 'effort' ? 'effort' : 'cards'} done
            </span>
            <BurnUpButton
              subject={subject}
              points={points}
              unit={measure === 'effort' ? 'effort' : 'cards'}
              width={110}
              height={26}
            />
          </div>
        </>
      ) : (
        <>
          <ProgressBar label={`Progress of ${label}`} value={0} total={0} />
          <p className={styles.none}>{emptyText}</p>
        </>
      )}
    </div>
  );
}
