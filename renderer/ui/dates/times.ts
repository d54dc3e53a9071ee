/** Each `Intl` object is created when it is first used, because creating it takes about 2 ms (bench row `start`). */
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { localDay } from './today.ts';

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
