/**
 * The roadmap. On a time axis, it shows a lane of runs, a lane of the milestones of all projects, and a lane of
 * milestones per project. A list beside the axis shows cards without a milestone.
 */
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { useViewState } from '../../data/app-state.ts';
import { rowByAnyId } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { layOutRoadmapLanes, neighbourMilestoneOf, roadmapSpanTopPx } from '../../model/planning/roadmap.ts';
import { useToday } from '../../ui/dates/today.ts';
import { LaneBars } from './LaneBars.tsx';
import { milestoneBarDropZoneKey } from './MilestoneBar.tsx';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { MilestoneMenu } from './MilestoneMenu.tsx';
import styles from './Roadmap.module.css';
import { RoadmapLane, RoadmapLaneTitle } from './RoadmapLane.tsx';
import { RoadmapTimeAxis } from './RoadmapTimeAxis.tsx';
import { RoadmapToolbar } from './RoadmapToolbar.tsx';
import { RunsLane } from './RunsLane.tsx';
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
  const { first, last, runs, lanes, bars } = useRoadmapContent(milestones);
  const viewport = useRoadmapViewport(first, last, today);
  const { axis, scroller, canvas, canvasStyle, drawnFrom, drawnTo, zoom, reveal, showToday, step } = viewport;
  const { pxPerDay } = axis;
  const isFolded = (key: string) => folded.includes(key);
  const laneLayouts = layOutRoadmapLanes([
    runs.length === 0
      ? null
      : isFolded('runs')
        ? []
        : runs.map(({ from, days }) => ({ from: from * pxPerDay, to: (from + days) * pxPerDay })),
    ...lanes.map(({ key }, at) =>
      isFolded(key)
        ? []
        : (bars[at] ?? []).map(({ from, days, textPx }) => ({
            from: from * pxPerDay,
            to: from * pxPerDay + Math.max(days * pxPerDay, textPx),
          })),
    ),
  ]);
  const [runsLane] = laneLayouts;
  const laneKeys = [...(runs.length > 0 ? ['runs'] : []), ...lanes.map(({ key }) => key)];
  const fold = (key: string, isNowFolded: boolean) =>
    setFolded(isNowFolded ? [...folded, key] : folded.filter((other) => other !== key));
  const areAllFolded = laneKeys.every(isFolded);

  const focusNeighbour = (milestone: MilestoneRow, direction: RoadmapDirection, element: HTMLElement) => {
    const lane = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey?.split(':')[1] ?? '';
    const open = lanes.filter(({ key }) => !isFolded(key));
    const next = neighbourMilestoneOf(open, { lane, milestone }, direction);
    if (!next) return;
    // Scrolls the neighbouring milestone into view first, because only rendered bars can get the focus.
    const number = lanes.findIndex(({ key }) => key === next.lane);
    const index = lanes[number]?.milestones.indexOf(next.milestone) ?? 0;
    flushSync(() => reveal(bars[number]?.[index]?.from ?? 0, roadmapSpanTopPx(laneLayouts[number + 1], index)));
    const key = CSS.escape(milestoneBarDropZoneKey(next.lane, next.milestone.id));
    scroller.current?.querySelector<HTMLElement>(`[data-zone-key="${key}"]`)?.focus();
  };
  return (
    <div className={styles.roadmap}>
      <RoadmapToolbar
        pxPerDay={pxPerDay}
        zoom={zoom}
        step={step}
        showToday={showToday}
        areAllFolded={areAllFolded}
        onFoldAll={(areFolded) => setFolded(areFolded ? laneKeys : [])}
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
                {[{ key: 'runs', title: 'Runs' }, ...lanes].map(({ key, title }, number) =>
                  key === 'runs' && runs.length === 0 ? null : (
                    <RoadmapLaneTitle
                      key={key}
                      title={title}
                      top={laneLayouts[number]?.topPx ?? 0}
                      count={bars[number - 1]?.length}
                      isFolded={isFolded(key)}
                      onFold={(isNowFolded) => fold(key, isNowFolded)}
                    />
                  ),
                )}
              </div>
              <RoadmapTimeAxis axis={axis} today={today} drawnFrom={drawnFrom} drawnTo={drawnTo} />
              {runs.length > 0 && runsLane ? (
                <RunsLane
                  pxPerDay={pxPerDay}
                  runs={runs}
                  laid={runsLane}
                  isDrawn={viewport.isDrawn}
                  isFolded={isFolded('runs')}
                />
              ) : null}
              {lanes.map(({ key, title }, number) => (
                <RoadmapLane
                  key={key}
                  title={title}
                  height={laneLayouts[number + 1]?.heightPx ?? 0}
                  isFolded={isFolded(key)}
                >
                  <LaneBars
                    lane={key}
                    bars={bars[number] ?? []}
                    layout={laneLayouts[number + 1]}
                    isFolded={isFolded(key)}
                    origin={first}
                    viewport={viewport}
                  />
                </RoadmapLane>
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
