import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { dayAndMonthText, dayOffsetText } from '../../ui/dates/day-text.ts';
import { countWithNoun } from '../../ui/text/text.ts';

interface MilestoneLane {
  /** `all` for the lane of the milestones that belong to all projects. */
  readonly key: string;
  readonly title: string;
  readonly milestones: readonly MilestoneRow[];
}

interface ProjectLink {
  readonly milestoneId: string;
  readonly projectId: string;
}

/** First the milestones of all projects, then one lane per project. Lanes without milestones are left out. */
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

export const firstDayOfMilestone = ({ startDate, date }: Pick<MilestoneRow, 'startDate' | 'date'>): string =>
  startDate ?? date;

interface PixelSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * A span is the horizontal extent of a bar. Each bar gets the first free row, so that bars in a row do not overlap.
 * `spans` must be sorted by `from`.
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

/** `rowGapPx` is above a bar in its row, `belowRowsPx` below the rows of a lane. */
const axisHeightPx = 44;
const laneTitleHeightPx = 28;
const rowHeightPx = 32;
const rowGapPx = 2;
const belowRowsPx = 9;

export interface RoadmapLaneLayout {
  /** From the top of the roadmap. */
  readonly topPx: number;
  readonly heightPx: number;
  /** For each bar, from the top of the first row of the lane. */
  readonly spanTopsPx: readonly number[];
}

/** The input has one list per lane, with the horizontal extents of its bars; an empty list for a folded lane. */
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

/** From the top of the roadmap. */
export const roadmapSpanTopPx = (lane: RoadmapLaneLayout | undefined, index: number): number =>
  lane ? lane.topPx + laneTitleHeightPx + (lane.spanTopsPx[index] ?? 0) : 0;

/** A milestone of several projects is in several lanes. */
interface MilestoneInLane {
  readonly lane: string;
  readonly milestone: MilestoneRow;
}

/**
 * Left and right move within the lane. Up and down move to the next lane, to the milestone whose first day is nearest.
 * Null if there is none.
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
export type DraggedMilestonePart = (typeof draggedMilestoneParts)[number];

export type MilestoneDays = Pick<MilestoneRow, 'startDate' | 'date'>;

/**
 * A dragged start cannot move after the end, nor a dragged end before the start. Dragging the start of a milestone
 * without a start date to an earlier day sets one.
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
  /** Cards that are not done, and how many of them are due after the date of the milestone. */
  readonly openCards: number;
  readonly cardsDueAfter: number;
  /** Open runs that add this milestone to their cards but end after its date. */
  readonly runsEndingAfter: number;
}

/** `days` are the days of the milestone after a drag by `dayCount` days. */
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
