/**
 * Finds what cursors miss: compares a few fields of every card of some decks, its places, and its threads with their
 * comments, with what is stored.
 */
import { type Query, type QueryAnswer, type QueryObject, related, rowKey } from '../../shared/contract/index.ts';
import type { AnyRow } from '../engine/rows.ts';
import { tableOf } from '../engine/schema.ts';
import { idsUnder } from './answers.ts';
import { recentThreadsMs } from './first-sync.ts';
import type { Ledger } from './ledger.ts';
import { isLocalId } from './local-ids.ts';
import { accountQuery } from './selections.ts';

const placeFields = ['context', 'cardId', 'label', 'sortValue'];
const compared = ['cardId', 'version', 'derivedStatus', 'hasBlockingDeps', 'isBlockingDep', 'childCards', 'deckId'];
const comparedOfThreads = ['isClosed', 'context', 'cardId'];
/** Threads that are about to leave the time that is kept are not compared: one side may have let go of them. */
const margin = 10 * 24 * 3600 * 1000;

export interface Digest {
  readonly query: Query;
  /** Units to read: rows that differ, and stored ones that the service did not list. */
  readonly differences: (answer: QueryAnswer) => ReadonlySet<string>;
}

export interface DigestOptions {
  readonly ledger: Ledger;
  /** Null stands for the private cards, which are in no deck. */
  readonly deckIds: readonly (string | null)[];
  readonly showsOrder: boolean;
}

export function digestOf({ ledger, deckIds, showsOrder }: DigestOptions): Digest {
  const ids = deckIds.filter((id) => id !== null);
  const inDecks: QueryObject[] = [
    ...(ids.length > 0 ? [{ deckId: { op: 'in', value: ids } }] : []),
    ...(deckIds.includes(null) ? [{ deckId: null }] : []),
  ];
  const since = closedSince(ledger);
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
      { [cardsKey]: showsOrder ? [...compared, { cardOrders: placeFields }] : compared },
      { [threadsKey]: [...comparedOfThreads, { entries: ['version', 'resolvableId'] }] },
    ),
    differences: (answer) =>
      new Set([
        ...differingCards({ ledger, answer, key: cardsKey, condition: stored, values: ids }),
        ...differingThreads({ ledger, answer, key: threadsKey, condition: stored, values: ids }, since),
      ]),
  };
}

/** By the service's own clock; undefined while it is not known. */
function closedSince({ rows }: Ledger): string | undefined {
  const [newest] = rows.where('card', '1 ORDER BY "lastUpdatedAt" DESC LIMIT 1');
  return newest && new Date(Date.parse(newest.lastUpdatedAt) - recentThreadsMs + margin).toISOString();
}

interface Comparing {
  readonly ledger: Ledger;
  readonly answer: QueryAnswer;
  /** Under which the account's row lists what the service has. */
  readonly key: string;
  /** Which stored cards should be among them. */
  readonly condition: string;
  readonly values: readonly unknown[];
}

const differs = (names: readonly string[], row: AnyRow, stored: AnyRow | undefined) =>
  names.some((name) => name in row && JSON.stringify(row[name]) !== JSON.stringify(stored?.[name]));

function differingCards({ ledger, answer, key, condition, values }: Comparing): Set<string> {
  const { rows: known, images } = ledger;
  const units = new Set<string>();
  const listed = new Set(idsUnder(answer, key));
  const rows = (answer.card ?? {}) as Record<string, AnyRow>;
  for (const id of listed) {
    const places = rows[id]?.cardOrders;
    if (Array.isArray(places) && places.length !== known.find('cardOrder', { cardId: id }).length)
      units.add(`order:${id}`);
    if (differs(compared, rows[id] ?? {}, images.confirmed(known, 'card', id))) units.add(`card:${id}`);
  }
  for (const row of Object.values(answer.cardOrder ?? {}) as AnyRow[]) {
    const stored = images.confirmed(known, 'cardOrder', rowKey(tableOf('cardOrder').model, row));
    if (placeFields.some((name) => row[name] !== stored?.[name])) units.add(`order:${row.cardId}`);
  }
  for (const { cardId } of known.where('card', condition, ...values))
    if (!listed.has(cardId) && images.confirmed(known, 'card', cardId)) units.add(`card:${cardId}`);
  return units;
}

function differingThreads(
  { ledger, answer, key, condition, values }: Comparing,
  since: string | undefined,
): Set<string> {
  const { rows: known, images } = ledger;
  const units = new Set<string>();
  const [account] = Object.values(answer.account ?? {}) as AnyRow[];
  // A token without the scope gets no list: nothing is known then.
  if (!Array.isArray(account?.[key])) return units;
  const listed = new Set(idsUnder(answer, key));
  const versions = new Map<string, string[]>();
  for (const [id, entry] of Object.entries((answer.resolvableEntry ?? {}) as Record<string, AnyRow>)) {
    const thread = String(entry.resolvableId);
    versions.set(thread, [...(versions.get(thread) ?? []), `${id} ${entry.version ?? ''}`]);
  }
  const threads = (answer.resolvable ?? {}) as Record<string, AnyRow>;
  for (const id of listed) {
    const entries = known.find('resolvableEntry', { resolvableId: id }).flatMap(({ entryId }) => {
      const entry = isLocalId(entryId) ? undefined : images.confirmed(known, 'resolvableEntry', entryId);
      return entry ? [`${entryId} ${entry.version ?? ''}`] : [];
    });
    const isSame = JSON.stringify(entries.sort()) === JSON.stringify((versions.get(id) ?? []).sort());
    if (!isSame || differs(comparedOfThreads, threads[id] ?? {}, images.confirmed(known, 'resolvable', id)))
      units.add(`thread:${id}`);
  }
  const kept = known.where(
    'resolvable',
    `"cardId" IN (SELECT "cardId" FROM "card" WHERE ${condition}) AND ("isClosed" = 0 OR "closedAt" >= ?)`,
    ...values,
    since ?? '9999',
  );
  for (const { id } of kept)
    if (!listed.has(id) && !isLocalId(id) && images.confirmed(known, 'resolvable', id)) units.add(`thread:${id}`);
  return units;
}
