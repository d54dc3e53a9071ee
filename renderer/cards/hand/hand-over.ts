import { queryForAccount, selectRelated } from '../../../shared/contract/query.ts';
import { type ActStep, act, actStep } from '../../data/act.ts';
import { errorText } from '../../data/bridge.ts';
import { queryOnce } from '../../data/live.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardTitleOrCountText, stepsToUpdateCards } from '../../model/drop-action.ts';
import type { HandContents } from '../../model/hand/hand-drop.ts';
import { stepToDropInHand } from '../../model/hand/hand-drop.ts';
import { toast } from '../../ui/popups/toast.ts';
import { performCardChange } from '../perform-card-change.ts';

/** By card id. @throws FailureError */
async function holdersOf(cards: readonly CardRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const cardIds = cards.map(({ cardId }) => cardId);
  const { queueEntry } = await queryOnce(
    queryForAccount([
      selectRelated('queueEntries', { cardDoneAt: null, cardId: { op: 'in', value: cardIds } }, ['cardId', 'userId']),
    ]),
  );
  const holders = new Map<string, string[]>();
  for (const { cardId, userId } of Object.values(queueEntry ?? {}))
    holders.set(cardId, [...(holders.get(cardId) ?? []), userId]);
  return holders;
}

/**
 * The person becomes the owner of cards that were not in this Hand before, and these cards leave all other Hands. A
 * toast shows failures.
 */
export async function handOverCards(
  cards: readonly CardRow[],
  to: HandContents,
  name: string,
  index: number,
): Promise<void> {
  const holders = await holdersOf(cards).catch((error: unknown) => {
    toast({
      title: errorText(error),
      detail: `Give ${cardTitleOrCountText(cards)} to ${name}`,
      tone: 'danger',
    });
    return null;
  });
  const steps = holders ? stepsToMoveIntoHand(cards, to, index, holders) : [];
  if (steps.length === 0) return;
  if (cards.every(({ cardId }) => to.cardIds.includes(cardId))) await act('Reorder the Hand', steps);
  else
    await performCardChange(
      { cards, label: `Give ${cardTitleOrCountText(cards)} to ${name}`, steps },
      { showsToast: true },
    );
}

/**
 * The person becomes the owner, and the cards go from other Hands into that person's Hand. Returns the steps that hand cards over; empty if nothing changes.
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
