/** Finds the previous and next card of the open card, in the order of the view beside the panel. */
import { useMemo } from 'react';
import { useActiveList } from '../workbench/active-list.ts';

export interface NeighbourCards {
  readonly previous: string | null;
  readonly next: string | null;
}

function neighboursOf(order: readonly string[], cardId: string): NeighbourCards {
  const at = order.indexOf(cardId);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

/**
 * Returns the ids of the previous and next card, column by column. An id is null if there is no such card, or if the
 * view does not show the card.
 */
export function useNeighbourCards(cardId: string): NeighbourCards {
  const list = useActiveList((state) => state.list);
  return useMemo(() => neighboursOf(list?.columns.flatMap(({ ids }) => ids) ?? [], cardId), [list, cardId]);
}
