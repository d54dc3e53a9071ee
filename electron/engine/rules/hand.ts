/** Cards in order, and the done pile. At the end of an action `renumberHands` removes gaps in `sortIndex`. */
import { canBeInHand, handSlotCount, takesHandSlot } from '../../../shared/domain/hand.ts';
import { type ChangeJournal, computeOncePerAction } from '../store/journal.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

type Entry = StoredRow<'queueEntry'>;
type Card = StoredRow<'card'>;

/** Excludes the done pile. The entries are in order. */
export function unfinishedHandEntries({ rows }: Pick<ActionContext, 'rows'>, userId: string): Entry[] {
  return rows.where('queueEntry', 'userId = ? AND cardDoneAt IS NULL ORDER BY sortIndex, id', userId);
}

export function handEntryOf({ rows }: ActionContext, userId: string, cardId: string): Entry | undefined {
  return rows.find('queueEntry', { cardId, userId })[0];
}

/** True for a private card, which has no project, and for a card whose deck a replica lacks. */
function isInActiveProject({ rows }: ActionContext, { deckId }: Pick<Card, 'deckId'>): boolean {
  const deck = deckId === null ? undefined : rows.get('deck', deckId);
  return deck === undefined || rows.get('project', deck.projectId)?.visibility === 'default';
}

/** Negative if the Hand has more cards than slots; Infinity if the service sets no limit. */
export function freeHandSlotCount(context: ActionContext, userId: string): number {
  const slots = handSlotCount(context.rows.get('account', context.accountId));
  if (slots === Number.POSITIVE_INFINITY) return slots;
  const usedSlots = unfinishedHandEntries(context, userId).filter(({ cardId }) => {
    const card = context.rows.get('card', cardId);
    return takesHandSlot(card, card !== undefined && isInActiveProject(context, card));
  });
  return slots - usedSlots.length;
}

/** The next `sortIndex` at the end. Cached within an action, so that many cards read the Hand only once. */
function nextSortIndex(context: ActionContext, userId: string): number {
  const end = computeOncePerAction(context, `handEnd:${userId}`, () => ({
    next: (unfinishedHandEntries(context, userId).at(-1)?.sortIndex ?? -1) + 1,
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

/** Adds at the end, even without a free slot. Undefined if the Hand or its done pile already contains the card. */
export function addToHand(context: ActionContext, userId: string, cardId: string): Entry | undefined {
  if (handEntryOf(context, userId, cardId)) return undefined;
  return insertEntry(context, userId, cardId, { sortIndex: nextSortIndex(context, userId) });
}

/** Also removes the card from other Hands (rules `status.done.pile`, `status.done.others`). */
export function putOnDonePile(context: ActionContext, card: Pick<Card, 'cardId' | 'assigneeId'>): void {
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

/** Back to the end of the owner's Hand (rule `status.undone.hand`), and off the done piles of other people. */
export function takeOffDonePile(context: ActionContext, card: Pick<Card, 'cardId' | 'assigneeId'>): void {
  const { rows } = context;
  for (const entry of rows.find('queueEntry', { cardId: card.cardId })) {
    if (entry.cardDoneAt === null) continue;
    if (entry.userId !== card.assigneeId) rows.remove('queueEntry', entry.id);
    else rows.update('queueEntry', entry.id, { cardDoneAt: null, sortIndex: nextSortIndex(context, entry.userId) });
  }
}

/** Hand sync: if the card's status and visibility allow it, even without a free slot. */
export function addToHandByHandSync(
  context: ActionContext,
  card: Pick<Card, 'cardId' | 'assigneeId' | 'status' | 'visibility'>,
) {
  if (card.assigneeId !== null && canBeInHand(card)) addToHand(context, card.assigneeId, card.cardId);
}

/** Numbers start at 0. */
export function renumberHands(context: ActionContext, journal: ChangeJournal): void {
  const owners = new Set<string>();
  for (const [key, before] of journal.changedRows('queueEntry')) {
    const now = context.rows.get('queueEntry', key);
    if (now && before && now.sortIndex === before.sortIndex && now.cardDoneAt === before.cardDoneAt) continue;
    for (const entry of [before, now]) if (entry) owners.add(entry.userId);
  }
  for (const userId of owners)
    for (const [sortIndex, entry] of unfinishedHandEntries(context, userId).entries())
      if (entry.sortIndex !== sortIndex) context.rows.update('queueEntry', entry.id, { sortIndex });
}
