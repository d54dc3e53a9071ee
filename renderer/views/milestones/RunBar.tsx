import type { ReactElement } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import type { SprintRow } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import { cx } from '../../ui/cx.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import styles from './Roadmap.module.css';
import { roadmapBarStyle } from './RoadmapLane.tsx';
import type { RoadmapRun } from './use-roadmap-content.ts';

interface RunBarProps {
  bar: RoadmapRun;
  /** From the top of the lane's rows, in px. */
  top: number;
  pxPerDay: number;
}

/** On a narrower bar, a custom name of the run is shown only as a tooltip. */
const minNamePx = 48;
/** Estimated. */
const letterPx = 6.7;
/** Left and right together. */
const marginsPx = 16;

/** The longest that fits, such as "Run 6 · week 47", "Run 6" or "6"; null if none fits. CSS cuts a custom name. */
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
      className={cx('row absolute text-sm round-sm crop', styles.run)}
      style={roadmapBarStyle(bar, top)}
      href={formatRoute({ view: 'run', id: run.id })}
      title={text}
      aria-label={text}
      draggable={false}
    >
      {shown === null ? null : (
        <span className={cx('nowrap crop', styles.title)} aria-hidden>
          {shown}
        </span>
      )}
    </a>
  );
}
