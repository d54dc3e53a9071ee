import type { QueryObject } from '../../../shared/contract/query.ts';
import { addDays, dayFromParts, daysBetween, startOfWeek } from '../../../shared/domain/calendar.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
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
    day.sort((a, b) => Number(a.status === 'done') - Number(b.status === 'done') || compareNames(a.title, b.title));
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

interface CalendarItem {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}
type CalendarRun = CalendarItem & { readonly startDate: string; readonly endDate: string };

export type CalendarDayEvent =
  | ({ readonly kind: 'milestone' } & CalendarItem)
  /** A day of a run's bar. Its name begins once in each week, and has room on `nameDays` days; 0 on the other days. */
  | ({ readonly kind: 'run'; readonly nameDays: number } & CalendarRun)
  /** Keeps the place of a bar that other days of the week have. */
  | { readonly kind: 'gap'; readonly id: string };

/** For whole weeks of days. First the bars of runs, in the same order on all days of a week, then milestones. */
export function calendarEventsByDay(
  days: readonly string[],
  milestones: readonly (CalendarItem & { readonly date: string })[],
  runs: readonly CalendarRun[],
): ReadonlyMap<string, readonly CalendarDayEvent[]> {
  const sorted = runs.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  return new Map(
    days.map((day, index) => {
      const first = days[index - (index % 7)] ?? day;
      const last = days[index - (index % 7) + 6] ?? day;
      const bars = sorted
        .filter(({ startDate, endDate }) => startDate <= last && endDate >= first)
        .map((run): CalendarDayEvent => {
          const isHere = run.startDate <= day && run.endDate >= day;
          const startsHere = day === run.startDate || day === first;
          const end = run.endDate < last ? run.endDate : last;
          return isHere
            ? { ...run, kind: 'run', nameDays: startsHere ? daysBetween(day, end) + 1 : 0 }
            : { kind: 'gap', id: run.id };
        });
      const shownBars = bars.slice(0, bars.findLastIndex(({ kind }) => kind === 'run') + 1);
      const due = milestones.filter(({ date }) => date === day);
      return [day, [...shownBars, ...due.map((milestone) => ({ ...milestone, kind: 'milestone' as const }))]];
    }),
  );
}
