/**
 * The roadmap. On a time axis, it shows a lane of runs, a lane of the milestones of all projects, and a lane of
 * milestones per project. A list beside the axis shows cards without a milestone.
 */
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { useViewState } from '../../data/app-state.ts';
import { rowByAnyId } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { withItemToggled } from '../../model/filters.ts';
import { layOutRoadmapLanes, neighbourMilestoneOf, roadmapSpanTopPx } from '../../model/planning/roadmap.ts';
import { useToday } from '../../ui/dates/today.ts';
import { MilestoneBar, milestoneBarDropZoneKey } from './MilestoneBar.tsx';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { MilestoneMenu } from './MilestoneMenu.tsx';
import styles from './Roadmap.module.css';
import { RoadmapLane, RoadmapLaneTitle } from './RoadmapLane.tsx';
import { RoadmapTimeAxis } from './RoadmapTimeAxis.tsx';
import { RoadmapToolbar } from './RoadmapToolbar.tsx';
import { RunBar } from './RunBar.tsx';
import { handleRoadmapKey, type RoadmapDirection } from './roadmap-keys.ts';
import { useRoadmapContent } from './use-roadmap-content.ts';
import { useRoadmapViewport } from './use-roadmap-viewport.ts';
import { CardsWithoutMilestone } from './WithoutMilestone.tsx';

const noFolds: readonly string[] = [];

export function Roadmap({ milestones }: { milestones: readonly MilestoneRow[] }): ReactElement {
  const { milestones: rows } = useLookups();
  const today = useToday();
  const [editing, setEditing] = useState<MilestoneRow | null>(null);
  const [folded, setFolded] = useViewState<readonly string[]>('roadmap:folded', noFolds);
  const { first, last, runs, lanes } = useRoadmapContent(milestones);
  const viewport = useRoadmapViewport(first, last, today);
  const { axis, scroller, canvas, canvasStyle, drawnFrom, drawnTo, reveal, isCut, daysAt } = viewport;
  const { pxPerDay } = axis;
  const shownLanes = [...(runs.length > 0 ? [{ key: 'runs', title: 'Runs', bars: runs }] : []), ...lanes];
  const isFolded = (key: string) => folded.includes(key);
  const laneLayouts = layOutRoadmapLanes(
    shownLanes.map(({ key, bars }) =>
      (isFolded(key) ? [] : bars).map(({ from, days, textPx }) => ({
        from: from * pxPerDay,
        to: Math.max((from + days) * pxPerDay, from * pxPerDay + textPx),
      })),
    ),
  );
  const layoutOf = (key: string) => laneLayouts[shownLanes.findIndex((lane) => lane.key === key)];
  const laneProps = (key: string) => ({ layout: layoutOf(key), isFolded: isFolded(key), viewport });

  const focusNeighbour = (milestone: MilestoneRow, direction: RoadmapDirection, element: HTMLElement) => {
    const lane = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey?.split(':')[1] ?? '';
    const open = lanes.filter(({ key }) => !isFolded(key));
    const next = neighbourMilestoneOf(open, { lane, milestone }, direction);
    if (!next) return;
    // Scrolls the neighbouring milestone into view first, because only rendered bars can get the focus.
    const bars = lanes.find(({ key }) => key === next.lane)?.bars ?? [];
    const index = bars.findIndex((bar) => bar.milestone === next.milestone);
    flushSync(() => reveal(bars[index]?.from ?? 0, roadmapSpanTopPx(layoutOf(next.lane), index)));
    const key = CSS.escape(milestoneBarDropZoneKey(next.lane, next.milestone.id));
    scroller.current?.querySelector<HTMLElement>(`[data-zone-key="${key}"]`)?.focus();
  };
  return (
    <div className={styles.roadmap}>
      <RoadmapToolbar
        viewport={viewport}
        areAllFolded={shownLanes.every(({ key }) => isFolded(key))}
        onFoldAll={(areFolded) => setFolded(areFolded ? shownLanes.map(({ key }) => key) : [])}
      />
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focused milestone inside */}
        <div
          ref={scroller}
          className={styles.scroller}
          data-roadmap
          onKeyDown={(event) => handleRoadmapKey(event, { edit: setEditing, focusNeighbour })}
        >
          <MilestoneMenu onEdit={setEditing}>
            <div ref={canvas} className={styles.canvas} style={canvasStyle}>
              <div className={styles.titles}>
                {shownLanes.map(({ key, title, bars }) => (
                  <RoadmapLaneTitle
                    key={key}
                    title={title}
                    top={layoutOf(key)?.topPx ?? 0}
                    count={key === 'runs' ? undefined : bars.length}
                    isFolded={isFolded(key)}
                    onFold={() => setFolded(withItemToggled(folded, key))}
                  />
                ))}
              </div>
              <RoadmapTimeAxis axis={axis} today={today} drawnFrom={drawnFrom} drawnTo={drawnTo} />
              {runs.length > 0 ? (
                <RoadmapLane
                  {...laneProps('runs')}
                  title="Runs"
                  bars={runs}
                  renderBar={(bar, top) => <RunBar bar={bar} top={top} pxPerDay={pxPerDay} />}
                />
              ) : null}
              {lanes.map(({ key, title, bars }) => (
                <RoadmapLane
                  key={key}
                  {...laneProps(key)}
                  title={title}
                  bars={bars}
                  renderBar={({ milestone, counts, from, days, textPx }, top) => (
                    <MilestoneBar
                      milestone={milestone}
                      lane={key}
                      counts={counts}
                      today={today}
                      origin={first}
                      top={top}
                      isCut={days * pxPerDay > textPx && isCut(from, from + days)}
                      daysAt={daysAt}
                    />
                  )}
                />
              ))}
            </div>
          </MilestoneMenu>
        </div>
        <CardsWithoutMilestone />
      </div>
      {editing ? (
        <MilestoneDialog milestone={rowByAnyId(rows, editing.id) ?? editing} onClose={() => setEditing(null)} />
      ) : null}
    </div>
  );
}
