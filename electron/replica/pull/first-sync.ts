/**
 * Builds the requests of the first sync and writes the rows of its answers: planning, open Hands and the board on
 * screen; then all cards in pages, newest first; then threads and done piles. An interrupted first sync resumes at its
 * last page. Indexes and the full-text index are built at the end, since rows are written faster without them.
 */
import { limits, type Query, type QueryAnswer, relationKey } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { quote, type Table, tableOf } from '../../engine/store/schema.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { planningLists, planningSelections } from '../reads/read-back.ts';
import { type CompleteList, greatestTimestamp, idsInAccountList, storableRowsOf } from './answers.ts';
import { accountQuery, cardFields, fieldsToPull, threadFields } from './selections.ts';

/**
 * Threads that were closed longer ago than this are read without comments. Opening such a thread reads its comments.
 */
export const recentThreadsMs = 90 * 24 * 3600 * 1000;
/** Cards in a Hand's done pile are read only if they were done within this time. */
const recentHandsMs = 30 * 24 * 3600 * 1000;

type FirstSyncStage = 'hello' | 'deck' | 'cards' | 'threads' | 'oldThreads' | 'hands' | 'finish' | 'done';

/** How far the first sync has come. It is stored, so that an interrupted first sync can resume. */
export interface FirstSyncState {
  readonly stage: FirstSyncStage;
  /** The next page of cards contains cards with a smaller `accountSeq`; null before the first page. */
  readonly beforeSeq: number | null;
  /** Offset of the next page of threads or Hand entries. */
  readonly offset: number;
  /** Number of cards at the service. */
  readonly total: number;
  /** Number of cards read so far. */
  readonly done: number;
  /** The service's newest timestamp when the first sync began. The first poll reads changes since then. */
  readonly startedFrom: string | null;
}

/** The state of a first sync before its first request. */
export const initialFirstSyncState: FirstSyncState = {
  stage: 'hello',
  beforeSeq: null,
  offset: 0,
  total: 0,
  done: 0,
  startedFrom: null,
};

interface FirstSyncStep {
  readonly query: Query;
  readonly lists: (answer: QueryAnswer) => CompleteList[];
  readonly next: (answer: QueryAnswer) => FirstSyncState;
}

const lastChangedCardKey = relationKey('cards', { $order: '-lastUpdatedAt', $limit: 1 });
/**
 * After a lost answer, the search for a created row ignores rows that are older than the newest stored card
 * (resolve-uncertain.ts). So this card is read before anything can be sent.
 */
const newestCardKey = relationKey('cards', { $order: '-accountSeq', $limit: 1 });

/** Returns the request of the present stage; undefined for `finish` and `done`, which send none. */
export function firstSyncRequest(
  state: FirstSyncState,
  options: { showsOrder: boolean; focus: readonly string[]; mayRead: (model: string) => boolean },
): FirstSyncStep | undefined {
  const page = limits.queryLimit;
  const cards = cardFields(options.showsOrder);
  // Cards of the first screen are read with their owners, whose names and pictures the screen shows.
  const cardsWithOwners = options.mayRead('user') ? [...cards, { assignee: fieldsToPull('user') }] : cards;
  const noLists = () => [];
  const since = (ms: number) => new Date(Date.parse(state.startedFrom ?? '') - ms || 0).toISOString();
  switch (state.stage) {
    case 'hello': {
      const hands = options.mayRead('queueEntry')
        ? [
            {
              [relationKey('queueEntries', { cardDoneAt: null })]: [
                ...fieldsToPull('queueEntry'),
                { card: cardsWithOwners },
              ],
            },
          ]
        : [];
      const [root] = accountQuery(
        ...planningSelections(),
        ...hands,
        { [lastChangedCardKey]: cards, [newestCardKey]: cards },
        'count:cards',
      )._root as [{ account: [] }];
      return {
        query: { _root: [root, { loggedInUser: fieldsToPull('user') }] },
        lists: planningLists,
        next(answer) {
          const [account] = Object.values(answer.account ?? {}) as AnyRow[];
          const at =
            greatestTimestamp(answer, 'card', 'lastUpdatedAt') ??
            String(account?.createdAt ?? new Date(0).toISOString());
          const stage = options.focus.length > 0 ? 'deck' : 'cards';
          return { ...state, stage, total: Number(account?.['count:cards'] ?? 0), startedFrom: at };
        },
      };
    }
    case 'deck': {
      // Open threads are included, because card faces show their number.
      const threads = options.mayRead('resolvable')
        ? [{ [relationKey('resolvables', { isClosed: false })]: threadFields }]
        : [];
      const key = relationKey('cards', { deckId: { op: 'in', value: options.focus } });
      return {
        query: accountQuery({ [key]: [...cardsWithOwners, ...threads] }),
        lists: noLists,
        next: () => ({ ...state, stage: 'cards' }),
      };
    }
    case 'cards': {
      const key = relationKey('cards', {
        ...(state.beforeSeq === null ? {} : { accountSeq: { op: 'lt', value: state.beforeSeq } }),
        $order: '-accountSeq',
        $limit: page,
      });
      return {
        query: accountQuery({ [key]: cards }),
        lists: noLists,
        next(answer) {
          const ids = idsInAccountList(answer, key);
          const rows = (answer.card ?? {}) as Record<string, AnyRow>;
          const seqs = ids.map((id) => Number(rows[id]?.accountSeq)).filter(Number.isFinite);
          const done = state.done + ids.length;
          if (ids.length < page) return { ...state, stage: 'threads', done, total: Math.max(done, state.total) };
          return { ...state, beforeSeq: Math.min(...seqs), done };
        },
      };
    }
    case 'threads':
    case 'oldThreads': {
      if (!options.mayRead('resolvable')) return skipTo({ ...state, stage: 'hands', offset: 0 });
      const recent = since(recentThreadsMs);
      const isOld = state.stage === 'oldThreads';
      const where = isOld
        ? { isClosed: true, closedAt: { op: 'lt', value: recent } }
        : { $or: [{ isClosed: false }, { closedAt: { op: 'gte', value: recent } }, { closedAt: null }] };
      const order = [
        { field: 'createdAt', dir: 'asc' },
        { field: 'id', dir: 'asc' },
      ];
      const key = relationKey('resolvables', { ...where, $order: order, $limit: page, $offset: state.offset });
      return {
        query: accountQuery({ [key]: isOld ? fieldsToPull('resolvable') : threadFields }),
        lists: noLists,
        next(answer) {
          if (idsInAccountList(answer, key).length >= page) return { ...state, offset: state.offset + page };
          return { ...state, stage: isOld ? 'hands' : 'oldThreads', offset: 0 };
        },
      };
    }
    case 'hands': {
      if (!options.mayRead('queueEntry')) return skipTo({ ...state, stage: 'finish', offset: 0 });
      const order = [
        { field: 'cardDoneAt', dir: 'asc' },
        { field: 'id', dir: 'asc' },
      ];
      const where = { cardDoneAt: { op: 'gte', value: since(recentHandsMs) } };
      const key = relationKey('queueEntries', { ...where, $order: order, $limit: page, $offset: state.offset });
      return {
        query: accountQuery({ [key]: fieldsToPull('queueEntry') }),
        lists: noLists,
        next: (answer) =>
          idsInAccountList(answer, key).length >= page
            ? { ...state, offset: state.offset + page }
            : { ...state, stage: 'finish', offset: 0 },
      };
    }
    default:
      return undefined;
  }
}

