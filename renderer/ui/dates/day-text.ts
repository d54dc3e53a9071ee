/** Texts of days. A day is a `YYYY-MM-DD` string without time or time zone. Each text is in the system's language. */

/** Formats days. The formatter is made at first use, which takes part of a millisecond. */
function formatted(options: Intl.DateTimeFormatOptions): (day: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (day) => {
    format ??= new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
    return format.format(new Date(day));
  };
}

/** "1 Dec" */
export const dayAndMonth = formatted({ day: 'numeric', month: 'short' });
/** "1 Dec 2026" */
export const dayMonthYear = formatted({ day: 'numeric', month: 'short', year: 'numeric' });
/** "Tuesday, 1 December 2026", for screen readers. */
export const longDay = formatted({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** "Dec" */
export const monthName = formatted({ month: 'short' });
/** "December 2026" */
export const monthOf = formatted({ month: 'long', year: 'numeric' });
/** "Dec 2026" */
export const shortMonthOf = formatted({ month: 'short', year: 'numeric' });
/** "1 – 7 Dec" */
export const shortRange = (from: string, to: string): string =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  );

/** The names of the weekdays from `first` on; 0 is Sunday. */
export function weekdayNames(first: number, weekday: 'short' | 'long'): string[] {
  const named = new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' });
  // The first of January 2023 was a Sunday.
  return [...Array(7).keys()].map((at) => named.format(new Date(Date.UTC(2023, 0, 1 + first + at))));
}

/** "1 day", "3 days". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** "3 days later", "2 weeks earlier". */
export function distanceText(days: number): string {
  const count = Math.abs(days);
  const text = count > 0 && count % 7 === 0 ? plural(count / 7, 'week') : plural(count, 'day');
  return `${text} ${days < 0 ? 'earlier' : 'later'}`;
}
