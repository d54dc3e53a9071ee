/** A day without a recorded row has the values of the day before. */
import { addDays, daysBetween } from '../../shared/domain/calendar.ts';
import { maxShownDays } from '../../shared/domain/forecast.ts';
import {
  type LiveProgress,
  type ProgressGroup,
  type ProgressRow,
  type ProgressState,
  progressGroupByState,
} from '../../shared/domain/progress.ts';

export interface Totals {
  readonly done: number;
  readonly started: number;
  readonly total: number;
}

export interface ProgressPoint extends Totals {
  readonly day: string;
}

export type ProgressMeasure = 'cards' | 'effort';

export const progressMeasureOptions: readonly { readonly value: ProgressMeasure; readonly label: string }[] = [
  { value: 'effort', label: 'Effort' },
  { value: 'cards', label: 'Cards' },
];

/** Null if such cards are not counted. Cards in states that the app does not know count as open work. */
const groupOf = (state: string): ProgressGroup | null =>
  state in progressGroupByState ? progressGroupByState[state as ProgressState] : 'open';

const toNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Replaces the row of the day `newest`, which may be outdated. Returns `rows` unchanged if `live` is null. */
export const addLiveProgressToRows = (
  rows: readonly ProgressRow[],
  live: LiveProgress | null,
  newest: string,
): readonly ProgressRow[] =>
  live ? [...rows.filter(({ date }) => date < newest), { date: newest, progress: live }] : rows;

/** None of these parts is sure to be there. */
type ReadableProgress =
  | Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>
  | null
  | undefined;

/**
 * 0 if the row has an unknown shape. Each card without an effort adds `fallbackEffort`, if `stats` has their number.
 */
export function progressAmountInState(
  progress: unknown,
  measure: ProgressMeasure,
  state: string,
  fallbackEffort: number,
): number {
  const row = progress as ReadableProgress;
  const amount = toNumber(row?.[measure]?.[state]);
  if (measure === 'cards') return amount;
  const stats = row?.stats?.[state];
  return amount + (Array.isArray(stats) ? toNumber(stats[2]) * fallbackEffort : 0);
}

/** Of the numbers of a run or milestone that has ended. */
export const recordedHint = 'As it was at the end. What was not finished may be elsewhere now.';

/** Undefined if such cards do not count. */
export const defaultEffortHint = (fallbackEffort: number): string | undefined =>
  fallbackEffort > 0 ? `A card without an effort counts as ${fallbackEffort}` : undefined;

/** False if no card has an effort of its own: a sum would be made of default efforts alone. */
export function hasEstimates(progress: LiveProgress | null): boolean {
  const stats = Object.values(progress?.stats ?? {});
  return stats.length === 0 || stats.some(([cards, , withoutEffort]) => withoutEffort < cards);
}

/** How many cards are counted without an effort of their own. */
export const cardsWithoutEffort = (progress: LiveProgress | null): number =>
  Object.entries(progress?.stats ?? {}).reduce(
    (sum, [state, [, , without]]) => (groupOf(state) === null ? sum : sum + without),
    0,
  );

/** All 0 if the row has an unknown shape. Open hero cards are left out, because their sub cards are counted. */
export function progressTotalsOf(progress: unknown, measure: ProgressMeasure, fallbackEffort: number): Totals {
  const states = (progress as ReadableProgress)?.[measure];
  let done = 0;
  let started = 0;
  let total = 0;
  if (typeof states === 'object' && states !== null)
    for (const state of Object.keys(states)) {
      const group = groupOf(state);
      if (group === null) continue;
      const amount = progressAmountInState(progress, measure, state, fallbackEffort);
      total += amount;
      if (group === 'done') done += amount;
      else if (group === 'begun') started += amount;
    }
  return { done, started, total };
}

/**
 * The local day or the UTC day, whichever is later. Recorded rows have UTC dates, and in the evening west of Greenwich,
 * the UTC day is one day after the local day.
 */
export function newestProgressDay(today: string, now: Date = new Date()): string {
  const utc = now.toISOString().slice(0, 10);
  return today < utc ? utc : today;
}

/** `endedAt` is an ISO time; null if the run or milestone has not ended. */
interface ProgressSpan {
  readonly from: string;
  readonly to: string;
  readonly endedAt: string | null;
}

/**
 * One point per day, up to `newest`, or up to the last day after the end. Rows have UTC dates, so west of Greenwich,
 * the row of the next UTC day contains the work of the last evening. Only its done amount is used: its total can be too
 * low, because unfinished cards may have moved to the next run before it was recorded.
 */
export function progressPointsOfSpan(
  rows: readonly ProgressRow[],
  span: ProgressSpan,
  newest: string,
  measure: ProgressMeasure,
  fallbackEffort: number,
): ProgressPoint[] {
  const { from, to, endedAt } = span;
  if (endedAt === null) return dailyProgressPoints(rows, from, newest, measure, fallbackEffort);
  const points = dailyProgressPoints(rows, from, to, measure, fallbackEffort);
  const last = points.at(-1);
  const lastEveningRow = rows
    .filter(({ date }) => date > to && date <= endedAt.slice(0, 10))
    .reduce<ProgressRow | null>((latest, row) => (latest && latest.date > row.date ? latest : row), null);
  if (!last || !lastEveningRow) return points;
  const evening = progressTotalsOf(lastEveningRow.progress, measure, fallbackEffort);
  const done = Math.min(last.total, Math.max(last.done, evening.done));
  return [...points.slice(0, -1), { ...last, done, started: Math.min(last.started, last.total - done) }];
}

/** `now` is undefined if no progress is loaded. */
export function progressChartData(
  {
    recorded,
    live,
    fallbackEffort,
  }: {
    readonly recorded: readonly ProgressRow[] | null;
    readonly live: LiveProgress | null;
    readonly fallbackEffort: number;
  },
  span: ProgressSpan,
  newest: string,
  measure: ProgressMeasure,
): { readonly points: readonly ProgressPoint[]; readonly now: Totals | undefined } {
  const rows = addLiveProgressToRows(recorded ?? [], live, newest);
  const points = progressPointsOfSpan(rows, span, newest, measure, fallbackEffort);
  return {
    points: recorded ? points : [],
    now: live ? progressTotalsOf(live, measure, fallbackEffort) : points.at(-1),
  };
}

/** From `from` to `until`, at most `maxShownDays`. Days before the first row have no point. */
export function dailyProgressPoints(
  rows: readonly ProgressRow[],
  from: string,
  until: string,
  measure: ProgressMeasure,
  fallbackEffort: number,
): ProgressPoint[] {
  const sorted = rows.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const first = sorted[0];
  if (!first) return [];
  const points: ProgressPoint[] = [];
  let next = 0;
  let totals: Totals | null = null;
  const start = first.date < from ? from : first.date;
  // Counts, because the day after 9999-12-31 is no date.
  const dayCount = Math.min(maxShownDays, daysBetween(start, until) + 1);
  for (let count = 0; count < dayCount; count++) {
    const day = addDays(start, count);
    for (let row = sorted[next]; row && row.date <= day; row = sorted[++next])
      totals = progressTotalsOf(row.progress, measure, fallbackEffort);
    if (totals) points.push({ day, ...totals });
  }
  return points;
}
