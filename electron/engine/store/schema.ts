/** SQLite tables and indexes of the contract's models and the engine's internal models. */
import type { Database } from 'better-sqlite3';
import {
  isStructuredType,
  type Model,
  models,
  nonNullableTypeOf,
  type RowModelName,
  rowModelNames,
  type ValueType,
} from '../../../shared/contract/index.ts';
import { indexForm } from '../../../shared/domain/search-text.ts';
import { counterKeyFields } from './card-counts.ts';
import { type InternalModelName, internalModels } from './internal.ts';
import { createMaterializedTables, dropMaterializedTables, materializedTablesSql } from './materialized-tables.ts';

export type StoredModelName = RowModelName | InternalModelName;
/** Booleans are 0 and 1, lists and objects JSON text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'json';

export interface ColumnDefinition {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The value if the column is NULL: an empty list for a list of ids, otherwise null. */
  readonly empty: unknown;
  /** The model of the rows whose id or ids the column contains. */
  readonly idsOfModel: string | undefined;
}

export interface TableDefinition {
  readonly name: StoredModelName;
  readonly model: Model;
  readonly columns: readonly ColumnDefinition[];
  readonly byName: ReadonlyMap<string, ColumnDefinition>;
  readonly key: readonly string[];
}

function columnKind(type: ValueType): ColumnKind {
  if (isStructuredType(type)) return 'json';
  const { kind } = nonNullableTypeOf(type);
  return kind === 'boolean' ? 'boolean' : kind === 'int32' ? 'integer' : 'text';
}

function idModelIn(type: ValueType): string | undefined {
  const inner = nonNullableTypeOf(type);
  if (inner.kind === 'id') return inner.model;
  return inner.kind === 'list' ? idModelIn(inner.of) : undefined;
}

/**
 * One column per field, one with a JSON list of ids per `listed` relation, and one with an id per `one` relation whose
 * id is not a field of the contract, such as `closedBy`.
 */
function columnsOf(model: Model): ColumnDefinition[] {
  const columns: ColumnDefinition[] = Object.entries(model.fields).map(([name, type]) => ({
    name,
    kind: columnKind(type),
    empty: null,
    idsOfModel: idModelIn(type),
  }));
  for (const [name, relation] of Object.entries(model.relations)) {
    if (relation.kind === 'listed') columns.push({ name, kind: 'json', empty: [], idsOfModel: relation.model });
    if (relation.kind === 'one' && !(relation.field in model.fields))
      columns.push({ name: relation.field, kind: 'text', empty: null, idsOfModel: relation.model });
  }
  return columns;
}

const everyModel: Record<string, Model> = {
  ...Object.fromEntries(rowModelNames.map((name) => [name, models[name] as Model])),
  ...internalModels,
};

export const tableDefinitions: ReadonlyMap<string, TableDefinition> = new Map(
  Object.entries(everyModel).map(([name, model]) => {
    const columns = columnsOf(model);
    return [
      name,
      {
        name: name as StoredModelName,
        model,
        columns,
        byName: new Map(columns.map((column) => [column.name, column])),
        key: model.id,
      },
    ];
  }),
);

export function tableDefinitionOf(name: string): TableDefinition {
  const table = tableDefinitions.get(name);
  if (!table) throw new Error(`No table for model '${name}'`);
  return table;
}

const withoutMinus = (column = '') => column.replace(/^-/, '');

export const quoteSqlIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const sqlTypeByColumnKind: Record<ColumnKind, string> = {
  text: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  json: 'TEXT',
};

/** An explicit integer key for the full-text index: VACUUM can change rowids (https://sqlite.org/rowidtable.html). */
function createTable(table: TableDefinition): string {
  const columns = table.columns.map(
    (column) => `${quoteSqlIdentifier(column.name)} ${sqlTypeByColumnKind[column.kind]}`,
  );
  const key = table.key.map(quoteSqlIdentifier).join(', ');
  if (table.name === 'card')
    return `CREATE TABLE IF NOT EXISTS "card" (n INTEGER PRIMARY KEY, ${columns.join(', ')}, UNIQUE (${key}))`;
  return `CREATE TABLE IF NOT EXISTS ${quoteSqlIdentifier(table.name)} (${columns.join(', ')}, PRIMARY KEY (${key})) WITHOUT ROWID`;
}

/** With all columns that boards and Hands count and filter by. Each replaces a plain index on its first column. */
const coveringIndexes: { readonly [table: string]: readonly (readonly string[])[] } = {
  // With `creatorId`, on which the visibility of a private card depends, counting cards reads only the index.
  card: [['deckId', ...counterKeyFields, 'creatorId']],
  resolvable: [['cardId', 'isClosed', 'context']],
  queueEntry: [
    ['cardId', 'userId', 'cardDoneAt'],
    ['userId', 'cardDoneAt', 'cardId'],
  ],
};

/**
 * All indexes except the scheduler's: on the fields of `many` relations, on columns by which cursors, short codes and
 * actions find rows, and the covering indexes. A minus before a column means descending.
 */
