/**
 * Turns for what boards mount ahead of need and let go afterwards: each frame has room for so much of it and no more, first
 * come, first served. What is in sight waits for no turn.
 */
import { useEffect, useReducer, useRef, useState } from 'react';
import { isFast, isScrolling } from './scroll-velocity.ts';

/** What a frame has room for beside the scroll that it draws, and what it has while nothing scrolls; a card is 1. */
const whileScrolling = 2;
const atRest = 4;
export const cardCost = 1;
/** A list without its cards, or all of one with them that goes. */
const listCost = 1.5;
/** What a card lacks that came with its title alone. */
const restCost = 0.5;

interface Turn {
  readonly cost: number;
  readonly run: () => void;
}

const waiting = new Set<Turn>();
/** Cards to finish: after all that is to be mounted, and once they can be read. */
const unfinished = new Set<Turn>();
let frame = 0;
let later = 0;
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
  for (const turns of isFast() ? [waiting] : [waiting, unfinished])
    for (const turn of [...turns]) {
      // The first of them has had its turn at the latest in the next frame.
      if (turn.cost > left) continue;
      left -= turn.cost;
      turns.delete(turn);
      turn.run();
    }
  askForFrame();
}

/** Has the next frame grant turns, if any are waited for. As long as cards to finish pass too fast, frames have no turns to grant. */
function askForFrame(): void {
  if (frame !== 0) return;
  clearTimeout(later);
  if (waiting.size > 0 || (unfinished.size > 0 && !isFast())) frame = requestAnimationFrame(grant);
  else if (unfinished.size > 0) later = window.setTimeout(askForFrame, 30);
}

function queue(turns: Set<Turn>, turn: Turn): () => void {
  turns.add(turn);
  askForFrame();
  return () => void turns.delete(turn);
}

/** Runs once it is its turn; answers how to call that off. */
export const inTurn = (cost: number, run: () => void): (() => void) => queue(waiting, { cost, run });

/**
 * Whether all of a card is to be drawn. One that comes as its list passes too fast to be read has its sign and title, in the
 * room of all of it; the rest follows in turns as soon as the list is slower. `now`: without waiting for that.
 */
export function useWhole(now = false): boolean {
  const [isWhole, setWhole] = useState(() => now || !isFast());
  useEffect(() => {
    const finish = () => setWhole(true);
    if (!isWhole && !now) return queue(unfinished, { cost: restCost, run: finish });
    return finish();
  }, [isWhole, now]);
  return isWhole || now;
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
