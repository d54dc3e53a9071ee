/** Writes the rows of a service's answer as confirmed rows. Ignores unknown models and fields. */
import type { QueryAnswer } from '../../../shared/contract/index.ts';
import { models, rowKey } from '../../../shared/contract/index.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import { type StoredModelName, type TableDefinition, tableDefinitions } from '../../engine/store/schema.ts';

/** Undefined without a whole key, or with nothing else (client/answer-correction.ts corrected values). */
function storableColumns(table: TableDefinition, source: AnyRow): AnyRow | undefined {
  const row: AnyRow = {};
  let isNamedOnly = true;
  for (const { name } of table.columns) {
    if (source[name] === undefined) continue;
    row[name] = source[name];
    if (!table.key.includes(name)) isNamedOnly = false;
  }
  return isNamedOnly || table.key.some((name) => row[name] === undefined) ? undefined : row;
}

export function* storableRowsOf(
  answer: QueryAnswer,
): Generator<{ table: TableDefinition; key: string; row: AnyRow; source: AnyRow }> {
  for (const [model, rows] of Object.entries(answer)) {
    const table = model !== '_root' && Object.hasOwn(models, model) ? tableDefinitions.get(model) : undefined;
    if (!table) continue;
    for (const source of Object.values(rows as Record<string, AnyRow>)) {
      const row = storableColumns(table, source);
      if (row) yield { table, key: rowKey(table.model, row), row, source };
    }
  }
}

export const accountRowIn = (answer: QueryAnswer): AnyRow | undefined =>
  Object.values(answer.account ?? {})[0] as AnyRow | undefined;

/** An id of several fields is an array. */
const keyOfListedId = (id: unknown) => (Array.isArray(id) ? JSON.stringify(id) : String(id));

/** Returns true if the account's row has the list `key`. The list is absent if the service refused the relation. */
export const hasAccountList = (answer: QueryAnswer, key: string): boolean => Array.isArray(accountRowIn(answer)?.[key]);

/** `key` is the list's key in the query, such as `cards({…})`. Empty if the answer lacks the list. */
export function idsInAccountList(answer: QueryAnswer, key: string): readonly string[] {
  const ids = accountRowIn(answer)?.[key];
  return Array.isArray(ids) ? ids.map(keyOfListedId) : [];
}

/** Below `limit`; else undefined. With a date in the far future as a cursor, nothing would be newer. */
export function greatestTimestamp(
  answer: QueryAnswer,
  model: string,
  field: string,
  limit: string,
): string | undefined {
  let found: string | undefined;
  for (const row of Object.values(answer[model] ?? {}) as AnyRow[]) {
    const value = row[field];
    if (typeof value === 'string' && value < limit && (found === undefined || value > found)) found = value;
  }
  return found;
}

/** Row sets (see read-back.ts) to read next: their rows may have changed together with a row of the answer. */
export type FollowUpRowSets = Set<string>;

const idsOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/**
 * Returns the row sets to read next. Also writes a card whose version is stored, because derived fields change without
 * a new version; one with a lower version only with `acceptsLowerVersions`, for a service that was restored from a
 * backup.
 */
export function writeAnswerRows(
  rows: RowStore,
  answer: QueryAnswer,
  { acceptsLowerVersions = false, isFirstSync = false }: { acceptsLowerVersions?: boolean; isFirstSync?: boolean } = {},
): FollowUpRowSets {
  const followUps: FollowUpRowSets = new Set();
  const present = answer.card ?? {};
  const wantCard = (id: string) => {
    if (id && !Object.hasOwn(present, id)) followUps.add(`card:${id}`);
  };
  for (const { table, key, row, source } of storableRowsOf(answer)) {
    const model = table.name;
    // The steps below are too slow without most indexes, and a first sync reads all related rows anyway.
    if (isFirstSync) {
      rows.put(model, row as never);
      continue;
    }
    removeUnlisted(rows, table, key, source);
    const before = rows.get(model, key) as AnyRow | undefined;
    if (model === 'card' && before && !acceptsLowerVersions && Number(row.version) < Number(before.version)) continue;
    rows.put(model, row as never);
    if (model === 'card') for (const id of relatedCards(rows, key, before, row)) wantCard(id);
    // No list contains a deck that was created and deleted between two full polls, but archived cards refer to it.
    if (model === 'card' && typeof row.deckId === 'string' && !rows.get('deck', row.deckId))
      followUps.add(`ask:deck:${row.deckId}`);
    if (model === 'resolvable' && (!before || before.isClosed !== row.isClosed)) wantCard(String(row.cardId));
    for (const id of missingUsers(rows, table, row)) followUps.add(`user:${id}`);
  }
  return followUps;
}

