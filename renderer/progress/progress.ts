/** Computes progress series of runs and milestones: one point per day; a day without a row repeats the day before. */
import { addDays } from '../../shared/domain/calendar.ts';
import {
  type LiveProgress,
  type ProgressGroup,
  type ProgressRow,
  type ProgressState,
  progressGroups,
} from '../../shared/domain/progress.ts';

interface Totals {
  readonly done: number;
  readonly started: number;
  readonly total: number;
}

export interface Point extends Totals {
  readonly day: string;
}

export type Measure = 'cards' | 'effort';

export const measures: readonly { readonly value: Measure; readonly label: string }[] = [
  { value: 'effort', label: 'Effort' },
  { value: 'cards', label: 'Cards' },
];

/** Returns the group of a state. States that the app does not know count as open work. */
const groupOf = (state: string): ProgressGroup | null =>
  state in progressGroups ? progressGroups[state as ProgressState] : 'open';

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Replaces the newest recorded day by the current progress, since recorded rows may be outdated. */
export const withNewest = (
  rows: readonly ProgressRow[],
  live: LiveProgress | null,
  newest: string,
): readonly ProgressRow[] =>
  live ? [...rows.filter(({ date }) => date < newest), { date: newest, progress: live }] : rows;

/** Returns the amount of one state in a row; 0 for unknown shapes. */
export const amountOf = (progress: unknown, measure: Measure, state: string): number =>
  number(
    ((progress as Record<string, unknown> | null)?.[measure] as Record<string, unknown> | null | undefined)?.[state],
  );

/** Returns the sums of one row without hero cards, whose sub cards are counted. Unknown shapes count as 0. */
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
 * Returns the later of the local and the UTC day. Rows are dated in UTC, which west of Greenwich is a day ahead in the
 * evening.
 */
export function newestDay(today: string, now: Date = new Date()): string {
  const utc = now.toISOString().slice(0, 10);
  return today < utc ? utc : today;
}

/** First and last day, and the ISO time of the end; `endedAt` is null until it ends, even after its last day. */
export interface Span {
  readonly from: string;
  readonly to: string;
  readonly endedAt: string | null;
}

/**
 * Returns the points up to the newest day or the end. West of Greenwich, the row of the last evening has the next day's
 * date. Only its done part is used, since cards that moved to the next run are missing from it.
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
 * Returns the points of the chart and the current totals. `now` is undefined if neither live nor recorded progress is
 * loaded.
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

/** Maximum number of days in a chart. */
const maxDays = 400;

/** Returns the points from the day `from` to `until`; none before the first row. */
export function series(rows: readonly ProgressRow[], from: string, until: string, measure: Measure): Point[] {
  const sorted = [...rows].sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = sorted[0];
  if (!first) return [];
  const points: Point[] = [];
  let next = 0;
  let totals: Totals | null = null;
  let day = first.date < from ? from : first.date;
  for (let count = 0; day <= until && count < maxDays; count++) {
    for (let row = sorted[next]; row && row.date <= day; row = sorted[++next]) totals = totalsOf(row.progress, measure);
    if (totals) points.push({ day, ...totals });
    day = addDays(day, 1);
  }
  return points;
}
