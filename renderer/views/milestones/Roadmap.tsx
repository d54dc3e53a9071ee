/**
 * A time axis with a lane of runs, a lane of the milestones that belong to all projects, and one lane per project with
 * its other milestones. A list beside it shows cards without a milestone.
 */

import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { axisUnitAtZoom, axisUnits, pxPerDayByAxisUnit } from '../../../shared/domain/time-axis.ts';
import { useViewState } from '../../data/app-state.ts';
import { rowByAnyId } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { withItemToggled } from '../../model/filters.ts';
import { layOutRoadmapLanes, neighbourMilestoneOf, roadmapSpanTopPx } from '../../model/planning/roadmap.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { useToday } from '../../ui/dates/today.ts';
import { shortcutOfKeyPress } from '../../ui/dom/keys.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { CardsWithoutMilestone } from './CardsWithoutMilestone.tsx';
import { MilestoneBar, milestoneBarDropZoneKey } from './MilestoneBar.tsx';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { MilestoneMenu, milestoneOfEventTarget } from './MilestoneMenu.tsx';
import { moveMilestone, toastIfMilestonesReadOnly } from './move-milestone.ts';
import styles from './Roadmap.module.css';
import { RoadmapLane, RoadmapLaneTitle } from './RoadmapLane.tsx';
import { RoadmapTimeAxis } from './RoadmapTimeAxis.tsx';
import { RunBar } from './RunBar.tsx';
import { useRoadmapContent } from './use-roadmap-content.ts';
import { type RoadmapViewport, useRoadmapViewport } from './use-roadmap-viewport.ts';

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
    // Only rendered bars can get the focus.
    const bars = lanes.find(({ key }) => key === next.lane)?.bars ?? [];
    const index = bars.findIndex((bar) => bar.milestone === next.milestone);
    flushSync(() => reveal(bars[index]?.from ?? 0, roadmapSpanTopPx(layoutOf(next.lane), index)));
    const key = CSS.escape(milestoneBarDropZoneKey(next.lane, next.milestone.id));
    scroller.current?.querySelector<HTMLElement>(`[data-zone-key="${key}"]`)?.focus();
  };
  return (
    <div className="stack grow min-h-0">
      <RoadmapToolbar
        viewport={viewport}
        areAllFolded={shownLanes.every(({ key }) => isFolded(key))}
        onFoldAll={(areFolded) => setFolded(areFolded ? shownLanes.map(({ key }) => key) : [])}
      />
      <div className={cx('flex grow min-h-0 border-top', styles.body)}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focused milestone inside */}
        <div
          ref={scroller}
          className={cx('grow min-w-0 scroll bg', styles.scroller)}
          data-roadmap
          onKeyDown={(event) => handleRoadmapKey(event, { edit: setEditing, focusNeighbour })}
          // Bars beyond the edges are drawn, too, and Chromium does not always scroll to them.
          onFocus={({ target }) => {
            const [bar, area] = [target.getBoundingClientRect(), scroller.current?.getBoundingClientRect()];
            if (area && (bar.right < area.left + focusMarginPx || bar.left > area.right - focusMarginPx))
              target.scrollIntoView({ block: 'nearest', inline: 'center' });
          }}
        >
          <MilestoneMenu onEdit={setEditing}>
            <div ref={canvas} className="relative" style={canvasStyle}>
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

const zoomStep = 1.4;
const unitLabels = { day: 'Days', week: 'Weeks', month: 'Months', quarter: 'Quarters' } as const;

interface RoadmapToolbarProps {
  viewport: RoadmapViewport;
  areAllFolded: boolean;
  onFoldAll: (areFolded: boolean) => void;
}

function RoadmapToolbar({ viewport, areAllFolded, onFoldAll }: RoadmapToolbarProps): ReactElement {
  const { axis, zoom, step, showToday } = viewport;
  return (
    <div className={cx('flex gap-1', styles.tools)} role="toolbar" aria-label="Roadmap">
      <IconButton icon={ChevronLeft} small label="Earlier" shortcut="," data-time="earlier" onClick={() => step(-1)} />
      <Button text="Today" small look="quiet" data-time="today" onClick={showToday} />
      <IconButton icon={ChevronRight} small label="Later" shortcut="." data-time="later" onClick={() => step(1)} />
      <IconButton
        icon={Minus}
        small
        label="Zoom out"
        shortcut="-"
        data-time="zoomOut"
        onClick={() => zoom(1 / zoomStep)}
      />
      <IconButton icon={Plus} small label="Zoom in" shortcut="+" data-time="zoomIn" onClick={() => zoom(zoomStep)} />
      <Select
        label="Scale"
        small
        look="quiet"
        value={axisUnitAtZoom(axis.pxPerDay)}
        options={axisUnits.map((value) => ({ value, label: unitLabels[value] }))}
        onChange={(wanted) => zoom(pxPerDayByAxisUnit[wanted] / axis.pxPerDay)}
      />
      <IconButton
        icon={areAllFolded ? ChevronsUpDown : ChevronsDownUp}
        small
        label={areAllFolded ? 'Expand all lanes' : 'Collapse all lanes'}
        onClick={() => onFoldAll(!areAllFolded)}
      />
    </div>
  );
}

const directions = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
type RoadmapDirection = (typeof directions)[keyof typeof directions];

interface RoadmapKeyActions {
  readonly edit: (milestone: MilestoneRow) => void;
  /** `element` is the bar that has the focus now. */
  readonly focusNeighbour: (milestone: MilestoneRow, direction: RoadmapDirection, element: HTMLElement) => void;
}

/** So much of a focused bar must be in view. */
const focusMarginPx = 24;

/**
 * Handles a key press on the focused milestone:
 * - An arrow key focuses the next milestone in that direction.
 * - Ctrl or Cmd with the left or right arrow key moves the milestone by one day.
 * - Alt with the left or right arrow key moves only the end of the milestone.
 * - With Shift in addition, the distance is one week instead of one day.
 * - E opens the form of the milestone.
 */
function handleRoadmapKey(event: KeyboardEvent, { edit, focusNeighbour }: RoadmapKeyActions): void {
  const { target, key, altKey, shiftKey } = event;
  const milestone = milestoneOfEventTarget(target);
  if (!milestone || !(target instanceof HTMLElement)) return;
  const isMod = event.ctrlKey || event.metaKey;
  const direction = directions[key as keyof typeof directions];
  if (/^(Shift\+)?E$/.test(shortcutOfKeyPress(event.nativeEvent))) {
    if (!toastIfMilestonesReadOnly()) edit(milestone);
  } else if (!direction) return;
  else if (!isMod && !altKey) focusNeighbour(milestone, direction, target);
  else if (direction === 'left' || direction === 'right') {
    const days = (direction === 'left' ? -1 : 1) * (shiftKey ? 7 : 1);
    if (!toastIfMilestonesReadOnly()) moveMilestone(milestone, altKey ? 'end' : 'whole', days);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
