import type { CSSProperties, ReactNode } from 'react';
import { stableRowKey } from '../../data/id-remap.ts';
import { type RoadmapLaneLayout, roadmapSpanTopPx } from '../../model/planning/roadmap.ts';
import { useToday } from '../../ui/dates/today.ts';
import { MilestoneBar } from './MilestoneBar.tsx';
import styles from './Roadmap.module.css';
import { roadmapSpanStyle } from './RoadmapTimeAxis.tsx';
import type { RoadmapContent } from './use-roadmap-content.ts';
import type { RoadmapViewport } from './use-roadmap-viewport.ts';

interface LaneBarsProps {
  /** Key of the lane that contains the bars. */
  lane: string;
  bars: RoadmapContent['bars'][number];
  layout: RoadmapLaneLayout | undefined;
  isFolded: boolean;
  /** First day of the roadmap's time axis. */
  origin: string;
  viewport: RoadmapViewport;
}

/** The bars of a lane that are in or near the visible part of the roadmap. A folded lane shows thin lines instead. */
export function LaneBars({ lane, bars, layout, isFolded, origin, viewport }: LaneBarsProps): ReactNode {
  const today = useToday();
  const { axis, isDrawn, isRowDrawn, isCut, daysAt } = viewport;
  return bars.map(({ milestone, from, days, counts, textPx }, index) => {
    // The name of a milestone can extend into the rendered part even if its days are outside.
    if (!isDrawn(from, Math.max(days, textPx / axis.pxPerDay))) return null;
    if (isFolded) {
      const color = `var(--milestone-${milestone.color}, var(--border-strong))`;
      const style = { ...roadmapSpanStyle(from, days), '--color': color } as CSSProperties;
      return <span key={stableRowKey(milestone.id)} className={styles.mark} style={style} />;
    }
    if (!isRowDrawn(roadmapSpanTopPx(layout, index))) return null;
    return (
      <li key={stableRowKey(milestone.id)}>
        <MilestoneBar
          milestone={milestone}
          lane={lane}
          counts={counts}
          today={today}
          origin={origin}
          top={layout?.spanTopsPx[index] ?? 0}
          isCut={days * axis.pxPerDay > textPx && isCut(from, from + days)}
          daysAt={daysAt}
        />
      </li>
    );
  });
}
