/**
 * Builds the polls that find changes. A delta poll reads what changed since a cursor, a timestamp of the service and
 * never of this computer's clock, and the person's Hand and bookmarks. A full poll reads complete lists.
 */
import {
  type FieldSelection,
  filteredRelationKey,
  type Query,
  type QueryAnswer,
  rootKeyById,
} from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import {
  deltaPollRowSet,
  planningModelSelections,
  type RowSetsRequest,
  requestForRowSets,
} from '../reads/read-back.ts';
import {
  accountRowIn,
  type CompleteRowList,
  completeList,
  greatestTimestamp,
  hasAccountList,
  idsInAccountList,
} from './answers.ts';
import { accountQuery, cardFieldsToPull, fieldsToPull, threadFieldsToPull } from './selections.ts';

/** Cursors lag behind the newest timestamp by this: the service may commit a row with an older timestamp later. */
const overlapMs = 60_000;
/** Without an end of the overlap, every poll reads all rows of the last change again. */
const overlapEndsAfterMs = 2 * overlapMs;

/** `readAt` is the time of its first read, in milliseconds since 1970 by this computer's clock. */
interface NewestTimestamp {
  readonly timestamp: string;
  readonly readAt: number;
}

export interface DeltaPollCursors {
  /** The next poll reads cards, threads or Hand entries with this or a newer timestamp. */
  readonly card: string;
  readonly thread: string;
  readonly hand: string;
  /** Number of cards to skip when cards with the timestamp `card` fill more than one page. */
  readonly cardOffset: number;
  /** The newest timestamp among the cards of the pages read so far. Set only between the pages of one poll. */
  readonly cardGreatest?: string;
  /** The newest timestamps read so far. Missing in cursors that earlier versions of the program stored. */
  readonly newest?: Partial<Readonly<Record<'card' | 'thread' | 'hand', NewestTimestamp>>>;
}

/** `at` is a timestamp of the service. */
export function firstDeltaPollCursors(at: string): DeltaPollCursors {
  const from = minusOverlap(at);
  return { card: from, thread: from, hand: from, cardOffset: 0 };
}

function minusOverlap(timestamp: string): string {
  return new Date(Date.parse(timestamp) - overlapMs).toISOString();
}

/** Adds one millisecond, because timestamps of the service are in milliseconds. */
const justAfter = (timestamp: string) => new Date(Date.parse(timestamp) + 1).toISOString();

/** A service's clock may be ahead of this computer's by this much; a timestamp beyond it is wrong. */
const maxClockLeadMs = 24 * 3600 * 1000;
/** As `maxClockLeadMs`, after a timestamp of the service that this computer's clock has not reached: it is wrong. */
const maxGapMs = 30 * maxClockLeadMs;

/** `known`: an earlier timestamp of the service; `now`: milliseconds since 1970 by this computer's clock. */
export function trueTimestampLimit(known: string | null, now: number): string {
  const knownMs = Date.parse(known ?? '');
  return new Date(Math.max(now + maxClockLeadMs, knownMs > now ? knownMs + maxGapMs : 0)).toISOString();
}

const laterOf = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a);

interface DeltaPollOptions {
  readonly cursors: DeltaPollCursors;
  /** The user whose Hand and bookmarks are shown as "mine". */
  readonly userId: string | null;
  readonly showsOrder: boolean;
  readonly mayRead: (model: string) => boolean;
  /** Further row sets (see read-back.ts) of this request. The answer settles the operations that need them. */
  readonly rowSets: readonly string[];
}

interface DeltaPoll extends RowSetsRequest {
  /**
   * `more` is true if another page must be read at once. `now` is in milliseconds since 1970 by this computer's clock.
   */
  readonly after: (answer: QueryAnswer, now: number) => { cursors: DeltaPollCursors; more: boolean };
  /** The service's numbers of open Hand entries and open threads; undefined if the answer lacks one. */
  readonly counts: (answer: QueryAnswer) => { openEntries: number | undefined; openThreads: number | undefined };
}

/** Cards in one answer: 3,000 would hold up the thread, and so every window, for more than a second. */
export const pageLength = 1_000;

const openEntriesCount = `count:${filteredRelationKey('queueEntries', { cardDoneAt: null })}` as const;
const openThreadsCount = `count:${filteredRelationKey('resolvables', { isClosed: false })}` as const;

