/**
 * Decides which cards of one list are mounted, with TanStack Virtual. CSS lays out the mounted cards between two
 * paddings, which take the space of the other cards. The height of a card is measured when the card mounts.
 */
import type { ReactVirtualizer, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useHasPageBeenIdle } from './scroll-state.ts';
import { rangeExtractorWithPinnedItems, useListVirtualizer } from './use-list-virtualizer.ts';

interface CardVirtualizerOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly keys: readonly string[];
  /** Includes the gap below the card, in px. A new function makes the hook measure all mounted cards again. */
  readonly estimateHeight: (key: string) => number;
  /** Below the last card. */
  readonly paddingEndPx?: number;
  /** These cards stay mounted wherever the column is scrolled to; -1 is ignored. */
  readonly pinnedIndexes?: readonly number[];
  /** Without the pinned cards. */
  readonly maxMounted?: number | undefined;
  /** Of the scroll container, until it is measured. */
  readonly initialHeightPx?: number | undefined;
  /**
   * Cards mounted beyond each end of the visible part. It is 0 until the page has been idle once, so that the cards on
   * screen mount sooner.
   */
  readonly overscan?: number;
}

export interface CardVirtualizer {
  readonly virtualizer: ReactVirtualizer<HTMLElement, HTMLElement>;
  /** Including pinned ones that are out of sight. */
  readonly items: readonly VirtualItem[];
  /**
   * Indexes [from, to) of the cards that CSS lays out. Mounted cards outside are pinned and need an absolute position.
   */
  readonly from: number;
  readonly to: number;
  /** Above and below the mounted cards. */
  readonly paddingAbovePx: number;
  readonly paddingBelowPx: number;
}

/** The window's height without the usual header and footer. */
const estimatedColumnHeightPx = () => Math.max(200, window.innerHeight - 190);

/**
 * Replaces TanStack Virtual's for two reasons. It keeps fractions of px: with rounded heights, visible cards would jump
 * whenever cards out of sight are unmounted. And it does not read the layout when a card mounts, because the
 * ResizeObserver reports the height in the same frame anyway.
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
  const { scroller, keys, estimateHeight, pinnedIndexes = [], maxMounted = Number.POSITIVE_INFINITY } = options;
  const overscan = useHasPageBeenIdle(() => false) ? (options.overscan ?? 4) : 0;
  const virtualizer = useListVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(keys[index] ?? ''),
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    measureElement,
    initialRect: { width: 0, height: options.initialHeightPx ?? estimatedColumnHeightPx() },
    overscan,
    paddingEnd: options.paddingEndPx ?? 0,
    rangeExtractor: rangeExtractorWithPinnedItems(pinnedIndexes, maxMounted),
  });
  const items = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 - overscan };
  const from = Math.max(0, startIndex - overscan);
  const to = Math.min(keys.length, endIndex + overscan + 1, from + maxMounted);
  const measuredWith = useRef(estimateHeight);
  useLayoutEffect(() => {
    if (measuredWith.current === estimateHeight) return;
    measuredWith.current = estimateHeight;
    virtualizer.measure();
    // Computes the positions from the new estimates first, because `resizeItem` compares the heights with them.
    virtualizer.getTotalSize();
    for (const element of virtualizer.elementsCache.values())
      virtualizer.resizeItem(virtualizer.indexFromElement(element), element.getBoundingClientRect().height);
  }, [virtualizer, estimateHeight]);
  const total = virtualizer.getTotalSize();
  const isEmpty = from === to;
  return {
    virtualizer,
    items,
    from,
    to,
    paddingAbovePx: isEmpty ? 0 : (items.find(({ index }) => index === from)?.start ?? 0),
    paddingBelowPx: total - (isEmpty ? 0 : (items.find(({ index }) => index === to - 1)?.end ?? 0)),
  };
}
