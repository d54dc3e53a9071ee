/**
 * Finds changes without a timestamp: compares the cards of some decks, their positions, threads and comments with the
 * stored rows. Decks on screen: only the fields that change without a new version. All decks, some at a time: every
 * field but long texts.
 */
import type { Database } from 'better-sqlite3';
import {
  type FieldList,
  type Query,
  type QueryAnswer,
  type QueryObject,
  related,
  rowKey,
} from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { tableOf } from '../../engine/store/schema.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { isLocalId } from '../store/local-ids.ts';
import { idsUnder } from './answers.ts';
import { recentThreadsMs } from './first-sync.ts';
import { accountQuery, everyField } from './selections.ts';

const positionFields = ['context', 'cardId', 'label', 'sortValue'];
const compared = ['cardId', 'version', 'derivedStatus', 'hasBlockingDeps', 'isBlockingDep', 'childCards', 'deckId'];
const comparedOfThreads = ['isClosed', 'context', 'cardId'];
/** Long texts are read again by `refetch` in puller.ts. */
const longTextFields = new Set<unknown>(['content', 'checkboxInfo']);
const plain = (fields: FieldList) => fields.filter((field): field is string => typeof field === 'string');
const allOfCards = plain(everyField('card')).filter((field) => !longTextFields.has(field));
const allOfThreads = plain(everyField('resolvable'));
const allOfEntries = plain(everyField('resolvableEntry'));
/** Threads that will soon be too old to be stored are not compared: one side may have deleted them already. */
const marginMs = 10 * 24 * 3600 * 1000;

const decksPerStep = 20;
const cardsPerRequest = 3000;

/**
 * The decks to compare in each step of a round; null means the private cards. Includes decks that only cards refer to.
 */
export function digestSteps(db: Database): (string | null)[][] {
  const decks = db
    .prepare(
      `SELECT "id", (SELECT count(*) FROM "card" WHERE "deckId" IS "id") AS "cards" FROM (
         SELECT NULL AS "id" UNION SELECT "id" FROM "deck" UNION SELECT "deckId" FROM "card")`,
    )
    .all() as { id: string | null; cards: number }[];
  const turns: (string | null)[][] = [];
  let room = 0;
  for (const { id, cards } of decks) {
    const turn = turns.at(-1);
    if (turn && turn.length < decksPerStep && cards <= room) turn.push(id);
    else {
      turns.push([id]);
      room = cardsPerRequest;
    }
    room -= cards;
  }
  return turns;
}

interface Digest {
  readonly query: Query;
  /** Units to read: rows that differ, and stored rows that the service did not list. */
  readonly differences: (answer: QueryAnswer) => ReadonlySet<string>;
}

interface DigestOptions {
  readonly store: OptimisticStore;
  /** Null means the private cards, which are in no deck. */
  readonly deckIds: readonly (string | null)[];
  readonly showsOrder: boolean;
  /** Compares every field but long texts, not only those that change without a new version. */
  readonly isThorough: boolean;
}

export function digestOf({ store, deckIds, showsOrder, isThorough }: DigestOptions): Digest {
  const ofCards = isThorough ? allOfCards : compared;
  const ofThreads = isThorough ? allOfThreads : comparedOfThreads;
  const ofEntries = isThorough ? allOfEntries : ['version', 'resolvableId'];
  const ids = deckIds.filter((id) => id !== null);
  const inDecks: QueryObject[] = [
    ...(ids.length > 0 ? [{ deckId: { op: 'in', value: ids } }] : []),
    ...(deckIds.includes(null) ? [{ deckId: null }] : []),
  ];
  const since = closedSince(store);
  const cardsKey = related('cards', { $or: inDecks });
  const threadsKey = related('resolvables', {
    $and: [
      { $or: inDecks.map((where) => ({ card: where })) },
      { $or: [{ isClosed: false }, ...(since ? [{ closedAt: { op: 'gte', value: since } }] : [])] },
    ],
  });
  const marks = ids.map(() => '?').join(', ');
  const stored = `"deckId" IN (${marks})${deckIds.includes(null) ? ' OR "deckId" IS NULL' : ''}`;
  return {
    query: accountQuery(
      { [cardsKey]: showsOrder ? [...ofCards, { cardOrders: positionFields }] : ofCards },
      { [threadsKey]: [...ofThreads, { entries: ofEntries }] },
    ),
    differences: (answer) =>
      new Set([
        ...differingCards({ store, answer, key: cardsKey, fields: ofCards, condition: stored, values: ids }),
        ...differingThreads(
          { store, answer, key: threadsKey, fields: ofThreads, condition: stored, values: ids },
          { since, ofEntries },
        ),
      ]),
  };
}

