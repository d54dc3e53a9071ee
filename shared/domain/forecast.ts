/**
 * Computes the ideal line and the forecast of burn-up charts; only workdays count. Also computes velocity and pace from
 * completed runs, which the risk of milestones uses too. Amounts are effort or numbers of cards.
 */
import type { Day } from '../contract/index.ts';
import { addDays, countWorkdays, daysBetween, daysFrom, isWorkday, type Workdays } from './calendar.ts';

/** Both included. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** Ten years. A service can send runs of 8,000 years, and charts have a value for each day. */
export const maxShownDays = 3653;

/** At most `maxShownDays` of the range, with `today` in the middle if it can be. */
export function shownRange({ from, to }: DayRange, today: Day): DayRange {
  const excess = daysBetween(from, to) + 1 - maxShownDays;
  if (excess <= 0) return { from, to };
  const before = Math.max(0, Math.min(excess, daysBetween(from, today) - Math.floor(maxShownDays / 2)));
  const start = addDays(from, before);
  return { from: start, to: addDays(start, maxShownDays - 1) };
}

export interface AmountOnDay {
  readonly day: Day;
  readonly value: number;
}

/**
 * Returns for each day the amount that should be done by the end of the day if every workday completes the same amount.
 * The last day has `total`. In a run without workdays, every day counts as a workday.
 */
export function idealProgressByDay({ from, to }: DayRange, total: number, workdays: Workdays): AmountOnDay[] {
  const all = countWorkdays(from, to, workdays);
  const line: AmountOnDay[] = [];
  let passed = 0;
  for (const day of daysFrom(from, to)) {
    if (all === 0 || isWorkday(day, workdays)) passed++;
    line.push({ day, value: (total * passed) / (all || daysBetween(from, to) + 1) });
  }
  return line;
}

export interface CompletedRunWork extends DayRange {
  readonly id: string;
  readonly done: number;
}

/** Per day if the run has no workdays. */
export const paceOfRun = ({ from, to, done }: CompletedRunWork, workdays: Workdays): number =>
  done / (countWorkdays(from, to, workdays) || Math.max(1, daysBetween(from, to) + 1));

/** Maximum number of completed runs, counted from the last one, that velocity and forecast use. */
export const maxRunsInForecast = 3;

/** Null without runs. `runs` are ordered from old to new. */
export function velocityOfRuns(runs: readonly CompletedRunWork[]): number | null {
  const last = runs.slice(-maxRunsInForecast);
  return last.length === 0 ? null : last.reduce((sum, { done }) => sum + done, 0) / last.length;
}

/** A pace is the amount done per workday. */
export interface PaceRange {
  readonly slow: number;
  readonly fast: number;
}

/** Null without runs. `runs` are ordered from old to new. */
export function paceRangeOfRuns(runs: readonly CompletedRunWork[], workdays: Workdays): PaceRange | null {
  const paces = runs.slice(-maxRunsInForecast).map((run) => paceOfRun(run, workdays));
  return paces.length === 0 ? null : { slow: Math.min(...paces), fast: Math.max(...paces) };
}

/** Ranges that are null do not count. Null if all are null. */
export function sumOfPaceRanges(ranges: readonly (PaceRange | null)[]): PaceRange | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0) return null;
  return known.reduce((sum, { slow, fast }) => ({ slow: sum.slow + slow, fast: sum.fast + fast }));
}

export interface ForecastDay {
  readonly day: Day;
  readonly low: number;
  readonly high: number;
}

/** `runs`: completed runs that it uses. `whose`: people whose pace counts; absent for everybody. */
export function forecastMethodText(runs: number, whose?: string): string {
  if (runs === 0) return 'No forecast: it needs a completed run.';
  const pace = `pace per workday ${whose === undefined ? 'of' : `of ${whose} in`} the last`;
  return runs === 1
    ? `Forecast: what is done today, plus the ${pace} run on each workday that is left.`
    : `Forecast: what is done today, plus the slowest and the fastest ${pace} ${runs} runs on each workday that is left.`;
}

/**
 * Returns the lowest and the highest amount that is expected to be done at the end of each day. The list begins today,
 * or on the day before the run if the run has not begun, and ends on the last day of the run.
 *
 * The amount of a day is `done` plus the slowest or fastest pace times the number of workdays since the first day of
 * the list. In a run without workdays, every day counts as a workday. The amount is at most `total`, and at least
 * `done`. Returns an empty list if `pace` is null or the run is over.
 */
export function forecastByDay(
  { from, to }: DayRange,
  now: { readonly today: Day; readonly done: number; readonly total: number },
  pace: PaceRange | null,
  workdays: Workdays,
): ForecastDay[] {
  const start = now.today < from ? addDays(from, -1) : now.today;
  if (pace === null || start > to) return [];
  const countsAllDays = countWorkdays(from, to, workdays) === 0;
  const after = (perDay: number, days: number) => Math.max(now.done, Math.min(now.total, now.done + perDay * days));
  const range: ForecastDay[] = [];
  let worked = 0;
  for (const day of daysFrom(start, to)) {
    if (day !== start && (countsAllDays || isWorkday(day, workdays))) worked++;
    range.push({ day, low: after(pace.slow, worked), high: after(pace.fast, worked) });
  }
  return range;
}
