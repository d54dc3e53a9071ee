import { measureAction } from '../support/actions.ts';
import type { BenchRow } from '../support/row.ts';

const letters = 'abc';

/** `cards/update`: sets another priority on single cards, one after the other. */
export const { name, budget, run }: BenchRow = {
  name: 'act-update',
  budget: { p95: 5 },
  run: () =>
    measureAction(({ ids, act, account }) => {
      const cards = ids('SELECT cardId FROM card WHERE deckId = ? ORDER BY n', account.deckOf5000);
      return {
        once(round) {
          const index = round % cards.length;
          const pass = Math.floor(round / cards.length);
          return act('cards/update', { id: cards[index] as string, priority: letters[(index + pass) % 3] ?? null });
        },
        note: 'cards/update of one field',
      };
    }),
};
