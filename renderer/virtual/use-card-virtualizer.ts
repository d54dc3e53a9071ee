/**
 * The part of a column that is mounted: the cards on screen and a few more. The page itself lays them out below each
 * other between two paddings that stand for the rest, so a card that turns out higher than estimated costs no render; as
 * long as the mounted cards suffice, scrolling renders nothing.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { cardCost, consumeBudget, inTurn } from './frame-scheduler.ts';
import { CardTrack } from './offset-index.ts';
import { isScrolling, onceAtRest } from './scroll-state.ts';

export interface VirtualCardsOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Holds the mounted cards, each with its `data-index`. */
  readonly list: RefObject<HTMLElement | null>;
  readonly keys: readonly string[];
  /** px with the gap; keeps its identity while cards look the same way. */
  readonly estimate: (key: string) => number;
  /** px above the first card and below the last. */
  readonly top: number;
  readonly bottom: number;
  /** Indexes that stay mounted wherever the column is scrolled to; -1: none. */
  readonly kept: readonly number[];
  /** There is a scroller at all. */
  readonly isShown: boolean;
  /** px on screen, where known before it is there: one of many such lists, which then fill by and by. */
  readonly room?: number | undefined;
  /** It is not in sight yet: then it fills in turn with others. */
  readonly isAhead?: (() => boolean) | undefined;
  /** Hears how high the whole list is, px, whenever that changes. */
  readonly onTotal: (height: number) => void;
}

export interface VirtualCards {
  readonly track: CardTrack;
  /** Mounted indexes, `from` to `to` and those kept. */
  readonly indexes: readonly number[];
  readonly from: number;
  readonly to: number;
  /** px that the paddings of the list stand for. */
  readonly above: number;
  readonly below: number;
  /** Scrolls an index into view, if it is not. */
  reveal(index: number): void;
  /** It comes in sight: what is still missing is wanted now. Whether anything is. */
  hurry(): boolean;
}

/** px that a list has on screen, before it is there: the window without what usually stands above and below. */
const guessedHeight = () => Math.max(200, window.innerHeight - 190);

/**
 * Cards mounted beyond what is on screen, where scrolling leads. As some of them come into sight the next are mounted, in the
 * frame after: never many at once, and not in the frame that has the scroll to draw.
 *
 * What a board needs to be complete comes first; what scrolling needs follows once it stands.
 */
const atFirst = 0;
const later = 4;
/** The same where lists are short and many. */
const laterOfMany = 1;
/** Cards that such a list takes in a turn: two of one list cost less than one each of two. */
const atOnce = 2;
/** px of such a list that are filled at once: none as the board scrolls, since the list itself is enough to do in a frame then. */
const firstStep = (room: number): number => (isScrolling() ? 0 : Math.min(room, 90));

const inSight = () => false;

