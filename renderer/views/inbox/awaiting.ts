/** Decides which open threads wait for the user. The service has no such list, so it is derived from the threads. */
import { mentionsIn } from '../../../shared/domain/content.ts';

export interface InboxEntry {
  readonly authorId: string;
  readonly content: string;
  readonly createdAt: string;
}

export interface InboxThread {
  readonly creatorId: string;
  readonly context: string;
  readonly ownerId: string | null;
  /** Comments, oldest first. */
  readonly entries: readonly InboxEntry[];
}

export type Reason = 'mentioned' | 'owner' | 'started';

/**
 * Returns why a thread concerns the user `me` and whether it is their turn; null if it does not concern them. It is their
 * turn unless they wrote the last comment.
 */
export function awaiting(
  thread: InboxThread,
  me: string,
): { readonly reason: Reason; readonly myTurn: boolean } | null {
  const mentioned = thread.entries.some((entry) => entry.authorId !== me && mentionsIn(entry.content, []).includes(me));
  const reason = mentioned ? 'mentioned' : thread.ownerId === me ? 'owner' : thread.creatorId === me ? 'started' : null;
  if (!reason) return null;
  return { reason, myTurn: thread.entries.at(-1)?.authorId !== me };
}

export const reasonLabels: Record<Reason, string> = {
  mentioned: 'mentions you',
  owner: 'on your card',
  started: 'you started it',
};
