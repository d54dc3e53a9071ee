/** What blocks a milestone: its blocked cards, cards that wait for cards outside of it, and cards with other open threads. */
import type { QueryObject, Row } from '../../../shared/contract/index.ts';
import { query, under } from '../../../shared/contract/query.ts';
import { type CardRow, type CardSet, isDone } from '../card-row.ts';

/** Condition on cards that may block the milestone. */
export const mayBlock = (milestoneId: string, inActiveProjects: QueryObject): QueryObject => ({
  ...inActiveProjects,
  milestoneId,
  visibility: 'default',
  status: { op: 'neq', value: 'done' },
  $or: [{ hasBlockingDeps: true }, { resolvables: { isClosed: false } }],
});

/** Open threads on the milestone's cards, and the cards that these wait for. */
export const blockersQuery = (milestoneId: string) =>
  query({
    _root: [
      {
        account: [
          under('resolvables', { isClosed: false, card: { milestoneId, visibility: 'default' } }, [
            'cardId',
            'context',
            'createdAt',
          ]),
          under('cards', { milestoneId, visibility: 'default', hasBlockingDeps: true }, [
            { inDeps: ['title', 'status', 'visibility', 'milestoneId'] },
          ]),
        ],
      },
    ],
  });
export type BlockersAnswer = NonNullable<ReturnType<typeof blockersQuery>['__answer']>;

export type WaitedCard = Pick<Row<'card'>, 'cardId' | 'title' | 'status' | 'visibility' | 'milestoneId'>;

/** In the order of their weight. */
export const blockReasons = ['blocked', 'waits', 'open'] as const;
export type BlockReason = (typeof blockReasons)[number];

export interface Blocker {
  readonly card: CardRow;
  /** The heaviest reason; the others are in the fields below. */
  readonly reason: BlockReason;
  /** ISO time since when it is blocked; null if it is not. */
  readonly blockedSince: string | null;
  /** Open cards outside of the milestone that it waits for. */
  readonly waitsFor: readonly WaitedCard[];
  /** Open reviews and comments. */
  readonly openThreads: number;
}

/** One entry per card, those with the heaviest reason first, then those that wait longest. */
export function blockersOf(
  { ids, rows }: Pick<CardSet, 'ids' | 'rows'>,
  answer: BlockersAnswer,
  milestoneId: string,
): Blocker[] {
  const threads = Map.groupBy(Object.values(answer.resolvable ?? {}), ({ cardId }) => cardId as string);
  const cards = (answer.card ?? {}) as unknown as Record<string, WaitedCard & { readonly inDeps?: readonly string[] }>;
  const blockers = ids.flatMap((id): Blocker[] => {
    const card = rows[id];
    if (!card || isDone(card)) return [];
    const open = threads.get(id) ?? [];
    const blocks = open.filter(({ context }) => context === 'block');
    const blockedSince = blocks.map(({ createdAt }) => createdAt as string).sort()[0] ?? null;
    const waitsFor = (cards[id]?.inDeps ?? []).flatMap((depId) => {
      const dep = cards[depId];
      return dep && dep.status !== 'done' && dep.visibility === 'default' && dep.milestoneId !== milestoneId ? dep : [];
    });
    const openThreads = open.length - blocks.length;
    const reason = blockedSince !== null ? 'blocked' : waitsFor.length > 0 ? 'waits' : openThreads > 0 ? 'open' : null;
    return reason === null ? [] : [{ card, reason, blockedSince, waitsFor, openThreads }];
  });
  return blockers.sort(
    (a, b) =>
      blockReasons.indexOf(a.reason) - blockReasons.indexOf(b.reason) ||
      (a.blockedSince ?? '').localeCompare(b.blockedSince ?? ''),
  );
}
