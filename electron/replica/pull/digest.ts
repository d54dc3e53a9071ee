/**
 * Finds changes that no timestamp shows. For decks on screen, it often compares the version and the fields that change
 * without a new version; for all decks, a few per request and less often, every field except long texts.
 */
import type { Database } from 'better-sqlite3';
import {
  type FieldList,
  filteredRelationKey,
  type Query,
  type QueryAnswer,
  type QueryObject,
  rowKey,
} from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import { tableDefinitionOf } from '../../engine/store/schema.ts';
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { isLocalId } from '../store/local-ids.ts';
import { hasAccountList, idsInAccountList } from './answers.ts';
import { recentThreadMaxAgeMs } from './first-sync-requests.ts';
import { accountQuery, fieldsToPull } from './selections.ts';

const positionFields = ['context', 'cardId', 'label', 'sortValue'];
const comparedCardFields = [
  'cardId',
  'version',
  'derivedStatus',
  'hasBlockingDeps',
  'isBlockingDep',
  'childCards',
  'deckId',
];
const comparedThreadFields = ['isClosed', 'context', 'cardId'];
/** Long texts are not compared: background-refetch.ts reads them again within a day. */
const longTextFields = new Set<unknown>(['content', 'checkboxInfo']);
const plainFields = (fields: FieldList) => fields.filter((field): field is string => typeof field === 'string');
const allCardFields = plainFields(fieldsToPull('card')).filter((field) => !longTextFields.has(field));
const allThreadFields = plainFields(fieldsToPull('resolvable'));
const allEntryFields = plainFields(fieldsToPull('resolvableEntry'));
/**
 * Closed threads are compared if they were closed within `recentThreadMaxAgeMs` minus this margin. Comments of older
 * ones may not be stored, so comparing them would report false differences.
 */
const oldThreadMarginMs = 10 * 24 * 3600 * 1000;

const decksPerStep = 20;
const cardsPerRequest = 3000;

/** Deck ids, or null for private cards, by step. With decks that only cards name, without local ones. */
export function deckIdsPerDigestRequest(db: Database): (string | null)[][] {
  const decks = db
    .prepare(
      `SELECT "id", (SELECT count(*) FROM "card" WHERE "deckId" IS "id") AS "cards" FROM (
         SELECT NULL AS "id" UNION SELECT "id" FROM "deck" UNION SELECT "deckId" FROM "card")`,
    )
    .all() as { id: string | null; cards: number }[];
  const steps: (string | null)[][] = [];
  let remainingCards = 0;
  for (const { id, cards } of decks) {
    if (id !== null && isLocalId(id)) continue;
    const step = steps.at(-1);
    if (step && step.length < decksPerStep && cards <= remainingCards) step.push(id);
    else {
      steps.push([id]);
      remainingCards = cardsPerRequest;
    }
    remainingCards -= cards;
  }
  return steps;
}

interface Digest {
  readonly query: Query;
  /** Row sets (see read-back.ts) of rows that differ, and of stored rows that are not in the answer. */
  readonly differences: (answer: QueryAnswer) => ReadonlySet<string>;
}

interface DigestOptions {
  readonly store: OptimisticStore;
  /** Null means the private cards, which are in no deck. */
  readonly deckIds: readonly (string | null)[];
  readonly showsOrder: boolean;
  /** True: every field except long texts. False: only the version and the fields that change without a new version. */
  readonly isThorough: boolean;
}

export function createDigestRequest({ store, deckIds, showsOrder, isThorough }: DigestOptions): Digest {
  const cardFieldNames = isThorough ? allCardFields : comparedCardFields;
  const threadFieldNames = isThorough ? allThreadFields : comparedThreadFields;
  const entryFieldNames = isThorough ? allEntryFields : ['version', 'resolvableId'];
  const ids = deckIds.filter((id) => id !== null);
  const inDecks: QueryObject[] = [
    ...(ids.length > 0 ? [{ deckId: { op: 'in', value: ids } }] : []),
    ...(deckIds.includes(null) ? [{ deckId: null }] : []),
  ];
  const since = closedSince(store);
  const cardsKey = filteredRelationKey('cards', { $or: inDecks });
  const threadsKey = filteredRelationKey('resolvables', {
    $and: [
      { $or: inDecks.map((where) => ({ card: where })) },
      { $or: [{ isClosed: false }, ...(since ? [{ closedAt: { op: 'gte', value: since } }] : [])] },
    ],
  });
  const marks = ids.map(() => '?').join(', ');
  const stored = `"deckId" IN (${marks})${deckIds.includes(null) ? ' OR "deckId" IS NULL' : ''}`;
  return {
    query: accountQuery(
      { [cardsKey]: showsOrder ? [...cardFieldNames, { cardOrders: positionFields }] : cardFieldNames },
      { [threadsKey]: [...threadFieldNames, { entries: entryFieldNames }] },
    ),
    differences: (answer) =>
      new Set([
        ...differingCards({ store, answer, key: cardsKey, fields: cardFieldNames, condition: stored, values: ids }),
        ...differingThreads(
          { store, answer, key: threadsKey, fields: threadFieldNames, condition: stored, values: ids },
          { since, entryFieldNames },
        ),
      ]),
  };
}

