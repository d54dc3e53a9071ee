/**
 * Which px of a scroller have their rows, where all rows have one height: those in sight, and some more where scrolling leads.
 * What comes into sight at once is mounted in the frame of the scroll. The rest comes by turns, and what is left behind goes
 * so: a turn takes the rows that a notch of the wheel passes, since each frame that mounts any pays for the whole page once.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardCost, consumeBudget, inTurn } from './frame-scheduler.ts';

export interface RowWindow {
  /** px from the start of what scrolls. */
  readonly top: number;
  readonly bottom: number;
}

/** Scrolled up last: -1; down: 1; not yet: 0. */
interface Seen extends RowWindow {
  readonly way: number;
}

/** Rows mounted beyond sight: more than a turn of the wheel passes where scrolling leads, and some where it comes from. */
const ahead = 5;
const behind = 1;
const atOnce = 4;
/** Such a turn takes a frame's whole room. */
const turnCost = 2 * cardCost;

/** px that a list has on screen before it is there: the window without what stands above at least. */
const guessedHeight = () => Math.max(200, window.innerHeight - 100);

/** What is to be mounted beside what is in sight, in whole rows. */
const wantedAt = ({ top, bottom, way }: Seen, row: number): RowWindow => ({
  top: Math.max(0, (Math.floor(top / row) - (way < 0 ? ahead : behind)) * row),
  bottom: (Math.ceil(bottom / row) + (way < 0 ? behind : ahead)) * row,
});

/** `now` with all that is in sight; what would lie far from it goes at once. */
export function withSight(now: RowWindow, { top, bottom }: RowWindow, row: number): RowWindow {
  if (now.top <= top && now.bottom >= bottom) return now;
  const sight = { top: Math.floor(top / row) * row, bottom: Math.ceil(bottom / row) * row };
  if (sight.top > now.bottom || sight.bottom < now.top) return sight;
  return { top: Math.min(now.top, sight.top), bottom: Math.max(now.bottom, sight.bottom) };
}

/** `now` a turn nearer to what is wanted; itself where it is that. */
export function nearerTo(now: RowWindow, seen: Seen, row: number): RowWindow {
  const wanted = wantedAt(seen, row);
  const most = atOnce * row;
  const top = Math.max(now.top - most, Math.min(now.top + most, wanted.top));
  const bottom = Math.max(now.bottom - most, Math.min(now.bottom + most, wanted.bottom));
  return top === now.top && bottom === now.bottom ? now : { top, bottom };
}

/** `row`: px; `isShown`: there is a scroller at all. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, row: number, isShown = true): RowWindow {
  const [mounted, setMounted] = useState<RowWindow>(() => ({ top: 0, bottom: Math.ceil(guessedHeight() / row) * row }));
  const now = useRef(mounted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: showing brings another scroller
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let seen: Seen = { top: 0, bottom: 0, way: 0 };
    let stop: (() => void) | null = null;
    const look = () => {
      const { scrollTop: top, clientHeight } = element;
      seen = { top, bottom: top + clientHeight, way: Math.sign(top - seen.top) || seen.way };
    };
    const take = (next: RowWindow) => {
      now.current = next;
      setMounted(next);
    };
    const goOn = () => {
      if (stop || nearerTo(now.current, seen, row) === now.current) return;
      stop = inTurn(turnCost, () => {
        stop = null;
        take(nearerTo(now.current, seen, row));
        goOn();
      });
    };
    const scrolled = () => {
      look();
      const next = withSight(now.current, seen, row);
      if (next !== now.current) {
        consumeBudget(turnCost);
        flushSync(() => take(next));
      }
      goOn();
    };
    const sized = () => {
      look();
      const next = withSight(now.current, seen, row);
      if (next !== now.current) take(next);
      goOn();
    };
    sized();
    element.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(sized);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', scrolled);
      observer.disconnect();
      stop?.();
    };
  }, [scroller, row, isShown]);
  return mounted;
}
