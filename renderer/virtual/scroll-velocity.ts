/**
 * Knows whether a list of cards scrolls, and whether too fast to be read. Marks it meanwhile for its styles: what passes below a
 * resting pointer is not hovered then, or every frame would draw two cards more.
 */

import { useEffect, useState } from 'react';

/** ms without scrolling after which a list rests. */
const rests = 120;

let scrolled = Number.NEGATIVE_INFINITY;
/** Whether a list of cards scrolls: what comes on screen then may come by and by. */
export const isScrolling = (): boolean => performance.now() - scrolled < rests;

/** px/ms, about the height of a board in a third of a second: what passes faster is not read. */
const fast = 1.8;
/** ms that are looked back on for a speed, and the least of them that make one: a single jump has none. */
const lookedBack = 120;
const leastTime = 40;
/** ms for which a list that was fast is held to be fast: the wheel comes in notches. */
const holds = 150;

interface Step {
  readonly time: number;
  readonly distance: number;
}
let steps: readonly Step[] = [];
let wasFast = Number.NEGATIVE_INFINITY;
const places = new WeakMap<Element, { readonly left: number; readonly top: number }>();

/** Takes note of how far a list has come since it was last asked. */
function step(scroller: Element, time: number): void {
  const { scrollLeft: left, scrollTop: top } = scroller;
  const before = places.get(scroller) ?? { left, top };
  places.set(scroller, { left, top });
  const distance = Math.abs(left - before.left) + Math.abs(top - before.top);
  steps = [...steps.filter((earlier) => time - earlier.time < lookedBack), { time, distance }];
  const [first, ...others] = steps;
  if (!first || time - first.time < leastTime) return;
  const way = others.reduce((sum, other) => sum + other.distance, 0);
  if (way / (time - first.time) > fast) wasFast = time;
}

/** Whether cards pass too fast to be read: then it is enough that they are there with their titles. */
export const isFast = (): boolean => performance.now() - wasFast < holds;

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
    if (!(target instanceof Element)) return;
    const list = target.closest('[data-card-list]');
    if (!list) return;
    scrolled = performance.now();
    step(target, scrolled);
    if (marked) return;
    marked = list;
    marked.setAttribute('data-scrolling', '');
    setTimeout(unmark, rests);
  };
  document.addEventListener('scroll', mark, { capture: true, passive: true });
}
