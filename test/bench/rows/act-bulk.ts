import { measureAction } from '../support/actions.ts';
import type { BenchRow } from '../support/row.ts';

const size = 500;

/** `cards/bulkUpdate`: sets another effort on 500 cards at once. */
export const { name, budget, run }: BenchRow = {
  name: 'act-bulk',
  budget: { p95: 150 },
  run: () =>
    measureAction(({ ids, act, account }) => {
      const cards = ids('SELECT cardId FROM card WHERE deckId = ? ORDER BY n LIMIT ?', account.deckOf5000, size);
      return {
        once: (round) => act('cards/bulkUpdate', { ids: cards, effort: [1, 2, 3, 5, 8][round % 5] ?? null }),
        note: `cards/bulkUpdate of ${cards.length} cards`,
      };
    }),
};
