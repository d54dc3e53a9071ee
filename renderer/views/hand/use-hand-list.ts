/** For the Hand view and the Hand's window. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type BookmarkedCards, moveBookmarksToHand, moveCardsToBookmarks } from '../../cards/bookmark-cards.ts';
import { type HandState, handContentsOf } from '../../cards/hand/hand-entries.ts';
import { act } from '../../data/act.ts';
import type { LoadedCards } from '../../model/card-row.ts';
import { handRefusalExceptMissingSlots, missingHandSlotCount, stepToDropInHand } from '../../model/hand/hand-drop.ts';
import { announceToScreenReaders } from '../../ui/dom/announce-to-screen-readers.ts';
import { setActiveList } from '../../workbench/active-list.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { revealCard } from '../../workbench/reveal-card.ts';
import { useClearSelectionOnLeave } from '../../workbench/use-clear-selection-on-leave.ts';
import { useCarriedCardInView } from '../../workbench/use-focus-after-card-removal.ts';

/** Column 0 is the Hand, column 1 is the done pile. */
const bookmarksColumn = 2;
const noIds: readonly string[] = [];

interface HandListOptions {
  readonly key: string;
  readonly hand: HandState;
  readonly loaded: LoadedCards;
  /** Not done, in order. */
  readonly ids: readonly string[];
  /** The done pile, in order; absent if the window does not show it. */
  readonly doneIds?: readonly string[];
  /** Below the Hand; absent if the window does not show them. */
  readonly bookmarks?: BookmarkedCards;
}

/**
 * Returns a function that returns all card ids in order (Hand, bookmarks, done pile) for range selection. It stays the
 * same between renders.
 */
export function useHandAsActiveList(options: HandListOptions): () => readonly string[] {
  const { key, hand, loaded, ids, doneIds = noIds, bookmarks } = options;
  const bookmarkIds = bookmarks?.cards.map(({ cardId }) => cardId) ?? noIds;
  const latest = useRef({ hand, loaded, ids, doneIds, bookmarks, bookmarkIds });
  latest.current = { hand, loaded, ids, doneIds, bookmarks, bookmarkIds };
  useClearSelectionOnLeave(key);
  const idLists = JSON.stringify([ids, doneIds, bookmarkIds]);
  const columns = useMemo(() => {
    const [handIds, pile, bookmarked] = JSON.parse(idLists) as [string[], string[], string[]];
    return [
      { column: { key: 'hand-page', title: 'Hand', by: 'none', value: null }, ids: handIds },
      { column: { key: 'done', title: 'Done pile', by: 'none', value: null }, ids: pile },
      { column: { key: 'bookmarks', title: 'Bookmarks', by: 'none', value: null }, ids: bookmarked },
    ] as const;
  }, [idLists]);
  useEffect(() => {
    const cardOf = (id: string) => latest.current.loaded.rows[id] ?? latest.current.bookmarks?.loaded.rows[id];
    return setActiveList({
      key,
      title: 'Hand',
      columns,
      // The Hand and the done pile are side by side, the bookmarks below the Hand.
      columnsPerRow: 2,
      cardOf,
      holderOf: (id) => (latest.current.ids.includes(id) ? latest.current.hand.userId : null),
      move: (moved, column, at) => {
        const { hand: now } = latest.current;
        if (column === bookmarksColumn) return moveCardsToBookmarks(moved, at, latest.current.bookmarks?.cards ?? []);
        if (column !== 0 || !now.userId) return;
        const handContents = handContentsOf(now);
        if (handRefusalExceptMissingSlots(moved, handContents)) return;
        if (missingHandSlotCount(moved, handContents) > 0)
          return openDialog({ kind: 'cardChoice', choiceKind: 'makeRoomInHandForBookmarks', cards: moved });
        const change = stepToDropInHand(moved, at, handContents);
        if (moved.some(({ cardId }) => !handContents.cardIds.includes(cardId)))
          moveBookmarksToHand(moved, at, handContents);
        else if (change) void act('Reorder the Hand', [change]);
        announceToScreenReaders(`${moved[0]?.title}: place ${Math.min(at, handContents.cardIds.length - 1) + 1}`);
      },
      reveal: (id) => revealCard('main', id),
    });
  }, [key, columns]);
  useCarriedCardInView(columns);
  return useCallback(() => [...latest.current.ids, ...latest.current.bookmarkIds, ...latest.current.doneIds], []);
}
