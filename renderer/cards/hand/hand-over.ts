/** Hands cards over to a person, from the team view and from the list of people that a command opens. */
import { query, under } from '../../../shared/contract/query.ts';
import { act } from '../../data/act.ts';
import { ask } from '../../data/live.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardsText } from '../../model/drop-action.ts';
import type { HandContents } from '../../model/hand/hand-drop.ts';
import { handOverSteps } from '../../model/hand/hand-over.ts';
import { performMove } from '../moves.ts';

/** Cards in Hands by id: who has them. */
async function holdersOf(cards: readonly CardRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const cardIds = cards.map(({ cardId }) => cardId);
  const { queueEntry } = await ask(
    query({
      _root: [
        {
          account: [
            under('queueEntries', { cardDoneAt: null, cardId: { op: 'in', value: cardIds } }, ['cardId', 'userId']),
          ],
        },
      ],
    }),
  );
  const holders = new Map<string, string[]>();
  for (const { cardId, userId } of Object.values(queueEntry ?? {}))
    holders.set(cardId, [...(holders.get(cardId) ?? []), userId]);
  return holders;
}

/** Cards of the person's own Hand are put into order only. */
export async function handOver(
  cards: readonly CardRow[],
  to: HandContents,
  name: string,
  index: number,
): Promise<void> {
  const steps = handOverSteps(cards, to, index, await holdersOf(cards));
  if (steps.length === 0) return;
  if (cards.every(({ cardId }) => to.current.includes(cardId))) await act('Reorder the Hand', steps);
  else await performMove({ cards, label: `Give ${cardsText(cards)} to ${name}`, steps }, { announce: true });
}
