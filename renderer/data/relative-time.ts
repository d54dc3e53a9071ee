/** Ages in words that go on growing while nothing else happens: one timer for all of them, and none while nobody can see. */
import { useSyncExternalStore } from 'react';
import { ago } from '../ui/dates/today.ts';

/** ms */
const minute = 60_000;

const lookers = new Set<() => void>();
let turning: ReturnType<typeof setTimeout> | undefined;
let passed = 0;
/** Words as of the last look at the clock, by moment: whoever shows one asks for them several times. */
const words = new Map<string, string>();
/** Moments remembered. */
const most = 2_000;

/** Tells everybody to look at the clock, now and at each full minute. */
function look(): void {
  clearTimeout(turning);
  turning = undefined;
  words.clear();
  if (document.hidden || lookers.size === 0) return;
  turning = setTimeout(look, minute - (Date.now() % minute));
  passed++;
  for (const looker of lookers) looker();
}

function watchMinutes(looker: () => void): () => void {
  lookers.add(looker);
  if (lookers.size === 1) {
    document.addEventListener('visibilitychange', look);
    look();
  }
  return () => {
    lookers.delete(looker);
    if (lookers.size > 0) return;
    document.removeEventListener('visibilitychange', look);
    look();
  };
}

function said(iso: string): string {
  // Nobody looks at the clock: what was said then may be long ago.
  if (turning === undefined) return ago(iso);
  let known = words.get(iso);
  if (known === undefined) {
    known = ago(iso);
    if (words.size >= most) words.clear();
    words.set(iso, known);
  }
  return known;
}

/** "3 min ago"; draws again only where these words change. */
export const useAgo = (iso: string): string => useSyncExternalStore(watchMinutes, () => said(iso));

/** Draws again at each full minute, for words made of several moments. */
export const useMinute = (): number => useSyncExternalStore(watchMinutes, () => passed);

/** The words by themselves: what stands around them is not drawn for them. */
export const Ago = ({ at }: { at: string }): string => useAgo(at);
