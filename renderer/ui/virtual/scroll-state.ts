/**
 * While a list scrolls, it has the attribute `data-scrolling`, and CSS shows no hover styles. Otherwise the cards that
 * pass below a resting pointer are painted again in each frame.
 */
import { useEffect, useState } from 'react';

/** Time without a scroll event after which a list no longer scrolls. */
const restAfterMs = 120;
/** After the last list has stopped scrolling, `onceAtRest` waits at most this long for the page to be idle. */
const idleTimeoutMs = 400;

/** By `performance.now()`. Not React state, because a new value must not make components render. */
let lastScrollAt = Number.NEGATIVE_INFINITY;
const runsAtRest = new Set<() => void>();

export const isCardListScrolling = (): boolean => performance.now() - lastScrollAt < restAfterMs;

/** Returns the function that cancels the call. */
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
 * For work that must not delay the first frames or scrolling. False until the page has been idle once while no list
 * scrolled, then true. If `initially` returns true in the first render, true at once.
 */
export function useHasPageBeenIdle(initially: () => boolean = () => !isCardListScrolling()): boolean {
  const [hasRested, setHasRested] = useState(initially);
  useEffect(() => (hasRested ? undefined : onceAtRest(() => setHasRested(true))), [hasRested]);
  return hasRested;
}

/** If several lists scroll at the same time, only the first one gets the attribute. Called once per window. */
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
