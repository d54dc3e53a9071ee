/**
 * People to whom cards can be handed over, and cards that leave a full Hand. The last card of the Hand is the first
 * choice.
 */
import { act, actStep } from '../../data/act.ts';
import { nameOf, type Person } from '../../data/lookups.ts';
import { type CardRow, shownTitle } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { usedSlotsText } from '../../model/hand/finished.ts';
import { handRefusal, missingHandSlotCount } from '../../model/hand/hand-drop.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { handOverCards } from '../hand/hand-over.ts';
import type { TeamHands } from '../hand/use-team.ts';
import type { CardChoice } from './choice.ts';

/**
 * `held` are the cards of the Hand in order. If several cards must leave, the only choice is to remove the last cards.
 * If a card in `bookmarks` joins the Hand, the same change removes its bookmark.
 */
export function handRemovalChoices(
  cards: readonly CardRow[],
  held: readonly CardRow[],
  slots: number,
  userId: string | null,
  bookmarks?: ReadonlySet<string>,
): CardChoice[] {
  if (userId === null) return [];
  const cardIds = held.map(({ cardId }) => cardId);
  const count = missingHandSlotCount(cards, { userId, cardIds, slots });
  const joining = cards.map(({ cardId }) => cardId).filter((id) => !cardIds.includes(id));
  const ids = joining.filter((id) => bookmarks?.has(id));
  const replace = (leaving: readonly CardRow[]) => () =>
    void act(
      `Put ${cardTitleOrCountText(cards)} into the Hand instead of ${cardTitleOrCountText(leaving)}`,
      [
        actStep('handQueue/removeCards', { cardIds: leaving.map(({ cardId }) => cardId), userId }),
        actStep('handQueue/addCardsToHand', { cardIds: joining, userId }),
        ...(ids.length > 0 ? [actStep('bookmarks/removeCards', { ids, userId })] : []),
      ],
      { showsToast: true },
    );
  if (count === 0) return [];
  if (count > 1) {
    const lowest = held.slice(-count);
    const titles = lowest.map(({ title }) => shownTitle(title)).join(', ');
    return [{ key: 'lowest', label: `The ${count} lowest: ${titles}`, run: replace(lowest) }];
  }
  return held
    .map((card, at) => ({
      key: card.cardId,
      label: shownTitle(card.title),
      hint: `place ${at + 1}`,
      icon: <StatusIcon derivedStatus={card.derivedStatus} />,
      run: replace([card]),
    }))
    .toReversed();
}

export function handOverChoices(
  cards: readonly CardRow[],
  persons: readonly Person[],
  me: string | null,
  { members, slots }: TeamHands,
): CardChoice[] {
  return members.flatMap(({ userId, cards: held }) => {
    const person = persons.find(({ id }) => id === userId);
    if (!person) return [];
    const hand = { userId, cardIds: held.map(({ cardId }) => cardId), slots };
    const has = cards.every(({ cardId }) => hand.cardIds.includes(cardId));
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
