import { useSyncExternalStore } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';

/** The date in this computer's time zone, `YYYY-MM-DD`. */
export function localDay(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The last second of a day in this computer's time zone, as an ISO timestamp in UTC. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).toISOString();
}

const listeners = new Set<() => void>();
/** The timer of the next midnight, shared by all listeners. */
let midnightTimer: ReturnType<typeof setTimeout> | undefined;

/** Notifies all listeners, now and at the next midnight. */
function notify(): void {
  clearTimeout(midnightTimer);
  const now = new Date();
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  midnightTimer = listeners.size > 0 ? setTimeout(notify, tomorrow.getTime() - now.getTime()) : undefined;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    notify();
    // The timer is wrong after the computer slept past midnight or changed its time zone.
    addEventListener('focus', notify);
    document.addEventListener('visibilitychange', notify);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(midnightTimer);
    removeEventListener('focus', notify);
    document.removeEventListener('visibilitychange', notify);
  };
}

/** Today's date on this computer, `YYYY-MM-DD`. The component renders again when the date changes. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => localDay());

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

const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** A `YYYY-MM-DD` day without its year, in the system's language: "20 Nov". */
export const shortDayText = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));
