/**
 * Which columns of a board, or cells of its lanes, are mounted, and how many cards of each. Lists out of sight mount and
 * unmount in turns, a little per frame, so that scrolling sideways never waits for a whole column.
 */
import { useEffect, useReducer, useRef } from 'react';
import { isScrolling } from './scroll-state.ts';

/** By the key of each mounted list: how many cards it mounts at most. */
export type CardLimits = ReadonlyMap<string, number>;

export interface ListNeeds {
  /** Keys of the lists in sight. */
  readonly inSight: readonly string[];
  /** Keys of lists to mount ahead of need, the most needed first. */
  readonly near: readonly string[];
  /** How many cards a list has; undefined if the board has no such list. */
  readonly cardsIn: (key: string) => number | undefined;
}

/** Cards that a frame may mount: while scrolling, at rest, and at rest for visible lists. */
const scrollingBudget = 2;
const restBudget = 4;
const inSightBudget = 24;
/** A list without its cards, or a whole list that unmounts. */
const listCost = 1.5;
/** No list has more cards on screen, so that one that got as far needs no limit. */
const fullAt = 16;

/** The limits after one more turn; the same map if there is nothing left to do. */
export function nextLimits(limits: CardLimits, { inSight, near, cardsIn }: ListNeeds, budget: number): CardLimits {
  const next = new Map(limits);
  let remaining = budget;
  for (const key of [...inSight, ...near])
    while (remaining > 0) {
      const limit = next.get(key);
      if (limit === Number.POSITIVE_INFINITY) break;
      const cards = limit === undefined ? 0 : Math.ceil(remaining);
      remaining -= limit === undefined ? listCost : cards;
      const reached = (limit ?? 0) + cards;
      next.set(key, reached >= Math.min(cardsIn(key) ?? 0, fullAt) ? Number.POSITIVE_INFINITY : reached);
    }
  const wantedLists = new Set([...inSight, ...near]);
  for (const key of limits.keys()) {
    if (remaining <= 0) break;
    if (wantedLists.has(key)) continue;
    remaining -= listCost;
    next.delete(key);
  }
  return remaining === budget ? limits : next;
}

/**
 * `fillsAtOnce`: lists in sight mount all their cards at once; otherwise they, too, fill in turns, for boards that bring many
 * lists into sight at the same time.
 */
export function useMountedLists(needs: ListNeeds, fillsAtOnce: boolean): CardLimits {
  const limits = useRef<CardLimits>(new Map());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const now = new Map([...limits.current].filter(([key]) => needs.cardsIn(key) !== undefined));
  for (const key of needs.inSight) now.set(key, fillsAtOnce ? Number.POSITIVE_INFINITY : (now.get(key) ?? 0));
  limits.current = now;
  const isDone = nextLimits(now, needs, 1) === now;
  useEffect(() => {
    if (isDone) return;
    const frame = requestAnimationFrame(() => {
      const isFilling = needs.inSight.some((key) => now.get(key) !== Number.POSITIVE_INFINITY);
      const budget = isScrolling() ? scrollingBudget : isFilling ? inSightBudget : restBudget;
      limits.current = nextLimits(now, needs, budget);
      redraw();
    });
    return () => cancelAnimationFrame(frame);
  });
  return now;
}
