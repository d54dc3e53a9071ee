/** Relative times ("3 min ago") share one timer, which stops while the window is hidden. */
import { useSyncExternalStore } from 'react';
import { timeAgo } from '../ui/dates/day-text.ts';

const minuteMs = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** React renders the components again when it rises. */
let minutes = 0;

/** At each full minute. Stops while the window is hidden or there are no listeners. */
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

/** For a text that contains several relative times. */
export const useRerenderEachMinute = (): number => useSyncExternalStore(subscribe, () => minutes);

/** A component of its own, so that its parent does not render again each minute, and it only when its text changes. */
export const RelativeTime = ({ at }: { at: string }): string => useSyncExternalStore(subscribe, () => timeAgo(at));
