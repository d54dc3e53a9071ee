import { useSyncExternalStore } from 'react';

/** `YYYY-MM-DD` in this computer's time zone. */
export function localDay(now: Date = new Date()): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** In this computer's time zone, as an ISO timestamp in UTC. */
export function localEndOfDayTimestamp(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

const listeners = new Set<() => void>();
/** All listeners share it. */
let midnightTimer: ReturnType<typeof setTimeout> | undefined;

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
    // The timer fires at the wrong time if the computer slept past midnight or changed its time zone.
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

/** `YYYY-MM-DD` on this computer. The component renders again when the date changes. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => localDay());
