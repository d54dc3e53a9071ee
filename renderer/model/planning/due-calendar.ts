/** The calendar of due dates: the days that it shows, and the cards, milestones and runs on each day. */
import type { QueryObject } from '../../../shared/contract/query.ts';
import { addDays, startOfWeek } from '../../../shared/domain/calendar.ts';
import { type CardRow, type CardsQuery, cardsQuery } from '../card-row.ts';

export const calendarScales = ['month', 'week'] as const;
export type CalendarScale = (typeof calendarScales)[number];

/**
 * Returns the days to show. `week`: the seven days of the week that contains `day`. `month`: the days of all weeks that
 * overlap the month of `day`. `firstWeekday` is the first day of a week; 0 is Sunday.
 */
export function calendarDays(day: string, scale: CalendarScale, firstWeekday: number): string[] {
  const from = startOfWeek(scale === 'month' ? `${day.slice(0, 8)}01` : day, firstWeekday);
  const last = scale === 'month' ? lastOfMonth(day) : addDays(from, 6);
  const days: string[] = [];
  for (let at = from; at <= last || days.length % 7 !== 0; at = addDays(at, 1)) days.push(at);
  return days;
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Returns the query for the cards that are due from the day `from` to the day `to` and match `where`. */
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
 * Returns the query for at most `maxCardsToSchedule` open cards: first overdue cards (oldest due date first), then
 * cards without a due date (latest change first). This order keeps overdue cards if there are more cards than the
 * limit.
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

/** Returns the cards of each due day: open cards first, then done cards, both sorted by title. */
export function cardsByDueDay(cards: readonly CardRow[]): ReadonlyMap<string, readonly CardRow[]> {
  const dated = cards.filter(({ dueDate }) => dueDate !== null);
  const days = Map.groupBy(dated, ({ dueDate }) => dueDate ?? '');
  for (const day of days.values())
    day.sort((a, b) => Number(a.status === 'done') - Number(b.status === 'done') || a.title.localeCompare(b.title));
  return days;
}

/**
 * Returns the cards that are shown below the events of a day, which has room for `maxLines` lines. If not all cards
 * fit, leaves one line for the button "more". If the day has only one card, this card is always shown.
 */
export function shownCardsOfDay(cards: readonly CardRow[], eventCount: number, maxLines: number): readonly CardRow[] {
  const maxShown = Math.max(1, maxLines - eventCount);
  return cards.length > maxShown ? cards.slice(0, maxShown - 1) : cards;
}

/**
 * Splits the answer to `cardsToScheduleQuery` into overdue cards, the oldest due date first, and cards without a due
 * date.
 */
export function splitCardsToSchedule(cards: readonly CardRow[]): Readonly<Record<'overdue' | 'undated', CardRow[]>> {
  const { overdue = [], undated = [] } = Object.groupBy(cards, ({ dueDate }) => (dueDate ? 'overdue' : 'undated'));
  return { overdue: overdue.sort((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? '')), undated };
}

/** A milestone, or the start or end of a run, on a day of the calendar. */
export interface CalendarDayEvent {
  readonly key: string;
  readonly kind: 'milestone' | 'runStart' | 'runEnd';
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

type CalendarItem = Pick<CalendarDayEvent, 'id' | 'name' | 'color'>;

/** Returns the events of each day: its milestones, and the runs that start or end on it. */
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
