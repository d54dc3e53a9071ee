/**
 * Decides which lists of a board are mounted, and how many cards of each. Lists out of sight mount and unmount in small
 * steps, one per frame, so that sideways scrolling never waits until a whole column is mounted.
 */
import { useEffect, useReducer, useRef } from 'react';
import { isCardListScrolling } from './scroll-state.ts';

/** Maximum per mounted list, by the key of the list. */
export type MountedCardLimitByList = ReadonlyMap<string, number>;

export interface ListsToMount {
  readonly inSight: readonly string[];
  /** Not yet in sight, the most urgent first. */
  readonly toMountAhead: readonly string[];
  /** Undefined if the board has no such list. */
  readonly cardsIn: (key: string) => number | undefined;
}

/**
 * Maximum per frame. `scrollingBudgetCards`: while a list scrolls. `inSightBudgetCards`: while no list scrolls and a
 * visible list still lacks cards. `restBudgetCards`: otherwise.
 */
const scrollingBudgetCards = 2;
const restBudgetCards = 4;
const inSightBudgetCards = 24;
/** Cost of mounting an empty list, or of unmounting a list with its cards; mounting one card costs 1. */
const listCostCards = 1.5;
/** A list with this many mounted cards fills the screen, so its limit is then removed and all its cards can mount. */
const maxCardsOnScreen = 16;

/**
 * `budget` is the number of cards that the frame can mount. Returns the same map if every list that is needed is
 * completely mounted, and no other list is mounted.
 */
export function nextMountedCardLimits(
  limits: MountedCardLimitByList,
  { inSight, toMountAhead, cardsIn }: ListsToMount,
  budget: number,
): MountedCardLimitByList {
  const next = new Map(limits);
  let remaining = budget;
  for (const key of [...inSight, ...toMountAhead])
    while (remaining > 0) {
      const limit = next.get(key);
      if (limit === Number.POSITIVE_INFINITY) break;
      const cards = limit === undefined ? 0 : Math.ceil(remaining);
      remaining -= limit === undefined ? listCostCards : cards;
      const reached = (limit ?? 0) + cards;
      next.set(key, reached >= Math.min(cardsIn(key) ?? 0, maxCardsOnScreen) ? Number.POSITIVE_INFINITY : reached);
    }
  const wantedLists = new Set([...inSight, ...toMountAhead]);
  for (const key of limits.keys()) {
    if (remaining <= 0) break;
    if (wantedLists.has(key)) continue;
    remaining -= listCostCards;
    next.delete(key);
  }
  return remaining === budget ? limits : next;
}

/**
 * Renders again in later frames until all lists in `needs` are mounted and all others are unmounted. `fillsAtOnce`:
 * lists in sight mount all their cards at once. Pass false for boards where many lists come into sight together.
 */
export function useMountedLists(needs: ListsToMount, fillsAtOnce: boolean): MountedCardLimitByList {
  const limits = useRef<MountedCardLimitByList>(new Map());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const now = new Map([...limits.current].filter(([key]) => needs.cardsIn(key) !== undefined));
  for (const key of needs.inSight) now.set(key, fillsAtOnce ? Number.POSITIVE_INFINITY : (now.get(key) ?? 0));
  limits.current = now;
  const isDone = nextMountedCardLimits(now, needs, 1) === now;
  useEffect(() => {
    if (isDone) return;
    const frame = requestAnimationFrame(() => {
      const isFilling = needs.inSight.some((key) => now.get(key) !== Number.POSITIVE_INFINITY);
      const budget = isCardListScrolling() ? scrollingBudgetCards : isFilling ? inSightBudgetCards : restBudgetCards;
      limits.current = nextMountedCardLimits(now, needs, budget);
      redraw();
    });
    return () => cancelAnimationFrame(frame);
  });
  return now;
}
