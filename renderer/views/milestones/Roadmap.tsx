/**
 * The roadmap. On a time axis, it shows a lane of runs, a lane of the milestones of all projects, and a lane of
 * milestones per project. Beside it is a list of cards without a milestone.
 */
import { ChevronLeft, ChevronRight, ChevronsDownUp, ChevronsUpDown, Minus, Plus } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactElement, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import { axisUnits, unitAt, unitPxPerDay } from '../../../shared/domain/time-axis.ts';
import { useViewState } from '../../data/app-state.ts';
import { rowOf, stableKey } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import {
  firstMilestoneDay,
  layoutLanes,
  neighbourMilestoneOf,
  roadmapLanes,
  spanTopPx,
} from '../../model/planning/roadmap.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useToday } from '../../ui/dates/today.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { barKey, doneOfTotalText, MilestoneBar } from './MilestoneBar.tsx';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { MilestoneMenu, milestoneAt } from './MilestoneMenu.tsx';
import { useMilestoneCardCounts } from './milestone-counts.ts';
import { moveMilestone, toastIfChangeRefused } from './move-milestone.ts';
import styles from './Roadmap.module.css';
import { LaneTitle, RoadmapLane } from './RoadmapLane.tsx';
import { RunsLane } from './RunsLane.tsx';
import { daysStyle, TimeScale } from './TimeScale.tsx';
import { useRoadmapViewport } from './use-roadmap-viewport.ts';
import { CardsWithoutMilestone } from './WithoutMilestone.tsx';

/**
 * Number of days that the axis has before the first and after the last milestone, run or today, so that milestones can
 * be dragged there.
 */
const marginDays = 120;
/** Space left and right of a milestone's name together. */
const namePaddingPx = 34;
/** Largest width of a milestone's name. */
const maxNamePx = 320;
/**
 * Estimated width of a text, at most `maxNamePx`, with its padding. Letters from U+1100 on (Chinese, Japanese, Korean)
 * count as wide.
 */
const nameWidthPx = (text: string) =>
  Math.min(
    maxNamePx,
    [...text].reduce((sum, letter) => sum + (letter > '\u1100' ? 13 : 7), 0),
  ) + namePaddingPx;
const extentOf = (origin: string, start: string, end: string) => ({
  from: daysBetween(origin, start),
  days: daysBetween(start, end) + 1,
});
const zoomStep = 1.4;
const unitLabels = { day: 'Days', week: 'Weeks', month: 'Months', quarter: 'Quarters' } as const;
const directions = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
const noFolds: readonly string[] = [];

