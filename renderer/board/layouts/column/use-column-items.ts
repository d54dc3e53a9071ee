/**
 * The items of a column: its cards, and the composer if it is open between two cards. Only visible items are mounted.
 */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNearestCardRowStore } from '../../../cards/card-rows.ts';
import { cardGapPx, estimatedCardHeightPx } from '../../../cards/face/card-height.ts';
import { useCardFaceSettings } from '../../../cards/face/face-context.tsx';
import { useSelection } from '../../../data/selection.ts';
import { useCardVirtualizer } from '../../../ui/virtual/use-card-virtualizer.ts';
import type { BoardColumnProps } from './column-handlers.ts';

/** Height in px of the composer. */
export const columnComposerHeightPx = 98;
/** Key of the composer among the keys of the list's items; the other keys are card ids. */
export const composerItemKey = 'composer';
const noKeys: readonly string[] = [];

interface ColumnItemsOptions extends BoardColumnProps {
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Returns the keys of all items, and the mounted items with their positions (see `useCardVirtualizer`). */
export function useColumnItems(options: ColumnItemsOptions) {
  const { arranged, scroller, isFolded, composerIndex, maxMountedCards, initialHeightPx } = options;
  const { lane, ids } = arranged;
  const rows = useNearestCardRowStore();
  const { density, hiddenFields, showsDeckName, heroCovers, lettersPerLine } = useCardFaceSettings();
  const keys = useMemo(
    () => (composerIndex >= 0 ? ids.toSpliced(composerIndex, 0, composerItemKey) : ids),
    [ids, composerIndex],
  );
  const estimateHeight = useCallback(
    (key: string) =>
      key === composerItemKey
        ? columnComposerHeightPx
        : estimatedCardHeightPx(rows.loaded.rows[key], {
            density,
            hiddenFields,
            showsDeckName,
            heroCovers,
            lettersPerLine,
          }) + cardGapPx,
    [rows, density, hiddenFields, showsDeckName, heroCovers, lettersPerLine],
  );
  // If a card of this column gets the focus and is not mounted, this selector returns the card's index. The column then
  // renders and mounts the card. For all other cards it returns -1, so that the column does not render.
  const mounted = useRef({ from: 0, to: 0 });
  useSelection((state) => {
    const index = state.focused ? keys.indexOf(state.focused) : -1;
    return index >= mounted.current.from && index < mounted.current.to ? -1 : index;
  });
  const shown = useCardVirtualizer({
    scroller,
    keys: isFolded ? noKeys : keys,
    estimateHeight,
    paddingEndPx: lane ? 8 : 22,
    // The focused card stays mounted at any scroll position.
    pinnedIndexes: [keys.indexOf(useSelection.getState().focused ?? ''), composerIndex],
    maxMounted: maxMountedCards,
    initialHeightPx,
    overscan: lane ? 1 : 4,
  });
  const { virtualizer, from, to } = shown;
  mounted.current = { from, to };

  // Scrolls a composer that opens between cards into view.
  useEffect(() => {
    if (composerIndex >= 0) virtualizer.scrollToIndex(composerIndex);
  }, [composerIndex, virtualizer]);

  return { keys, ...shown };
}