/** Returns a step that reads nothing, for a stage whose rows the token may not read. */
function skipTo(next: FirstSyncState): FirstSyncStep {
  return { query: accountQuery(), lists: () => [], next: () => next };
}

/** Returns the row's values in the order of the table's columns, as SQLite stores them. */
function sqlValuesOf(table: Table, row: AnyRow): unknown[] {
  return table.columns.map(({ name, kind }) => {
    const value = row[name];
    if (value === undefined || value === null) return null;
    if (kind === 'json') return JSON.stringify(value);
    return kind === 'boolean' ? (value ? 1 : 0) : value;
  });
}

/**
 * The highest row id of cards of a first sync. Search treats cards with higher row ids as newer (engine/query/find.ts).
 * The first sync reads the newest cards first, so row ids count down from here; cards created later get higher ids.
 */
const highestRowId = 1_000_000_000;

/**
 * Writes the answer's rows by SQL and returns the names of their models. SQL is faster than the row store, but updates
 * neither the full-text index nor the before-images. So call this function only before the indexes are built, and while
 * no row has pending changes.
 */
export function writeAnswerInBulk(store: OptimisticStore, answer: QueryAnswer): Set<string> {
  const { db } = store.engine;
  const lowest = db
    .prepare('SELECT min(n) FROM "card" WHERE n > ?')
    .pluck()
    .get(highestRowId / 2) as number | null;
  let number = lowest ?? highestRowId;
  const models = new Set<string>();
  const statements = new Map<string, (row: AnyRow) => void>();
  for (const { table, row } of storableRowsOf(answer)) {
    let write = statements.get(table.name);
    if (!write) {
      const isCard = table.name === 'card';
      const names = table.columns.map(({ name }) => quote(name));
      const columns = isCard ? [...names, 'n'] : names;
      const updates = names.map((name) => `${name} = excluded.${name}`).join(', ');
      const statement = db.prepare(
        `INSERT INTO ${quote(table.name)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT (${table.key.map(quote).join(', ')}) DO UPDATE SET ${updates}`,
      );
      write = (values) => {
        number -= 1;
        statement.run(isCard ? [...sqlValuesOf(table, values), number] : sqlValuesOf(table, values));
      };
      statements.set(table.name, write);
      models.add(table.name);
    }
    write(row);
  }
  return models;
}

/** Returns the ids of people whom stored rows refer to but who have not been read. */
export function unknownPersonIds(store: OptimisticStore): string[] {
  const sources = [
    ['card', 'creatorId'],
    ['card', 'assigneeId'],
    ['resolvable', 'creatorId'],
    ['resolvableEntry', 'authorId'],
    ['queueEntry', 'userId'],
    ['deck', 'creatorId'],
  ] as const;
  const union = sources
    .map(([model, field]) => `SELECT DISTINCT ${quote(field)} AS id FROM ${quote(tableOf(model).name)}`)
    .join(' UNION ');
  return store.engine.db
    .prepare(`SELECT id FROM (${union}) WHERE id IS NOT NULL AND id NOT IN (SELECT "id" FROM "user")`)
    .pluck()
    .all() as string[];
}

/** Returns the ids of deleted decks that archived cards refer to. The service's list of decks omits deleted decks. */
export function unknownDeckIds(store: OptimisticStore): string[] {
  return store.engine.db
    .prepare(
      'SELECT DISTINCT "deckId" FROM "card" WHERE "deckId" IS NOT NULL AND "deckId" NOT IN (SELECT "id" FROM "deck")',
    )
    .pluck()
    .all() as string[];
}
