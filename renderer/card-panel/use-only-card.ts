/** Makes a card that fills the window the one that commands act on, as the focused card of a board is. */
import { useEffect } from 'react';
import { useLive } from '../data/live.ts';
import { focusCard } from '../data/selection.ts';
import { cardSetOf, cardsQuery } from '../model/card-row.ts';
import { setActiveList } from '../workbench/active-list.ts';

/** Does nothing while `cardId` is null. */
export function useOnlyCard(cardId: string | null, title: string): void {
  const { data } = useLive(cardsQuery({ cardId: cardId ?? '' }, null), { enabled: cardId !== null, keep: true });
  useEffect(() => {
    const card = cardId === null ? undefined : cardSetOf(data, null).rows[cardId];
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
