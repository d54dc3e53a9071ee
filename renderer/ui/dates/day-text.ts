/** Formats days in the system's language. A day is a `YYYY-MM-DD` string without time and time zone. */
import { countWithNoun } from '../text/count-with-noun.ts';

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
