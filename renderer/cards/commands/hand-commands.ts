/** Commands that put cards into a Hand, take them out, hand them over or bookmark them. */
import { Bookmark, Hand, HandGrab, HandHelping } from 'lucide-react';
import { nameOf, usePeopleStore } from '../../data/people.ts';
import { moveFocus, useSelection } from '../../data/selection.ts';
import { joiningRefusal } from '../../model/hand/hand-drop.ts';
import { activeList, adjacentCard, targetCards } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import * as actions from '../card-actions.ts';
import { currentHand, currentHandContents } from '../hand/hand-entries.ts';
import { choose, focusedId, hasTargets, isAnyOpen, me } from './command-targets.ts';

/** The people other than the workspace's user in whose Hands the list shows the cards; empty if one is in no such Hand. */
const otherHolders = (): ReadonlySet<string> => {
  const holders = new Set(targetCards().map(({ cardId }) => activeList()?.holderOf?.(cardId) ?? null));
  return holders.has(null) || holders.has(me()) ? new Set() : (holders as Set<string>);
};

export const handCommands: readonly Command[] = [
  {
    id: 'card.hand',
    needs: 'handQueue/addCardsToHand',
    label: () =>
      targetCards().every((card) => currentHand().inHand.has(card.cardId))
        ? 'Take out of the Hand'
        : 'Put into the Hand',
    group: 'Cards',
    keys: ['H'],
    icon: Hand,
    when: isAnyOpen,
    refused: () => joiningRefusal(targetCards(), currentHandContents()),
    run: () => {
      const [cards, { inHand }] = [targetCards(), currentHand()];
      const put = () => void actions.toHand(cards, inHand);
      if (cards.every(({ cardId }) => inHand.has(cardId))) leaveHand(put, me());
      else put();
    },
  },
  {
    id: 'card.putBack',
    needs: 'handQueue/removeCards',
    label: () => {
      const [holder, ...others] = otherHolders();
      return holder && others.length === 0
        ? `Take out of the Hand of ${nameOf(usePeopleStore.getState().people[holder])}`
        : 'Take out of their Hands';
    },
    group: 'Cards',
    keys: ['Shift+U'],
    icon: HandGrab,
    when: () => otherHolders().size > 0,
    run: () =>
      leaveHand(() => void actions.putBack(targetCards(), (cardId) => activeList()?.holderOf?.(cardId) ?? null)),
  },
  {
    id: 'card.handOver',
    needs: 'handQueue/setCardOrders',
    label: 'Hand over to…',
    group: 'Cards',
    keys: ['Shift+I'],
    icon: HandHelping,
    when: isAnyOpen,
    run: choose('handOver'),
  },
  {
    id: 'card.bookmark',
    needs: 'bookmarks/addCards',
    label: () =>
      targetCards().every((card) => currentHand().bookmarked.has(card.cardId)) ? 'Remove bookmark' : 'Bookmark',
    group: 'Cards',
    keys: ['B'],
    icon: Bookmark,
    when: hasTargets,
    run: () => void actions.bookmark(targetCards(), currentHand().bookmarked),
  },
];

/**
 * Performs a change that takes the cards out of the Hand of `holder`, or of anybody. If the list shows the focused card
 * there, the focus moves to its neighbour.
 */
export function leaveHand(change: () => void, holder?: string | null): void {
  const list = activeList();
  const from = focusedId();
  const holderOfFrom = (from && list?.holderOf?.(from)) ?? null;
  const leaves = holderOfFrom !== null && (holder === undefined || holder === holderOfFrom);
  const next = list && leaves ? (adjacentCard(list, from, 'down') ?? adjacentCard(list, from, 'up')) : null;
  change();
  if (next && useSelection.getState().selected.size === 0) moveFocus(next);
}
