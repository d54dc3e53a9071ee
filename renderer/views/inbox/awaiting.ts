/** Which open threads wait for me: the service keeps no list of it, so it is read off what the threads show. */
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
  /** Oldest first. */
  readonly entries: readonly InboxEntry[];
}

export type Reason = 'mentioned' | 'owner' | 'started';

/**
 * Why the thread concerns me and whose turn it is; null when it does not concern me. It is my turn unless the last word
 * is mine. A later mention of me makes it my turn even so.
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

export const reasonWords: Record<Reason, string> = {
  mentioned: 'mentions you',
  owner: 'on your card',
  started: 'you started it',
};
