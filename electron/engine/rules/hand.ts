/**
 * Hands: who has which cards, in which order, and the done pile. Positions of a changed Hand are numbered from 0 when
 * the action settles (`numberHands`); until then they only sort.
 */
import { fitsHand, slotsOf, takesSlot } from '../../../shared/domain/hand.ts';
import { type Journal, once } from '../store/journal.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

type Entry = StoredRow<'queueEntry'>;
type Card = StoredRow<'card'>;

/** A user's entries outside the done pile, in order. */
export function openHand({ rows }: ActionContext, userId: string): Entry[] {
  return rows.where('queueEntry', 'userId = ? AND cardDoneAt IS NULL ORDER BY sortIndex, id', userId);
}

export function entryOf({ rows }: ActionContext, userId: string, cardId: string): Entry | undefined {
  return rows.find('queueEntry', { cardId, userId })[0];
}

/** Whether the card's project is neither archived nor deleted. Private cards have none. */
function isInActiveProject({ rows }: ActionContext, { deckId }: Pick<Card, 'deckId'>): boolean {
  const deck = deckId === null ? undefined : rows.get('deck', deckId);
  return deck === undefined || rows.get('project', deck.projectId)?.visibility === 'default';
}

/** Slots left in a user's Hand, below zero when it exceeds them. */
export function freeSlots(context: ActionContext, userId: string): number {
  const slots = slotsOf(context.rows.get('account', context.accountId));
  if (slots === Number.POSITIVE_INFINITY) return slots;
  const taken = openHand(context, userId).filter(({ cardId }) => {
    const card = context.rows.get('card', cardId);
    return takesSlot(card, card !== undefined && isInActiveProject(context, card));
  });
  return slots - taken.length;
}

/** Next position at the end of a Hand; counted on within an action, so that adding many reads the Hand once. */
function endOf(context: ActionContext, userId: string): number {
  const end = once(context, `handEnd:${userId}`, () => ({
    next: (openHand(context, userId).at(-1)?.sortIndex ?? -1) + 1,
  }));
  return end.next++;
}

function insertEntry(context: ActionContext, userId: string, cardId: string, fields: Partial<Entry>): Entry {
  const entry: Entry = {
    id: context.newId(`queueEntry:${userId}:${cardId}`),
    accountId: context.accountId,
    cardId,
    userId,
    createdAt: context.at,
    cardDoneAt: null,
    sortIndex: null,
    ...fields,
  };
  context.rows.insert('queueEntry', entry);
  return entry;
}

/** Puts a card at the end of a Hand, slots or not; undefined when it is there already. */
export function addToHand(context: ActionContext, userId: string, cardId: string): Entry | undefined {
  if (entryOf(context, userId, cardId)) return undefined;
  return insertEntry(context, userId, cardId, { sortIndex: endOf(context, userId) });
}

/** The card became done: other people's entries go, its owner gets one in the done pile. */
export function enterDonePile(context: ActionContext, card: Pick<Card, 'cardId' | 'assigneeId'>): void {
  const { rows, at } = context;
  let isPiled = false;
  for (const entry of rows.find('queueEntry', { cardId: card.cardId })) {
    if (entry.userId !== card.assigneeId) rows.remove('queueEntry', entry.id);
    else {
      rows.update('queueEntry', entry.id, { sortIndex: null, cardDoneAt: at });
      isPiled = true;
    }
  }
  if (card.assigneeId !== null && !isPiled) insertEntry(context, card.assigneeId, card.cardId, { cardDoneAt: at });
}

/** The card is no longer done: its owner's entry moves to the end of the Hand; a former owner's goes. */
export function leaveDonePile(context: ActionContext, card: Pick<Card, 'cardId' | 'assigneeId'>): void {
  const { rows } = context;
  for (const entry of rows.find('queueEntry', { cardId: card.cardId })) {
    if (entry.cardDoneAt === null) continue;
    if (entry.userId !== card.assigneeId) rows.remove('queueEntry', entry.id);
    else rows.update('queueEntry', entry.id, { cardDoneAt: null, sortIndex: endOf(context, entry.userId) });
  }
}

/** Hand sync: a card with an owner joins the owner's Hand, slots or not, unless it cannot be in one. */
export function syncToHand(
  context: ActionContext,
  card: Pick<Card, 'cardId' | 'assigneeId' | 'status' | 'visibility'>,
) {
  if (card.assigneeId !== null && fitsHand(card)) addToHand(context, card.assigneeId, card.cardId);
}

/** Gives the Hands that the action touched the positions 0, 1, 2 … */
export function numberHands(context: ActionContext, journal: Journal): void {
  const owners = new Set<string>();
  for (const [key, before] of journal.touched('queueEntry')) {
    const now = context.rows.get('queueEntry', key);
    if (now && before && now.sortIndex === before.sortIndex && now.cardDoneAt === before.cardDoneAt) continue;
    for (const entry of [before, now]) if (entry) owners.add(entry.userId);
  }
  for (const userId of owners)
    for (const [sortIndex, entry] of openHand(context, userId).entries())
      if (entry.sortIndex !== sortIndex) context.rows.update('queueEntry', entry.id, { sortIndex });
}
