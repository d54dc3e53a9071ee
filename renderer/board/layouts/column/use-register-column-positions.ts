/**
 * Registers the positions of a mounted column's cards for drags (the column is a drop target), for the lasso (it
 * selects cards with a drawn frame), and for code that scrolls a card into view.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { cardGapPx } from '../../../cards/face/card-height.ts';
import { type DropZone, registerDropZone } from '../../../dnd/drag.ts';
import { insertionIndexAtYPx, itemIndexesInPxRange, itemTopPx } from '../../../ui/virtual/item-positions.ts';
import type { CardVirtualizer } from '../../../ui/virtual/use-card-virtualizer.ts';
import type { BoardColumnProps } from './column-handlers.ts';
import { composerItemKey } from './use-column-items.ts';

interface ColumnPositionsOptions extends BoardColumnProps {
  readonly root: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly virtualizer: CardVirtualizer['virtualizer'];
  /** Keys of all items of the list. */
  readonly keys: readonly string[];
}

export function useRegisterColumnPositions(options: ColumnPositionsOptions): void {
  const { arranged, handlers, root, scroller, lanesScroller, virtualizer } = options;
  const { keys, composerIndex, isManualOrder, isFolded } = options;
  const { column, lane } = arranged;
  const now = useRef({ keys, composerIndex, isManualOrder });
  now.current = { keys, composerIndex, isManualOrder };

  useEffect(() => {
    handlers.registerList(column.key, {
      get scroller() {
        return scroller.current;
      },
      cardIdsBetween: (from, to) =>
        now.current.keys
          .slice(...itemIndexesInPxRange(virtualizer.measurementsCache, from, to, cardGapPx / 2))
          .filter((key) => key !== composerItemKey),
      reveal: (index) => virtualizer.scrollToIndex(index),
    });
    return () => handlers.registerList(column.key, null);
  }, [handlers, column.key, virtualizer, scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: folding replaces the scroller
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const toListPosition = (y: number) => {
      const { top = 0 } = scroller.current?.getBoundingClientRect() ?? {};
      return y - top + (scroller.current?.scrollTop ?? 0);
    };
    const zone: DropZone = {
      key: column.key,
      title: lane ? `${column.title}, ${lane.title}` : column.title,
      element,
      scrollerElement: lanesScroller,
      get listScroller() {
        return scroller.current;
      },
      indexAt: (_x, y) => {
        const index = scroller.current ? insertionIndexAtYPx(virtualizer.measurementsCache, toListPosition(y)) : 0;
        return now.current.composerIndex >= 0 && index > now.current.composerIndex ? index - 1 : index;
      },
      lineAt: (index) => {
        if (!scroller.current || !now.current.isManualOrder) return null;
        const { left, right, top, bottom } = scroller.current.getBoundingClientRect();
        const { composerIndex: at } = now.current;
        const start = itemTopPx(virtualizer.measurementsCache, at >= 0 && index > at ? index + 1 : index);
        const y = start - scroller.current.scrollTop + top;
        return y < top || y > bottom ? null : { left: left + 8, top: y, width: right - left - 16 };
      },
      refusal: (cards, fromKey) => handlers.refusal(cards, column.key, fromKey),
      caution: (cards, fromKey) => handlers.caution(cards, column.key, fromKey),
      drop: (cards, index, fromKey) =>
        handlers.drop(cards, column.key, Math.min(index, now.current.keys.length), fromKey),
    };
    return registerDropZone(zone);
  }, [handlers, column.key, column.title, lane, isFolded, lanesScroller, virtualizer]);
}
