/** The calendar of due dates: which days it shows, and what lies on each of them. */
import type { QueryObject } from '../../../shared/contract/query.ts';
import { addDays, weekStart } from '../../../shared/domain/calendar.ts';
import { type CardRow, type CardsQuery, cardsQuery } from '../card-row.ts';

export const scales = ['month', 'week'] as const;
export type CalendarScale = (typeof scales)[number];

/** The whole weeks of a month, or one week, that contain `day`. */
export function daysShown(day: string, scale: CalendarScale, firstWeekday: number): string[] {
  const from = weekStart(scale === 'month' ? `${day.slice(0, 8)}01` : day, firstWeekday);
  const last = scale === 'month' ? lastOfMonth(day) : addDays(from, 6);
  const days: string[] = [];
  for (let at = from; at <= last || days.length % 7 !== 0; at = addDays(at, 1)) days.push(at);
  return days;
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Cards that are due on one of the days. `where` narrows them down. */
export const dueQuery = (from: string, to: string, where: QueryObject): CardsQuery =>
  cardsQuery(
    {
      ...where,
      visibility: 'default',
      $and: [{ dueDate: { op: 'gte', value: from } }, { dueDate: { op: 'lte', value: to } }],
    },
    null,
  );

/**
 * Open cards that are overdue, the oldest date first, and then those without a due date, the latest change first. There are
 * at most `maxUnscheduled`, so that undated cards never take the place of overdue ones.
 */
export const unscheduledQuery = (today: string, where: QueryObject): CardsQuery =>
  cardsQuery(
    {
      ...where,
      visibility: 'default',
      isDoc: false,
      status: { op: 'neq', value: 'done' },
      $or: [{ dueDate: null }, { dueDate: { op: 'lt', value: today } }],
      $order: ['dueDate', '-lastUpdatedAt'],
      $limit: maxUnscheduled,
    },
    null,
  );
export const maxUnscheduled = 200;

/** Cards by day: open ones first, then by title. */
export function byDueDay(cards: readonly CardRow[]): ReadonlyMap<string, readonly CardRow[]> {
  const days = new Map<string, CardRow[]>();
  for (const card of cards) {
    if (card.dueDate === null) continue;
    const known = days.get(card.dueDate);
    if (known) known.push(card);
    else days.set(card.dueDate, [card]);
  }
  for (const day of days.values())
    day.sort((a, b) => Number(a.status === 'done') - Number(b.status === 'done') || a.title.localeCompare(b.title));
  return days;
}

/** The overdue cards, the oldest first, and the cards without a due date. */
export function unscheduled(cards: readonly CardRow[]): { readonly overdue: CardRow[]; readonly undated: CardRow[] } {
  const overdue = cards.filter(({ dueDate }) => dueDate !== null);
  return {
    overdue: overdue.sort((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? '')),
    undated: cards.filter(({ dueDate }) => dueDate === null),
  };
}

/** What besides cards lies on a day. */
export interface DayEvent {
  readonly key: string;
  readonly kind: 'milestone' | 'runStart' | 'runEnd';
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

interface Dated {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

/** Milestones, and starts and ends of runs, by day. */
export function eventsByDay(
  milestones: readonly (Dated & { readonly date: string })[],
  runs: readonly (Dated & { readonly startDate: string; readonly endDate: string })[],
): ReadonlyMap<string, readonly DayEvent[]> {
  const days = new Map<string, DayEvent[]>();
  const add = (day: string, kind: DayEvent['kind'], { id, name, color }: Dated) => {
    const events = days.get(day) ?? [];
    events.push({ key: `${kind} ${id}`, kind, id, name, color });
    days.set(day, events);
  };
  for (const milestone of milestones) add(milestone.date, 'milestone', milestone);
  for (const run of runs) {
    add(run.startDate, 'runStart', run);
    add(run.endDate, 'runEnd', run);
  }
  return days;
}
