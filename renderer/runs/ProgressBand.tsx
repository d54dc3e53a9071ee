/** How far a run or milestone has come, above its board: what is done of its cards and effort, and how that went day by day. */
import { type ReactElement, useMemo } from 'react';
import { useToday } from '../data/today.ts';
import { ProgressBar } from '../ui/marks.tsx';
import { BurnUp } from './BurnUp.tsx';
import { type Measure, newestDay, type ProgressRow, progressOf } from './progress.ts';
import styles from './RunsView.module.css';

export interface ProgressBandProps {
  readonly label: string;
  /** Null while they are not known. */
  readonly rows: readonly ProgressRow[] | null;
  /** Days. */
  readonly from: string;
  readonly to: string;
  /** The moment it was over; null where it goes on. */
  readonly endedAt?: string | null;
}

const none: readonly ProgressRow[] = [];

/** It has its height whatever there is to say: the board below stays where it is. */
export function ProgressBand({ label, rows, from, to, endedAt = null }: ProgressBandProps): ReactElement {
  const newest = newestDay(useToday());
  const [effort, cards] = useMemo(() => {
    const of = (measure: Measure) => progressOf(rows ?? none, { from, to, endedAt }, newest, measure);
    return [of('effort'), of('cards')];
  }, [rows, from, to, endedAt, newest]);
  const now = { effort: effort.at(-1), cards: cards.at(-1) };
  if (!now.effort || !now.cards)
    return (
      <div className={styles.banner}>{rows ? <span className={styles.none}>No progress recorded yet</span> : null}</div>
    );
  return (
    <div className={styles.banner}>
      <div className={styles.grow}>
        <ProgressBar
          label={label}
          value={now.effort.done}
          second={now.effort.started}
          total={now.effort.total}
          height={6}
        />
        <div className={styles.numbers}>
          <span>
            {now.cards.done} of {now.cards.total} cards done
          </span>
          <span>
            {now.effort.done} of {now.effort.total} effort
          </span>
        </div>
      </div>
      <BurnUp points={effort} from={from} to={to} unit="effort" />
    </div>
  );
}
