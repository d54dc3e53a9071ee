import { measureAction } from '../support/actions.ts';
import type { BenchRow } from '../support/row.ts';

/** `cardOrders/addAfter`: moves one card within a zone of 5,000 cards. */
export const { name, budget, run }: BenchRow = {
  name: 'act-order',
  budget: { p95: 4 },
  run: () =>
    measureAction(({ ids, act, account }) => {
      const cardIds = ids('SELECT cardId FROM card WHERE deckId = ? ORDER BY n', account.deckOf5000);
      const zone = { context: 'deck', label: 'Zone' } as const;
      act('cardOrders/addAfter', { ...zone, targetId: null, cardIds });
      return {
        once(round) {
          const moved = cardIds[(round * 7919) % cardIds.length] as string;
          const target = cardIds[(round * 7919 + 2500) % cardIds.length] as string;
          const written = act('cardOrders/addAfter', { ...zone, targetId: target, cardIds: [moved] });
          // A move must write only the rank of the moved card, not the ranks of all cards in the zone.
          if (written.cardOrder !== 1 || Object.keys(written).length > 1)
            throw new Error(`A move wrote ${JSON.stringify(written)}`);
          return written;
        },
        note: `cardOrders/addAfter in a zone of ${cardIds.length} cards`,
      };
    }),
};
