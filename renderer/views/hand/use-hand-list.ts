/** Makes the cards of a Hand the list that commands act on. Used by the view of a Hand and by the Hand strip's window. */
import { useCallback, useEffect, useRef } from 'react';
import type { HandState } from '../../cards/hand-entries.ts';
import { act } from '../../data/act.ts';
import type { CardSet } from '../../model/card-row.ts';
import { handDrop, handRefusal } from '../../model/hand/hand-drop.ts';
import { announce } from '../../ui/dom/announce.ts';
import { showList } from '../../workbench/active-list.ts';

export interface HandListOptions {
  readonly key: string;
  readonly hand: HandState;
  readonly set: CardSet;
  /** Ids of the open cards and of the done pile, in order. */
  readonly ids: readonly string[];
  readonly doneIds: readonly string[];
}

/** Returns a function for the ids in order, for the selection of ranges. It stays the same. */
export function useHandList({ key, hand, set, ids, doneIds }: HandListOptions): () => readonly string[] {
  const latest = useRef({ hand, set, ids, doneIds });
  latest.current = { hand, set, ids, doneIds };
  const columns = JSON.stringify([ids, doneIds]);
  useEffect(() => {
    const [handIds, pile] = JSON.parse(columns) as [string[], string[]];
    return showList({
      key,
      title: 'Hand',
      leaves: true,
      columns: [
        { column: { key: 'hand-page', title: 'Hand', by: 'none', value: null }, ids: handIds },
        { column: { key: 'done', title: 'Done pile', by: 'none', value: null }, ids: pile },
      ],
      cardOf: (id) => latest.current.set.rows[id],
      move: (moved, column, at) => {
        const { hand: now } = latest.current;
        if (column !== 0 || !now.userId) return;
        const handFacts = { userId: now.userId, current: now.entries.map((entry) => entry.cardId), slots: now.slots };
        if (handRefusal(moved, handFacts)) return;
        const change = handDrop(moved, at, handFacts);
        if (change) void act('Reorder the Hand', [change]);
        announce(`${moved[0]?.title}: place ${Math.min(at, handFacts.current.length - 1) + 1}`);
      },
      reveal: (id) =>
        document
          .querySelector(`[data-card-list="hand-page"] [data-card-id="${CSS.escape(id)}"]`)
          ?.scrollIntoView({ block: 'nearest' }),
    });
  }, [key, columns]);
  return useCallback(() => [...latest.current.ids, ...latest.current.doneIds], []);
}
