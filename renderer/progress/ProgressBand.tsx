/** The progress of a run or milestone above its board. */
import { type ReactElement, useMemo } from 'react';
import { cx } from '../ui/cx.ts';
import { useToday } from '../ui/dates/today.ts';
import { ProgressBar } from '../ui/icons/icons.tsx';
import { BurnUpButton } from './BurnUpButton.tsx';
import type { RunOrMilestoneForBurnUp } from './burn-up/use-burn-up.ts';
import styles from './ProgressBand.module.css';
import {
  defaultEffortHint,
  hasEstimates,
  newestProgressDay,
  type ProgressMeasure,
  progressChartData,
  recordedHint,
} from './progress.ts';
import type { ProgressData } from './use-progress.ts';

interface ProgressBandProps {
  readonly label: string;
  readonly progress: ProgressData;
  readonly subject: RunOrMilestoneForBurnUp;
}

/** In effort, unless no card has one. Null without cards. */
export function useShownProgress(
  { recorded, live, fallbackEffort }: ProgressData,
  { from, to, endedAt }: Pick<RunOrMilestoneForBurnUp, 'from' | 'to' | 'endedAt'>,
) {
  const newest = newestProgressDay(useToday());
  const [effort, cards] = useMemo(() => {
    const of = (measure: ProgressMeasure) =>
      progressChartData({ recorded, live, fallbackEffort }, { from, to, endedAt }, newest, measure);
    return [of('effort'), of('cards')];
  }, [recorded, live, fallbackEffort, from, to, endedAt, newest]);
  if (!effort.now || !cards.now?.total) return null;
  const hasEffort = effort.now.total > 0 && hasEstimates(live);
  const { now, points } = hasEffort
    ? { now: effort.now, points: effort.points }
    : { now: cards.now, points: cards.points };
  return { now, points, cards: cards.now, hasEffort, unit: hasEffort ? 'effort' : 'cards' };
}

/** Without data the band keeps its height, so that the board below does not move when data arrives. */
export function ProgressBand({ label, progress, subject }: ProgressBandProps): ReactElement {
  const { live, fallbackEffort } = progress;
  const shown = useShownProgress(progress, subject);
  if (!shown)
    return (
      <div className={cx('row rigid gap-5 panel', styles.banner)}>
        {live ? <span className={cx('note', styles.none)}>No cards yet</span> : null}
      </div>
    );
  const { now, points, cards, hasEffort, unit } = shown;
  const { endedAt } = subject;
  return (
    <div className={cx('row rigid gap-5 panel', styles.banner)}>
      <div className={cx('stack grow gap-6px min-w-0', styles.grow)}>
        <ProgressBar label={label} value={now.done} startedValue={now.started} total={now.total} height={6} />
        <div className={cx('row justify-between soft text-sm figures', styles.numbers)}>
          <span title={endedAt ? recordedHint : undefined}>
            {cards.done} of {cards.total} cards done
          </span>
          {hasEffort ? (
            <span title={defaultEffortHint(fallbackEffort)}>
              {now.done} of {now.total} effort
            </span>
          ) : null}
        </div>
      </div>
      <BurnUpButton subject={subject} points={points} unit={unit} />
    </div>
  );
}
