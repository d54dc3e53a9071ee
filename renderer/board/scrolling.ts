/**
 * Marks a list of cards while it scrolls, for its styles: what passes below a resting pointer is not hovered then, or every
 * frame would draw two cards more.
 */

import { useEffect, useState } from 'react';

/** ms without scrolling after which a list rests. */
const rests = 120;

let scrolled = Number.NEGATIVE_INFINITY;
/** Whether a list of cards scrolls: what comes on screen then may come by and by. */
export const isScrolling = (): boolean => performance.now() - scrolled < rests;

/** ms that what can wait does so at most once nothing scrolls. */
const soon = 400;

/** Called back when no list scrolls any more. */
const resting = new Set<() => void>();

/** Runs once the page is idle and no list scrolls; answers how to call that off. */
export function onceAtRest(run: () => void): () => void {
  let idle = 0;
  const wait = () => {
    idle = requestIdleCallback(() => (isScrolling() ? void resting.add(wait) : run()), { timeout: soon });
  };
  if (isScrolling()) resting.add(wait);
  else wait();
  return () => {
    resting.delete(wait);
    cancelIdleCallback(idle);
  };
}

/** Whether all of a component is to be drawn: at once, unless it comes as the board scrolls. */
export function useOnceAtRest(atFirst: () => boolean = () => !isScrolling()): boolean {
  const [isWhole, setWhole] = useState(atFirst);
  useEffect(() => (isWhole ? undefined : onceAtRest(() => setWhole(true))), [isWhole]);
  return isWhole;
}

/** Installs the mark for the whole window. */
export function markScrolling(): void {
  let marked: Element | null = null;
  const unmark = () => {
    const left = scrolled + rests - performance.now();
    if (left > 0) {
      setTimeout(unmark, left);
      return;
    }
    marked?.removeAttribute('data-scrolling');
    marked = null;
    const rested = [...resting];
    resting.clear();
    for (const run of rested) run();
  };
  const mark = ({ target }: Event) => {
    // Of what scrolls besides, like the sidebar on its way to a deck, boards have nothing to draw.
    const list = target instanceof Element ? target.closest('[data-card-list]') : null;
    if (!list) return;
    scrolled = performance.now();
    if (marked) return;
    marked = list;
    marked.setAttribute('data-scrolling', '');
    setTimeout(unmark, rests);
  };
  document.addEventListener('scroll', mark, { capture: true, passive: true });
}
