/** Texts of points in time. */
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { localDay } from './today.ts';

/** The full local date and time, for tooltips. */
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const exactTime = (iso: string): string => exact.format(new Date(iso));

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** The age of a timestamp: "3 min ago". From 24 hours on it counts calendar days: "yesterday". */
export function ago(iso: string, now: number = Date.now()): string {
  const offsetMs = Date.parse(iso) - now;
  if (Math.abs(offsetMs) >= 86_400_000) {
    const days = daysBetween(localDay(new Date(now)), localDay(new Date(iso)));
    // The end of daylight saving time makes a day of 25 hours: 24 hours ago can be the same day.
    if (days !== 0) return relative.format(days, 'day');
  }
  for (const [unit, size] of units)
    if (Math.abs(offsetMs) >= size) return relative.format(Math.round(offsetMs / size), unit);
  return 'just now';
}
