/** The person becomes the owner, and the cards go from other Hands into that person's Hand. */
import { type ActStep, actStep } from '../../data/act.ts';
import type { CardRow } from '../card-row.ts';
import { stepsToUpdateCards } from '../drop-action.ts';
import { type HandContents, stepToDropInHand } from './hand-drop.ts';

/**
 * Returns the steps that hand cards over; empty if nothing changes.
 * @param to the Hand of the person who gets the cards
 * @param index position of the cards in that Hand, from 0
 * @param holders for each card id, the ids of the people who have the card in their Hand
 */
export function stepsToMoveIntoHand(
  cards: readonly CardRow[],
  to: HandContents,
  index: number,
  holders: ReadonlyMap<string, readonly string[]>,
): ActStep[] {
  const joining = cards.filter(({ cardId }) => !to.cardIds.includes(cardId));
  const leaving = new Map<string, string[]>();
  for (const { cardId } of joining)
    for (const userId of holders.get(cardId) ?? []) leaving.set(userId, [...(leaving.get(userId) ?? []), cardId]);
  const order = stepToDropInHand(cards, index, to);
  return [
    ...stepsToUpdateCards(
      joining
        .filter(({ assigneeId }) => assigneeId !== to.userId)
        .map(({ cardId }) => [cardId, { assigneeId: to.userId }] as const),
    ),
    ...[...leaving].map(([userId, cardIds]) => actStep('handQueue/removeCards', { cardIds, userId })),
    ...(order ? [order] : []),
  ];
}
