/**
 * Tracks whether a list of cards scrolls. While it scrolls, the list has the attribute `data-scrolling`, and CSS shows
 * no hover styles. Otherwise the cards that pass below a resting pointer are painted again in each frame.
 */
import { useEffect, useState } from 'react';

/** A list counts as no longer scrolling when its last scroll event was longer ago than this. */
const restAfterMs = 120;
/** After the last list has stopped scrolling, `onceAtRest` waits at most this long for the page to be idle. */
const idleTimeoutMs = 400;

/**
 * Time of the last scroll event, by `performance.now()`. It is not React state, because a new value must not make
 * components render.
 */
let lastScrollAt = Number.NEGATIVE_INFINITY;
const runsAtRest = new Set<() => void>();

/** Returns true if a list of cards has scrolled within the last `restAfterMs`. */
export const isCardListScrolling = (): boolean => performance.now() - lastScrollAt < restAfterMs;

/** Calls `run` once, when the page is idle and no list scrolls. Returns the function that cancels the call. */
function onceAtRest(run: () => void): () => void {
  let idle = 0;
  const wait = () => {
    idle = requestIdleCallback(() => (isCardListScrolling() ? void runsAtRest.add(wait) : run()), {
      timeout: idleTimeoutMs,
    });
  };
  if (isCardListScrolling()) runsAtRest.add(wait);
  else wait();
  return () => {
    runsAtRest.delete(wait);
    cancelIdleCallback(idle);
  };
}

/**
 * React hook for work that must not delay the first frames or scrolling. Returns false until the page has been idle
 * once while no list scrolled, and true from then on. If `initially` returns true in the first render, returns true at
 * once. By default, `initially` returns true if no list scrolls.
 */
export function useHasPageBeenIdle(initially: () => boolean = () => !isCardListScrolling()): boolean {
  const [hasRested, setHasRested] = useState(initially);
  useEffect(() => (hasRested ? undefined : onceAtRest(() => setHasRested(true))), [hasRested]);
  return hasRested;
}

/**
 * From this call on, a list of cards has the attribute `data-scrolling` while it scrolls. If several lists scroll at
 * the same time, only the first one gets the attribute. Called once per window.
 */
export function trackCardListScrolling(): void {
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