export function Roadmap({ milestones }: { milestones: readonly MilestoneRow[] }): ReactElement {
  const { sprints, activeRunConfigs, projects, milestoneProjects, milestones: rows } = useLookups();
  const today = useToday();
  const countsOf = useMilestoneCardCounts();
  const [editing, setEditing] = useState<MilestoneRow | null>(null);
  const [folded, setFolded] = useViewState<readonly string[]>('roadmap:folded', noFolds);
  const [first, last] = useMemo(() => {
    const days = [
      today,
      ...milestones.flatMap((one) => [firstMilestoneDay(one), one.date]),
      ...Object.values(sprints).flatMap(({ startDate, endDate }) => [startDate, endDate]),
    ].sort();
    return [addDays(days[0] ?? today, -marginDays), addDays(days.at(-1) ?? today, marginDays)];
  }, [milestones, sprints, today]);
  const runs = useMemo(
    () =>
      Object.values(sprints)
        .flatMap((run) => {
          const config = activeRunConfigs.find(({ id }) => id === run.sprintConfigId);
          return config ? { run, config, ...extentOf(first, run.startDate, run.endDate) } : [];
        })
        .sort((a, b) => a.from - b.from),
    [sprints, activeRunConfigs, first],
  );
  const lanes = useMemo(
    () => roadmapLanes(milestones, projects, milestoneProjects),
    [milestones, projects, milestoneProjects],
  );
  const bars = useMemo(
    () =>
      lanes.map((lane) =>
        lane.milestones.map((milestone) => ({
          milestone,
          ...extentOf(first, firstMilestoneDay(milestone), milestone.date),
          counts: countsOf(milestone.id),
          textPx: nameWidthPx(`${milestone.name} ${doneOfTotalText(countsOf(milestone.id))}`),
        })),
      ),
    [lanes, first, countsOf],
  );
  const {
    axis,
    scroller,
    canvas,
    canvasStyle,
    daysAt,
    drawnFrom,
    drawnTo,
    isRowDrawn,
    isCut,
    zoom,
    reveal,
    showToday,
    step,
  } = useRoadmapViewport(first, last, today);
  const { pxPerDay } = axis;
  const unit = unitAt(pxPerDay);
  const isDrawn = (from: number, days: number) => from <= drawnTo && from + days >= drawnFrom;
  const isFolded = (key: string) => folded.includes(key);
  const laneLayouts = layoutLanes([
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

  /**
   * Arrow keys focus a neighbour of the focused milestone. With Ctrl or Cmd, left and right move the milestone by one
   * day; with Alt, they move its end. Shift makes that one week. E opens the form.
   */
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const milestone = milestoneAt(event.target);
    const isMod = event.ctrlKey || event.metaKey;
    if (!milestone || !(event.target instanceof HTMLElement)) return;
    const direction = directions[event.key as keyof typeof directions];
    if (event.key.toLowerCase() === 'e' && !isMod && !event.altKey) {
      if (!toastIfChangeRefused()) setEditing(milestone);
    } else if (!direction) return;
    else if (!isMod && !event.altKey) {
      const lane = event.target.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey?.split(':')[1] ?? '';
      const open = lanes.filter(({ key }) => !isFolded(key));
      const next = neighbourMilestoneOf(open, { lane, milestone }, direction);
      if (next) {
        // Scrolls the neighbour into view first, because only rendered bars can get the focus.
        const number = lanes.findIndex(({ key }) => key === next.lane);
        const index = lanes[number]?.milestones.indexOf(next.milestone) ?? 0;
        flushSync(() => reveal(bars[number]?.[index]?.from ?? 0, spanTopPx(laneLayouts[number + 1], index)));
        const key = CSS.escape(barKey(next.lane, next.milestone.id));
        scroller.current?.querySelector<HTMLElement>(`[data-zone-key="${key}"]`)?.focus();
      }
    } else if (direction === 'left' || direction === 'right') {
      const days = (direction === 'left' ? -1 : 1) * (event.shiftKey ? 7 : 1);
      if (!toastIfChangeRefused()) moveMilestone(milestone, event.altKey ? 'end' : 'whole', days);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.roadmap}>
      <div className={styles.tools} role="toolbar" aria-label="Roadmap">
        <IconButton small label="Earlier" shortcut="," data-time="earlier" onClick={() => step(-1)}>
          <ChevronLeft size={14} aria-hidden />
        </IconButton>
        <Button small look="quiet" data-time="today" onClick={showToday}>
          Today
        </Button>
        <IconButton small label="Later" shortcut="." data-time="later" onClick={() => step(1)}>
          <ChevronRight size={14} aria-hidden />
        </IconButton>
        <IconButton small label="Zoom out" shortcut="-" data-time="zoomOut" onClick={() => zoom(1 / zoomStep)}>
          <Minus size={14} aria-hidden />
        </IconButton>
        <IconButton small label="Zoom in" shortcut="+" data-time="zoomIn" onClick={() => zoom(zoomStep)}>
          <Plus size={14} aria-hidden />
        </IconButton>
        <Select
          label="Scale"
          small
          look="quiet"
          value={unit}
          options={axisUnits.map((value) => ({ value, label: unitLabels[value] }))}
          onChange={(wanted) => zoom(unitPxPerDay[wanted] / pxPerDay)}
        />
        <IconButton
          small
          label={areAllFolded ? 'Expand all lanes' : 'Collapse all lanes'}
          onClick={() => setFolded(areAllFolded ? [] : laneKeys)}
        >
          {areAllFolded ? <ChevronsUpDown size={14} aria-hidden /> : <ChevronsDownUp size={14} aria-hidden />}
        </IconButton>
      </div>
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focused milestone inside */}
        <div ref={scroller} className={styles.scroller} data-roadmap onKeyDown={handleKey}>
          <MilestoneMenu onEdit={setEditing}>
            <div ref={canvas} className={styles.canvas} style={canvasStyle}>
              <div className={styles.titles}>
                {[{ key: 'runs', title: 'Runs' }, ...lanes].map(({ key, title }, number) =>
                  key === 'runs' && runs.length === 0 ? null : (
                    <LaneTitle
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
              <TimeScale axis={axis} today={today} drawnFrom={drawnFrom} drawnTo={drawnTo} />
              {runs.length > 0 && runsLane ? (
                <RunsLane
                  pxPerDay={pxPerDay}
                  runs={runs}
                  laid={runsLane}
                  isDrawn={isDrawn}
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
                  {bars[number]?.map(({ milestone, from, days, counts, textPx }, index) => {
                    // The days of a milestone can be outside the rendered part while its name is inside.
                    if (!isDrawn(from, Math.max(days, textPx / pxPerDay))) return null;
                    if (isFolded(key)) {
                      const color = `var(--planner-${milestone.color}, var(--border-strong))`;
                      const style = { ...daysStyle(from, days), '--color': color } as CSSProperties;
                      return <span key={stableKey(milestone.id)} className={styles.mark} style={style} />;
                    }
                    if (!isRowDrawn(spanTopPx(laneLayouts[number + 1], index))) return null;
                    return (
                      <li key={stableKey(milestone.id)}>
                        <MilestoneBar
                          milestone={milestone}
                          lane={key}
                          counts={counts}
                          today={today}
                          origin={first}
                          top={laneLayouts[number + 1]?.spanTopsPx[index] ?? 0}
                          isCut={days * pxPerDay > textPx && isCut(from, from + days)}
                          daysAt={daysAt}
                        />
                      </li>
                    );
                  })}
                </RoadmapLane>
              ))}
            </div>
          </MilestoneMenu>
        </div>
        <CardsWithoutMilestone />
      </div>
      {editing ? (
        <MilestoneDialog milestone={rowOf(rows, editing.id) ?? editing} onClose={() => setEditing(null)} />
      ) : null}
    </div>
  );
}
