/** The cards of a column, and the composer if it is open between two cards. */
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useNearestCardRowStore } from '../../../cards/card-rows.ts';
import { cardGapPx, estimatedCardHeightPx } from '../../../cards/face/card-height.ts';
import { useCardFaceSettings } from '../../../cards/face/face-context.tsx';
import { useSelection } from '../../../data/selection.ts';
import { useCardVirtualizer } from '../../../ui/virtual/use-card-virtualizer.ts';
import type { BoardColumnProps } from './column-handlers.ts';

/** In px. */
export const columnComposerHeightPx = 98;
/** The other keys are card ids. */
export const composerItemKey = 'composer';
const noKeys: readonly string[] = [];

interface ColumnItemsOptions extends BoardColumnProps {
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Mounted items come with their positions (see `useCardVirtualizer`). */
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
  // The card's index if it gets the focus and is not mounted, so that the column renders and mounts it. Otherwise -1,
  // so that the column does not render.
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
    // The focused card stays mounted.
    pinnedIndexes: [keys.indexOf(useSelection.getState().focused ?? ''), composerIndex],
    maxMounted: maxMountedCards,
    initialHeightPx,
    overscan: lane ? 1 : 4,
  });
  const { virtualizer, from, to } = shown;
  mounted.current = { from, to };

  useEffect(() => {
    if (composerIndex >= 0) virtualizer.scrollToIndex(composerIndex);
  }, [composerIndex, virtualizer]);

  return { keys, ...shown };
}
