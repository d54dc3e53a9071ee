/** A run in the lane of runs at the top of the roadmap. */
import type { ReactElement } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import type { SprintRow } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import styles from './Roadmap.module.css';
import { roadmapBarStyle } from './RoadmapLane.tsx';
import type { RoadmapRun } from './use-roadmap-content.ts';

interface RunBarProps {
  bar: RoadmapRun;
  /** Distance of the bar from the top of the lane's rows, in px. */
  top: number;
  pxPerDay: number;
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

export function RunBar({ bar, top, pxPerDay }: RunBarProps): ReactElement {
  const { run, config, days } = bar;
  const label = runLabel(run, config);
  const shown = fittingText(days * pxPerDay, run, label);
  const text = `${label}, ${dayAndMonthText(run.startDate)} to ${dayAndMonthText(run.endDate)}`;
  return (
    <a
      className={styles.run}
      style={roadmapBarStyle(bar, top)}
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
  );
}
