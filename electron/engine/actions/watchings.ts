/**
 * Watching cards and decks. `notifyOfComment` notifies the watchers of new threads. Queries cannot read who watches what.
 */
import { refuse } from '../../../shared/contract/index.ts';
import { requireCard, requireDeck } from '../rules/access.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

/** @throws Refusal `not_own` if `userId` is not the id of the actor's own user */
export function requireActorIsUser({ actor }: ActionContext, userId: string): void {
  if (userId !== actor.userId) throw refuse('not_own', "'userId' must be the token's own user.");
}

export const watchingHandlers = {
  'watchings/addCard': {
    check: (context, { cardId }) => void requireCard(context, cardId),
    effect: (context, { cardId }) => ({ id: subscribeToCard(context, cardId, context.actor.userId) }),
  },
  'watchings/removeCard': {
    check: (context, { cardId }) => void requireCard(context, cardId),
    effect({ rows, actor }, { cardId }) {
      for (const { id } of rows.find('cardSubscription', { cardId, userId: actor.userId }))
        rows.remove('cardSubscription', id);
    },
  },
  'watchings/addDeck': {
    check(context, { deckId, userId }) {
      requireActorIsUser(context, userId);
      requireDeck(context, deckId);
    },
    effect({ rows, newId }, { deckId, userId }) {
      const watched = rows.find('deckSubscription', { deckId, userId })[0];
      if (watched) return { id: watched.id };
      const id = newId('deckSubscription');
      rows.insert('deckSubscription', { id, deckId, userId });
      return { id };
    },
  },
  'watchings/removeDeck': {
    check(context, { deckId, userId }) {
      requireActorIsUser(context, userId);
      requireDeck(context, deckId);
    },
    effect({ rows }, { deckId, userId }) {
      for (const { id } of rows.find('deckSubscription', { deckId, userId })) rows.remove('deckSubscription', id);
    },
  },
} satisfies Partial<ActionHandlers>;

/** Returns the id of the new or existing subscription. */
export function subscribeToCard({ rows, newId }: ActionContext, cardId: string, userId: string): string {
  const watched = rows.find('cardSubscription', { cardId, userId })[0];
  if (watched) return watched.id;
  const id = newId(`cardSubscription:${cardId}:${userId}`);
  rows.insert('cardSubscription', { id, cardId, userId });
  return id;
}
