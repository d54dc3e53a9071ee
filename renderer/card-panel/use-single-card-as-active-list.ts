/** While one card fills the window, makes commands act on this card. On a board, commands act on the focused card. */
import { useEffect } from 'react';
import { useLiveQuery } from '../data/live.ts';
import { focusCard } from '../data/selection.ts';
import { cardsQuery, loadedCardsOf } from '../model/card-row.ts';
import { setActiveList } from '../workbench/active-list.ts';

/** Makes the card `cardId` the only card that commands act on. Does nothing if `cardId` is null. */
export function useSingleCardAsActiveList(cardId: string | null, title: string): void {
  const { data } = useLiveQuery(cardsQuery({ cardId: cardId ?? '' }, null), {
    enabled: cardId !== null,
    keepsPrevious: true,
  });
  useEffect(() => {
    const card = cardId === null ? undefined : loadedCardsOf(data, null).rows[cardId];
    if (!card || cardId === null) return;
    focusCard(cardId);
    return setActiveList({
      key: `card:${cardId}`,
      title,
      columns: [{ column: { key: 'card', title, by: 'none', value: null }, ids: [cardId] }],
      cardOf: (id) => (id === cardId ? card : undefined),
      reveal: () => undefined,
    });
  }, [cardId, data, title]);
}
