/**
 * Whether a list of cards scrolls. The list carries `data-scrolling` meanwhile: its styles show no hover then, since each
 * frame would draw the cards that pass below a resting pointer.
 */
import { useEffect, useState } from 'react';

/** A list counts as resting this long after its last scroll event. */
const restMs = 120;
/** `onceAtRest` runs at most this long after lists rest, even if the page is never idle. */
const idleTimeoutMs = 400;

/** Time of the last scroll event, `performance.now()`. Read in event handlers and effects, so it needs no store. */
let lastScrollAt = Number.NEGATIVE_INFINITY;
const resting = new Set<() => void>();

export const isScrolling = (): boolean => performance.now() - lastScrollAt < restMs;

/** Runs once the page is idle and no list scrolls. Returns the function that cancels it. */
function onceAtRest(run: () => void): () => void {
  let idle = 0;
  const wait = () => {
    idle = requestIdleCallback(() => (isScrolling() ? void resting.add(wait) : run()), { timeout: idleTimeoutMs });
  };
  if (isScrolling()) resting.add(wait);
  else wait();
  return () => {
    resting.delete(wait);
    cancelIdleCallback(idle);
  };
}

/** True once the page was idle with no list scrolling; from the start if `initially` returns true. */
export function useOnceAtRest(initially: () => boolean = () => !isScrolling()): boolean {
  const [hasRested, setHasRested] = useState(initially);
  useEffect(() => (hasRested ? undefined : onceAtRest(() => setHasRested(true))), [hasRested]);
  return hasRested;
}

/** Marks lists as they scroll, for the whole window. */
export function markScrolling(): void {
  let marked: Element | null = null;
  const unmark = () => {
    const leftMs = lastScrollAt + restMs - performance.now();
    if (leftMs > 0) {
      setTimeout(unmark, leftMs);
      return;
    }
    marked?.removeAttribute('data-scrolling');
    marked = null;
    const rested = [...resting];
    resting.clear();
    for (const run of rested) run();
  };
  const mark = ({ target }: Event) => {
    const list = target instanceof Element ? target.closest('[data-card-list]') : null;
    if (!list) return;
    lastScrollAt = performance.now();
    if (marked) return;
    marked = list;
    marked.setAttribute('data-scrolling', '');
    setTimeout(unmark, restMs);
  };
  document.addEventListener('scroll', mark, { capture: true, passive: true });
}
