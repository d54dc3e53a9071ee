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

/** A run that is narrower shows its own name as a tooltip only. */
const minNamePx = 48;
/** Estimated width of a letter, and both margins of the text. */
const letterPx = 6.7;
const marginsPx = 16;

/** The longest text of a run that fits its bar, or null: "Run 6 · week 47", "Run 6", "6". A name of its own is cut. */
function textIn(widthPx: number, { name, index }: SprintRow, label: string): string | null {
  if (name !== null) return widthPx > minNamePx ? label : null;
  const number = String(index + 1);
  const fits = (text: string) => text.length * letterPx + marginsPx <= widthPx;
  return [label, `Run ${number}`, number].find(fits) ?? null;
}

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
        const shown = textIn(days * pxPerDay, run, label);
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
              {shown === null ? null : (
                <span className={styles.title} aria-hidden>
                  {shown}
                </span>
              )}
            </a>
          </li>
        );
      })}
    </RoadmapLane>
  );
}
