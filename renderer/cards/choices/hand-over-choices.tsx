/** Choices for handing cards over: all people, with the used slots of their Hands. */
import { nameOf, type Person } from '../../data/lookups.ts';
import type { CardRow } from '../../model/card-row.ts';
import { usedSlotsText } from '../../model/hand/free-slots.ts';
import { handRefusal } from '../../model/hand/hand-drop.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { handOverCards } from '../hand/hand-over.ts';
import type { TeamHands } from '../hand/use-team.ts';
import type { CardChoice } from './choice.ts';

export function handOverChoices(
  cards: readonly CardRow[],
  persons: readonly Person[],
  me: string | null,
  { members, slots }: TeamHands,
): CardChoice[] {
  return members.flatMap(({ userId, cards: held }) => {
    const person = persons.find(({ id }) => id === userId);
    if (!person) return [];
    const hand = { userId, current: held.map(({ cardId }) => cardId), slots };
    const has = cards.every(({ cardId }) => hand.current.includes(cardId));
    const name = nameOf(person);
    return {
      key: userId,
      label: userId === me ? `${name} (you)` : name,
      keywords: person.name,
      hint: usedSlotsText(held.length, slots),
      icon: <PersonAvatar id={userId} size={18} />,
      chosen: has,
      disabled: has ? 'already in this Hand' : handRefusal(cards, hand),
      run: () => void handOverCards(cards, hand, name, held.length),
    };
  });
}
