import { measureAction } from '../support/actions.ts';
import type { BenchRow } from '../support/row.ts';

/** `cardOrders/addAfter`: one card to another place of a zone of 5,000. */
export const { name, budget, run }: BenchRow = {
  name: 'act-order',
  budget: { p95: 15 },
  run: () =>
    measureAction(({ ids, act, account }) => {
      const cardIds = ids('SELECT cardId FROM card WHERE deckId = ? ORDER BY n', account.deckOf5000);
      const zone = { context: 'deck', label: 'Zone' } as const;
      act('cardOrders/addAfter', { ...zone, targetId: null, cardIds });
      return {
        once(round) {
          const moved = cardIds[(round * 7919) % cardIds.length] as string;
          const target = cardIds[(round * 7919 + 2500) % cardIds.length] as string;
          return act('cardOrders/addAfter', { ...zone, targetId: target, cardIds: [moved] });
        },
        note: `cardOrders/addAfter in a zone of ${cardIds.length} cards`,
      };
    }),
};
