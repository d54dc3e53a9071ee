/**
 * Tracks whether a list of cards scrolls. While it scrolls, the list has the attribute `data-scrolling`, and CSS shows
 * no hover styles: the cards that pass below a resting pointer would be painted again in each frame.
 */
import { useEffect, useState } from 'react';

/** A list counts as at rest when its last scroll event is older than this. */
const restAfterMs = 120;
/** Longest wait of `onceAtRest` for an idle page once no list scrolls. */
const idleTimeoutMs = 400;

/**
 * Time of the last scroll event, by `performance.now()`. Only event handlers and effects read it, so it needs no React
 * state.
 */
let lastScrollAt = Number.NEGATIVE_INFINITY;
const runsAtRest = new Set<() => void>();

/** Whether a list of cards scrolls or scrolled in the last `restAfterMs`. */
export const isScrolling = (): boolean => performance.now() - lastScrollAt < restAfterMs;

/** Calls `run` once, when the page is idle and no list scrolls. Returns the function that cancels the call. */
function onceAtRest(run: () => void): () => void {
  let idle = 0;
  const wait = () => {
    idle = requestIdleCallback(() => (isScrolling() ? void runsAtRest.add(wait) : run()), { timeout: idleTimeoutMs });
  };
  if (isScrolling()) runsAtRest.add(wait);
  else wait();
  return () => {
    runsAtRest.delete(wait);
    cancelIdleCallback(idle);
  };
}

/**
 * React hook: false at first, and true for good once the page is idle and no list scrolls. If `initially` returns true,
 * the hook is true from the first render.
 */
export function useHasBeenIdle(initially: () => boolean = () => !isScrolling()): boolean {
  const [hasRested, setHasRested] = useState(initially);
  useEffect(() => (hasRested ? undefined : onceAtRest(() => setHasRested(true))), [hasRested]);
  return hasRested;
}

/** Starts to set `data-scrolling` on lists of cards while they scroll. Called once per window. */
export function trackScrolling(): void {
  let marked: Element | null = null;
  const unmark = () => {
    const leftMs = lastScrollAt + restAfterMs - performance.now();
    if (leftMs > 0) {
      setTimeout(unmark, leftMs);
      return;
    }
    marked?.removeAttribute('data-scrolling');
    marked = null;
    const rested = [...runsAtRest];
    runsAtRest.clear();
    for (const run of rested) run();
  };
  const mark = ({ target }: Event) => {
    const list = target instanceof Element ? target.closest('[data-card-list]') : null;
    if (!list) return;
    lastScrollAt = performance.now();
    if (marked) return;
    marked = list;
    marked.setAttribute('data-scrolling', '');
    setTimeout(unmark, restAfterMs);
  };
  document.addEventListener('scroll', mark, { capture: true, passive: true });
}
