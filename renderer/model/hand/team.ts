import type { Row } from '../../../shared/contract/index.ts';
import { queryForAccount, selectRelated } from '../../../shared/contract/query.ts';
import { takesHandSlot } from '../../../shared/domain/hand.ts';
import { type BlockOrReview, blockOrReviewKinds, blockOrReviewOfCard } from '../blocks-and-reviews.ts';
import { type CardRow, cardsQueryPart } from '../card-row.ts';

/**
 * Reads the entries, cards, and the open block and review threads of the cards. The first query reads the Hands of
 * `firstUserIds`, the second those of all others; one query reads all Hands if `firstUserIds` is null.
 */
export function teamHandQueries(firstUserIds: readonly string[] | null) {
  const parts = firstUserIds
    ? [{ userId: { op: 'in', value: firstUserIds } }, { userId: { op: 'notIn', value: firstUserIds } }]
    : [{}];
  return parts.map((part) => {
    const isInHand = { cardDoneAt: null, ...part };
    return queryForAccount([
      selectRelated('queueEntries', isInHand, ['cardId', 'userId', 'sortIndex', 'createdAt']),
      selectRelated(
        'resolvables',
        { isClosed: false, context: { op: 'in', value: ['block', 'review'] }, card: { queueEntries: isInHand } },
        ['cardId', 'context', 'createdAt'],
      ),
      cardsQueryPart({ queueEntries: isInHand }, null),
    ]);
  });
}
export type TeamHandsAnswer = NonNullable<ReturnType<typeof teamHandQueries>[number]['__answer']>;

interface BlockOrReviewCount {
  readonly threadKind: BlockOrReview;
  readonly count: number;
  /** ISO time of the oldest open thread of this kind on these cards; null if the token can read no such thread. */
  readonly since: string | null;
}

export interface TeamMember {
  readonly userId: string;
  /** In the order of the Hand. */
  readonly cards: readonly CardRow[];
  /** Neither blocked nor in review. */
  readonly startedCount: number;
  /** One entry for each kind of thread that is open on at least one of the cards. */
  readonly blockOrReviewCounts: readonly BlockOrReviewCount[];
}

/**
 * First the people of `userIds`, in that order, then all others who have cards in their Hand.
 * @param inactiveDeckIds ids of decks of archived and deleted projects; their cards count for no Hand and are left out
 */
export function teamMembersOf(
  answers: readonly Pick<TeamHandsAnswer, 'queueEntry' | 'resolvable'>[],
  rows: Readonly<Record<string, CardRow>>,
  userIds: readonly string[],
  inactiveDeckIds: ReadonlySet<string>,
): TeamMember[] {
  const entries = (
    answers.flatMap(({ queueEntry }) => Object.values(queueEntry ?? {})) as Pick<
      Row<'queueEntry'>,
      'cardId' | 'userId' | 'sortIndex' | 'createdAt'
    >[]
  ).sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || a.createdAt.localeCompare(b.createdAt));
  const cardsOf = new Map<string, CardRow[]>(userIds.map((id) => [id, []]));
  for (const { cardId, userId } of entries) {
    const card = rows[cardId];
    if (!card || !takesHandSlot(card, !inactiveDeckIds.has(card.deckId ?? ''))) continue;
    const cards = cardsOf.get(userId);
    if (cards) cards.push(card);
    else cardsOf.set(userId, [card]);
  }
  const since = new Map<string, string>();
  for (const { cardId, context, createdAt } of answers.flatMap(({ resolvable }) => Object.values(resolvable ?? {}))) {
    const key = `${cardId} ${context}`;
    const known = since.get(key);
    if (known === undefined || createdAt < known) since.set(key, createdAt);
  }
  return [...cardsOf].map(([userId, cards]) => ({
    userId,
    cards,
    startedCount: cards.filter((card) => card.status === 'started' && blockOrReviewOfCard(card) === null).length,
    blockOrReviewCounts: blockOrReviewKinds.flatMap((threadKind) => {
      const found = cards.filter((card) => blockOrReviewOfCard(card) === threadKind);
      const times = found.flatMap(({ cardId }) => since.get(`${cardId} ${threadKind}`) ?? []).sort();
      return found.length > 0 ? { threadKind, count: found.length, since: times[0] ?? null } : [];
    }),
  }));
}
