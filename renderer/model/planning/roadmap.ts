/**
 * Computations for the roadmap: its lanes of milestones, rows in which milestones do not overlap, the milestone that an
 * arrow key focuses, and the days of a milestone after a drag. Also makes the text about the effects of a drag.
 */
import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { dayAndMonthText, dayOffsetText } from '../../ui/dates/day-text.ts';
import { countWithNoun } from '../../ui/text/count-with-noun.ts';

interface MilestoneLane {
  /** Id of the project, or `all` for the lane of the milestones that belong to all projects. */
  readonly key: string;
  readonly title: string;
  readonly milestones: readonly MilestoneRow[];
}

interface ProjectLink {
  readonly milestoneId: string;
  readonly projectId: string;
}

/**
 * Returns a lane of the milestones that belong to all projects, then one lane per project. Lanes without milestones are
 * left out.
 */
export function roadmapLanesOf(
  milestones: readonly MilestoneRow[],
  projects: readonly { readonly id: string; readonly name: string }[],
  links: readonly ProjectLink[],
): MilestoneLane[] {
  const sorted = milestones.toSorted(
    (a, b) => firstDayOfMilestone(a).localeCompare(firstDayOfMilestone(b)) || a.date.localeCompare(b.date),
  );
  const milestonesOf = (projectId: string) => {
    const ids = new Set(links.flatMap((link) => (link.projectId === projectId ? link.milestoneId : [])));
    return sorted.filter(({ id, isGlobal }) => !isGlobal && ids.has(id));
  };
  return [
    { key: 'all', title: 'All projects', milestones: sorted.filter(({ isGlobal }) => isGlobal) },
    ...projects.map(({ id, name }) => ({ key: id, title: name, milestones: milestonesOf(id) })),
  ].filter(({ milestones: inLane }) => inLane.length > 0);
}

/** Returns the first day of a milestone: its start date, or its date if it has no start date. */
export const firstDayOfMilestone = ({ startDate, date }: Pick<MilestoneRow, 'startDate' | 'date'>): string =>
  startDate ?? date;

interface PixelSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Each span is the horizontal extent of a bar. Returns the index of a row for each span, so that bars in a row do not
 * overlap. Each bar gets the first free row. `spans` must be sorted by `from`.
 */
export function rowIndexesOfSpans(spans: readonly PixelSpan[]): number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}

/**
 * Heights in px. `rowGapPx` is the gap above a bar in its row, and `belowRowsPx` the space below the rows of a lane.
 */
const axisHeightPx = 44;
const laneTitleHeightPx = 28;
const rowHeightPx = 32;
const rowGapPx = 2;
const belowRowsPx = 9;

export interface RoadmapLaneLayout {
  /** Distance in px from the top of the roadmap. */
  readonly topPx: number;
  readonly heightPx: number;
  /** For each bar, its distance in px from the top of the first row of the lane. */
  readonly spanTopsPx: readonly number[];
}

/**
 * Returns the positions of the lanes, one below the other, and of the bars in each lane. The input has one list per
 * lane, with the horizontal extents of its bars. Pass an empty list for a folded lane.
 */
export function layOutRoadmapLanes(lanes: readonly (readonly PixelSpan[])[]): RoadmapLaneLayout[] {
  let topPx = axisHeightPx;
  return lanes.map((spans) => {
    const rows = rowIndexesOfSpans(spans);
    const heightPx = laneTitleHeightPx + (Math.max(-1, ...rows) + 1) * rowHeightPx + belowRowsPx;
    const lane = { topPx, heightPx, spanTopsPx: rows.map((row) => row * rowHeightPx + rowGapPx) };
    topPx += heightPx;
    return lane;
  });
}

/** Returns the distance in px from the top of the roadmap to the bar at `index` of a lane. */
export const roadmapSpanTopPx = (lane: RoadmapLaneLayout | undefined, index: number): number =>
  lane ? lane.topPx + laneTitleHeightPx + (lane.spanTopsPx[index] ?? 0) : 0;

/** A milestone in one lane of the roadmap. A milestone of several projects is in several lanes. */
interface MilestoneInLane {
  readonly lane: string;
  readonly milestone: MilestoneRow;
}