export function createDeltaPoll({ cursors, userId, showsOrder, mayRead, rowSets }: DeltaPollOptions): DeltaPoll {
  const since = (at: string) => ({ op: 'gte', value: at });
  const cardsKey = filteredRelationKey('cards', {
    lastUpdatedAt: since(cursors.card),
    $order: [
      { field: 'lastUpdatedAt', dir: 'asc' },
      { field: 'cardId', dir: 'asc' },
    ],
    $limit: pageLength,
    $offset: cursors.cardOffset,
  });
  const parts: FieldSelection[] = [{ [cardsKey]: cardFieldsToPull(showsOrder) }];
  if (mayRead('resolvable')) {
    const changed = [
      { createdAt: since(cursors.thread) },
      { closedAt: since(cursors.thread) },
      { reopenedAt: since(cursors.thread) },
      ...(mayRead('resolvableEntry') ? [{ entries: { lastChangedAt: since(cursors.thread) } }] : []),
    ];
    parts.push({ [filteredRelationKey('resolvables', { $or: changed })]: threadFieldsToPull }, openThreadsCount);
  }
  if (mayRead('queueEntry')) {
    const changed = [{ createdAt: since(cursors.hand) }, { cardDoneAt: since(cursors.hand) }];
    parts.push(
      { [filteredRelationKey('queueEntries', { $or: changed })]: fieldsToPull('queueEntry') },
      openEntriesCount,
    );
  }
  const own = userId ? [`hand:${userId}`, `bookmarks:${userId}`] : [];
  const rowSetsRequest = requestForRowSets(new Set([...own, ...rowSets]), showsOrder);
  const query = withParts(rowSetsRequest.query, parts);
  return {
    query,
    rowSets: new Set([...rowSetsRequest.rowSets, deltaPollRowSet]),
    lists: rowSetsRequest.lists,
    counts(answer) {
      const account = accountRowIn(answer);
      const count = (key: string) => (typeof account?.[key] === 'number' ? (account[key] as number) : undefined);
      return { openEntries: count(openEntriesCount), openThreads: count(openThreadsCount) };
    },
    after(answer, now) {
      const page = idsInAccountList(answer, cardsKey);
      const limit = trueTimestampLimit(cursors.card, now);
      const last = page.length > 0 ? greatestOf(answer, page, limit) : undefined;
      const seen = laterOf(cursors.cardGreatest ?? cursors.card, last);
      const more = page.length >= pageLength;
      const threads = ['createdAt', 'closedAt', 'reopenedAt'].map((field) =>
        greatestTimestamp(answer, 'resolvable', field, limit),
      );
      const entries = greatestTimestamp(answer, 'resolvableEntry', 'lastChangedAt', limit);
      const hands = ['createdAt', 'cardDoneAt'].map((field) => greatestTimestamp(answer, 'queueEntry', field, limit));
      const newest = { ...cursors.newest };
      const advance = (name: 'card' | 'thread' | 'hand', timestamps: readonly (string | undefined)[]) => {
        const cursor = cursors[name];
        const before = newest[name];
        const timestamp = timestamps.reduce<string>(laterOf, before?.timestamp ?? cursor);
        if (before?.timestamp === timestamp && before.readAt <= now)
          return now - before.readAt < overlapEndsAfterMs ? cursor : laterOf(cursor, justAfter(timestamp));
        newest[name] = { timestamp, readAt: now };
        return laterOf(cursor, minusOverlap(timestamp));
      };
      const rest = { thread: advance('thread', [...threads, entries]), hand: advance('hand', hands) };
      if (!more)
        return {
          more,
          cursors: { ...rest, card: advance('card', [cursors.cardGreatest, last]), cardOffset: 0, newest },
        };
      // After a full page, goes on from its last timestamp; with an offset if all its cards have one.
      const sameTime = last === undefined || last <= cursors.card;
      return {
        more,
        cursors: {
          ...rest,
          card: sameTime ? cursors.card : last,
          cardOffset: sameTime ? cursors.cardOffset + pageLength : 0,
          cardGreatest: seen,
          newest,
        },
      };
    },
  };
}

function greatestOf(answer: QueryAnswer, ids: readonly string[], limit: string): string | undefined {
  const rows = (answer.card ?? {}) as Record<string, AnyRow>;
  return ids.reduce<string | undefined>((found, id) => {
    const at = rows[id]?.lastUpdatedAt;
    return typeof at === 'string' && at < limit ? laterOf(at, found) : found;
  }, undefined);
}

