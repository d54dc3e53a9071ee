/** The steps bookmark the cards, and remove those that are in the Hand from it. */
import { type ActStep, actStep } from '../../data/act.ts';
import { isSameList } from '../arrange.ts';
import { idsAfterDrop } from './hand-drop.ts';

interface BookmarksAndHand {
  readonly userId: string;
  /** In order. */
  readonly bookmarks: readonly string[];
  readonly handCardIds: readonly string[];
}

/** Before the bookmark at `index` (from 0); empty if nothing changes. */
export function stepsToDropInBookmarks(
  cards: readonly { readonly cardId: string }[],
  index: number,
  { userId, bookmarks, handCardIds }: BookmarksAndHand,
): ActStep[] {
  const dragged = cards.map(({ cardId }) => cardId);
  const cardIds = idsAfterDrop(bookmarks, index, dragged);
  const leaving = handCardIds.filter((id) => dragged.includes(id));
  return [
    ...(isSameList(cardIds, bookmarks)
      ? []
      : [actStep('bookmarks/setOrders', { cardIds, userId }, { cardIds: bookmarks })]),
    ...(leaving.length > 0 ? [actStep('handQueue/removeCards', { cardIds: leaving, userId })] : []),
  ];
}
