import { useMemo } from 'react';
import { type ColumnCardIds, cardIdsUnlessFolded, useActiveList } from '../workbench/active-list.ts';

/**
 * Returns the ids of the previous and the next card, column by column, without the cards of folded columns. A card can
 * be in several columns, for example in the columns of its tags, but it counts once. An id is null if there is no such
 * card. Both ids are null if the columns do not contain `cardId`.
 */
export function neighbourCardIds(columns: readonly ColumnCardIds[], cardId: string) {
  const order = [...new Set(columns.flatMap(cardIdsUnlessFolded))];
  const at = order.indexOf(cardId);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

export function useNeighbourCardIds(cardId: string) {
  const list = useActiveList((state) => state.list);
  return useMemo(() => neighbourCardIds(list?.columns ?? [], cardId), [list, cardId]);
}
