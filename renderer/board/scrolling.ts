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

/** ms that what comes as the board scrolls waits at most with what can wait. */
const soon = 400;

/** Whether all of a component is to be drawn: at once, unless it comes as the board scrolls. */
export function useOnceIdle(): boolean {
  const [isWhole, setWhole] = useState(() => !isScrolling());
  useEffect(() => {
    if (isWhole) return;
    const waiting = requestIdleCallback(() => setWhole(true), { timeout: soon });
    return () => cancelIdleCallback(waiting);
  }, [isWhole]);
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
