import { useSyncExternalStore } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';

/** The day on this machine's calendar, `YYYY-MM-DD`. */
export function localDay(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The last second of a day of this machine's calendar, in UTC. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).toISOString();
}

const lookers = new Set<() => void>();
/** The timer of the next midnight, shared by all listeners. */
let turning: ReturnType<typeof setTimeout> | undefined;

/** Tells everybody to look at the calendar, and again when the next day begins here. */
function look(): void {
  clearTimeout(turning);
  const now = new Date();
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  turning = lookers.size > 0 ? setTimeout(look, tomorrow.getTime() - now.getTime()) : undefined;
  for (const looker of lookers) looker();
}

function watchDays(looker: () => void): () => void {
  lookers.add(looker);
  if (lookers.size === 1) {
    look();
    // A machine that slept past midnight, or went to another time zone: nobody counts on timers then.
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
  }
  return () => {
    lookers.delete(looker);
    if (lookers.size > 0) return;
    clearTimeout(turning);
    removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}

/** The day it is here: what shows it is drawn again when the next one begins. */
export const useToday = (): string => useSyncExternalStore(watchDays, () => localDay());

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** "3 min ago": for the age of data and comments. From a whole day on days of the calendar count, as people count them. */
export function ago(iso: string, now: number = Date.now()): string {
  const past = Date.parse(iso) - now;
  if (Math.abs(past) >= 86_400_000) {
    const days = daysBetween(localDay(new Date(now)), localDay(new Date(iso)));
    // On a day of 25 hours the same day may be a whole day ago.
    if (days !== 0) return relative.format(days, 'day');
  }
  for (const [unit, size] of units) if (Math.abs(past) >= size) return relative.format(Math.round(past / size), unit);
  return 'just now';
}

const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** A day of the interface as people write it: "20 Nov". */
export const dayInWords = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));
