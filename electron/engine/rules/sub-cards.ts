/** Sub cards: one level below a hero card, which stores their order. */
import { refuse } from '../../../shared/contract/index.ts';
import type { ActionContext } from '../types.ts';
import { type Card, hasSubCards } from './card-changes.ts';

/** @throws Refusal `sub_card_depth` when the card has sub cards and cannot become one itself. */
export function refuseLevels(context: ActionContext, card: Pick<Card, 'cardId' | 'childCards'>): void {
  if (hasSubCards(context, card))
    throw refuse('sub_card_depth', `Card '${card.cardId}' has sub cards of its own; sub cards are one level deep.`);
}

/** @throws Refusal when the stored rows show that `card` cannot go under `parentCardId`. */
export function refuseParent(
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
  refuseLevels(context, card);
}

/**
 * Puts a card under a hero card, or under none. It becomes the last sub card, or the one right after `after`; a card
 * that is already under it keeps its position.
 */
export function setParent(context: ActionContext, cardId: string, parentCardId: string | null, after?: string): void {
  const { rows } = context;
  const card = rows.get('card', cardId);
  if (!card || card.parentCardId === parentCardId) return;
  if (card.parentCardId !== null) {
    const old = rows.get('card', card.parentCardId);
    if (old) rows.update('card', old.cardId, { childCards: old.childCards.filter((id) => id !== cardId) });
  }
  rows.update('card', cardId, { parentCardId });
  if (parentCardId === null) return;
  // Only deleted sub cards can be left (`refuseParent`); if restored, they would be two levels deep.
  for (const id of card.childCards) setParent(context, id, null);
  const parent = rows.get('card', parentCardId);
  if (!parent) return;
  const childCards = parent.childCards.filter((id) => id !== cardId);
  const index = after === undefined ? -1 : childCards.indexOf(after);
  childCards.splice(index < 0 ? childCards.length : index + 1, 0, cardId);
  rows.update('card', parentCardId, { childCards });
}

/** Sets the sub cards of a card, in order. Others are removed; new ones leave their former hero card. */
export function setSubCards(context: ActionContext, cardId: string, wanted: readonly string[]): void {
  const { rows } = context;
  const card = rows.get('card', cardId);
  if (!card) return;
  const childCards = [...new Set(wanted)];
  for (const id of card.childCards) if (!childCards.includes(id)) setParent(context, id, null);
  for (const id of childCards) if (!card.childCards.includes(id)) setParent(context, id, cardId);
  rows.update('card', cardId, { childCards });
}
