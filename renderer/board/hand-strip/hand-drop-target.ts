/**
 * Makes an element a drop target for the user's own Hand. Used by the strip below boards, the page of the Hand and the
 * Hand's small window. A drop sends `handQueue/setCardOrders`. Cards dragged from the list of bookmarks lose their
 * bookmark. If the Hand has no room for the dropped cards, a dialog opens, in which the person chooses cards that leave
 * the Hand.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { bookmarksListKey, moveBookmarksToHand } from '../../cards/bookmark-cards.ts';
import type { HandState } from '../../cards/hand/hand-entries.ts';
import { act } from '../../data/act.ts';
import { registerDraggableList, registerDropZone, useDragState } from '../../dnd/drag.ts';
import type { LoadedCards } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { handRefusalExceptMissingSlots, missingHandSlotCount, stepToDropInHand } from '../../model/hand/hand-drop.ts';
import { openDialog } from '../../workbench/dialog-state.ts';

interface HandZoneOptions {
  readonly root: RefObject<HTMLElement | null>;
  /** The list element that contains the cards in order; empty while the list is not mounted. */
  readonly row: RefObject<HTMLElement | null>;
  readonly hand: HandState;
  readonly set: LoadedCards;
  readonly axis: 'x' | 'y';
  readonly level: number;
}

/**
 * Registers the element as a drop target, and as a list from which cards can be dragged, while it is mounted. Returns
 * the state of the drag over the element.
 */
export function useHandDropTarget(key: string, options: HandZoneOptions) {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const element = latest.current.root.current;
    if (!element) return;
    const contents = () => handContentsOf(latest.current.hand);
    const stops = [
      registerDropZone({
        key,
        title: 'Hand',
        element,
        stackLevel: latest.current.level,
        indexAt: (x, y) => {
          const { row, axis, hand } = latest.current;
          const places = [...(row.current?.querySelectorAll<HTMLElement>('[data-card-id]') ?? [])];
          if (places.length === 0) return hand.entries.length;
          const found = places.findIndex((place) => {
            const rect = place.getBoundingClientRect();
            return axis === 'x' ? x < rect.left + rect.width / 2 : y < rect.top + rect.height / 2;
          });
          return found < 0 ? places.length : found;
        },
        refusal: (cards) => handRefusalExceptMissingSlots(cards, contents()),
        drop: (cards, index, fromKey) => {
          const areBookmarks = fromKey === bookmarksListKey;
          if (missingHandSlotCount(cards, contents()) > 0)
            return openDialog({ kind: 'choose', what: areBookmarks ? 'makeRoomForBookmarks' : 'makeRoom', cards });
          if (areBookmarks) return moveBookmarksToHand(cards, index, contents());
          const move = stepToDropInHand(cards, index, contents());
          if (!move) return;
          const { current } = contents();
          const areInHand = cards.every((card) => current.includes(card.cardId));
          void act(areInHand ? `Reorder the Hand` : `Put ${cardTitleOrCountText(cards)} into the Hand`, [move]);
        },
      }),
      registerDraggableList({
        key,
        cardOf: (id) => latest.current.set.rows[id],
        order: () => contents().current,
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [key]);
  const isTargeted = useDragState((state) => state.target?.key === key && state.refusal === null);
  const index = useDragState((state) => (state.target?.key === key ? state.target.index : -1));
  const refusal = useDragState((state) => (state.target?.key === key ? state.refusal : null));
  const isFull = useDragState(
    (state) => state.target?.key === key && missingHandSlotCount(state.cards, handContentsOf(options.hand)) > 0,
  );
  // Text to show during the drag; null if there is nothing to say.
  const note = isFull ? 'The Hand is full: drop to choose what leaves it.' : refusal;
  return { isTargeted, index, refusal, note };
}

const handContentsOf = ({ userId, entries, slots }: HandState) => ({
  userId: userId ?? '',
  current: entries.map(({ cardId }) => cardId),
  slots,
});
