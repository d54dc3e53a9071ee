/** The cards before and after one in the view beside the panel, in the order it shows them. */
import { useMemo } from 'react';
import { useActiveList } from '../workbench/active-list.ts';

export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

export function around(order: readonly string[], cardId: string): Neighbours {
  const at = order.indexOf(cardId);
  return { previous: at > 0 ? (order[at - 1] ?? null) : null, next: at >= 0 ? (order[at + 1] ?? null) : null };
}

/** Column by column, top to bottom. A sub card opened from its hero card has no neighbours there. */
export function useNeighbours(cardId: string): Neighbours {
  const list = useActiveList((state) => state.list);
  return useMemo(() => around(list?.columns.flatMap(({ ids }) => ids) ?? [], cardId), [list, cardId]);
}
