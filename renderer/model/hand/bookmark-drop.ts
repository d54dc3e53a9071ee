/**
 * Turns a drop of cards on the list of bookmarks into steps. The steps bookmark the cards. If some of the cards are in
 * the Hand, the steps also remove these cards from the Hand.
 */
import { type ActStep, actStep } from '../../data/act.ts';
import { isSameList } from '../arrange.ts';
import { idsAfterDrop } from './hand-drop.ts';

interface BookmarksAndHand {
  readonly userId: string;
  /** Ids of the bookmarked cards, in order. */
  readonly bookmarks: readonly string[];
  /** Ids of the cards in the Hand. */
  readonly handCardIds: readonly string[];
}

/** Returns the steps that put the cards before the bookmark at `index` (from 0); empty if nothing changes. */
export function stepsToDropInBookmarks(
  cards: readonly { readonly cardId: string }[],
  index: number,
  { userId, bookmarks, handCardIds }: BookmarksAndHand,
): ActStep[] {
  const dragged = cards.map(({ cardId }) => cardId);
  const cardIds = idsAfterDrop(bookmarks, index, dragged);
  const leaving = handCardIds.filter((id) => dragged.includes(id));
  return [
    ...(isSameList(cardIds, bookmarks) ? [] : [actStep('bookmarks/setOrders', { cardIds, userId })]),
    ...(leaving.length > 0 ? [actStep('handQueue/removeCards', { cardIds: leaving, userId })] : []),
  ];
}
