/** Progress of runs and milestones as series: one point per day, days without a row repeat the one before. */
import { addDays } from '../../shared/domain/calendar.ts';
import {
  type ProgressGroup,
  type ProgressState,
  progressGroups,
  progressStateOf,
} from '../../shared/domain/progress.ts';

export interface ProgressRow {
  readonly date: string;
  readonly progress: unknown;
}

export interface Totals {
  readonly done: number;
  readonly started: number;
  readonly total: number;
}

export interface Point extends Totals {
  readonly day: string;
}

export type Measure = 'cards' | 'effort';

/** States that later services add are open work. */
const groupOf = (state: string): ProgressGroup | null =>
  state in progressGroups ? progressGroups[state as ProgressState] : 'open';

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Progress of a run or milestone as its cards are now. */
export interface LiveProgress {
  readonly cards: Readonly<Record<string, number>>;
  readonly effort: Readonly<Record<string, number>>;
}

/** Counts cards as the service's recorded rows do; they are of decks in active projects. */
export function liveProgress(cards: Iterable<{ derivedStatus: string; effort: number | null }>): LiveProgress {
  const counted = { cards: {} as Record<string, number>, effort: {} as Record<string, number> };
  for (const { derivedStatus, effort } of cards) {
    const state = progressStateOf(derivedStatus);
    if (!state) continue;
    counted.cards[state] = (counted.cards[state] ?? 0) + 1;
    counted.effort[state] = (counted.effort[state] ?? 0) + (effort ?? 0);
  }
  return counted;
}

/** Recorded days with the newest one as it is now: a row is only as fresh as its last reading. */
export const withNewest = (
  rows: readonly ProgressRow[],
  live: LiveProgress | null,
  newest: string,
): readonly ProgressRow[] =>
  live ? [...rows.filter(({ date }) => date < newest), { date: newest, progress: live }] : rows;

/** Sums of one row: everything but `hero`, whose sub cards count by themselves. The field may change in any release. */
export function totalsOf(progress: unknown, measure: Measure): Totals {
  const states = (progress as Record<string, unknown> | null)?.[measure];
  let done = 0;
  let started = 0;
  let total = 0;
  if (typeof states === 'object' && states !== null)
    for (const [state, value] of Object.entries(states)) {
      const group = groupOf(state);
      if (group === null) continue;
      const amount = number(value);
      total += amount;
      if (group === 'done') done += amount;
      else if (group === 'begun') started += amount;
    }
  return { done, started, total };
}

/**
 * The last day that can have a row by now. Rows are dated by UTC, whose day is ahead of the calendar's in the evenings of the
 * west: what is done then counts at once.
 */
export function newestDay(today: string, now: Date = new Date()): string {
  const utc = now.toISOString().slice(0, 10);
  return today < utc ? utc : today;
}

/** Days, and the moment it ended; null while it goes on, past its last day as well. */
export interface Span {
  readonly from: string;
  readonly to: string;
  readonly endedAt: string | null;
}

/**
 * How something went up to now or to its end. The evening of its last day is dated by the next one in the west: of that row
 * only what was done counts, since the cards that went on to the next run when it ended are in it no more.
 */
export function progressOf(rows: readonly ProgressRow[], span: Span, newest: string, measure: Measure): Point[] {
  const { from, to, endedAt } = span;
  if (endedAt === null) return series(rows, from, newest, measure);
  const points = series(rows, from, to, measure);
  const last = points.at(-1);
  const evening = rows
    .filter(({ date }) => date > to && date <= endedAt.slice(0, 10))
    .reduce<ProgressRow | null>((latest, row) => (latest && latest.date > row.date ? latest : row), null);
  if (!last || !evening) return points;
  const done = Math.min(last.total, Math.max(last.done, totalsOf(evening.progress, measure).done));
  return [...points.slice(0, -1), { ...last, done, started: Math.min(last.started, last.total - done) }];
}

/**
 * What to show: numbers as the cards are now, the days up to them as they were recorded. Without either, or before they are
 * known, there is no `now`.
 */
export function shownProgress(
  { recorded, live }: { readonly recorded: readonly ProgressRow[] | null; readonly live: LiveProgress | null },
  span: Span,
  newest: string,
  measure: Measure,
): { readonly points: readonly Point[]; readonly now: Totals | undefined } {
  const points = progressOf(withNewest(recorded ?? [], live, newest), span, newest, measure);
  return { points: recorded ? points : [], now: live ? totalsOf(live, measure) : points.at(-1) };
}

/** The longest span a chart draws, in days. */
const longest = 400;

/** Points from the first day to `until`. */
export function series(rows: readonly ProgressRow[], from: string, until: string, measure: Measure): Point[] {
  const sorted = [...rows].sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = sorted[0];
  if (!first) return [];
  const points: Point[] = [];
  let next = 0;
  let totals: Totals | null = null;
  let day = first.date < from ? from : first.date;
  for (let count = 0; day <= until && count < longest; count++) {
    for (let row = sorted[next]; row && row.date <= day; row = sorted[++next]) totals = totalsOf(row.progress, measure);
    if (totals) points.push({ day, ...totals });
    day = addDays(day, 1);
  }
  return points;
}
