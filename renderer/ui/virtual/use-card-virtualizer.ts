/**
 * The mounted cards of one column, by TanStack Virtual. The page lays them out below each other between two paddings that
 * stand for the other cards; heights are measured as cards mount. Used by boards' columns and the cells of lanes.
 */
import type { ReactVirtualizer, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { rangeWith } from './range-with.ts';
import { useOnceAtRest } from './scroll-state.ts';
import { useListVirtualizer } from './use-list-virtualizer.ts';

interface CardVirtualizerOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly keys: readonly string[];
  /** px with the gap. Another function makes the column measure its cards again. */
  readonly estimate: (key: string) => number;
  /** px below the last card. */
  readonly paddingEnd?: number;
  /** Indexes that stay mounted wherever the column is scrolled to; -1 for none. */
  readonly kept?: readonly number[];
  /** At most this many cards are mounted, besides those kept. */
  readonly limit?: number | undefined;
  /** px of the scroller before it is measured. */
  readonly initialHeight?: number | undefined;
  /**
   * Number of cards mounted beyond both ends while the page is at rest; cards that the board needs to be complete are
   * mounted first.
   */
  readonly overscan?: number;
}

export interface CardVirtualizer {
  readonly virtualizer: ReactVirtualizer<HTMLElement, HTMLElement>;
  /** All mounted cards. */
  readonly items: readonly VirtualItem[];
  /** Indexes [from, to) of those in the flow of the list; other mounted cards need a position. */
  readonly from: number;
  readonly to: number;
  /** px of the list's paddings. */
  readonly above: number;
  readonly below: number;
}

/** px of a column before it is measured: the window without what usually surrounds it. */
const guessedHeight = () => Math.max(200, window.innerHeight - 190);

/**
 * Differs from the library's function in two ways: fractions of px, since rounding would move the visible cards when
 * paddings replace cards; and no layout read when a card mounts, since its first entry arrives in the same frame.
 */
function measureElement(
  element: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  { indexFromElement, itemSizeCache, options }: Virtualizer<HTMLElement, HTMLElement>,
): number {
  const index = indexFromElement(element);
  return (
    entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index)
  );
}

export function useCardVirtualizer(options: CardVirtualizerOptions): CardVirtualizer {
  const { scroller, keys, estimate, paddingEnd = 0, kept = [], limit = Number.POSITIVE_INFINITY } = options;
  const overscan = useOnceAtRest(() => false) ? (options.overscan ?? 4) : 0;
  const virtualizer = useListVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(keys[index] ?? ''),
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    measureElement,
    initialRect: { width: 0, height: options.initialHeight ?? guessedHeight() },
    overscan,
    paddingEnd,
    rangeExtractor: rangeWith(kept, limit),
  });
  const items = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 - overscan };
  const from = Math.max(0, startIndex - overscan);
  const to = Math.min(keys.length, endIndex + overscan + 1, from + limit);
  const estimated = useRef(estimate);
  useLayoutEffect(() => {
    if (estimated.current === estimate) return;
    estimated.current = estimate;
    virtualizer.measure();
    // Lays the estimates out, which the mounted cards are compared with.
    virtualizer.getTotalSize();
    for (const element of virtualizer.elementsCache.values())
      virtualizer.resizeItem(virtualizer.indexFromElement(element), element.getBoundingClientRect().height);
  }, [virtualizer, estimate]);
  const total = virtualizer.getTotalSize();
  const isEmpty = from === to;
  return {
    virtualizer,
    items,
    from,
    to,
    above: isEmpty ? 0 : (items.find(({ index }) => index === from)?.start ?? 0),
    below: total - (isEmpty ? 0 : (items.find(({ index }) => index === to - 1)?.end ?? 0)),
  };
}