/** Threads closed before this time of the service's clock are not compared; undefined while that clock is not known. */
function closedSince({ rows }: OptimisticStore): string | undefined {
  const [newest] = rows.where('card', '1 ORDER BY "lastUpdatedAt" DESC LIMIT 1');
  return newest && new Date(Date.parse(newest.lastUpdatedAt) - recentThreadsMs + marginMs).toISOString();
}

interface Comparison {
  readonly store: OptimisticStore;
  readonly answer: QueryAnswer;
  /** Key under which the account's row lists the service's ids. */
  readonly key: string;
  /** The compared fields. */
  readonly fields: readonly string[];
  /** SQL condition: the stored rows that should be in the list. */
  readonly condition: string;
  readonly values: readonly unknown[];
}

const differs = (names: readonly string[], row: AnyRow, stored: AnyRow | undefined) =>
  names.some((name) => name in row && JSON.stringify(row[name]) !== JSON.stringify(stored?.[name]));

function differingCards({ store, answer, key, fields, condition, values }: Comparison): Set<string> {
  const { rows: known, images } = store;
  const units = new Set<string>();
  const listed = new Set(idsUnder(answer, key));
  const rows = (answer.card ?? {}) as Record<string, AnyRow>;
  for (const id of listed) {
    const places = rows[id]?.cardOrders;
    if (Array.isArray(places) && places.length !== known.find('cardOrder', { cardId: id }).length)
      units.add(`order:${id}`);
    if (differs(fields, rows[id] ?? {}, images.confirmed(known, 'card', id))) units.add(`card:${id}`);
  }
  for (const row of Object.values(answer.cardOrder ?? {}) as AnyRow[]) {
    const stored = images.confirmed(known, 'cardOrder', rowKey(tableOf('cardOrder').model, row));
    if (positionFields.some((name) => row[name] !== stored?.[name])) units.add(`order:${row.cardId}`);
  }
  for (const { cardId } of known.where('card', condition, ...values))
    if (!listed.has(cardId) && images.confirmed(known, 'card', cardId)) units.add(`card:${cardId}`);
  return units;
}

function differingThreads(
  { store, answer, key, fields, condition, values }: Comparison,
  { since, ofEntries }: { readonly since: string | undefined; readonly ofEntries: readonly string[] },
): Set<string> {
  const { rows: known, images } = store;
  const units = new Set<string>();
  const [account] = Object.values(answer.account ?? {}) as AnyRow[];
  // A token without the scope gets no list, which proves nothing about the rows.
  if (!Array.isArray(account?.[key])) return units;
  const listed = new Set(idsUnder(answer, key));
  /** A token without the scope for some fields gets the other fields only. */
  const textOf = (id: string, row: AnyRow, like: AnyRow) =>
    JSON.stringify([id, ...ofEntries.filter((name) => name in like).map((name) => row[name])]);
  const entriesOf = new Map<string, AnyRow[]>();
  for (const entry of Object.values(answer.resolvableEntry ?? {}) as AnyRow[]) {
    const thread = String(entry.resolvableId);
    entriesOf.set(thread, [...(entriesOf.get(thread) ?? []), entry]);
  }
  const threads = (answer.resolvable ?? {}) as Record<string, AnyRow>;
  for (const id of listed) {
    const threadEntries = entriesOf.get(id) ?? [];
    const [like = {}] = threadEntries;
    const entries = known.find('resolvableEntry', { resolvableId: id }).flatMap(({ entryId }) => {
      const entry = isLocalId(entryId) ? undefined : images.confirmed(known, 'resolvableEntry', entryId);
      return entry ? [textOf(entryId, entry, like)] : [];
    });
    const texts = threadEntries.map((entry) => textOf(String(entry.entryId), entry, like));
    const isSame = JSON.stringify(entries.sort()) === JSON.stringify(texts.sort());
    if (!isSame || differs(fields, threads[id] ?? {}, images.confirmed(known, 'resolvable', id)))
      units.add(`thread:${id}`);
  }
  const storedThreads = known.where(
    'resolvable',
    `"cardId" IN (SELECT "cardId" FROM "card" WHERE ${condition}) AND ("isClosed" = 0 OR "closedAt" >= ?)`,
    ...values,
    since ?? '9999',
  );
  for (const { id } of storedThreads)
    if (!listed.has(id) && !isLocalId(id) && images.confirmed(known, 'resolvable', id)) units.add(`thread:${id}`);
  return units;
}
