import { refuse } from '../../../shared/contract/index.ts';
import { canBeInHand, newHandOrder } from '../../../shared/domain/hand.ts';
import { canSee, requireCard, requireUser } from '../rules/access.ts';
import { changeCard } from '../rules/card-changes.ts';
import { addToHand, freeHandSlotCount, handEntryOf, unfinishedHandEntries } from '../rules/hand.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

/** The cards that can join the user's Hand and are not in it, without duplicates. */
function joiningCards(context: ActionContext, userId: string, cardIds: readonly string[]): string[] {
  return [...new Set(cardIds)].filter((cardId) => {
    const card = context.rows.get('card', cardId);
    return card !== undefined && canBeInHand(card) && !handEntryOf(context, userId, cardId);
  });
}

/**
 * A replica can lack cards of other people's Hands, so it checks only the person's own Hand.
 * @throws Refusal `hand_full` if the Hand has fewer than `count` free slots
 */
function refuseOverflow(context: ActionContext, userId: string, count: number): void {
  if (context.role === 'replica' && userId !== context.actor.userId) return;
  const free = count === 0 ? 0 : freeHandSlotCount(context, userId);
  if (count > free) throw refuse('hand_full', `The Hand has ${Math.max(free, 0)} free slots for ${count} cards.`);
}

/** If the card has no owner, the user becomes its owner. */
function addForOwner(context: ActionContext, userId: string, cardId: string) {
  if (context.rows.get('card', cardId)?.assigneeId === null)
    changeCard(context, cardId, { assigneeId: userId }, { keepStatus: true });
  addToHand(context, userId, cardId);
  // With Hand sync, `changeCard` has already added the card, and `addToHand` returns undefined.
  return handEntryOf(context, userId, cardId);
}

/** The ids of the Hand's cards in order (`order`), and of the cards that join it (`added`). */
function wantedOrder(
  context: ActionContext,
  { cardIds, draggedCardIds, userId }: { cardIds: string[]; draggedCardIds: string[]; userId: string },
) {
  const current = unfinishedHandEntries(context, userId).map(({ cardId }) => cardId);
  const outside = new Set(joiningCards(context, userId, draggedCardIds));
  const order = newHandOrder(current, cardIds, draggedCardIds, (id) => outside.has(id));
  return { order, added: order.filter((id) => outside.has(id)) };
}

export const handQueueHandlers = {
  'handQueue/addCardsToHand': {
    check(context, { cardIds, userId }) {
      requireUser(context, userId);
      for (const id of cardIds) requireCard(context, id);
    },
    refuseCertain: (context, { cardIds, userId }) =>
      refuseOverflow(context, userId, joiningCards(context, userId, cardIds).length),
    effect(context, { cardIds, userId }) {
      const added = joiningCards(context, userId, cardIds).flatMap(
        (cardId) => addForOwner(context, userId, cardId) ?? [],
      );
      return { queueEntries: added.map(({ id, cardId }) => ({ id, cardId })) };
    },
  },
  'handQueue/removeCards': {
    check(context, { cardIds, userId }) {
      if (userId !== undefined) requireUser(context, userId);
      for (const id of cardIds) requireCard(context, id);
    },
    effect({ rows }, { cardIds, userId }) {
      for (const cardId of new Set(cardIds))
        for (const entry of rows.find('queueEntry', { cardId, userId })) rows.remove('queueEntry', entry.id);
    },
  },
  'handQueue/setCardOrders': {
    check(context, { draggedCardIds, userId }) {
      requireUser(context, userId);
      for (const id of draggedCardIds) requireCard(context, id);
    },
    refuseCertain: (context, params) =>
      refuseOverflow(context, params.userId, wantedOrder(context, params).added.length),
    effect(context, params) {
      const { order, added } = wantedOrder(context, params);
      for (const cardId of added) addForOwner(context, params.userId, cardId);
      const entries = order.flatMap((cardId) => handEntryOf(context, params.userId, cardId) ?? []);
      for (const [sortIndex, { id }] of entries.entries()) context.rows.update('queueEntry', id, { sortIndex });
      const seen = entries.filter((entry) => canSee(context, 'queueEntry', entry));
      return { queueEntries: seen.map(({ id, cardId }) => ({ id, cardId })) };
    },
  },
} satisfies Partial<ActionHandlers>;
