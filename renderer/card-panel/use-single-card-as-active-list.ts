/**
 * Commands always act on a card that fills the window, and on the card of a panel beside a view only while the panel
 * has the DOM focus.
 */
import { useEffect } from 'react';
import { useLiveQuery } from '../data/live.ts';
import { focusCard } from '../data/selection.ts';
import { cardsQuery, loadedCardsOf } from '../model/card-row.ts';
import { registerPanelCard, setActiveList } from '../workbench/active-list.ts';
import type { PanelCard } from './queries.ts';

/** Does nothing if `cardId` is null. */
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

/** Even if the view does not show the card (for example a sub card). Does nothing if `card` is null. */
export function usePanelCardForCommands(card: PanelCard | null): void {
  useEffect(() => (card ? registerPanelCard({ ...card, coverFile: card.coverFileId }) : undefined), [card]);
}
