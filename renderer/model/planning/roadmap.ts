/** The roadmap: lanes of milestones, rows in which none overlaps another, and what a drag does to a milestone's days. */
import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import type { MilestoneRow } from '../../data/lookups.ts';

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
  ].filter(({ milestones: shown }) => shown.length > 0);
}

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

export const spanParts = ['whole', 'start', 'end'] as const;
/** What a drag moves: the whole milestone, or one of its days. */
export type SpanPart = (typeof spanParts)[number];

type Days = Pick<MilestoneRow, 'startDate' | 'date'>;

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

/** "3 days later", "1 day earlier". */
export function distanceText(count: number): string {
  const days = Math.abs(count);
  return `${days} ${days === 1 ? 'day' : 'days'} ${count < 0 ? 'earlier' : 'later'}`;
}
