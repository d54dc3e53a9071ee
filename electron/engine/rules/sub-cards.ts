/** A hero card stores the order of its sub cards, which cannot have sub cards themselves. */
import { refuse } from '../../../shared/contract/index.ts';
import type { ActionContext } from '../types.ts';
import { type Card, hasSubCards } from './card-changes.ts';

/** @throws Refusal `sub_card_depth` if the card has sub cards and therefore cannot become one */
export function refuseIfHasSubCards(context: ActionContext, card: Pick<Card, 'cardId' | 'childCards'>): void {
  if (hasSubCards(context, card))
    throw refuse('sub_card_depth', `Card '${card.cardId}' has sub cards of its own; sub cards are one level deep.`);
}

/** A card that an action creates has no sub cards (for `refuseInvalidParent`). */
export const newCard: Pick<Card, 'cardId' | 'childCards'> = { cardId: '', childCards: [] };

/** @throws Refusal if the stored rows show that `card` cannot become a sub card of `parentCardId` */
export function refuseInvalidParent(
  context: ActionContext,
  card: Pick<Card, 'cardId' | 'childCards'>,
  parentCardId: string,
): void {
  if (parentCardId === card.cardId) throw refuse('parent_cycle');
  const parent = context.rows.get('card', parentCardId);
  if (parent?.parentCardId === card.cardId)
    throw refuse('parent_cycle', `Card '${parentCardId}' is a sub card of card '${card.cardId}'.`);
  if (parent && parent.parentCardId !== null)
    throw refuse('sub_card_depth', `Card '${parentCardId}' is a sub card itself; sub cards are one level deep.`);
  refuseIfHasSubCards(context, card);
}

/**
 * The last sub card, or right after the card `after`. Null removes the card from its hero card. Does nothing if the
 * card already has this parent.
 */
export function setParentCard(
  context: ActionContext,
  cardId: string,
  parentCardId: string | null,
  after?: string,
): void {
  const { rows } = context;
  const card = rows.get('card', cardId);
  if (!card || card.parentCardId === parentCardId) return;
  if (card.parentCardId !== null) {
    const old = rows.get('card', card.parentCardId);
    if (old) rows.update('card', old.cardId, { childCards: old.childCards.filter((id) => id !== cardId) });
  }
  rows.update('card', cardId, { parentCardId });
  if (parentCardId === null) return;
  // `refuseInvalidParent` leaves only deleted sub cards. Restoring one of them would give a sub card a sub card of its
  // own.
  for (const id of card.childCards) setParentCard(context, id, null);
  const parent = rows.get('card', parentCardId);
  if (!parent) return;
  const childCards = parent.childCards.filter((id) => id !== cardId);
  const index = after === undefined ? -1 : childCards.indexOf(after);
  childCards.splice(index < 0 ? childCards.length : index + 1, 0, cardId);
  rows.update('card', parentCardId, { childCards });
}

/** Sets the list and its order. Removes all other sub cards. New ones leave their previous hero card. */
export function setSubCards(context: ActionContext, cardId: string, wanted: readonly string[]): void {
  const { rows } = context;
  const card = rows.get('card', cardId);
  if (!card) return;
  const childCards = [...new Set(wanted)];
  for (const id of card.childCards) if (!childCards.includes(id)) setParentCard(context, id, null);
  for (const id of childCards) if (!card.childCards.includes(id)) setParentCard(context, id, cardId);
  rows.update('card', cardId, { childCards });
}
