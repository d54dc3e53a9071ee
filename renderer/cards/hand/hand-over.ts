import { queryForAccount, selectRelated } from '../../../shared/contract/query.ts';
import { act } from '../../data/act.ts';
import { errorText } from '../../data/bridge.ts';
import { queryOnce } from '../../data/live.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import type { HandContents } from '../../model/hand/hand-drop.ts';
import { stepsToMoveIntoHand } from '../../model/hand/hand-over.ts';
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
