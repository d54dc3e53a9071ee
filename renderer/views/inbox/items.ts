/** The open threads that concern a user, listed by the inbox. */
import { query, under } from '../../../shared/contract/index.ts';
import { type ThreadReason, threadConcern } from '../../../shared/domain/notifications.ts';
import { rowsByIds } from '../../data/assemble.ts';

const person = ['name', 'fullName', 'kind', 'isIntegration', 'profileImageId'] as const;

/** Requests only threads that `threadConcern` can return, since most threads of a workspace concern other people. */
const inboxQuery = (me: string) =>
  query({
    _root: [
      {
        account: [
          under(
            'resolvables',
            {
              isClosed: false,
              card: { visibility: 'default' },
              $or: [
                { creatorId: me },
                { card: { assigneeId: me } },
                { entries: { authorId: me } },
                { entries: { content: { op: 'contains', value: `@[userId:${me}]` } } },
              ],
            },
            [
              'cardId',
              'context',
              'createdAt',
              'creatorId',
              { card: ['title', 'assigneeId', 'derivedStatus', 'deckId', 'status', 'isDoc'] },
              { entries: ['authorId', 'content', 'createdAt', { author: person }] },
            ],
          ),
        ],
      },
    ],
  });
type InboxAnswer = NonNullable<ReturnType<typeof inboxQuery>['__answer']>;

const queries = new Map<string, ReturnType<typeof inboxQuery>>();
/** Returns the same query object for the same user. */
export function inboxQueryOf(me: string): ReturnType<typeof inboxQuery> {
  const known = queries.get(me) ?? inboxQuery(me);
  queries.set(me, known);
  return known;
}

const reasonLabels: Readonly<Record<ThreadReason, string>> = {
  mentioned: 'mentions you',
  owner: 'on your card',
  started: 'you started it',
  commented: 'you commented',
};

export interface InboxItem {
  readonly thread: InboxAnswer['resolvable'][string];
  readonly card: InboxAnswer['card'][string];
  readonly entries: InboxAnswer['resolvableEntry'][string][];
  readonly reason: string;
  readonly isMyTurn: boolean;
  /** ISO time of the last comment. */
  readonly at: string;
}

export function itemsOf(answer: InboxAnswer | undefined, me: string | null): InboxItem[] {
  if (!answer || !me) return [];
  const items = Object.values(answer.resolvable ?? {}).flatMap((thread): InboxItem[] => {
    const card = answer.card?.[thread.cardId];
    if (!card) return [];
    const entries = rowsByIds(answer.resolvableEntry, thread.entries).toSorted((a, b) =>
      a.createdAt.localeCompare(b.createdAt),
    );
    const found = threadConcern({ ...thread, ownerId: card.assigneeId, entries }, me);
    if (!found) return [];
    return [
      {
        thread,
        card,
        entries,
        reason: reasonLabels[found.reason],
        isMyTurn: found.isMyTurn,
        at: entries.at(-1)?.createdAt ?? thread.createdAt,
      },
    ];
  });
  return items.toSorted((a, b) => b.at.localeCompare(a.at));
}
