/** Finds the previous and the next card of the panel, in the order in which the view beside it shows them. */
import { useMemo } from 'react';
import { useActiveList } from '../workbench/active-list.ts';

export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

function neighboursOf(order: readonly string[], cardId: string): Neighbours {
  const at = order.indexOf(cardId);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

/** The previous and next card, column by column; null where the view does not show the card, such as a sub card. */
export function useNeighbours(cardId: string): Neighbours {
  const list = useActiveList((state) => state.list);
  return useMemo(() => neighboursOf(list?.columns.flatMap(({ ids }) => ids) ?? [], cardId), [list, cardId]);
}
