import { Lock, LockOpen, Milestone } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { countWorkdays } from '../../../shared/domain/calendar.ts';
import { sumCapacities } from '../../../shared/domain/capacity.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { useIsPlanningModeOn } from '../../cards/planning/plan-draft.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { useLookups } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { BurnUpButton, useRunForBurnUp } from '../../progress/BurnUpButton.tsx';
import { PartsBar } from '../../progress/CapacityBar.tsx';
import {
  cardsWithoutEffort,
  defaultEffortHint,
  hasEstimates,
  newestProgressDay,
  type ProgressMeasure,
  progressChartData,
  progressTotalsOf,
  recordedHint,
} from '../../progress/progress.ts';
import { RunCapacityBar } from '../../progress/RunCapacityBar.tsx';
import { useProgress } from '../../progress/use-progress.ts';
import { WorkdaysChoice } from '../../progress/WorkdaysChoice.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { beastModeExplanation } from './beast-mode.ts';
import type { RunProps } from './RunDialog.tsx';
import { RunMenu, useEditRun } from './RunMenu.tsx';
import styles from './RunsView.module.css';

interface RunHeadProps extends RunProps {
  readonly current: boolean;
  readonly measure: ProgressMeasure;
}

/** For a board with lanes: it has space for only one line. */
export function CompactRunColumnHead({ sprint, config }: RunProps): ReactElement {
  return (
    <div className="row gap-6px">
      <div className="grow min-w-0">
        <RunCapacityBar sprint={sprint} label={runLabel(sprint, config)} />
      </div>
      <RunMenu sprint={sprint} config={config} />
    </div>
  );
}

export function RunColumnHead({ sprint, config, current, measure: chosenMeasure }: RunHeadProps): ReactElement {
  const { startDate: from, endDate: to, completedAt: endedAt } = sprint;
  const { milestones } = useLookups();
  const today = useToday();
  const milestone = milestones[sprint.autoMilestoneId ?? ''];
  const { recorded, live, fallbackEffort } = useProgress('sprint', sprint.id, endedAt !== null);
  const isPlanning = useIsPlanningModeOn();
  // Who does not estimate sees cards. A plan and capacities are in effort.
  const isEstimated = hasEstimates(live) || isPlanning || sumCapacities(sprint.userCapacities) !== null;
  const measure = isEstimated ? chosenMeasure : 'cards';
  const newest = newestProgressDay(today);
  const { points, now } = useMemo(
    () => progressChartData({ recorded, live, fallbackEffort }, { from, to, endedAt }, newest, measure),
    [recorded, live, fallbackEffort, from, to, endedAt, newest, measure],
  );
  const { done, started, total } = now ?? progressTotalsOf(null, measure, fallbackEffort);
  const hasCards = progressTotalsOf(live, 'cards', fallbackEffort).total > 0;
  // Blank if `live` is missing: the run has ended or its progress is not loaded yet.
  const emptyText = !live ? '\u00a0' : hasCards ? 'No effort yet' : 'No cards yet';
  const label = runLabel(sprint, config);
  const subject = useRunForBurnUp(sprint, label);
  const withoutEffort = measure === 'effort' ? cardsWithoutEffort(live) : 0;
  const chart = (
    <>
      {withoutEffort > 0 ? (
        <span className="faint truncate" title={defaultEffortHint(fallbackEffort) ?? 'They do not count in the sum'}>
          {withoutEffort} without effort
        </span>
      ) : null}
      {total > 0 ? <BurnUpButton subject={subject} points={points} unit={measure} width={64} height={18} /> : null}
    </>
  );
  const doneText = total > 0 ? `${done} of ${total} ${measure} done` : emptyText;
  const edit = useEditRun({ sprint, config });
  return (
    <div className={cx('stack', styles.head)}>
      <div className="row gap-6px">
        {current ? <Chip tone="accent">Current</Chip> : <Chip>{endedAt ? 'Completed' : 'Upcoming'}</Chip>}
        <BeastModeButton sprint={sprint} config={config} />
        <span className={cx('grow row gap-1 min-w-0 nowrap note', styles.dates)}>
          {dayAndMonthText(from)} – {dayAndMonthText(to)}
          <span aria-hidden>·</span>
          <WorkdaysLeft sprint={sprint} label={label} />
        </span>
        {milestone ? (
          <a
            className="inline-flex rigid"
            href={formatRoute({ view: 'milestone', id: milestone.id })}
            aria-label={`Milestone ${milestone.name}`}
            title={`Milestone ${milestone.name}: cards added to the run get it unless they have one`}
            draggable={false}
          >
            <Milestone size={14} aria-hidden style={{ color: `var(--milestone-${milestone.color})` }} />
          </a>
        ) : null}
        <RunMenu sprint={sprint} config={config} />
      </div>
      {measure === 'effort' && endedAt === null ? (
        <RunCapacityBar
          sprint={sprint}
          label={label}
          started={started}
          besideText={chart}
          onEdit={missingScopeReason('sprints/updateSprint') === null ? edit.open : undefined}
        />
      ) : (
        <>
          <div className="flex">
            <PartsBar
              label={`Progress of ${label}`}
              valueText={doneText}
              value={done}
              max={Math.max(total, 1)}
              parts={[
                { kind: 'done', amount: done, text: `${done} ${measure} done` },
                { kind: 'started', amount: started, text: `${started} ${measure} started` },
                {
                  kind: 'free',
                  amount: total > 0 ? total - done - started : 1,
                  text: total > 0 ? `${total - done - started} ${measure} not started` : emptyText,
                },
              ]}
            />
          </div>
          <div className="row gap-2 nowrap soft text-sm figures h-6">
            <span className="grow" title={endedAt ? recordedHint : undefined}>
              {doneText}
            </span>
            {chart}
          </div>
        </>
      )}
      {edit.dialog}
    </div>
  );
}

