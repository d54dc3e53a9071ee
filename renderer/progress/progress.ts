/**
 * Computes the daily progress of runs and milestones. A day without a recorded row has the values of the day before.
 */
import { addDays } from '../../shared/domain/calendar.ts';
import {
  type LiveProgress,
  type ProgressGroup,
  type ProgressRow,
  type ProgressState,
  progressGroupByState,
} from '../../shared/domain/progress.ts';

interface Totals {
  readonly done: number;
  readonly started: number;
  readonly total: number;
}

/** The done, started and total amounts of one day in a chart. */
export interface ProgressPoint extends Totals {
  readonly day: string;
}

/** The unit in which progress is counted: cards, or the effort of cards. */
export type ProgressMeasure = 'cards' | 'effort';

/** The measures with their labels, as options of a select. */
export const progressMeasureOptions: readonly { readonly value: ProgressMeasure; readonly label: string }[] = [
  { value: 'effort', label: 'Effort' },
  { value: 'cards', label: 'Cards' },
];

/**
 * Returns the group in which a card with this state is counted; null if such cards are not counted. Cards in states
 * that the app does not know count as open work.
 */
const groupOf = (state: string): ProgressGroup | null =>
  state in progressGroupByState ? progressGroupByState[state as ProgressState] : 'open';

const toNumber = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/**
 * Replaces the row of the day `newest` with the current progress, because the recorded row of that day may be outdated.
 * Returns `rows` unchanged if `live` is null.
 */
export const addLiveProgressToRows = (
  rows: readonly ProgressRow[],
  live: LiveProgress | null,
  newest: string,
): readonly ProgressRow[] =>
  live ? [...rows.filter(({ date }) => date < newest), { date: newest, progress: live }] : rows;

/** The parts of a row of progress, none of which is sure to be there. */
type ReadableProgress =
  | Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>
  | null
  | undefined;

/**
 * Returns the amount of one state in a row; 0 if the row has an unknown shape. Each card without an effort adds
 * `fallbackEffort`, if the row says how many there are (`stats`).
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

/**
 * Returns the done, started and total amounts of one row; all are 0 if the row has an unknown shape. Open hero cards are
 * left out, because their sub cards are counted.
 */
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
 * Returns the newest day that progress can have: the local day or the UTC day, whichever is later. The UTC day matters
 * because recorded rows have UTC dates. In the evening west of Greenwich, the UTC day is one day after the local day.
 */
export function newestProgressDay(today: string, now: Date = new Date()): string {
  const utc = now.toISOString().slice(0, 10);
  return today < utc ? utc : today;
}

/** First and last day of a run or milestone. `endedAt` is the ISO time at which it ended; null if it has not ended. */
interface ProgressSpan {
  readonly from: string;
  readonly to: string;
  readonly endedAt: string | null;
}

/**
 * Returns one point per day, up to `newest`, or up to the last day if the run or milestone has ended. Rows have UTC
 * dates. So west of Greenwich, the row of the next UTC day contains the work of the last evening. Only the done amount
 * of that row is used. Its total can be too low, because unfinished cards may have moved to the next run before the row
 * was recorded.
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

/** Returns the points of the chart and the current totals. The totals `now` are undefined if no progress is loaded. */
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

/** Maximum number of days in a chart. */
const maxDays = 400;

/** Returns one point per day from `from` to `until`, at most `maxDays`. Days before the first row have no point. */
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
  let day = first.date < from ? from : first.date;
  for (let count = 0; day <= until && count < maxDays; count++) {
    for (let row = sorted[next]; row && row.date <= day; row = sorted[++next])
      totals = progressTotalsOf(row.progress, measure, fallbackEffort);
    if (totals) points.push({ day, ...totals });
    day = addDays(day, 1);
  }
  return points;
}
