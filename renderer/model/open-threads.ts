import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { reasonThreadConcernsUser, type ThreadConcernReason } from '../../shared/domain/notification-rules.ts';
import { rowsByIds } from '../data/answer-rows.ts';
import { personFields } from '../data/first-queries.ts';

/**
 * Only threads for which `reasonThreadConcernsUser` can return a reason: most threads of a workspace concern only other
 * people, so the answer is much smaller.
 */
export const openThreadsQueryForUser = (userId: string) =>
  queryForAccount([
    selectRelated(
      'resolvables',
      {
        isClosed: false,
        card: { visibility: 'default' },
        $or: [
          { creatorId: userId },
          { card: { assigneeId: userId } },
          { entries: { authorId: userId } },
          { entries: { content: { op: 'contains', value: `@[userId:${userId}]` } } },
        ],
      },
      [
        'cardId',
        'context',
        'createdAt',
        'creatorId',
        { card: ['title', 'assigneeId', 'derivedStatus', 'deckId', 'status', 'isDoc'] },
        { entries: ['authorId', 'content', 'createdAt', { author: personFields }] },
      ],
    ),
  ]);
type ThreadsAnswer = NonNullable<ReturnType<typeof openThreadsQueryForUser>['__answer']>;

/** `you` if the person is the workspace's user, `they` for another person. */
export const threadConcernReasonTexts: Readonly<
  Record<ThreadConcernReason, { readonly you: string; readonly they: string }>
> = {
  mentioned: { you: 'mentions you', they: 'mentions them' },
  owner: { you: 'on your card', they: 'on their card' },
  started: { you: 'you started it', they: 'they started it' },
  commented: { you: 'you commented', they: 'they commented' },
};

export interface OpenThread {
  readonly thread: ThreadsAnswer['resolvable'][string];
  readonly card: ThreadsAnswer['card'][string];
  readonly entries: ThreadsAnswer['resolvableEntry'][string][];
  readonly reason: ThreadConcernReason;
  /** False if the person wrote the last comment. */
  readonly isAwaitingAnswer: boolean;
  /** ISO time of the last comment, or of the thread's creation. */
  readonly lastCommentAt: string;
}

export function openThreadsConcerningUser(answer: ThreadsAnswer | undefined, userId: string | null): OpenThread[] {
  if (!answer || !userId) return [];
  const items = Object.values(answer.resolvable ?? {}).flatMap((thread): OpenThread[] => {
    const card = answer.card?.[thread.cardId];
    if (!card) return [];
    const entries = rowsByIds(answer.resolvableEntry, thread.entries).toSorted((a, b) =>
      a.createdAt.localeCompare(b.createdAt),
    );
    const found = reasonThreadConcernsUser({ ...thread, ownerId: card.assigneeId, entries }, userId);
    if (!found) return [];
    return [
      {
        thread,
        card,
        entries,
        reason: found.reason,
        isAwaitingAnswer: found.isMyTurn,
        lastCommentAt: entries.at(-1)?.createdAt ?? thread.createdAt,
      },
    ];
  });
  return items.toSorted((a, b) => b.lastCommentAt.localeCompare(a.lastCommentAt));
}