interface WorkdaysLeftProps extends Pick<RunHeadProps, 'sprint'> {
  /** Name of the run. */
  readonly label: string;
}

/**
 * The workdays of a run and, while it is under way, how many remain. If the service lets apps change the organization
 * (`hasExtensions`), a click on the text changes the organization's workdays.
 */
function WorkdaysLeft({ sprint, label }: WorkdaysLeftProps): ReactElement | null {
  const { startDate, endDate, completedAt } = sprint;
  const { account } = useLookups();
  const today = useToday();
  const hasExtensions = useWorkspace()?.hasExtensions ?? false;
  if (!account?.workdays) return null;
  const all = countWorkdays(startDate, endDate, account.workdays);
  const isUnderWay = completedAt === null && startDate <= today && today <= endDate;
  const left = isUnderWay ? countWorkdays(today, endDate, account.workdays) : null;
  const text = left === null ? countWithNoun(all, 'workday') : `${countWithNoun(left, 'workday')} left`;
  const detail = left === null ? null : <span className="visually-hidden"> of {all}</span>;
  if (!hasExtensions)
    return (
      <span className="truncate">
        {text}
        {detail}
      </span>
    );
  return (
    <Popover
      label="Workdays"
      trigger={
        <button
          type="button"
          className={cx('round-sm hover-fill hover-plain', styles.edit)}
          title="Change the workdays"
        >
          {text}
          {detail}
          <span className="visually-hidden"> in {label}</span>
        </button>
      }
    >
      <div className={cx('stack gap-2', styles.popover)}>
        <p>The team works on</p>
        <WorkdaysChoice workdays={account.workdays} />
      </div>
    </Popover>
  );
}

/** Beast Mode is on or will start; the popover explains it. */
function BeastModeButton({ sprint, config }: RunProps): ReactElement | null {
  const isComing = sprint.completedAt === null && typeof config.autoBeastModeDurationHours === 'number';
  if (!sprint.lockedAt && !isComing) return null;
  return (
    <Popover
      label="Beast Mode"
      trigger={
        sprint.lockedAt ? (
          <button type="button" className="inline-flex round-full" title="What Beast Mode means">
            <Chip tone="warning" icon={<Lock size={11} aria-hidden />}>
              Beast Mode
            </Chip>
          </button>
        ) : (
          <IconButton icon={LockOpen} label="Beast Mode to come" small />
        )
      }
    >
      <div className={cx('stack gap-2', styles.popover)}>
        {beastModeExplanation(sprint, config).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Popover>
  );
}
