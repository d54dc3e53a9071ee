import { measureAction } from '../support/actions.ts';
import type { BenchRow } from '../support/row.ts';

/** `handQueue/setCardOrders`: moves the last card of a Hand to its top. */
export const { name, budget, run }: BenchRow = {
  name: 'act-hand',
  budget: { p95: 10 },
  run: () =>
    measureAction(({ ids, act, account: { userId } }) => {
      let order = ids(
        'SELECT cardId FROM queueEntry WHERE userId = ? AND cardDoneAt IS NULL ORDER BY sortIndex',
        userId,
      );
      return {
        once() {
          const moved = order.at(-1) as string;
          order = [moved, ...order.slice(0, -1)];
          return act('handQueue/setCardOrders', { userId, cardIds: order, draggedCardIds: [moved] });
        },
        note: `handQueue/setCardOrders of ${order.length} cards`,
      };
    }),
};
