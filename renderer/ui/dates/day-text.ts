/** Formats days in the system's language. A day is a `YYYY-MM-DD` string without time and time zone. */

import { createContext } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { countWithNoun } from '../text/text.ts';
import { localDay } from './today.ts';

/** Created at the first call and not while the module loads, so that it does not delay the start of the app. */
function dayFormatter(options: Intl.DateTimeFormatOptions): (day: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (day) => {
    format ??= new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
    return format.format(new Date(day));
  };
}

/** "1 Dec" */
export const dayAndMonthText = dayFormatter({ day: 'numeric', month: 'short' });
/** "1 Dec 2026" */
export const dayMonthYearText = dayFormatter({ day: 'numeric', month: 'short', year: 'numeric' });
/** With the year, if the day is so far from `today` that the month could be of another one. */
export const dayTextFrom = (today: string, day: string): string =>
  Math.abs(daysBetween(today, day)) < 300 ? dayAndMonthText(day) : dayMonthYearText(day);
/** "Tuesday, 1 December 2026", for screen readers. */
export const longDayText = dayFormatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** "Dec" */
export const shortMonthName = dayFormatter({ month: 'short' });
/** "December 2026" */
export const monthAndYearText = dayFormatter({ month: 'long', year: 'numeric' });
/** "Dec 2026" */
export const shortMonthAndYearText = dayFormatter({ month: 'short', year: 'numeric' });
/** "1 – 7 Dec" */
export const dayRangeText = (from: string, to: string): string =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  );

/** Starts with the weekday `first` (0 is Sunday). */
export function weekdayNames(first: number, weekday: 'short' | 'long'): string[] {
  const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' });
  // The first of January 2023 was a Sunday.
  return [...Array(7).keys()].map((at) => weekdayFormat.format(new Date(Date.UTC(2023, 0, 1 + first + at))));
}

/** Such as "3 days later" or "2 weeks earlier". */
export function dayOffsetText(days: number): string {
  const count = Math.abs(days);
  const text = count > 0 && count % 7 === 0 ? countWithNoun(count / 7, 'week') : countWithNoun(count, 'day');
  return `${text} ${days < 0 ? 'earlier' : 'later'}`;
}

/** Each `Intl` object is created when it is first used, because creating it takes about 2 ms (bench row `start`). */
let exactFormat: Intl.DateTimeFormat | undefined;

/** In this computer's time zone, exact to the minute. */
export function dateAndTimeText(iso: string): string {
  exactFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return exactFormat.format(new Date(iso));
}

const unitsWithMs: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
];

let relativeFormat: Intl.RelativeTimeFormat | undefined;
function formatRelative(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  relativeFormat ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
  return relativeFormat.format(value, unit);
}

/**
 * Such as "3 min ago"; "just now" below one minute. Counts full minutes and hours, so that it does not return "60 min
 * ago", and calendar days from 24 hours on.
 */
export function timeAgo(iso: string, now: number = Date.now()): string {
  const offsetMs = Date.parse(iso) - now;
  if (Math.abs(offsetMs) >= 86_400_000) {
    const days = daysBetween(localDay(new Date(now)), localDay(new Date(iso)));
    // The day on which daylight saving time ends has 25 hours, so a time 24 hours ago can be on the same day.
    if (days !== 0) return formatRelative(days, 'day');
  }
  for (const [unit, size] of unitsWithMs)
    if (Math.abs(offsetMs) >= size) return formatRelative(Math.trunc(offsetMs / size), unit);
  return 'just now';
}

/** As in `Date.getDay` (0 is Sunday). `FirstWeekdayProvider` sets it. */
export const FirstWeekdayContext = createContext(1);