/**
 * Returns the milestone that gets the focus when an arrow key is pressed, or null. Left and right move the focus to the
 * previous and next milestone of the lane. Up and down move it to the lane above or below, to the milestone whose first
 * day is nearest.
 */
export function neighbourMilestoneOf(
  lanes: readonly MilestoneLane[],
  { lane, milestone }: MilestoneInLane,
  direction: 'left' | 'right' | 'up' | 'down',
): MilestoneInLane | null {
  const at = lanes.findIndex(({ key }) => key === lane);
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    const { milestones } = lanes[at] ?? { milestones: [] };
    const next = milestones[milestones.findIndex(({ id }) => id === milestone.id) + step];
    return next ? { lane, milestone: next } : null;
  }
  const beside = lanes[at + step];
  if (at < 0 || !beside) return null;
  const distance = (other: MilestoneRow) =>
    Math.abs(daysBetween(firstDayOfMilestone(milestone), firstDayOfMilestone(other)));
  const [nearest] = beside.milestones.toSorted((a, b) => distance(a) - distance(b));
  return nearest ? { lane: beside.key, milestone: nearest } : null;
}

export const draggedMilestoneParts = ['whole', 'start', 'end'] as const;
/** The part of a milestone that a drag moves: the whole milestone, its first day or its last day. */
export type DraggedMilestonePart = (typeof draggedMilestoneParts)[number];

export type MilestoneDays = Pick<MilestoneRow, 'startDate' | 'date'>;

/**
 * Returns the days of a milestone after a drag by `dayCount` days. A dragged start cannot move after the end, and a
 * dragged end cannot move before the start. If the milestone has no start date, dragging its start to an earlier day
 * sets one.
 */
export function milestoneDaysAfterDrag(
  { startDate, date }: MilestoneDays,
  part: DraggedMilestonePart,
  dayCount: number,
): MilestoneDays {
  if (part === 'whole')
    return { startDate: startDate === null ? null : addDays(startDate, dayCount), date: addDays(date, dayCount) };
  const from = startDate ?? date;
  if (part === 'start') {
    const moved = addDays(from, Math.min(dayCount, daysBetween(from, date)));
    return { startDate: moved === date && startDate === null ? null : moved, date };
  }
  return {
    startDate,
    date: addDays(date, startDate === null ? dayCount : Math.max(dayCount, daysBetween(date, startDate))),
  };
}

/** Returns "9 Nov to 30 Dec", or only the date if the milestone has no start date. */
export const milestoneDaysText = ({ startDate, date }: MilestoneDays): string =>
  startDate === null ? dayAndMonthText(date) : `${dayAndMonthText(startDate)} to ${dayAndMonthText(date)}`;

interface DragEffects {
  readonly today: string;
  /** Workdays from today to the date of the milestone, both included; 0 if that date is past. */
  readonly workdaysLeft: number;
  /** Number of cards of the milestone that are not done, and how many of them are due after its date. */
  readonly openCards: number;
  readonly cardsDueAfter: number;
  /** Number of open runs that add this milestone to their cards but end after the date of the milestone. */
  readonly runsEndingAfter: number;
}

/**
 * Returns sentences about the effects of dragging a milestone by `dayCount` days. `days` are the days of the milestone
 * after the drag.
 */
export function milestoneDragEffectsText(days: MilestoneDays, dayCount: number, effects: DragEffects): string {
  const { today, workdaysLeft, openCards, cardsDueAfter, runsEndingAfter } = effects;
  const sentences = [`${dayOffsetText(dayCount)}: ${milestoneDaysText(days)}`];
  if (days.date >= today)
    sentences.push(`${countWithNoun(workdaysLeft, 'workday')} left for ${countWithNoun(openCards, 'open card')}`);
  else if (openCards > 0) sentences.push(`It is past, with ${countWithNoun(openCards, 'open card')}`);
  if (cardsDueAfter > 0) sentences.push(`${countWithNoun(cardsDueAfter, 'card')} of them due after it`);
  if (runsEndingAfter > 0) sentences.push(`${countWithNoun(runsEndingAfter, 'run')} toward it ending after it`);
  return `${sentences.join('. ')}.`;
}
