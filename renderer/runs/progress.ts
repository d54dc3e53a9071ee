/** Progress rows of runs and milestones as series: one point per day, days without a row repeat the one before. */
import { addDays } from '../../shared/domain/calendar.ts';

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

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Sums of one row: everything but `hero`, whose sub cards count by themselves. The field may change in any release. */
export function totalsOf(progress: unknown, measure: Measure): Totals {
  const states = (progress as Record<string, unknown> | null)?.[measure];
  let done = 0;
  let started = 0;
  let total = 0;
  if (typeof states === 'object' && states !== null)
    for (const [state, value] of Object.entries(states)) {
      if (state === 'hero') continue;
      const amount = number(value);
      total += amount;
      if (state === 'done') done += amount;
      else if (state === 'started' || state === 'review') started += amount;
    }
  return { done, started, total };
}

/**
 * The last day whose progress a run has by now. Rows are dated by UTC, whose day is ahead of the calendar's in the evenings
 * of the west: what is done then counts at once.
 */
export function progressUntil(endDate: string, today: string, now: Date = new Date()): string {
  const utc = now.toISOString().slice(0, 10);
  const newest = today < utc ? utc : today;
  return newest < endDate ? newest : endDate;
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
