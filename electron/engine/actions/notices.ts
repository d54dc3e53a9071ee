/**
 * Participants of threads, and notices of comments. Queries cannot read their rows (models `resolvableParticipant`,
 * `notice`).
 */
import type { RowStore, StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

type Thread = StoredRow<'resolvable'>;

export function participantsOfThread(
  { rows }: ActionContext,
  resolvableId: string,
): StoredRow<'resolvableParticipant'>[] {
  return rows.find('resolvableParticipant', { resolvableId });
}

/** Makes the user active even after opting out. Participants who have approved stay unchanged. */
export function joinThread({ rows }: ActionContext, resolvableId: string, userId: string): void {
  const before = rows.get('resolvableParticipant', JSON.stringify([resolvableId, userId]));
  if (before?.status === 'approve') return;
  rows.put('resolvableParticipant', { resolvableId, userId, status: 'active' });
}

export const guardianIdsOf = (rows: RowStore, deckId: string): string[] =>
  rows.find('deckGuardian', { deckId }).map(({ userId }) => userId);

function watchersOf({ rows }: ActionContext, cardId: string): string[] {
  const deckId = rows.get('card', cardId)?.deckId;
  const ofDeck = deckId ? rows.find('deckSubscription', { deckId }) : [];
  return [...rows.find('cardSubscription', { cardId }), ...ofDeck].map(({ userId }) => userId);
}

/**
 * Skips the comment's author and people who opted out. `kind` is `thread` for the first comment of a thread, which also
 * notifies the watchers of the card and its deck.
 */
export function notifyOfComment(
  context: ActionContext,
  entryId: string,
  thread: Thread,
  kind: 'thread' | 'comment',
): void {
  const { rows, actor, at } = context;
  const participants = participantsOfThread(context, thread.id);
  const optedOut = new Set(participants.filter(({ status }) => status === 'opt_out').map(({ userId }) => userId));
  const concerned = new Set(participants.map(({ userId }) => userId));
  if (kind === 'thread') for (const userId of watchersOf(context, thread.cardId)) concerned.add(userId);
  for (const userId of concerned)
    if (userId !== actor.userId && !optedOut.has(userId))
      rows.put('notice', { userId, entryId, cardId: thread.cardId, createdAt: at });
}
