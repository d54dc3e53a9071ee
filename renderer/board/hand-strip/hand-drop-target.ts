/**
 * Drops cards into the person's own Hand. A drop sends `handQueue/setCardOrders`. Cards dragged from the list of
 * bookmarks lose their bookmark. If the Hand has no room, the person chooses in a dialog which cards leave it.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { bookmarksListKey, moveBookmarksToHand } from '../../cards/bookmark-cards.ts';
import { type HandState, handContentsOf } from '../../cards/hand/hand-entries.ts';
import { act } from '../../data/act.ts';
import { dropIndexInList, registerDraggableList, useDragState, useDropZone } from '../../dnd/drag.ts';
import type { LoadedCards } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { handRefusalExceptMissingSlots, missingHandSlotCount, stepToDropInHand } from '../../model/hand/hand-drop.ts';
import { openDialog } from '../../workbench/dialog-state.ts';

interface HandZoneOptions {
  readonly root: RefObject<HTMLElement | null>;
  /** Contains the cards in order. Without an element, dropped cards go to the end of the Hand. */
  readonly row: RefObject<HTMLElement | null>;
  readonly hand: HandState;
  readonly loaded: LoadedCards;
}

/** Cards can also be dragged from the element. Returns the state of the drag over it. */
export function useHandDropTarget(
  key: 'hand-strip' | 'hand-page',
  options: HandZoneOptions,
): {
  readonly isTargeted: boolean;
  readonly index: number;
  /** Why a drop is refused, or null. */
  readonly refusal: string | null;
  /** Shown during the drag: the refusal, or that the Hand is full; null if there is nothing to say. */
  readonly note: string | null;
} {
  const { root, row, hand } = options;
  const isStrip = key === 'hand-strip';
  const latest = useRef(options);
  latest.current = options;
  const contents = handContentsOf(hand);
  useDropZone(root, {
    key,
    title: 'Hand',
    // Where the box of the strip overlaps a list of the view, the strip gets the drop.
    stackLevel: isStrip ? 2 : 1,
    indexAt: (x, y) => {
      const hasCards = row.current?.querySelector('[data-card-id]');
      return hasCards ? dropIndexInList(row.current, { x, y }, isStrip ? 'x' : 'y') : hand.entries.length;
    },
    refusal: (cards) => handRefusalExceptMissingSlots(cards, contents),
    drop: (cards, index, fromKey) => {
      const areBookmarks = fromKey === bookmarksListKey;
      if (missingHandSlotCount(cards, contents) > 0)
        return openDialog({
          kind: 'cardChoice',
          choiceKind: areBookmarks ? 'makeRoomInHandForBookmarks' : 'makeRoomInHand',
          cards,
        });
      if (areBookmarks) return moveBookmarksToHand(cards, index, contents);
      const move = stepToDropInHand(cards, index, contents);
      if (!move) return;
      const areInHand = cards.every((card) => contents.cardIds.includes(card.cardId));
      void act(areInHand ? `Reorder the Hand` : `Put ${cardTitleOrCountText(cards)} into the Hand`, [move]);
    },
  });
  useEffect(
    () =>
      registerDraggableList({
        key,
        cardOf: (id) => latest.current.loaded.rows[id],
        order: () => handContentsOf(latest.current.hand).cardIds,
      }),
    [key],
  );
  const isTargeted = useDragState((state) => state.target?.key === key && state.refusal === null);
  const index = useDragState((state) => (state.target?.key === key ? state.target.index : -1));
  const refusal = useDragState((state) => (state.target?.key === key ? state.refusal : null));
  const isFull = useDragState((state) => state.target?.key === key && missingHandSlotCount(state.cards, contents) > 0);
  return { isTargeted, index, refusal, note: isFull ? 'The Hand is full: drop to choose what leaves it.' : refusal };
}
