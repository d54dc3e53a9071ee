/** The rows that store the positions of cards in manual orders. */
import { cardOrderContexts } from '../../../shared/contract/index.ts';
import { cardColumnByOrderContext } from '../store/card-column-by-order-context.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

export const cardOrderKey = (context: string, cardId: string): string => JSON.stringify([context, cardId]);

export function removeFormerCardPositions(
  { rows }: ActionContext,
  before: Pick<StoredRow<'card'>, 'cardId' | 'deckId' | 'milestoneId' | 'sprintId'>,
  after: Pick<StoredRow<'card'>, 'deckId' | 'milestoneId' | 'sprintId'>,
): void {
  for (const context of cardOrderContexts) {
    const owner = cardColumnByOrderContext[context];
    if (before[owner] !== null && before[owner] !== after[owner])
      rows.remove('cardOrder', cardOrderKey(context, before.cardId));
  }
}
