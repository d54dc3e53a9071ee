/** The bookmarked cards of the workspace's user in order, and moves between bookmarks and Hand. */
import { useMemo } from 'react';
import { act, step } from '../data/act.ts';
import { useMe } from '../data/app-state.ts';
import { useLive } from '../data/live.ts';
import { type CardRow, type CardSet, cardSetOf, cardsQuery } from '../model/card-row.ts';
import { cardsText } from '../model/drop-action.ts';
import { bookmarkDrop } from '../model/hand/bookmark-drop.ts';
import { type HandContents, handDrop } from '../model/hand/hand-drop.ts';
import { currentHand, currentHandContents, type HandState } from './hand/hand-entries.ts';

/** Key of the list of bookmarks beneath the Hand, and of its drop zone. */
export const bookmarksKey = 'hand-bookmarks';

export interface BookmarkCards {
  readonly cards: readonly CardRow[];
  readonly set: CardSet;
}

/** Bookmarks that are in the Hand or its done pile are left out: they are shown there. None if `hand` is another's. */
export function useBookmarkCards({ bookmarks, inHand, done, userId }: HandState): BookmarkCards {
  const me = useMe();
  const { data } = useLive(cardsQuery({ handCards: { userId: me ?? '' } }, null), {
    enabled: me !== null && me === userId,
    keep: true,
  });
  const set = useMemo(() => cardSetOf(data as never, null), [data]);
  const cards = useMemo(() => {
    const finished = new Set(done.map(({ cardId }) => cardId as string));
    return bookmarks.flatMap((id) => (inHand.has(id) || finished.has(id) ? [] : (set.rows[id] ?? [])));
  }, [bookmarks, inHand, done, set]);
  return { cards, set };
}

/** Puts the cards before the shown bookmark at `index` (from 0); cards of the Hand leave it. */
export function putBookmarks(cards: readonly CardRow[], index: number, shown: readonly CardRow[]): void {
  const { current, userId } = currentHandContents();
  const bookmarks = shown.map(({ cardId }) => cardId);
  const steps = bookmarkDrop(cards, index, { userId, bookmarks, current });
  if (steps.length === 0) return;
  const isReorder = cards.every(({ cardId }) => bookmarks.includes(cardId));
  void act(isReorder ? 'Reorder the bookmarks' : `Move ${cardsText(cards)} to the bookmarks`, steps);
}

/** Moves bookmarked cards before the entry at `index` (from 0) of the Hand. */
export function takeBookmarks(cards: readonly CardRow[], index: number, hand: HandContents): void {
  const { bookmarked } = currentHand();
  const into = handDrop(cards, index, hand);
  const ids = cards.map(({ cardId }) => cardId).filter((id) => bookmarked.has(id) && !hand.current.includes(id));
  if (!into) return;
  const out = ids.length > 0 ? [step('bookmarks/removeCards', { ids, userId: hand.userId })] : [];
  void act(`Move ${cardsText(cards)} from the bookmarks to the Hand`, [into, ...out]);
}
