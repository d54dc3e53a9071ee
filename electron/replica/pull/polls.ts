/**
 * Builds the requests that find changes since the last ones. A delta poll asks for all rows changed since a cursor;
 * cursors are the service's own timestamps, never this computer's clock. A full poll asks for complete lists.
 */
import { byId, limits, type Query, type QueryAnswer, related, type Selection } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { deltaPollUnit, planningSelections, type Reading, readingOf } from '../reads/read-back.ts';
import { type CompleteList, greatestTimestamp, idsUnder } from './answers.ts';
import { accountQuery, cardFields, everyField, threadFields } from './selections.ts';

/** The service may commit rows with a timestamp slightly older than ones that were read already. */
const overlapMs = 60_000;

export interface Cursors {
  /** Newest timestamp read, per model; rows with exactly this timestamp are asked for again. */
  readonly card: string;
  readonly thread: string;
  readonly hand: string;
  /** Offset among the cards of one timestamp when they fill more than a page. */
  readonly cardOffset: number;
  /** While pages follow each other: the cursor to store after the last page. */
  readonly cardGreatest?: string;
}

export function startCursors(at: string): Cursors {
  const from = minusOverlap(at);
  return { card: from, thread: from, hand: from, cardOffset: 0 };
}

function minusOverlap(timestamp: string): string {
  return new Date(Date.parse(timestamp) - overlapMs).toISOString();
}

const later = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a);

interface DeltaPollOptions {
  readonly cursors: Cursors;
  /** Whose Hand and bookmarks are "mine". */
  readonly userId: string | null;
  readonly showsOrder: boolean;
  readonly mayRead: (model: string) => boolean;
  /** Units to read in the same request, so that acknowledged operations settle together with the rows they share. */
  readonly units: readonly string[];
}

interface DeltaPoll extends Reading {
  /** Cursors after the answer, and whether another page has to be read at once. */
  readonly after: (answer: QueryAnswer) => { cursors: Cursors; more: boolean };
  /** Numbers of open Hand entries and open threads at the service; undefined where the answer does not contain them. */
  readonly counts: (answer: QueryAnswer) => { openEntries: number | undefined; openThreads: number | undefined };
}

const openEntries = `count:${related('queueEntries', { cardDoneAt: null })}` as const;
const openThreads = `count:${related('resolvables', { isClosed: false })}` as const;

export function deltaPoll({ cursors, userId, showsOrder, mayRead, units }: DeltaPollOptions): DeltaPoll {
  const since = (at: string) => ({ op: 'gte', value: at });
  const cardsKey = related('cards', {
    lastUpdatedAt: since(cursors.card),
    $order: [
      { field: 'lastUpdatedAt', dir: 'asc' },
      { field: 'cardId', dir: 'asc' },
    ],
    $limit: limits.queryLimit,
    $offset: cursors.cardOffset,
  });
  const parts: Selection[] = [{ [cardsKey]: cardFields(showsOrder) }];
  if (mayRead('resolvable')) {
    const changed = [
      { createdAt: since(cursors.thread) },
      { closedAt: since(cursors.thread) },
      { reopenedAt: since(cursors.thread) },
      ...(mayRead('resolvableEntry') ? [{ entries: { lastChangedAt: since(cursors.thread) } }] : []),
    ];
    parts.push({ [related('resolvables', { $or: changed })]: threadFields }, openThreads);
  }
  if (mayRead('queueEntry')) {
    const changed = [{ createdAt: since(cursors.hand) }, { cardDoneAt: since(cursors.hand) }];
    parts.push({ [related('queueEntries', { $or: changed })]: everyField('queueEntry') }, openEntries);
  }
  const own = userId ? [`hand:${userId}`, `bookmarks:${userId}`] : [];
  const along = readingOf(new Set([...own, ...units]), showsOrder);
  const query = withParts(along.query, parts);
  return {
    query,
    units: new Set([...along.units, deltaPollUnit]),
    lists: along.lists,
    counts(answer) {
      const [account] = Object.values(answer.account ?? {}) as AnyRow[];
      const count = (key: string) => (typeof account?.[key] === 'number' ? (account[key] as number) : undefined);
      return { openEntries: count(openEntries), openThreads: count(openThreads) };
    },
    after(answer) {
      const page = idsUnder(answer, cardsKey);
      const last = page.length > 0 ? greatestOf(answer, page) : undefined;
      const seen = later(cursors.cardGreatest ?? cursors.card, last);
      const more = page.length >= limits.queryLimit;
      const threads = ['createdAt', 'closedAt', 'reopenedAt'].map((field) =>
        greatestTimestamp(answer, 'resolvable', field),
      );
      const entries = greatestTimestamp(answer, 'resolvableEntry', 'lastChangedAt');
      const hands = ['createdAt', 'cardDoneAt'].map((field) => greatestTimestamp(answer, 'queueEntry', field));
      const advance = (cursor: string, timestamps: readonly (string | undefined)[]) =>
        timestamps.reduce<string>((at, next) => (next === undefined ? at : later(at, minusOverlap(next))), cursor);
      const rest = { thread: advance(cursors.thread, [...threads, entries]), hand: advance(cursors.hand, hands) };
      if (!more) return { more, cursors: { ...rest, card: later(cursors.card, minusOverlap(seen)), cardOffset: 0 } };
      // A full page continues at its last timestamp. After a bulk update thousands of cards can share one timestamp;
      // then it continues within that one by offset.
      const sameTime = last === undefined || last <= cursors.card;
      return {
        more,
        cursors: {
          ...rest,
          card: sameTime ? cursors.card : last,
          cardOffset: sameTime ? cursors.cardOffset + limits.queryLimit : 0,
          cardGreatest: seen,
        },
      };
    },
  };
}

