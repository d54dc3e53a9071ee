/**
 * Who takes part in a comment thread, and who is notified of its comments. The service keeps this for itself; no query
 * shows participants or notices.
 */
import type { Rows, StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

type Thread = StoredRow<'resolvable'>;

export function participantsOf({ rows }: ActionContext, resolvableId: string): StoredRow<'resolvableParticipant'>[] {
  return rows.find('resolvableParticipant', { resolvableId });
}

/** Adds a participant, also after an opt-out; an approval stays. */
export function joinThread({ rows }: ActionContext, resolvableId: string, userId: string): void {
  const before = rows.get('resolvableParticipant', JSON.stringify([resolvableId, userId]));
  if (before?.status === 'approve') return;
  rows.put('resolvableParticipant', { resolvableId, userId, status: 'active' });
}

export const guardiansOf = (rows: Rows, deckId: string): string[] =>
  rows.find('deckGuardian', { deckId }).map(({ userId }) => userId);

/** People who watch the card or its deck. */
function watchersOf({ rows }: ActionContext, cardId: string): string[] {
  const deckId = rows.get('card', cardId)?.deckId;
  const ofDeck = deckId ? rows.find('deckSubscription', { deckId }) : [];
  return [...rows.find('cardSubscription', { cardId }), ...ofDeck].map(({ userId }) => userId);
}

/** Notifies everyone whom a comment concerns, except its author and those who opted out. */
export function notifyAbout(context: ActionContext, entryId: string, thread: Thread, kind: 'thread' | 'comment'): void {
  const { rows, actor, at } = context;
  const participants = participantsOf(context, thread.id);
  const optedOut = new Set(participants.filter(({ status }) => status === 'opt_out').map(({ userId }) => userId));
  const concerned = new Set(participants.map(({ userId }) => userId));
  if (kind === 'thread') for (const userId of watchersOf(context, thread.cardId)) concerned.add(userId);
  for (const userId of concerned)
    if (userId !== actor.userId && !optedOut.has(userId))
      rows.put('notice', { userId, entryId, cardId: thread.cardId, createdAt: at });
}
