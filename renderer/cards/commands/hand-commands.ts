import { Bookmark, Hand, HandGrab, HandHelping } from 'lucide-react';
import { currentUserId } from '../../data/app-state.ts';
import { nameOf, usePeopleStore } from '../../data/people.ts';
import { putCursorOn } from '../../data/selection.ts';
import type { CardRow } from '../../model/card-row.ts';
import { reasonCannotAddToHand } from '../../model/hand/hand-drop.ts';
import {
  adjacentCardId,
  commandTargetCards,
  currentActiveList,
  cursorCardId,
  visibleSelectedCardIds,
} from '../../workbench/active-list.ts';
import * as actions from '../card-actions.ts';
import { currentHand, currentHandContents } from '../hand/hand-entries.ts';
import {
  type CardCommand,
  choiceListOpener,
  hasCommandTargetCards,
  hasUnarchivedTargetCards,
} from './command-targets.ts';

/**
 * People who have the target cards in their Hands, if the active list shows Hands. Empty if one of the cards is in none
 * of the shown Hands, or is in the person's own Hand.
 */
const otherHolders = (cards: readonly CardRow[] = commandTargetCards()): ReadonlySet<string> => {
  const holders = new Set(cards.map(({ cardId }) => currentActiveList()?.holderOf?.(cardId) ?? null));
  return holders.has(null) || holders.has(currentUserId()) ? new Set() : (holders as Set<string>);
};

export const handCommands: readonly CardCommand[] = [
  {
    id: 'card.hand',
    sentAction: 'handQueue/addCardsToHand',
    label: (cards) =>
      cards.length > 0 && cards.every((card) => currentHand().inHand.has(card.cardId))
        ? 'Take out of the Hand'
        : 'Put into the Hand',
    keys: ['H'],
    icon: Hand,
    when: hasUnarchivedTargetCards,
    refused: () => reasonCannotAddToHand(commandTargetCards(), currentHandContents()),
    run: () => {
      const [cards, { inHand }] = [commandTargetCards(), currentHand()];
      const put = () => void actions.toggleCardsInHand(cards, inHand);
      if (cards.every(({ cardId }) => inHand.has(cardId))) removeFromHandAndMoveFocus(put, currentUserId());
      else put();
    },
  },
  {
    id: 'card.putBack',
    sentAction: 'handQueue/removeCards',
    label: (cards) => {
      const [holder, ...others] = otherHolders(cards);
      return holder && others.length === 0
        ? `Take out of the Hand of ${nameOf(usePeopleStore.getState().people[holder])}`
        : 'Take out of their Hands';
    },
    keys: ['Shift+U'],
    icon: HandGrab,
    when: () => otherHolders().size > 0,
    run: () =>
      removeFromHandAndMoveFocus(
        () =>
          void actions.removeCardsFromHands(
            commandTargetCards(),
            (cardId) => currentActiveList()?.holderOf?.(cardId) ?? null,
          ),
      ),
  },
  {
    id: 'card.handOver',
    sentAction: 'handQueue/setCardOrders',
    label: 'Hand over to…',
    keys: ['Shift+I'],
    icon: HandHelping,
    when: hasUnarchivedTargetCards,
    run: choiceListOpener('handOver'),
  },
  {
    id: 'card.bookmark',
    sentAction: 'bookmarks/addCards',
    label: (cards) =>
      cards.length > 0 && cards.every((card) => currentHand().bookmarked.has(card.cardId))
        ? 'Remove bookmark'
        : 'Bookmark',
    keys: ['B'],
    icon: Bookmark,
    when: hasCommandTargetCards,
    run: () => void actions.toggleBookmark(commandTargetCards(), currentHand().bookmarked),
  },
];

/**
 * `change` removes cards from the Hand of `holder`, or from every Hand if `holder` is undefined. If the focused card
 * leaves a Hand and no card is selected, the focus moves to the card below or above it.
 */
export function removeFromHandAndMoveFocus(change: () => void, holder?: string | null): void {
  const list = currentActiveList();
  const from = cursorCardId();
  const holderOfFrom = (from && list?.holderOf?.(from)) ?? null;
  const leaves = holderOfFrom !== null && (holder === undefined || holder === holderOfFrom);
  const next = list && leaves ? (adjacentCardId(list, from, 'down') ?? adjacentCardId(list, from, 'up')) : null;
  change();
  if (next && visibleSelectedCardIds().length === 0) putCursorOn(next);
}