/** A list under the plain name of a relation has no filter, so it is complete: rows that it lacks no longer exist. */
function removeUnlisted(rows: RowStore, table: TableDefinition, key: string, source: AnyRow): void {
  for (const [name, relation] of Object.entries(table.model.relations)) {
    const listed = source[name];
    if (relation.kind !== 'many' || !Array.isArray(listed)) continue;
    const target = tableDefinitions.get(relation.model) as TableDefinition;
    const listedKeys = new Set(listed.map(keyOfListedId));
    for (const row of rows.find(target.name, { [relation.field]: key } as never)) {
      const rowsKey = rowKey(target.model, row as AnyRow);
      if (!listedKeys.has(rowsKey)) rows.remove(target.name, rowsKey);
    }
  }
}

/**
 * Cards to read again: former and present hero cards and dependencies whose links do not match this card's; if its
 * status changed, also its hero card and all dependencies.
 */
function relatedCards(rows: RowStore, key: string, before: AnyRow | undefined, row: AnyRow): string[] {
  const disagree = (ids: readonly string[], list: 'childCards' | 'inDeps' | 'outDeps', has: boolean) =>
    ids.filter((id) => {
      const other = rows.get('card', id);
      return other !== undefined && other[list].includes(key) !== has;
    });
  const removedIds = (list: string) => idsOf(before?.[list]).filter((id) => !idsOf(row[list]).includes(id));
  const parents = (source: AnyRow | undefined) => (source?.parentCardId ? [String(source.parentCardId)] : []);
  const leftParent = parents(before).filter((id) => id !== row.parentCardId);
  const changedStatus = before && before.status !== row.status;
  return [
    ...disagree(parents(row), 'childCards', true),
    ...disagree(leftParent, 'childCards', false),
    ...disagree(idsOf(row.inDeps), 'outDeps', true),
    ...disagree(removedIds('inDeps'), 'outDeps', false),
    ...disagree(idsOf(row.outDeps), 'inDeps', true),
    ...disagree(removedIds('outDeps'), 'inDeps', false),
    ...(changedStatus ? [...idsOf(row.inDeps), ...idsOf(row.outDeps), ...parents(row)] : []),
  ];
}

function missingUsers(rows: RowStore, table: TableDefinition, row: AnyRow): string[] {
  return table.columns
    .filter(({ idsOfModel, kind }) => idsOfModel === 'user' && kind === 'text')
    .map(({ name }) => row[name])
    .filter(
      (id): id is string => typeof id === 'string' && id !== '' && table.name !== 'user' && !rows.get('user', id),
    );
}

/** A complete list: a stored row that `condition` selects and that is not in the list no longer belongs to it. */
export interface CompleteRowList {
  readonly model: StoredModelName;
  /** SQL condition over the model's columns. It selects the stored rows that belong to the list. */
  readonly condition: string;
  /** Of the condition. With `field`, the list contains only rows with one of them in this field. */
  readonly values: readonly unknown[];
  readonly field?: string;
  readonly keys: ReadonlySet<string>;
  /** The treatment of a stored row that is absent from the service's list: delete the row, or request it by its id. */
  readonly absent: 'delete' | 'ask';
}

export const completeList = (
  model: StoredModelName,
  condition: string,
  values: readonly unknown[],
  keys: Iterable<string>,
  field?: string,
): CompleteRowList => ({
  model,
  condition,
  values,
  keys: new Set(keys),
  absent: 'delete',
  ...(field ? { field } : {}),
});

/** With `absent: 'ask'`, returns row sets that request the rows instead of deleting them. */
export function removeAbsentRows(rows: RowStore, list: CompleteRowList): FollowUpRowSets {
  const followUps: FollowUpRowSets = new Set();
  const table = tableDefinitions.get(list.model) as TableDefinition;
  for (const row of rows.where(list.model, list.condition, ...list.values)) {
    const key = rowKey(table.model, row as AnyRow);
    if (list.keys.has(key)) continue;
    if (list.absent === 'delete')
      for (const rowSet of removeWithRowsBelow(rows, list.model, key)) followUps.add(rowSet);
    else followUps.add(`ask:${list.model}:${key}`);
  }
  return followUps;
}

const modelsBelowCards = [
  'resolvable',
  'resolvableEntry',
  'queueEntry',
  'handCard',
  'cardOrder',
  'attachment',
] as const;

/**
 * Also deletes the rows of a card (`modelsBelowCards`). Keeps the cards of a deck, because they may be in another deck
 * now, and returns the row sets that read them again.
 */
function removeWithRowsBelow(rows: RowStore, model: StoredModelName, key: string): FollowUpRowSets {
  const followUps: FollowUpRowSets = new Set();
  rows.remove(model, key);
  if (model === 'deck') for (const { cardId } of rows.find('card', { deckId: key })) followUps.add(`card:${cardId}`);
  if (model !== 'card') return followUps;
  for (const name of modelsBelowCards)
    for (const row of rows.find(name, { cardId: key } as never))
      rows.remove(name, rowKey((tableDefinitions.get(name) as TableDefinition).model, row as AnyRow));
  return followUps;
}
