/**
 * Turns for what boards mount ahead of need and let go afterwards: each frame has room for so much of it and no more, first
 * come, first served. What is in sight waits for no turn.
 */
import { useEffect, useReducer, useRef } from 'react';
import { isScrolling } from './scroll-state.ts';

/** What a frame has room for beside the scroll that it draws, and what it has while nothing scrolls; a card is 1. */
const whileScrolling = 2;
const atRest = 4;
export const cardCost = 1;
/** A list without its cards, or all of one with them that goes. */
const listCost = 1.5;

interface Turn {
  readonly cost: number;
  readonly run: () => void;
}

const waiting = new Set<Turn>();
let frame = 0;
/** What was mounted without a turn since the last frame that granted some. */
let taken = 0;
/** Takes room from the frame's turns, for what cannot wait for one. */
export const consumeBudget = (cost: number): void => {
  taken = Math.max(taken, cost);
};

function grant(): void {
  frame = 0;
  let left = (isScrolling() ? whileScrolling : atRest) - taken;
  taken = 0;
  for (const turn of [...waiting]) {
    // The first of them has had its turn at the latest in the next frame.
    if (turn.cost > left) continue;
    left -= turn.cost;
    waiting.delete(turn);
    turn.run();
  }
  askForFrame();
}

function askForFrame(): void {
  if (frame === 0 && waiting.size > 0) frame = requestAnimationFrame(grant);
}

/** Runs once it is its turn; answers how to call that off. */
export function inTurn(cost: number, run: () => void): () => void {
  const turn = { cost, run };
  waiting.add(turn);
  askForFrame();
  return () => void waiting.delete(turn);
}

/**
 * Which of a board's lists are mounted: what is in sight at once, what comes near and what is left behind one by one.
 * `near`: keys in the order in which they are needed; `exists`: whether a list is still the board's.
 */
export function useMountedLists(
  inSight: readonly string[],
  near: readonly string[],
  exists: (key: string) => boolean,
): ReadonlySet<string> {
  const mounted = useRef<ReadonlySet<string>>(new Set());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const kept = [...mounted.current].filter(exists);
  const now = new Set([...inSight, ...kept]);
  mounted.current = now;
  const wanted = new Set([...inSight, ...near]);
  const comes = near.find((key) => !now.has(key));
  const goes = kept.find((key) => !wanted.has(key));
  useEffect(() => {
    if (comes === undefined && goes === undefined) return;
    return inTurn(listCost, () => {
      const next = new Set(mounted.current);
      if (comes !== undefined) next.add(comes);
      else if (goes !== undefined) next.delete(goes);
      mounted.current = next;
      redraw();
    });
  }, [comes, goes]);
  return now;
}
