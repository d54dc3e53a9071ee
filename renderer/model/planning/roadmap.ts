/**
 * The roadmap: lanes of milestones, rows in which none overlaps another, the next milestone in a direction, and the days
 * of a milestone after a drag.
 */
import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import type { MilestoneRow } from '../../data/lookups.ts';
import { dayAndMonth, distanceText, plural } from '../../ui/dates/day-text.ts';

export interface RoadmapLane {
  /** Id of the project; `all` for milestones of all projects. */
  readonly key: string;
  readonly title: string;
  readonly milestones: readonly MilestoneRow[];
}

interface ProjectLink {
  readonly milestoneId: string;
  readonly projectId: string;
}

/** Milestones of all projects first, then a lane per project that has milestones, in the order of the projects. */
export function roadmapLanes(
  milestones: readonly MilestoneRow[],
  projects: readonly { readonly id: string; readonly name: string }[],
  links: readonly ProjectLink[],
): RoadmapLane[] {
  const sorted = milestones.toSorted((a, b) => firstDay(a).localeCompare(firstDay(b)) || a.date.localeCompare(b.date));
  const of = (projectId: string) => {
    const ids = new Set(links.flatMap((link) => (link.projectId === projectId ? link.milestoneId : [])));
    return sorted.filter(({ id, isGlobal }) => !isGlobal && ids.has(id));
  };
  return [
    { key: 'all', title: 'All projects', milestones: sorted.filter(({ isGlobal }) => isGlobal) },
    ...projects.map(({ id, name }) => ({ key: id, title: name, milestones: of(id) })),
  ].filter(({ milestones: inLane }) => inLane.length > 0);
}

/** The first day of a milestone: its only day if it is a date. */
export const firstDay = ({ startDate, date }: Pick<MilestoneRow, 'startDate' | 'date'>): string => startDate ?? date;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** For each span, in ascending order of `from`, the first row in which it overlaps no span before it. */
export function rowsFor(spans: readonly Span[]): number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}

/** px of the axis, of a lane's title, of one row, and of what is below the rows; a folded lane has one thin strip. */
const axisPx = 44;
const titlePx = 28;
const rowPx = 32;
const rowGapPx = 2;
const belowRowsPx = 9;

export interface LaidLane {
  /** px from the top of the roadmap. */
  readonly top: number;
  readonly height: number;
  /** px from the top of the lane's rows, per span. */
  readonly tops: readonly number[];
}

/** Positions of lanes below each other, and of the spans in each; a folded lane has no spans. */
export function layLanes(lanes: readonly (readonly Span[])[]): LaidLane[] {
  let top = axisPx;
  return lanes.map((spans) => {
    const rows = rowsFor(spans);
    const height = titlePx + (Math.max(-1, ...rows) + 1) * rowPx + belowRowsPx;
    const lane = { top, height, tops: rows.map((row) => row * rowPx + rowGapPx) };
    top += height;
    return lane;
  });
}

/** px from the top of the roadmap to a span of a lane. */
export const topOf = (lane: LaidLane | undefined, index: number): number =>
  lane ? lane.top + titlePx + (lane.tops[index] ?? 0) : 0;

/** A milestone where the roadmap shows it. One of several projects is in several lanes. */
export interface ShownMilestone {
  readonly lane: string;
  readonly milestone: MilestoneRow;
}

/**
 * The milestone next to another one, or null: the one before or after it in its lane, or the one with the nearest first
 * day in the lane above or below.
 */
export function neighbourOf(
  lanes: readonly RoadmapLane[],
  { lane, milestone }: ShownMilestone,
  direction: 'left' | 'right' | 'up' | 'down',
): ShownMilestone | null {
  const at = lanes.findIndex(({ key }) => key === lane);
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    const { milestones } = lanes[at] ?? { milestones: [] };
    const next = milestones[milestones.findIndex(({ id }) => id === milestone.id) + step];
    return next ? { lane, milestone: next } : null;
  }
  const beside = lanes[at + step];
  if (at < 0 || !beside) return null;
  const distance = (other: MilestoneRow) => Math.abs(daysBetween(firstDay(milestone), firstDay(other)));
  const [nearest] = beside.milestones.toSorted((a, b) => distance(a) - distance(b));
  return nearest ? { lane: beside.key, milestone: nearest } : null;
}

export const spanParts = ['whole', 'start', 'end'] as const;
/** What a drag moves: the whole milestone, or one of its days. */
export type SpanPart = (typeof spanParts)[number];

export type Days = Pick<MilestoneRow, 'startDate' | 'date'>;

/** The days after a move by `count` days. A dragged start or end never passes the other; a date without a start gets one. */
export function shiftedDays({ startDate, date }: Days, part: SpanPart, count: number): Days {
  if (part === 'whole')
    return { startDate: startDate === null ? null : addDays(startDate, count), date: addDays(date, count) };
  const from = startDate ?? date;
  if (part === 'start') {
    const moved = addDays(from, Math.min(count, daysBetween(from, date)));
    return { startDate: moved === date && startDate === null ? null : moved, date };
  }
  return { startDate, date: addDays(date, startDate === null ? count : Math.max(count, daysBetween(date, startDate))) };
}

/** "9 Nov to 30 Dec", or the only day. */
export const spanText = ({ startDate, date }: Days): string =>
  startDate === null ? dayAndMonth(date) : `${dayAndMonth(startDate)} to ${dayAndMonth(date)}`;

interface MoveEffects {
  readonly today: string;
  /** From today to the milestone's day, both included; 0 if it is past. */
  readonly workdaysLeft: number;
  /** Cards of the milestone that are not done, and those of them that are due after its day. */
  readonly openCards: number;
  readonly cardsDueAfter: number;
  /** Runs that give the milestone to their cards and end after its day. */
  readonly runsEndingAfter: number;
}

/** The consequences of new days of a milestone in sentences. */
export function movedText(days: Days, count: number, effects: MoveEffects): string {
  const { today, workdaysLeft, openCards, cardsDueAfter, runsEndingAfter } = effects;
  const sentences = [`${distanceText(count)}: ${spanText(days)}`];
  if (days.date >= today)
    sentences.push(`${plural(workdaysLeft, 'workday')} left for ${plural(openCards, 'open card')}`);
  else if (openCards > 0) sentences.push(`It is past, with ${plural(openCards, 'open card')}`);
  if (cardsDueAfter > 0) sentences.push(`${plural(cardsDueAfter, 'card')} of them due after it`);
  if (runsEndingAfter > 0) sentences.push(`${plural(runsEndingAfter, 'run')} toward it ending after it`);
  return `${sentences.join('. ')}.`;
}
