/** Positions, zoom and ticks of a horizontal axis of days, for the roadmap. Positions are in px. */
import type { Day } from '../contract/index.ts';
import { addDays, dayFromParts, daysBetween, startOfWeek } from './calendar.ts';

export interface TimeAxis {
  /** The day at position 0. */
  readonly origin: Day;
  readonly pxPerDay: number;
}

export const xOfDayPx = ({ origin, pxPerDay }: TimeAxis, day: Day): number => daysBetween(origin, day) * pxPerDay;

export const dayAtXPx = ({ origin, pxPerDay }: TimeAxis, x: number): Day => addDays(origin, Math.floor(x / pxPerDay));

export const axisUnits = ['day', 'week', 'month', 'quarter'] as const;
export type AxisUnit = (typeof axisUnits)[number];
/** The unit of a row of ticks. Years are only in the upper row, above quarters. */
export type TickUnit = AxisUnit | 'year';

const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/** Px per day that is set when a person chooses the unit. At this zoom, the labels have enough room. */
export const pxPerDayByAxisUnit: Readonly<Record<AxisUnit, number>> = { day: 30, week: 11, month: 4, quarter: 1.2 };
export const minPxPerDay = 0.5;
export const maxPxPerDay = 60;

export const clampZoom = (pxPerDay: number): number => Math.min(maxPxPerDay, Math.max(minPxPerDay, pxPerDay));

export function axisUnitAtZoom(pxPerDay: number): AxisUnit {
  if (pxPerDay >= 20) return 'day';
  if (pxPerDay >= 7) return 'week';
  return pxPerDay >= 2 ? 'month' : 'quarter';
}

/** Weeks begin on `firstWeekday`; 0 is Sunday. */
export function firstDayOfAxisUnit(day: Day, unit: TickUnit, firstWeekday: number): Day {
  if (unit === 'day') return day;
  if (unit === 'week') return startOfWeek(day, firstWeekday);
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % monthsIn[unit]);
  return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`;
}

function nextStart(start: Day, unit: TickUnit): Day {
  if (unit === 'day') return addDays(start, 1);
  if (unit === 'week') return addDays(start, 7);
  const [year = 0, month = 1] = start.split('-').map(Number);
  return dayFromParts(year, month + monthsIn[unit], 1);
}

/** The first days of all units that overlap [from, to]. The first unit can begin before `from`. */
export function ticksBetween(from: Day, to: Day, unit: TickUnit, firstWeekday: number): Day[] {
  const ticks: Day[] = [];
  for (let at = firstDayOfAxisUnit(from, unit, firstWeekday); daysBetween(at, to) >= 0; at = nextStart(at, unit))
    ticks.push(at);
  return ticks;
}

/** The day at `anchorX` px from the left edge of the view stays there. */
export const scrollXAfterZoomPx = (
  scrollX: number,
  anchorX: number,
  oldPxPerDay: number,
  newPxPerDay: number,
): number => ((scrollX + anchorX) / oldPxPerDay) * newPxPerDay - anchorX;
