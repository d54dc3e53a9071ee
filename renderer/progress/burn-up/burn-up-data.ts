/** One row per day of a run or milestone, for the chart, its table and its CSV text. */
import type { Day } from '../../../shared/contract/index.ts';
import { addDays, daysBetween, daysFrom, isWorkday, type Workdays } from '../../../shared/domain/calendar.ts';
import { type DayRange, forecastByDay, idealProgressByDay, type PaceRange } from '../../../shared/domain/forecast.ts';
import { type ProgressRow, type ProgressState, progressStateByStatus } from '../../../shared/domain/progress.ts';
import { statusGroupLabels } from '../../ui/icons/status.ts';
import { type ProgressMeasure, type ProgressPoint, progressAmountInState } from '../progress.ts';

export interface BurnUpRow {
  readonly day: Day;
  readonly isWorkday: boolean;
  /** Null for days without progress data, such as days in the future. */
  readonly scope: number | null;
  /** Null for days without progress data. */
  readonly done: number | null;
  readonly ideal: number;
  /** Forecast of the done amount. Null for past days, after the end, and if no run is completed yet. */
  readonly range: readonly [low: number, high: number] | null;
  /** By state; null for days without progress data. */
  readonly states: Readonly<Record<string, number>> | null;
}

interface BurnUpInput {
  readonly run: DayRange;
  /** The last day to show, if it is after the last day of the run. */
  readonly until?: Day;
  readonly points: readonly ProgressPoint[];
  /** In any order. */
  readonly rows: readonly ProgressRow[];
  readonly measure: ProgressMeasure;
  readonly fallbackEffort: number;
  readonly workdays: Workdays;
  /** Of the last completed runs; null if no run was completed yet. */
  readonly pace: PaceRange | null;
  /** The forecast starts on this day. Null if the run or milestone has ended: there is no forecast. */
  readonly today: Day | null;
}

export type StackedProgressState = Exclude<ProgressState, 'hero'>;
/** From done to not begun, as in the stacked areas. No `hero`: the sub cards of a hero card are counted instead. */
export const stackedProgressStates = [
  ...new Set(Object.values(progressStateByStatus).filter((state) => state !== 'hero')),
] as readonly StackedProgressState[];

export function createBurnUpRows(input: BurnUpInput): BurnUpRow[] {
  const { run, until, points, rows, measure, fallbackEffort, workdays, pace, today } = input;
  const byDay = new Map(points.map((point) => [point.day, point]));
  const last = points.at(-1);
  const total = last?.total ?? 0;
  const ideal = idealProgressByDay(run, total, workdays);
  if (until !== undefined) for (const day of daysFrom(addDays(run.to, 1), until)) ideal.push({ day, value: total });
  const ranges = new Map(
    (last && today !== null ? forecastByDay(run, { today, done: last.done, total }, pace, workdays) : []).map(
      ({ day, low, high }) => [day, [low, high] as const],
    ),
  );
  const sorted = rows.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return ideal.map(({ day, value }) => {
    const point = byDay.get(day);
    const row = point ? sorted.findLast(({ date }) => date <= day) : undefined;
    return {
      day,
      isWorkday: isWorkday(day, workdays),
      scope: point?.total ?? null,
      done: point?.done ?? null,
      ideal: value,
      range: ranges.get(day) ?? null,
      states: row
        ? Object.fromEntries(
            stackedProgressStates.map((state) => [
              state,
              progressAmountInState(row.progress, measure, state, fallbackEffort),
            ]),
          )
        : null,
    };
  });
}

/** Ranges of consecutive days. */
export function nonWorkdayRanges({ from, to }: DayRange, workdays: Workdays): DayRange[] {
  const stretches: { from: Day; to: Day }[] = [];
  for (const day of daysFrom(from, to)) {
    if (isWorkday(day, workdays)) continue;
    const last = stretches.at(-1);
    if (last && daysBetween(last.to, day) === 1) last.to = day;
    else stretches.push({ from: day, to: day });
  }
  return stretches;
}

/** At most one decimal place; empty for null. */
export const roundedAmountText = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 10) / 10);

export const burnUpTableHead = ['Day', 'Scope', 'Done', 'Ideal', 'Forecast from', 'Forecast to'] as const;

export const burnUpTableCellsOf = ({ day, scope, done, ideal, range }: BurnUpRow): string[] => [
  day,
  roundedAmountText(scope),
  roundedAmountText(done),
  roundedAmountText(ideal),
  roundedAmountText(range?.[0] ?? null),
  roundedAmountText(range?.[1] ?? null),
];

/** The columns of the table, then one column for each state. */
export function burnUpCsv(rows: readonly BurnUpRow[]): string {
  const lines = [
    [...burnUpTableHead, ...stackedProgressStates.map((state) => statusGroupLabels[state])],
    ...rows.map((row) => [
      ...burnUpTableCellsOf(row),
      ...stackedProgressStates.map((state) => roundedAmountText(row.states?.[state] ?? null)),
    ]),
  ];
  return `${lines.map((cells) => cells.join(',')).join('\n')}\n`;
}
