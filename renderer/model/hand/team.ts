/** Everybody's Hands side by side: the query, and one row per person with what blocks them. */
import type { Row } from '../../../shared/contract/index.ts';
import { query, under } from '../../../shared/contract/query.ts';
import { takesSlot } from '../../../shared/domain/hand.ts';
import { type CardRow, type CardSet, cardSet, cardsQuery } from '../card-row.ts';
import { type Mark, markOf, marks } from '../marked-cards.ts';

/** Cards in any Hand, with the fields of their faces. */
export const teamCardsQuery = cardsQuery({ queueEntries: { cardDoneAt: null } }, null);

/** Entries of all Hands, and since when cards in them are blocked or wait for a review. */
export const teamQuery = query({
  _root: [
    {
      account: [
        under('queueEntries', { cardDoneAt: null }, ['cardId', 'userId', 'sortIndex', 'createdAt']),
        under(
          'resolvables',
          {
            isClosed: false,
            context: { op: 'in', value: ['block', 'review'] },
            card: { queueEntries: { cardDoneAt: null } },
          },
          ['cardId', 'context', 'createdAt'],
        ),
      ],
    },
  ],
});
export type TeamAnswer = NonNullable<(typeof teamQuery)['__answer']>;
type CardsAnswer = NonNullable<(typeof teamCardsQuery)['__answer']>;

/** Cards of one Hand that are blocked, or that wait for a review. */
interface MarkedInHand {
  readonly mark: Mark;
  readonly count: number;
  /** ISO time of the oldest open thread; null if no thread of theirs is readable. */
  readonly since: string | null;
}

export interface TeamMember {
  readonly userId: string;
  /** In the order of the Hand. */
  readonly cards: readonly CardRow[];
  readonly started: number;
  /** Marks that at least one card has. */
  readonly marked: readonly MarkedInHand[];
}

/**
 * One row per person of `userIds`, in their order, and of others with cards in their Hand behind them.
 * @param inactiveDecks decks of archived and deleted projects, whose cards take no slot
 */
export function teamOf(
  answer: TeamAnswer | undefined,
  rows: Readonly<Record<string, CardRow>>,
  userIds: readonly string[],
  inactiveDecks: ReadonlySet<string>,
): TeamMember[] {
  const entries = (
    Object.values(answer?.queueEntry ?? {}) as Pick<
      Row<'queueEntry'>,
      'cardId' | 'userId' | 'sortIndex' | 'createdAt'
    >[]
  ).sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || a.createdAt.localeCompare(b.createdAt));
  const cardsOf = new Map<string, CardRow[]>(userIds.map((id) => [id, []]));
  for (const { cardId, userId } of entries) {
    const card = rows[cardId];
    if (!card || !takesSlot(card, !inactiveDecks.has(card.deckId ?? ''))) continue;
    const cards = cardsOf.get(userId);
    if (cards) cards.push(card);
    else cardsOf.set(userId, [card]);
  }
  const since = new Map<string, string>();
  for (const { cardId, context, createdAt } of Object.values(answer?.resolvable ?? {})) {
    const key = `${cardId} ${context}`;
    const known = since.get(key);
    if (known === undefined || createdAt < known) since.set(key, createdAt);
  }
  return [...cardsOf].map(([userId, cards]) => ({
    userId,
    cards,
    started: cards.filter((card) => card.status === 'started' && markOf(card) === null).length,
    marked: marks.flatMap((mark) => {
      const found = cards.filter((card) => markOf(card) === mark);
      const times = found.flatMap(({ cardId }) => since.get(`${cardId} ${mark}`) ?? []).sort();
      return found.length > 0 ? { mark, count: found.length, since: times[0] ?? null } : [];
    }),
  }));
}

export const teamCards = (answer: CardsAnswer | undefined): CardSet => cardSet(answer as never, null);
