/** Functions on days (`YYYY-MM-DD`), instants (ISO 8601 in UTC) and time zones. They use only `Date` and `Intl`. */
import { type Day, type Timestamp, weekdays } from '../contract/index.ts';

export const millisecondsPerHour = 3_600_000;
export const millisecondsPerDay = 24 * millisecondsPerHour;

const startOf = (day: Day) => Date.parse(`${day}T00:00:00.000Z`);

export const utcDayOf = (at: Timestamp): Day => at.slice(0, 10);

export const startOfUtcDay = (day: Day): Timestamp => `${day}T00:00:00.000Z`;

/** Before `at` if `milliseconds` is negative. */
export const addMilliseconds = (at: Timestamp, milliseconds: number): Timestamp =>
  new Date(Date.parse(at) + milliseconds).toISOString();

/** Before `day` if `count` is negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(startOf(day) + count * millisecondsPerDay).toISOString().slice(0, 10);
}

/** In epoch milliseconds, as `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999. Months begin at 0. */
const utcTime = (year: number, month: number, dayOfMonth: number): number =>
  new Date(0).setUTCFullYear(year, month, dayOfMonth);

/** Month and day of the month may lie outside their ranges, as in `Date`: month 13, day 0. */
export const dayFromParts = (year: number, month: number, dayOfMonth: number): Day =>
  new Date(utcTime(year, month - 1, dayOfMonth)).toISOString().slice(0, 10);

/** The last day of the month if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const last = dayFromParts(year, month + count + 1, 0);
  return dayOfMonth < Number(last.slice(8)) ? dayFromParts(year, month + count, dayOfMonth) : last;
}

/** Negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (startOf(to) - startOf(from)) / millisecondsPerDay;
}

/** Both included; empty if `to` is earlier. Counts, because the day after 9999-12-31 sorts before all others as text. */
export const daysFrom = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index));

/** As `Date.getDay`: 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(startOf(day)).getUTCDay();

/** `firstWeekday` is a number like `Date.getDay`: 0 is Sunday. */
export function startOfWeek(day: Day, firstWeekday: number): Day {
  return addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
}

export type Workdays = Readonly<Record<(typeof weekdays)[number], boolean>>;

export const isWorkday = (day: Day, workdays: Workdays): boolean =>
  workdays[weekdays[(weekdayOf(day) + 6) % 7] ?? 'sunday'];

/** Both included; 0 if `to` is earlier. */
export function countWorkdays(from: Day, to: Day, workdays: Workdays): number {
  const days = Math.max(0, daysBetween(from, to) + 1);
  const perWeek = weekdays.filter((name) => workdays[name]).length;
  let count = Math.floor(days / 7) * perWeek;
  for (let rest = 0; rest < days % 7; rest++) if (isWorkday(addDays(from, rest), workdays)) count++;
  return count;
}

/** Weeks begin on Monday. Week 1 contains the first Thursday of the year. */
export function isoWeek(day: Day): { year: number; week: number } {
  const weekday = (new Date(startOf(day)).getUTCDay() + 6) % 7;
  const thursday = addDays(day, 3 - weekday);
  const year = Number(thursday.slice(0, 4));
  return { year, week: 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) };
}

/** Formatters by time zone. They are cached because creating a formatter costs far more than using one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timezone, formatter);
  }
  return formatter;
}

/** Whether the runtime knows this IANA name of a time zone. */
export function isTimezone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** In milliseconds, positive if the zone is ahead of UTC. `instant` is in epoch milliseconds. */
function offsetAt(timezone: string, instant: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timezone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = utcTime(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
  return wall - Math.floor(instant / 1000) * 1000;
}

/** Minutes since midnight. `instant` is in epoch milliseconds. */
export function minuteOfDayInTimeZone(timezone: string, instant: number): number {
  const minutes = Math.floor((instant + offsetAt(timezone, instant)) / 60_000);
  return ((minutes % 1440) + 1440) % 1440;
}

export function dayInTimeZone(timezone: string, at: Timestamp): Day {
  const instant = Date.parse(at);
  return new Date(instant + offsetAt(timezone, instant)).toISOString().slice(0, 10);
}

/** If clocks change at midnight: the earlier of two, or the end of the skipped time. */
export function startOfDayInTimeZone(timezone: string, day: Day): Timestamp {
  const wall = startOf(day);
  const before = offsetAt(timezone, wall - millisecondsPerDay);
  const after = offsetAt(timezone, wall + millisecondsPerDay);
  const candidates = [wall - before, wall - after].sort((a, b) => a - b);
  for (const instant of candidates)
    if (instant + offsetAt(timezone, instant) === wall) return new Date(instant).toISOString();
  let [low, high] = candidates as [number, number];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle + offsetAt(timezone, middle) < wall) low = middle;
    else high = middle;
  }
  return new Date(high).toISOString();
}
