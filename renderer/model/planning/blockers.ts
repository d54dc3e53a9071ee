/** Blocked cards, cards that wait for cards outside the milestone, and cards with open reviews or comments. */
import type { QueryObject, Row } from '../../../shared/contract/index.ts';
import { queryForAccount, selectRelated } from '../../../shared/contract/query.ts';
import { type CardRow, isCardDone, type LoadedCards } from '../card-row.ts';

/** Selects all cards that possibly hold up the milestone; `blockersOfMilestone` finds those that do. */
export const possibleBlockersFilter = (milestoneId: string, activeProjectsCondition: QueryObject): QueryObject => ({
  ...activeProjectsCondition,
  milestoneId,
  visibility: 'default',
  status: { op: 'neq', value: 'done' },
  $or: [{ hasBlockingDeps: true }, { resolvables: { isClosed: false } }],
});

/** The open threads of the milestone's cards, and the cards on which these cards depend. */
export const milestoneBlockersQuery = (milestoneId: string) =>
  queryForAccount([
    selectRelated('resolvables', { isClosed: false, card: { milestoneId, visibility: 'default' } }, [
      'cardId',
      'context',
      'createdAt',
    ]),
    selectRelated('cards', { milestoneId, visibility: 'default', hasBlockingDeps: true }, [
      { inDeps: ['title', 'status', 'visibility', 'milestoneId'] },
    ]),
  ]);
export type BlockersAnswer = NonNullable<ReturnType<typeof milestoneBlockersQuery>['__answer']>;

type DependencyCard = Pick<Row<'card'>, 'cardId' | 'title' | 'status' | 'visibility' | 'milestoneId'>;

/** The most important reason is first. */
export const blockerReasons = ['blocked', 'waits', 'open'] as const;
export type BlockerReason = (typeof blockerReasons)[number];

export interface MilestoneBlocker {
  readonly card: CardRow;
  /** The most important one. The fields below describe all reasons of the card. */
  readonly reason: BlockerReason;
  /** ISO time; null if the card is not blocked. */
  readonly blockedSince: string | null;
  /** Unfinished cards outside the milestone. */
  readonly waitsFor: readonly DependencyCard[];
  /** Reviews and comment threads. */
  readonly openThreads: number;
}

/**
 * Sorted by the most important reason (`blockerReasons`), blocked cards by the time at which they were blocked, the
 * earliest first.
 */
export function blockersOfMilestone(
  { ids, rows }: Pick<LoadedCards, 'ids' | 'rows'>,
  answer: BlockersAnswer,
  milestoneId: string,
): MilestoneBlocker[] {
  const threads = Map.groupBy(Object.values(answer.resolvable ?? {}), ({ cardId }) => cardId as string);
  const cards = (answer.card ?? {}) as unknown as Record<
    string,
    DependencyCard & { readonly inDeps?: readonly string[] }
  >;
  const blockers = ids.flatMap((id): MilestoneBlocker[] => {
    const card = rows[id];
    if (!card || isCardDone(card)) return [];
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
      blockerReasons.indexOf(a.reason) - blockerReasons.indexOf(b.reason) ||
      (a.blockedSince ?? '').localeCompare(b.blockedSince ?? ''),
  );
}
