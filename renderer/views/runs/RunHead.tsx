/** The header of a run's column on the runs board: state, days, capacity, progress, milestone and menu of the run. */
import { Milestone } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useLookups } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import { BurnUpButton } from '../../progress/BurnUpButton.tsx';
import {
  newestProgressDay,
  type ProgressMeasure,
  progressChartData,
  progressTotalsOf,
} from '../../progress/progress.ts';
import { RunCapacityBar } from '../../progress/RunCapacityBar.tsx';
import { useProgress } from '../../progress/use-progress.ts';
import { useRunForBurnUp } from '../../progress/use-run-for-burn-up.ts';
import { Chip } from '../../ui/Chip.tsx';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { BeastModeButton } from './BeastMode.tsx';
import { RunMenu, type RunProps } from './RunMenu.tsx';
import styles from './RunsView.module.css';
import { WorkdaysLeft } from './WorkdaysLeft.tsx';

interface RunHeadProps extends RunProps {
  readonly current: boolean;
  readonly measure: ProgressMeasure;
  readonly today: string;
}

/** The header of a run's column on a board with lanes. It has space for only one line. */
export function CompactRunColumnHead({ sprint, config }: RunProps): ReactElement {
  return (
    <div className={styles.line}>
      <div className={styles.grow}>
        <RunCapacityBar sprint={sprint} label={runLabel(sprint, config)} />
      </div>
      <RunMenu sprint={sprint} config={config} />
    </div>
  );
}

export function RunColumnHead({ sprint, config, current, measure, today }: RunHeadProps): ReactElement {
  const { startDate: from, endDate: to, completedAt: endedAt } = sprint;
  const { milestones } = useLookups();
  const milestone = milestones[sprint.autoMilestoneId ?? ''];
  const { recorded, live } = useProgress('sprint', sprint.id, endedAt !== null);
  const newest = newestProgressDay(today);
  const { points, now } = useMemo(
    () => progressChartData({ recorded, live }, { from, to, endedAt }, newest, measure),
    [recorded, live, from, to, endedAt, newest, measure],
  );
  const totals = now ?? progressTotalsOf(null, measure);
  const hasCards = Object.keys(live?.cards ?? {}).length > 0;
  // The text below the progress bar of a run without progress. The text is blank if `live` is missing, because then
  // the run has ended or its progress is not loaded yet.
  const emptyText = !live ? '\u00a0' : hasCards ? 'No effort yet' : 'No cards yet';
  const label = runLabel(sprint, config);
  const subject = useRunForBurnUp(sprint, label);
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        {current ? <Chip tone="accent">Current</Chip> : <Chip>{endedAt ? 'Completed' : 'Upcoming'}</Chip>}
        <BeastModeButton sprint={sprint} config={config} />
        <span className={styles.dates}>
          {dayAndMonthText(from)} – {dayAndMonthText(to)}
        </span>
        <RunMenu sprint={sprint} config={config} />
      </div>
      <div className={styles.figures}>
        <WorkdaysLeft sprint={sprint} label={label} today={today} />
        {milestone ? (
          <a
            className={styles.milestone}
            href={formatRoute({ view: 'milestone', id: milestone.id })}
            title="Cards added to the run get this milestone unless they have one"
            draggable={false}
          >
            <Milestone size={12} aria-hidden style={{ color: `var(--milestone-${milestone.color})` }} />
            <span dir="auto">{milestone.name}</span>
          </a>
        ) : null}
      </div>
      <RunCapacityBar sprint={sprint} label={label} />
      {totals.total > 0 ? (
        <>
          <ProgressBar
            label={`Progress of ${label}`}
            value={totals.done}
            startedValue={totals.started}
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
