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
 * They become the last sub cards, or each right after the sub card that `after` names for it. Null removes the cards
 * from their hero cards. Cards that already have this parent keep their places. Each list is written once, because it
 * can have thousands of entries.
 */
export function setParentCard(
  context: ActionContext,
  cardIds: readonly string[],
  parentCardId: string | null,
  after: ReadonlyMap<string, string> = new Map(),
): void {
  const { rows } = context;
  const moved = new Set<string>();
  const leftParents = new Set<string>();
  for (const cardId of cardIds) {
    const card = rows.get('card', cardId);
    if (!card || card.parentCardId === parentCardId) continue;
    if (card.parentCardId !== null) leftParents.add(card.parentCardId);
    rows.update('card', cardId, { parentCardId });
    moved.add(cardId);
  }
  const remaining = (childCards: readonly string[]) => childCards.filter((id) => !moved.has(id));
  for (const id of leftParents) {
    const parent = rows.get('card', id);
    if (parent) rows.update('card', id, { childCards: remaining(parent.childCards) });
  }
  if (parentCardId === null || moved.size === 0) return;
  // Of the sub cards only deleted ones are left. A restored one would be a sub card of a sub card.
  const subCardsOfMoved = [...moved].flatMap((id) => rows.get('card', id)?.childCards ?? []);
  if (subCardsOfMoved.length > 0) setParentCard(context, subCardsOfMoved, null);
  const parent = rows.get('card', parentCardId);
  if (!parent) return;
  const others = new Set(remaining(parent.childCards));
  const placeOf = (id: string) => after.get(id) ?? '';
  const last = [...moved].filter((id) => !others.has(placeOf(id)));
  const placed = Map.groupBy([...moved].reverse(), placeOf);
  rows.update('card', parentCardId, {
    childCards: [...[...others].flatMap((id) => [id, ...(placed.get(id) ?? [])]), ...last],
  });
}

/** Sets the list and its order. Removes all other sub cards. New ones leave their previous hero card. */
export function setSubCards(context: ActionContext, cardId: string, wanted: readonly string[]): void {
  const { rows } = context;
  const card = rows.get('card', cardId);
  if (!card) return;
  const childCards = new Set(wanted);
  setParentCard(
    context,
    card.childCards.filter((id) => !childCards.has(id)),
    null,
  );
  const before = new Set(card.childCards);
  setParentCard(
    context,
    [...childCards].filter((id) => !before.has(id)),
    cardId,
  );
  rows.update('card', cardId, { childCards: [...childCards] });
}