function greatestOf(answer: QueryAnswer, ids: readonly string[]): string | undefined {
  const rows = (answer.card ?? {}) as Record<string, AnyRow>;
  return ids.reduce<string | undefined>((found, id) => {
    const at = rows[id]?.lastUpdatedAt;
    return typeof at === 'string' ? later(at, found) : found;
  }, undefined);
}

/** Adds parts below the account to a query that may have some already. */
function withParts(query: Query, parts: readonly Selection[]): Query {
  const { _root, ...roots } = query;
  const [first] = (_root ?? []) as { account?: readonly Selection[] }[];
  return { ...accountQuery(...(first?.account ?? []).filter((part) => part !== 'id'), ...parts), ...roots };
}

interface FullPollOptions {
  readonly showsOrder: boolean;
  readonly mayRead: (model: string) => boolean;
  readonly deckIds: readonly string[];
  readonly userId: string | null;
  /** Users to read again. */
  readonly peopleIds: readonly string[];
}

/**
 * Maximum number of entries that are read of each done pile, newest first. They are read again because no timestamp
 * shows that somebody cleared a pile.
 */
const donePileLength = 300;

interface DonePile {
  readonly key: string;
  /** SQL condition over the stored entries. */
  readonly condition: string;
  readonly values: readonly string[];
}

function donePiles(userId: string | null): DonePile[] {
  const pile = (where: Readonly<Record<string, string>>): DonePile => ({
    key: related('queueEntries', {
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

/** The entries that must be in the pile's list. A full list proves nothing about entries older than its oldest. */
function donePileList({ key, condition, values }: DonePile, answer: QueryAnswer): CompleteList {
  const ids = idsUnder(answer, key);
  const rows = (answer.queueEntry ?? {}) as Record<string, AnyRow>;
  const oldest = ids.length < donePileLength ? '' : String(rows[ids.at(-1) ?? '']?.cardDoneAt ?? '');
  return {
    model: 'queueEntry',
    condition: `${condition} AND "cardDoneAt" > ?`,
    values: [...values, oldest],
    keys: new Set(ids),
    absent: 'gone',
  };
}

/**
 * Reads the small models, open Hands and the newest entries of done piles as complete lists, and with `showsOrder` the
 * manual order of the decks on screen.
 */
export function fullPoll({ showsOrder, mayRead, deckIds, userId, peopleIds }: FullPollOptions): Reading {
  const piles = mayRead('queueEntry') ? donePiles(userId) : [];
  const planning = readingOf(['planning'], showsOrder);
  const handsKey = related('queueEntries', { cardDoneAt: null });
  const ordersKey = related('cardOrders', { card: { deckId: { op: 'in', value: deckIds } } });
  const withOrders = showsOrder && deckIds.length > 0;
  const parts: Selection[] = [
    ...(mayRead('queueEntry') ? [{ [handsKey]: everyField('queueEntry') }] : []),
    ...piles.map(({ key }) => ({ [key]: everyField('queueEntry') })),
    ...(withOrders ? [{ [ordersKey]: everyField('cardOrder') }] : []),
  ];
  const [root] = accountQuery(...planningSelections(), ...parts)._root as [Selection];
  return {
    query: {
      _root: [root, { loggedInUser: everyField('user') }],
      ...Object.fromEntries(peopleIds.map((id) => [byId('user', id), everyField('user')])),
    },
    units: new Set(['planning', 'hands']),
    lists(answer, asked) {
      const lists: CompleteList[] = planning.lists(answer, asked);
      const [account] = Object.values(answer.account ?? {}) as AnyRow[];
      if (Array.isArray(account?.[handsKey]))
        lists.push({
          model: 'queueEntry',
          condition: '"cardDoneAt" IS NULL',
          values: [],
          keys: new Set(idsUnder(answer, handsKey)),
          absent: 'gone',
        });
      for (const pile of piles) if (Array.isArray(account?.[pile.key])) lists.push(donePileList(pile, answer));
      if (withOrders && Array.isArray(account?.[ordersKey]))
        lists.push({
          model: 'cardOrder',
          condition: `"cardId" IN (SELECT "cardId" FROM "card" WHERE "deckId" IN (${deckIds.map(() => '?').join(', ')}))`,
          values: deckIds,
          keys: new Set(idsUnder(answer, ordersKey)),
          absent: 'gone',
        });
      return lists;
    },
  };
}