export function useVirtualCards(options: VirtualCardsOptions): VirtualCards {
  const { scroller, list, keys, estimate, top, bottom, kept, isShown, room, isAhead = inSight, onTotal } = options;
  const isOneOfMany = room !== undefined;
  const [track] = useState(() => new CardTrack());
  track.take(keys, estimate, top, bottom);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // A list that comes ahead of need fills by and by, as one of many does.
  const [cameAhead] = useState(isAhead);
  const isGradual = isOneOfMany || cameAhead;
  // What is seen of the list.
  const seen = useRef({ top: 0, height: cameAhead ? 0 : isOneOfMany ? firstStep(room) : guessedHeight(), way: 0 });
  // px of it on screen; as long as less of it is seen, it fills.
  const whole = useRef(seen.current.height);
  const hurried = useRef((): boolean => false);
  const ahead = useRef(isAhead);
  ahead.current = isAhead;
  const range = useRef({ from: 0, to: 0 });
  const told = useRef({ total: -1, to: onTotal });
  const spare = useRef(atFirst);
  useEffect(() => {
    const whole = isOneOfMany ? laterOfMany : later;
    const more = () => {
      // Card by card where the list came by and by.
      spare.current = isGradual ? Math.min(spare.current + 1, whole) : whole;
      redraw();
      if (spare.current < whole) stop = onceAtRest(more);
    };
    let stop = onceAtRest(more);
    return () => stop();
  }, [isOneOfMany, isGradual]);

  const now = track.count === 0 ? { from: 0, to: 0 } : rangeOf(track, seen.current, range.current, spare.current);
  range.current = now;
  const indexes: number[] = [];
  for (let index = now.from; index < now.to; index++) indexes.push(index);
  for (const index of kept) if (index >= 0 && index < track.count && !indexes.includes(index)) indexes.push(index);
  indexes.sort((a, b) => a - b);

  const measure = useCallback(
    (again: boolean) => {
      const element = scroller.current;
      if (!element || !list.current) return;
      let above = 0;
      const first = track.at(seen.current.top);
      for (const child of list.current.children) {
        const index = Number((child as HTMLElement).dataset.index);
        const key = track.keyOf(index);
        if (key === undefined || (!again && track.isMeasured(key))) continue;
        const off = track.measure(index, child.getBoundingClientRect().height);
        if (index < first) above += off;
      }
      // What is looked at stays where it is when cards above it turn out different.
      if (above !== 0 && seen.current.top > 0) {
        element.scrollTop += above;
        seen.current.top = element.scrollTop;
      }
      // As many cards as it has been given, be they lower than estimated.
      if (seen.current.height < whole.current)
        seen.current = { ...seen.current, height: Math.max(0, track.startOf(range.current.to) - seen.current.top - 1) };
      // What scrolling wants beyond what is in sight comes with its own frames.
      const needed = isScrolling() ? 0 : spare.current;
      if (track.count > 0 && !isEnough(track, seen.current, range.current, needed)) redraw();
      if (told.current.total === track.total && told.current.to === onTotal) return;
      told.current = { total: track.total, to: onTotal };
      onTotal(track.total);
    },
    [scroller, list, track, onTotal],
  );

  const sized = useRef<ResizeObserver | null>(null);
  useLayoutEffect(() => {
    const element = list.current;
    // What is complete at its first frame measures at once. Later the frame's own layout does, which an observer hears of before
    // anything is painted: measuring here would lay out each list that changes by itself.
    if (spare.current === atFirst && !isGradual) measure(false);
    else if (element && sized.current) {
      sized.current.unobserve(element);
      sized.current.observe(element);
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: showing brings another scroller
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const { scrollTop: top } = element;
      seen.current = { ...seen.current, top, way: Math.sign(top - seen.current.top) || seen.current.way };
      // The one list that is scrolled needs what the many others do not.
      spare.current = Math.max(spare.current, later);
      if (track.count === 0 || isEnough(track, seen.current, range.current, spare.current)) return;
      consumeBudget(atOnce * cardCost);
      // In the frame of the scroll itself where cards belong that are not there; what is to come next can come in the next one.
      if (isEnough(track, seen.current, range.current, 0)) redraw();
      else flushSync(redraw);
    };
    let stop = () => {};
    const show = (height: number) => {
      seen.current = { ...seen.current, height };
      if (track.count > 0 && !isEnough(track, seen.current, range.current, spare.current)) redraw();
    };
    // One that came ahead of need and is in sight already waits no more.
    const isLate = () => !isOneOfMany && !ahead.current();
    const fill = () => {
      const { top: from, height } = seen.current;
      const next = Math.max(height, track.startOf(range.current.to + atOnce) - from - 1);
      const isDone = isLate() || next >= whole.current || range.current.to + atOnce >= track.count;
      if (!isDone) fillOn();
      show(isDone ? whole.current : next);
    };
    const fillOn = () => {
      if (isScrolling() || ahead.current()) {
        stop = inTurn(atOnce * cardCost, fill);
        return;
      }
      const frame = requestAnimationFrame(fill);
      stop = () => cancelAnimationFrame(frame);
    };
    hurried.current = () => {
      if (isOneOfMany || seen.current.height >= whole.current) return false;
      stop();
      // One more, since cards may turn out lower than estimated, which is known a frame later.
      spare.current = Math.max(1, spare.current);
      show(whole.current);
      return true;
    };
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries)
        if (target === list.current) measure(true);
        else {
          whole.current = element.clientHeight;
          if (whole.current === seen.current.height) continue;
          stop();
          if (isGradual && whole.current > seen.current.height && !isLate()) fillOn();
          else show(whole.current);
        }
    });
    sized.current = observer;
    element.addEventListener('scroll', look, { passive: true });
    observer.observe(element);
    if (list.current) observer.observe(list.current);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
      sized.current = null;
      stop();
      hurried.current = () => false;
      seen.current = { top: 0, height: guessedHeight(), way: 0 };
    };
  }, [isShown, isGradual, track, measure]);

  const reveal = useCallback(
    (index: number) => {
      const bring = () => {
        const element = scroller.current;
        if (!element || index < 0 || index >= track.count) return;
        const begin = index === 0 ? 0 : track.startOf(index);
        const end = index === track.count - 1 ? track.total : track.startOf(index + 1);
        if (begin < element.scrollTop) element.scrollTop = begin;
        else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
      };
      bring();
      // Once it is mounted its height is known, and that of those around it.
      afterNextPaint(bring);
    },
    [scroller, track],
  );

  const hurry = useCallback(() => hurried.current(), []);
  const above = track.startOf(now.from);
  return { track, indexes, ...now, above, below: track.total - track.startOf(now.to), reveal, hurry };
}

interface Seen {
  readonly top: number;
  readonly height: number;
  /** Scrolled up last: -1; down: 1; not yet: 0. */
  readonly way: number;
}
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * What is to be mounted: what is in sight, `spare` cards more where scrolling leads, and half as many where it comes from,
 * since all that is mounted costs in each frame that mounts a card. While it scrolls no more than two of these come at once.
 */
function rangeOf(track: CardTrack, { top, height, way }: Seen, before: Range, spare: number): Range {
  if (height === 0) return before;
  const first = track.at(top);
  const end = track.at(top + height) + 1;
  const behind = Math.ceil(spare / 2);
  const most = isScrolling() && before.from <= end && before.to >= first ? 2 : spare;
  return {
    from: Math.max(0, first - (way > 0 ? behind : spare), Math.min(before.from, first) - most),
    to: Math.min(track.count, end + (way < 0 ? behind : spare), Math.max(before.to, end) + most),
  };
}

function isEnough(track: CardTrack, { top, height, way }: Seen, { from, to }: Range, spare: number): boolean {
  if (height === 0) return true;
  const first = track.at(top);
  const end = track.at(top + height) + 1;
  return from <= Math.max(0, first - (way > 0 ? 0 : spare)) && to >= Math.min(track.count, end + (way < 0 ? 0 : spare));
}
