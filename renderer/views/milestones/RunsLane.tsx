/** The lane with all runs at the top of the roadmap. */
import type { CSSProperties, ReactElement } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import type { SprintConfigRow, SprintRow } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import type { RoadmapLaneLayout } from '../../model/planning/roadmap.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import styles from './Roadmap.module.css';
import { RoadmapLane } from './RoadmapLane.tsx';
import { roadmapSpanStyle } from './RoadmapTimeAxis.tsx';

/** A run with its position on the roadmap. */
export interface RoadmapRun {
  readonly run: SprintRow;
  readonly config: SprintConfigRow;
  /** First day of the run, as a number of days from the first day of the axis. */
  readonly from: number;
  /** Number of days of the run. */
  readonly days: number;
}

interface RunsLaneProps {
  pxPerDay: number;
  runs: readonly RoadmapRun[];
  /** Positions of the lane and its runs, in px. */
  laid: RoadmapLaneLayout;
  isDrawn: (from: number, days: number) => boolean;
  isFolded: boolean;
}

/** If the bar of a run is narrower than this, a custom name of the run is shown only as a tooltip. */
const minNamePx = 48;
/** Estimated width of a letter. */
const letterPx = 6.7;
/** Sum of the text's left and right margins. */
const marginsPx = 16;

/**
 * Returns the longest text that fits the bar of a run, such as "Run 6 · week 47", "Run 6" or "6". Returns null if no
 * text fits. Does not shorten a custom name, because CSS cuts it.
 */
function fittingText(widthPx: number, { name, index }: SprintRow, label: string): string | null {
  if (name !== null) return widthPx > minNamePx ? label : null;
  const number = String(index + 1);
  const fits = (text: string) => text.length * letterPx + marginsPx <= widthPx;
  return [label, `Run ${number}`, number].find(fits) ?? null;
}

export function RunsLane({ pxPerDay, runs, laid, isDrawn, isFolded }: RunsLaneProps): ReactElement {
  return (
    <RoadmapLane title="Runs" height={laid.heightPx} isFolded={isFolded}>
      {runs.map(({ run, config, from, days }, index) => {
        if (!isDrawn(from, days)) return null;
        const style = {
          ...roadmapSpanStyle(from, days),
          top: laid.spanTopsPx[index],
          '--color': `var(--milestone-${config.color}, var(--border-strong))`,
        } as CSSProperties;
        if (isFolded) return <span key={run.id} className={styles.mark} style={style} />;
        const label = runLabel(run, config);
        const shown = fittingText(days * pxPerDay, run, label);
        const text = `${label}, ${dayAndMonthText(run.startDate)} to ${dayAndMonthText(run.endDate)}`;
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
