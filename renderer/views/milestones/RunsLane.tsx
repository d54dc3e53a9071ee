/** The lane of all runs on top of the roadmap. */
import type { CSSProperties, ReactElement } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import type { SprintConfigRow, SprintRow } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import type { LaidLane } from '../../model/planning/roadmap.ts';
import { dayAndMonth } from '../../ui/dates/day-text.ts';
import styles from './Roadmap.module.css';
import { RoadmapLane } from './RoadmapLane.tsx';
import { daysStyle } from './TimeScale.tsx';

export interface RoadmapRun {
  readonly run: SprintRow;
  readonly config: SprintConfigRow;
  /** Days from the origin of the axis, and number of days. */
  readonly from: number;
  readonly days: number;
}

interface RunsLaneProps {
  pxPerDay: number;
  runs: readonly RoadmapRun[];
  /** Positions of the lane and its runs. */
  laid: LaidLane;
  isDrawn: (from: number, days: number) => boolean;
  isFolded: boolean;
}

/** A run that is narrower shows its name as a tooltip only. */
const minTextPx = 48;

export function RunsLane({ pxPerDay, runs, laid, isDrawn, isFolded }: RunsLaneProps): ReactElement {
  return (
    <RoadmapLane title="Runs" height={laid.height} isFolded={isFolded}>
      {runs.map(({ run, config, from, days }, index) => {
        if (!isDrawn(from, days)) return null;
        const style = {
          ...daysStyle(from, days),
          top: laid.tops[index],
          '--color': `var(--planner-${config.color}, var(--border-strong))`,
        } as CSSProperties;
        if (isFolded) return <span key={run.id} className={styles.mark} style={style} />;
        const label = runLabel(run, config);
        const text = `${label}, ${dayAndMonth(run.startDate)} to ${dayAndMonth(run.endDate)}`;
        return (
          <li key={run.id}>
            <a
              className={styles.run}
              style={style}
              href={formatRoute({ view: 'run', id: run.id })}
              title={text}
              aria-label={text}
              draggable={false}
            >
              {days * pxPerDay > minTextPx ? (
                <span className={styles.title} aria-hidden>
                  {label}
                </span>
              ) : null}
            </a>
          </li>
        );
      })}
    </RoadmapLane>
  );
}