/** By the service's clock, from the newest stored card; undefined without cards. Older ones are skipped. */
function closedSince({ rows }: OptimisticStore): string | undefined {
  const [newest] = rows.where('card', '1 ORDER BY "lastUpdatedAt" DESC LIMIT 1');
  return newest && new Date(Date.parse(newest.lastUpdatedAt) - recentThreadMaxAgeMs + oldThreadMarginMs).toISOString();
}

interface Comparison {
  readonly store: OptimisticStore;
  readonly answer: QueryAnswer;
  /** Key of a list in the account's row: the ids of all compared rows of the service. */
  readonly key: string;
  readonly fields: readonly string[];
  /**
   * SQL condition for the stored rows to compare. If nothing differs, these are exactly the rows in the service's list.
   */
  readonly condition: string;
  readonly values: readonly unknown[];
}

const differs = (names: readonly string[], row: AnyRow, stored: AnyRow | undefined) =>
  names.some((name) => name in row && JSON.stringify(row[name]) !== JSON.stringify(stored?.[name]));

function differingCards({ store, answer, key, fields, condition, values }: Comparison): Set<string> {
  const { rows: known, images } = store;
  const rowSets = new Set<string>();
  const listed = new Set(idsInAccountList(answer, key));
  const rows = (answer.card ?? {}) as Record<string, AnyRow>;
  for (const id of listed) {
    const places = rows[id]?.cardOrders;
    if (Array.isArray(places) && places.length !== known.find('cardOrder', { cardId: id }).length)
      rowSets.add(`order:${id}`);
    if (differs(fields, rows[id] ?? {}, images.confirmed(known, 'card', id))) rowSets.add(`card:${id}`);
  }
  for (const row of Object.values(answer.cardOrder ?? {}) as AnyRow[]) {
    const stored = images.confirmed(known, 'cardOrder', rowKey(tableDefinitionOf('cardOrder').model, row));
    if (positionFields.some((name) => row[name] !== stored?.[name])) rowSets.add(`order:${row.cardId}`);
  }
  for (const { cardId } of known.where('card', condition, ...values))
    if (!listed.has(cardId) && images.confirmed(known, 'card', cardId)) rowSets.add(`card:${cardId}`);
  return rowSets;
}

function differingThreads(
  { store, answer, key, fields, condition, values }: Comparison,
  { since, entryFieldNames }: { readonly since: string | undefined; readonly entryFieldNames: readonly string[] },
): Set<string> {
  const { rows: known, images } = store;
  const rowSets = new Set<string>();
  // The answer has no list if the token lacks the scope for threads. Stored threads must then not count as deleted.
  if (!hasAccountList(answer, key)) return rowSets;
  const listed = new Set(idsInAccountList(answer, key));
  /**
   * The text by which versions of a comment are compared. Only with the fields of `like`, a comment from the service,
   * which omits fields for which the token has no scope.
   */
  const textOf = (id: string, row: AnyRow, like: AnyRow) =>
    JSON.stringify([id, ...entryFieldNames.filter((name) => name in like).map((name) => row[name])]);
  const entriesOf = Map.groupBy(Object.values(answer.resolvableEntry ?? {}) as AnyRow[], ({ resolvableId }) =>
    String(resolvableId),
  );
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
      rowSets.add(`thread:${id}`);
  }
  const storedThreads = known.where(
    'resolvable',
    `"cardId" IN (SELECT "cardId" FROM "card" WHERE ${condition}) AND ("isClosed" = 0 OR "closedAt" >= ?)`,
    ...values,
    since ?? '9999',
  );
  for (const { id } of storedThreads)
    if (!listed.has(id) && !isLocalId(id) && images.confirmed(known, 'resolvable', id)) rowSets.add(`thread:${id}`);
  return rowSets;
}
