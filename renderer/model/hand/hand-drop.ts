/** One step with the action `handQueue/setCardOrders` adds cards to a Hand and moves those that are already in it. */
import { canBeInHand } from '../../../shared/domain/hand.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import { isSameList } from '../arrange.ts';

export interface HandContents {
  readonly userId: string;
  /** In order. */
  readonly cardIds: readonly string[];
  readonly slots: number;
}

type HandCandidate = {
  readonly cardId: string;
  readonly title: string;
  readonly status: string;
  readonly visibility: string;
  readonly isDoc: boolean | null;
};

export function handRefusal(cards: readonly HandCandidate[], { cardIds, slots }: HandContents): string | null {
  const present = new Set(cardIds);
  const joining = cards.filter((card) => !present.has(card.cardId));
  if (joining.length === 0) return null;
  const unfit = joining.find((card) => !canBeInHand(card));
  if (unfit)
    return unfit.status === 'done'
      ? 'Done cards go to the done pile by themselves.'
      : 'Archived and deleted cards cannot be in a Hand.';
  const free = slots - cardIds.length;
  if (joining.length > free)
    return free <= 0
      ? `The Hand is full: all ${slots} slots are taken.`
      : `The Hand has room for ${free} more, not ${joining.length}.`;
  return null;
}

/** How many cards must leave a full Hand; 0 if `cards` fit, or if they can never all be in the Hand. */
export function missingHandSlotCount(cards: readonly HandCandidate[], { cardIds, slots }: HandContents): number {
  const joining = cards.filter((card) => !cardIds.includes(card.cardId));
  if (!joining.every(canBeInHand) || joining.length > slots) return 0;
  return Math.max(0, cardIds.length + joining.length - slots);
}

/**
 * In contrast to `handRefusal`, accepts cards for which the person's own Hand has no free slots, because the person can
 * choose which cards leave it.
 */
export const handRefusalExceptMissingSlots = (cards: readonly HandCandidate[], hand: HandContents): string | null =>
  missingHandSlotCount(cards, hand) > 0 ? null : handRefusal(cards, hand);

/**
 * The reason why a command can add none of the cards. Commands skip cards that cannot be in a Hand, such as done cards,
 * and add all others.
 */
export function reasonCannotAddToHand(cards: readonly HandCandidate[], hand: HandContents): string | null {
  const joining = cards.filter(({ cardId }) => !hand.cardIds.includes(cardId));
  const accepted = joining.filter(canBeInHand);
  return handRefusalExceptMissingSlots(accepted.length > 0 ? accepted : joining, hand);
}

/** Puts the dragged ids before the id at `index` (from 0). */
export function idsAfterDrop(ids: readonly string[], index: number, dragged: readonly string[]): string[] {
  const stays = (id: string) => !dragged.includes(id);
  return [...ids.slice(0, index).filter(stays), ...dragged, ...ids.slice(index).filter(stays)];
}

/** `index` counts from 0; null if nothing changes. */
export function stepToDropInHand(cards: readonly HandCandidate[], index: number, hand: HandContents): ActStep | null {
  const dragged = cards.map((card) => card.cardId);
  const cardIds = idsAfterDrop(hand.cardIds, index, dragged);
  if (isSameList(cardIds, hand.cardIds)) return null;
  const step = actStep('handQueue/setCardOrders', { cardIds, draggedCardIds: dragged, userId: hand.userId });
  return { ...step, base: { handOrder: hand.cardIds } };
}
