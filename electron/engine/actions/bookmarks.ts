/** One list of cards per user. `sortIndex` can have gaps, so that a move writes only the moved cards. */
import { requireCard, requireScope, requireUser } from '../rules/access.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

const bookmarkKey = (context: ActionContext, userId: string, cardId: string) =>
  JSON.stringify([cardId, userId, context.accountId]);

const bookmarksOf = ({ rows }: ActionContext, userId: string) => rows.find('handCard', { userId }, ['sortIndex']);

/** Omits duplicates and deleted cards, which people cannot bookmark. */
function bookmarkable({ rows }: ActionContext, cardIds: readonly string[]): string[] {
  return [...new Set(cardIds)].filter((id) => rows.get('card', id)?.visibility !== 'deleted');
}

function insertAt(context: ActionContext, userId: string, cardIds: readonly string[], first: number): void {
  for (const [index, cardId] of cardIds.entries())
    context.rows.put('handCard', { cardId, userId, accountId: context.accountId, sortIndex: first + index });
}

const sameCards = (bookmarks: readonly { cardId: string }[], cardIds: readonly string[]): boolean =>
  bookmarks.length === cardIds.length && bookmarks.every(({ cardId }, index) => cardId === cardIds[index]);

/** Adds the cards at the end. Cards that are bookmarked already move there. */
export function appendBookmarks(context: ActionContext, userId: string, cardIds: readonly string[]): void {
  const addedIds = bookmarkable(context, cardIds);
  const bookmarks = bookmarksOf(context, userId);
  if (sameCards(bookmarks.slice(-addedIds.length), addedIds)) return;
  insertAt(context, userId, addedIds, (bookmarks.at(-1)?.sortIndex ?? -1) + 1);
}

function prependBookmarks(context: ActionContext, userId: string, cardIds: readonly string[]): void {
  const addedIds = bookmarkable(context, cardIds);
  const bookmarks = bookmarksOf(context, userId);
  if (sameCards(bookmarks.slice(0, addedIds.length), addedIds)) return;
  insertAt(context, userId, addedIds, (bookmarks[0]?.sortIndex ?? addedIds.length) - addedIds.length);
}

/** The actor's own bookmarks need `handCard:writeOwn`, and other people's `handCard:writeAny`. */
function checkWrite(context: ActionContext, userId: string, cardIds: readonly string[]): void {
  const isOwn = userId === context.actor.userId;
  requireScope(context, isOwn ? 'handCard:writeOwn' : 'handCard:writeAny');
  requireUser(context, userId);
  for (const id of cardIds) requireCard(context, id);
}

export const bookmarkHandlers = {
  'bookmarks/addCards': {
    check: (context, { ids, userId }) => checkWrite(context, userId, ids),
    effect: (context, { ids, userId }) => void appendBookmarks(context, userId, ids),
  },
  'bookmarks/removeCards': {
    check: (context, { ids, userId }) => checkWrite(context, userId, ids),
    effect(context, { ids, userId }) {
      for (const id of ids) context.rows.remove('handCard', bookmarkKey(context, userId, id));
    },
  },
  'bookmarks/setOrders': {
    check: (context, { cardIds, userId }) => checkWrite(context, userId, cardIds),
    effect: (context, { cardIds, userId }) => void prependBookmarks(context, userId, cardIds),
  },
} satisfies Partial<ActionHandlers>;
