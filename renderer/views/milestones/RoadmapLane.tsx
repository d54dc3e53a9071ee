/** A folded lane shows its bars as thin lines. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties, ReactElement } from 'react';
import { type RoadmapLaneLayout, roadmapSpanTopPx } from '../../model/planning/roadmap.ts';
import { cx } from '../../ui/cx.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import styles from './Roadmap.module.css';
import { roadmapSpanStyle } from './RoadmapTimeAxis.tsx';
import type { RoadmapViewport } from './use-roadmap-viewport.ts';

interface LaneTitleProps {
  title: string;
  /** From the top of the roadmap, in px. */
  top: number;
  count?: number | undefined;
  isFolded: boolean;
  onFold: () => void;
}

/**
 * A button that folds the lane. The roadmap renders all titles in one sticky element: browsers make a compositor layer
 * for each, and eleven layers took 5 ms per frame of a zoom (benchmark `roadmap`).
 */
export function RoadmapLaneTitle({ title, top, count, isFolded, onFold }: LaneTitleProps): ReactElement {
  return (
    <button
      type="button"
      className={cx('row absolute soft text-sm strong px-3 gap-6px h-7', styles.fold)}
      style={{ top }}
      aria-expanded={!isFolded}
      onClick={onFold}
    >
      {isFolded ? <ChevronRight size={12} aria-hidden /> : <ChevronDown size={12} aria-hidden />}
      <span className={cx('nowrap crop', styles.title)} dir="auto">
        {title}
      </span>
      {count === undefined ? null : <span className="note normal">{count}</span>}
    </button>
  );
}

interface RoadmapBar {
  readonly key: string;
  readonly color: string;
  /** In days from the first day of the axis. */
  readonly from: number;
  readonly days: number;
  /** Estimated width of the text, which can extend beyond the bar; 0 if it does not. */
  readonly textPx: number;
}

/** `top` is the distance from the top of the lane's rows, in px. */
export const roadmapBarStyle = (
  { from, days, color }: Pick<RoadmapBar, 'from' | 'days' | 'color'>,
  top?: number,
): CSSProperties =>
  ({
    ...roadmapSpanStyle(from, days),
    top,
    '--color': `var(--milestone-${color}, var(--border-strong))`,
  }) as CSSProperties;

interface RoadmapLaneProps<Bar extends RoadmapBar> {
  title: string;
  bars: readonly Bar[];
  layout: RoadmapLaneLayout | undefined;
  isFolded: boolean;
  viewport: RoadmapViewport;
  /** `top` is the distance from the top of the lane's rows, in px. */
  renderBar: (bar: Bar, top: number) => ReactElement;
}

/** Renders only bars in or near the visible part of the roadmap. */
export function RoadmapLane<Bar extends RoadmapBar>(props: RoadmapLaneProps<Bar>): ReactElement {
  const { title, bars, layout, isFolded, viewport, renderBar } = props;
  const drawnBars = bars.map((bar, index) => {
    // The name of a milestone can extend into the rendered part even if its days are outside.
    if (!viewport.isDrawn(bar.from, Math.max(bar.days, bar.textPx / viewport.axis.pxPerDay))) return null;
    if (isFolded)
      return <span key={bar.key} className={cx('absolute keep-color', styles.mark)} style={roadmapBarStyle(bar)} />;
    if (!viewport.isRowDrawn(roadmapSpanTopPx(layout, index))) return null;
    return (
      <li key={bar.key}>
        <ItemBoundary item="This bar" text={null}>
          {renderBar(bar, layout?.spanTopsPx[index] ?? 0)}
        </ItemBoundary>
      </li>
    );
  });
  return (
    <section className={cx('relative', styles.lane)} style={{ height: layout?.heightPx ?? 0 }} aria-label={title}>
      {isFolded ? (
        <div className={cx('relative', styles.strip)} aria-hidden>
          {drawnBars}
        </div>
      ) : (
        <ul className="relative" aria-label={title}>
          {drawnBars}
        </ul>
      )}
    </section>
  );
}
