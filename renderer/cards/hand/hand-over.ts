/** Hands cards over to a person, from the team view and from the list of people that a command opens. */
import { act } from '../../data/act.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardsText } from '../../model/drop-action.ts';
import type { HandContents } from '../../model/hand/hand-drop.ts';
import { handOverSteps } from '../../model/hand/hand-over.ts';
import type { TeamMember } from '../../model/hand/team.ts';
import { performMove } from '../moves.ts';

/** By card id, the ids of the people who have the card in their Hand. */
function holdersOf(members: readonly TeamMember[]): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>();
  for (const { userId, cards } of members)
    for (const { cardId } of cards) holders.set(cardId, [...(holders.get(cardId) ?? []), userId]);
  return holders;
}

/** Cards of the person's own Hand are put into order only. */
export async function handOver(
  cards: readonly CardRow[],
  to: HandContents,
  name: string,
  index: number,
  members: readonly TeamMember[],
): Promise<void> {
  const steps = handOverSteps(cards, to, index, holdersOf(members));
  if (steps.length === 0) return;
  if (cards.every(({ cardId }) => to.current.includes(cardId))) await act('Reorder the Hand', steps);
  else await performMove({ cards, label: `Give ${cardsText(cards)} to ${name}`, steps }, { announce: true });
}