function indexDefinitions(): { readonly table: string; readonly columns: readonly string[] }[] {
  const found = new Map<string, { table: string; columns: readonly string[] }>();
  const add = (table: string, ...columns: string[]) => {
    if (tableDefinitionOf(table).key[0] !== columns[0])
      found.set(`${table}.${withoutMinus(columns[0])}`, { table, columns });
  };
  for (const table of tableDefinitions.values())
    for (const relation of Object.values(table.model.relations))
      if (relation.kind === 'many') add(relation.model, relation.field);
  for (const column of ['parentCardId', 'assigneeId', 'lastUpdatedAt', 'creatorId']) add('card', column);
  // Queries order cards with equal `accountSeq` by `cardId`: SQLite then reads pages without sorting.
  add('card', '-accountSeq', 'cardId');
  for (const column of ['cardId', 'fileId']) add('attachment', column);
  add('handCard', 'userId');
  add('cardSubscription', 'cardId');
  add('deckSubscription', 'deckId');
  add('cardOrder', 'cardId');
  for (const [table, lists] of Object.entries(coveringIndexes)) for (const columns of lists) add(table, ...columns);
  return [...found.values()];
}

/** True if an index or the primary key begins with the column, so that SQLite finds rows without a scan. */
export function isIndexedColumn(table: string, column: string): boolean {
  return indexedColumns.has(`${table}.${column}`) || tableDefinitionOf(table).key[0] === column;
}
const indexedColumns: ReadonlySet<string> = new Set(
  indexDefinitions().map(({ table, columns }) => `${table}.${withoutMinus(columns[0])}`),
);

const indexName = (table: string, columns: readonly string[]) => quoteSqlIdentifier(`${table}.${columns.join('.')}`);

function createIndex(db: Database, table: string, columns: readonly string[]): void {
  const list = columns
    .map((column) => quoteSqlIdentifier(withoutMinus(column)) + (column.startsWith('-') ? ' DESC' : ''))
    .join(', ');
  db.exec(`CREATE INDEX IF NOT EXISTS ${indexName(table, columns)} ON ${quoteSqlIdentifier(table)} (${list})`);
}

/** Only a benchmark passes `withMaterialized: false`. */
export function createIndexes(db: Database, { withMaterialized = true } = {}): void {
  for (const { table, columns } of indexDefinitions()) createIndex(db, table, columns);
  if (withMaterialized) createMaterializedTables(db);
}

/** Like `createIndexes`, one per step, so that the caller can do other work between the steps. */
export function* createIndexesInSteps(db: Database): Generator<void> {
  for (const { table, columns } of indexDefinitions()) {
    createIndex(db, table, columns);
    yield;
  }
  createMaterializedTables(db);
  yield;
}

/** Makes bulk writes fast. `createIndexes` creates them again. */
export function dropIndexes(db: Database): void {
  dropMaterializedTables(db);
  for (const { table, columns } of indexDefinitions()) db.exec(`DROP INDEX IF EXISTS ${indexName(table, columns)}`);
}

/** Stores only the words of each `indexForm`, so that SQLite's own idea of words plays no part. */
const textTableSql = `CREATE VIRTUAL TABLE IF NOT EXISTS cardText USING fts5(content, content='', contentless_delete=1,
  tokenize="ascii tokenchars '$'", prefix='1 2 3')`;

/**
 * SQL that adds texts of cards to the full-text index; the caller completes it with a condition. Registers the function
 * that the SQL needs. ASCII texts without `$` are indexed as they are, because calling the function would double the
 * time.
 */
export function fillTextIndexSql(db: Database): string {
  db.function('index_form', { deterministic: true, directOnly: true }, (text: unknown) => indexForm(String(text)));
  return `INSERT INTO cardText(rowid, content) SELECT n, CASE WHEN "content" IS NULL OR (
    octet_length("content") = length("content") AND instr("content", '$') = 0)
    THEN "content" ELSE index_form("content") END FROM "card"`;
}

export function refillTextIndex(db: Database): void {
  db.exec(`INSERT INTO cardText(cardText) VALUES ('delete-all')`);
  db.exec(fillTextIndexSql(db));
}

/**
 * Creates what is missing. Pass `withIndexes: false` for a first sync, which creates most indexes at its end. Until
 * then, only the indexes for boards and Hands exist, because people use these views during the sync.
 */
export function createTables(db: Database, { withIndexes = true } = {}): void {
  for (const table of tableDefinitions.values()) db.exec(createTable(table));
  db.exec(textTableSql);
  if (withIndexes) createIndexes(db);
  else
    for (const [table, lists] of Object.entries(coveringIndexes))
      for (const columns of lists) createIndex(db, table, columns);
}

/** A hash of all tables and indexes. With another one, a replica reads its rows again from the service. */
export function schemaFingerprint(): string {
  const text =
    [...tableDefinitions.values()].map(createTable).join(';') +
    JSON.stringify(indexDefinitions()) +
    materializedTablesSql +
    textTableSql;
  let hash = 0xcbf29ce484222325n;
  for (const char of text) hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
