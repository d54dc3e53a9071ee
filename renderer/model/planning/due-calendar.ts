import type { QueryObject } from '../../../shared/contract/query.ts';
import { addDays, dayFromParts, daysBetween, startOfWeek } from '../../../shared/domain/calendar.ts';
import { type CardRow, type CardsQuery, cardsQuery } from '../card-row.ts';

export const calendarScales = ['month', 'week'] as const;
export type CalendarScale = (typeof calendarScales)[number];

/** `month`: the days of all weeks that overlap the month of `day`. `firstWeekday`: 0 is Sunday. */
export function calendarDays(day: string, scale: CalendarScale, firstWeekday: number): string[] {
  const from = startOfWeek(scale === 'month' ? `${day.slice(0, 8)}01` : day, firstWeekday);
  const last = scale === 'month' ? lastOfMonth(day) : addDays(from, 6);
  const weeks = Math.floor(daysBetween(from, last) / 7) + 1;
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(from, index));
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return dayFromParts(year, month + 1, 0);
}

/** Both days included. */
export const dueCardsQuery = (from: string, to: string, where: QueryObject): CardsQuery =>
  cardsQuery(
    {
      ...where,
      visibility: 'default',
      $and: [{ dueDate: { op: 'gte', value: from } }, { dueDate: { op: 'lte', value: to } }],
    },
    null,
  );

/**
 * At most `maxCardsToSchedule` open cards: first overdue cards (oldest due date first), then cards without a due date
 * (latest change first), so that the limit keeps overdue cards.
 */
export const cardsToScheduleQuery = (today: string, where: QueryObject): CardsQuery =>
  cardsQuery(
    {
      ...where,
      visibility: 'default',
      isDoc: false,
      status: { op: 'neq', value: 'done' },
      $or: [{ dueDate: null }, { dueDate: { op: 'lt', value: today } }],
      $order: ['dueDate', '-lastUpdatedAt'],
      $limit: maxCardsToSchedule,
    },
    null,
  );
export const maxCardsToSchedule = 200;

/** Open cards first, then done cards, both sorted by title. */
export function cardsByDueDay(cards: readonly CardRow[]): ReadonlyMap<string, readonly CardRow[]> {
  const dated = cards.filter(({ dueDate }) => dueDate !== null);
  const days = Map.groupBy(dated, ({ dueDate }) => dueDate ?? '');
  for (const day of days.values())
    day.sort((a, b) => Number(a.status === 'done') - Number(b.status === 'done') || a.title.localeCompare(b.title));
  return days;
}

/**
 * The day has room for `maxLines` lines. If not all cards fit, leaves one line for the button "more". If the day has
 * only one card, this card is always shown.
 */
export function shownCardsOfDay(cards: readonly CardRow[], eventCount: number, maxLines: number): readonly CardRow[] {
  const maxShown = Math.max(1, maxLines - eventCount);
  return cards.length > maxShown ? cards.slice(0, maxShown - 1) : cards;
}

/** Overdue cards: the oldest due date first. */
export function splitCardsToSchedule(cards: readonly CardRow[]): Readonly<Record<'overdue' | 'undated', CardRow[]>> {
  const { overdue = [], undated = [] } = Object.groupBy(cards, ({ dueDate }) => (dueDate ? 'overdue' : 'undated'));
  return { overdue: overdue.sort((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? '')), undated };
}

export interface CalendarDayEvent {
  readonly key: string;
  readonly kind: 'milestone' | 'runStart' | 'runEnd';
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

type CalendarItem = Pick<CalendarDayEvent, 'id' | 'name' | 'color'>;

export function calendarEventsByDay(
  milestones: readonly (CalendarItem & { readonly date: string })[],
  runs: readonly (CalendarItem & { readonly startDate: string; readonly endDate: string })[],
): ReadonlyMap<string, readonly CalendarDayEvent[]> {
  const days = new Map<string, CalendarDayEvent[]>();
  const add = (day: string, kind: CalendarDayEvent['kind'], { id, name, color }: CalendarItem) => {
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
