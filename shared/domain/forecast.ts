/** Ideal line, velocity and forecast of a run by workdays, for burn-up charts. Amounts are effort or numbers of cards. */
import type { Day } from '../contract/index.ts';
import { addDays, countWorkdays, daysBetween, isWorkday, type Workdays } from './calendar.ts';

/** First and last day of a run, both included. */
export interface RunDays {
  readonly from: Day;
  readonly to: Day;
}

export interface DayValue {
  readonly day: Day;
  readonly value: number;
}

/**
 * The amount that should be done at the end of each day if work is even on workdays: `total` on the last day. A run
 * without workdays counts all its days.
 */
export function idealLine({ from, to }: RunDays, total: number, workdays: Workdays): DayValue[] {
  const all = countWorkdays(from, to, workdays);
  const line: DayValue[] = [];
  let passed = 0;
  for (let at = 0; at <= daysBetween(from, to); at++) {
    const day = addDays(from, at);
    if (all === 0 || isWorkday(day, workdays)) passed++;
    line.push({ day, value: (total * passed) / (all || daysBetween(from, to) + 1) });
  }
  return line;
}

/** A completed run: what was done in it. */
export interface PastRun extends RunDays {
  readonly id: string;
  readonly done: number;
}

/** Amount done per workday of a run; per day if it has no workdays. */
export const paceOf = ({ from, to, done }: PastRun, workdays: Workdays): number =>
  done / (countWorkdays(from, to, workdays) || Math.max(1, daysBetween(from, to) + 1));

/** Number of completed runs that velocity and forecast use. */
export const runsInForecast = 3;

/** Mean amount done in a run over the last runs; null without a completed run. `runs` are ordered from old to new. */
export function velocityOf(runs: readonly PastRun[]): number | null {
  const last = runs.slice(-runsInForecast);
  return last.length === 0 ? null : last.reduce((sum, { done }) => sum + done, 0) / last.length;
}

export interface ForecastDay {
  readonly day: Day;
  readonly low: number;
  readonly high: number;
}

/** How the forecast is computed, in one sentence for people. */
export const forecastMethod = (runs: number): string =>
  runs === 0
    ? 'No forecast: it needs a completed run.'
    : runs === 1
      ? 'Forecast: what is done today, plus the pace per workday of the last run on each workday that is left.'
      : `Forecast: what is done today, plus the slowest and the fastest pace per workday of the last ${runs} runs on each workday that is left.`;

/**
 * The range of what will be done at the end of each day from today to the last day of the run: what is done now, plus the
 * slowest and the fastest pace of the last runs on each workday after today, at most `total`. Empty without a completed
 * run, or after the last day.
 */
export function forecast(
  { from, to }: RunDays,
  now: { readonly today: Day; readonly done: number; readonly total: number },
  runs: readonly PastRun[],
  workdays: Workdays,
): ForecastDay[] {
  const paces = runs.slice(-runsInForecast).map((run) => paceOf(run, workdays));
  const start = now.today < from ? addDays(from, -1) : now.today;
  if (paces.length === 0 || start > to) return [];
  const countsAllDays = countWorkdays(from, to, workdays) === 0;
  const [slow, fast] = [Math.min(...paces), Math.max(...paces)];
  const after = (pace: number, days: number) => Math.max(now.done, Math.min(now.total, now.done + pace * days));
  const range: ForecastDay[] = [];
  let worked = 0;
  for (let day = start; day <= to; day = addDays(day, 1)) {
    if (day !== start && (countsAllDays || isWorkday(day, workdays))) worked++;
    range.push({ day, low: after(slow, worked), high: after(fast, worked) });
  }
  return range;
}
