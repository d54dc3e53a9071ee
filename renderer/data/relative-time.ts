/**
 * Relative times ("3 min ago") that update each minute. They share one timer, which stops while the window is hidden.
 */
import { useSyncExternalStore } from 'react';
import { timeAgo } from '../ui/dates/times.ts';

const minuteMs = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Rises with each tick, so that React renders the components again. */
let minutes = 0;

/**
 * Calls all listeners, and schedules itself for the next full minute. Stops while the window is hidden or there are no
 * listeners.
 */
function tick(): void {
  clearTimeout(timer);
  if (document.hidden || listeners.size === 0) return;
  timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs));
  minutes++;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', tick);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', tick);
    clearTimeout(timer);
  };
}

/**
 * Renders the component again at each full minute, for a text that contains several relative times. Returns a number
 * that rises each minute.
 */
export const useRerenderEachMinute = (): number => useSyncExternalStore(subscribe, () => minutes);

/**
 * A component for one relative time, so that its parent does not render again each minute. It renders again only when
 * its text changes.
 */
export const RelativeTime = ({ at }: { at: string }): string => useSyncExternalStore(subscribe, () => timeAgo(at));
