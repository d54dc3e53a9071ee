import { useMemo } from 'react';
import { act, actStep } from '../data/act.ts';
import { useCurrentUserId } from '../data/app-state.ts';
import { rowByAnyId } from '../data/id-remap.ts';
import { useLiveQuery } from '../data/live.ts';
import { type CardRow, cardsQuery, type LoadedCards, loadedCardsOf } from '../model/card-row.ts';
import { cardTitleOrCountText } from '../model/drop-action.ts';
import { stepsToDropInBookmarks } from '../model/hand/bookmark-drop.ts';
import { type HandContents, stepToDropInHand } from '../model/hand/hand-drop.ts';
import { currentHand, currentHandContents, type HandState } from './hand/hand-entries.ts';

/** Also of the list's drop zone. */
export const bookmarksListKey = 'hand-bookmarks';

export interface BookmarkedCards {
  readonly cards: readonly CardRow[];
  readonly loaded: LoadedCards;
}

/**
 * In order. Omits cards in the Hand or in its done pile, because the view already shows these. Empty if the Hand
 * belongs to another person.
 */
export function useBookmarkedCards({ bookmarks, inHand, done, userId }: HandState): BookmarkedCards {
  const me = useCurrentUserId();
  const { data } = useLiveQuery(cardsQuery({ handCards: { userId: me ?? '' } }, null), {
    enabled: me !== null && me === userId,
    keepsPrevious: true,
  });
  const loaded = useMemo(() => loadedCardsOf(data as never, null), [data]);
  const cards = useMemo(() => {
    const finished = new Set(done.map(({ cardId }) => cardId as string));
    return bookmarks.flatMap((id) => (inHand.has(id) || finished.has(id) ? [] : (rowByAnyId(loaded.rows, id) ?? [])));
  }, [bookmarks, inHand, done, loaded]);
  return { cards, loaded };
}

/** Inserts before the bookmark at `index` (from 0) in `shown`. The cards leave the Hand. */
export function moveCardsToBookmarks(cards: readonly CardRow[], index: number, shown: readonly CardRow[]): void {
  const { cardIds, userId } = currentHandContents();
  const bookmarks = shown.map(({ cardId }) => cardId);
  const steps = stepsToDropInBookmarks(cards, index, { userId, bookmarks, handCardIds: cardIds });
  if (steps.length === 0) return;
  const isReorder = cards.every(({ cardId }) => bookmarks.includes(cardId));
  void act(isReorder ? 'Reorder the bookmarks' : `Move ${cardTitleOrCountText(cards)} to the bookmarks`, steps);
}

/** Inserts before the entry at `index` (from 0). The cards leave the bookmarks. */
export function moveBookmarksToHand(cards: readonly CardRow[], index: number, hand: HandContents): void {
  const { bookmarked } = currentHand();
  const handStep = stepToDropInHand(cards, index, hand);
  const ids = cards.map(({ cardId }) => cardId).filter((id) => bookmarked.has(id) && !hand.cardIds.includes(id));
  if (!handStep) return;
  const bookmarkSteps = ids.length > 0 ? [actStep('bookmarks/removeCards', { ids, userId: hand.userId })] : [];
  void act(`Move ${cardTitleOrCountText(cards)} from the bookmarks to the Hand`, [handStep, ...bookmarkSteps]);
}