function withParts(query: Query, parts: readonly FieldSelection[]): Query {
  const { _root, ...roots } = query;
  const [first] = (_root ?? []) as { account?: readonly FieldSelection[] }[];
  return { ...accountQuery(...(first?.account ?? []).filter((part) => part !== 'id'), ...parts), ...roots };
}

interface FullPollOptions {
  readonly showsOrder: boolean;
  readonly mayRead: (model: string) => boolean;
  readonly deckIds: readonly string[];
  readonly userId: string | null;
  readonly peopleIds: readonly string[];
}

/**
 * Maximum length of each of the two lists of done entries in a full poll: the newest of all people, and of the person.
 * Polls must read them, because no timestamp shows that somebody cleared a done pile.
 */
const donePileLength = 300;

interface DonePile {
  readonly key: string;
  /** SQL condition for the stored entries of the pile. */
  readonly condition: string;
  readonly values: readonly string[];
}

function donePiles(userId: string | null): DonePile[] {
  const pile = (where: Readonly<Record<string, string>>): DonePile => ({
    key: filteredRelationKey('queueEntries', {
      ...where,
      cardDoneAt: { op: 'neq', value: null },
      $order: '-cardDoneAt',
      $limit: donePileLength,
    }),
    condition: ['"cardDoneAt" IS NOT NULL', ...Object.keys(where).map((name) => `"${name}" = ?`)].join(' AND '),
    values: Object.values(where),
  });
  return [pile({}), ...(userId === null ? [] : [pile({ userId })])];
}

/**
 * The part of a done pile that the answer contains completely: all of it, or, if the answer has the maximum number of
 * entries, what is newer than its oldest entry, so that older stored entries are kept.
 */
function donePileList({ key, condition, values }: DonePile, answer: QueryAnswer): CompleteRowList {
  const ids = idsInAccountList(answer, key);
  const rows = (answer.queueEntry ?? {}) as Record<string, AnyRow>;
  const oldest = ids.length < donePileLength ? '' : String(rows[ids.at(-1) ?? '']?.cardDoneAt ?? '');
  return completeList('queueEntry', `${condition} AND "cardDoneAt" > ?`, [...values, oldest], ids);
}

/** Also the newest done entries, the token's user and `peopleIds`; with `showsOrder` orders of `deckIds`. */
export function createFullPoll({ showsOrder, mayRead, deckIds, userId, peopleIds }: FullPollOptions): RowSetsRequest {
  const piles = mayRead('queueEntry') ? donePiles(userId) : [];
  const planning = requestForRowSets(['planning'], showsOrder);
  const handsKey = filteredRelationKey('queueEntries', { cardDoneAt: null });
  const ordersKey = filteredRelationKey('cardOrders', { card: { deckId: { op: 'in', value: deckIds } } });
  const withOrders = showsOrder && deckIds.length > 0;
  const parts: FieldSelection[] = [
    ...(mayRead('queueEntry') ? [{ [handsKey]: fieldsToPull('queueEntry') }] : []),
    ...piles.map(({ key }) => ({ [key]: fieldsToPull('queueEntry') })),
    ...(withOrders ? [{ [ordersKey]: fieldsToPull('cardOrder') }] : []),
  ];
  const [root] = accountQuery(...planningModelSelections(), ...parts)._root as [FieldSelection];
  return {
    query: {
      _root: [root, { loggedInUser: fieldsToPull('user') }],
      ...Object.fromEntries(peopleIds.map((id) => [rootKeyById('user', id), fieldsToPull('user')])),
    },
    rowSets: planning.rowSets,
    lists(answer, asked) {
      const lists: CompleteRowList[] = planning.lists(answer, asked);
      if (hasAccountList(answer, handsKey))
        lists.push(completeList('queueEntry', '"cardDoneAt" IS NULL', [], idsInAccountList(answer, handsKey)));
      for (const pile of piles) if (hasAccountList(answer, pile.key)) lists.push(donePileList(pile, answer));
      if (withOrders && hasAccountList(answer, ordersKey)) {
        const marks = deckIds.map(() => '?').join(', ');
        const inDecks = `"cardId" IN (SELECT "cardId" FROM "card" WHERE "deckId" IN (${marks}))`;
        lists.push(completeList('cardOrder', inDecks, deckIds, idsInAccountList(answer, ordersKey)));
      }
      return lists;
    },
  };
}
