/** SQLite tables and indexes, derived from the contract's models and the engine's internal ones. */
import type { Database } from 'better-sqlite3';
import {
  bare,
  isStructured,
  type Model,
  models,
  type RowModel,
  rowModels,
  type Type,
} from '../../../shared/contract/index.ts';
import { talliedFields } from './card-counts.ts';
import { type InternalModel, internalModels } from './internal.ts';
import { createMaterializedTables, dropMaterializedTables, keptDefinition } from './materialized-tables.ts';

export type StoredModel = RowModel | InternalModel;
/** How a column stores its value: booleans as 0 and 1, lists and objects as JSON text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'json';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The value of a missing entry. */
  readonly empty: unknown;
  /** The model whose ids the column contains, alone or in a list; used to replace local ids. */
  readonly holdsIdsOf: string | undefined;
}

export interface Table {
  readonly name: StoredModel;
  readonly model: Model;
  readonly columns: readonly Column[];
  readonly byName: ReadonlyMap<string, Column>;
  readonly key: readonly string[];
}

function columnKind(type: Type): ColumnKind {
  if (isStructured(type)) return 'json';
  const { kind } = bare(type);
  return kind === 'boolean' ? 'boolean' : kind === 'int32' ? 'integer' : 'text';
}

function idsIn(type: Type): string | undefined {
  const inner = bare(type);
  if (inner.kind === 'id') return inner.model;
  return inner.kind === 'list' ? idsIn(inner.of) : undefined;
}

/**
 * The columns of a model: its fields, then those that relations need: a column named like the relation for `one`
 * relations without a field of their own (`closedBy`), and one JSON list of ids for `listed` relations.
 */
function columnsOf(model: Model): Column[] {
  const columns: Column[] = Object.entries(model.fields).map(([name, type]) => ({
    name,
    kind: columnKind(type),
    empty: null,
    holdsIdsOf: idsIn(type),
  }));
  for (const [name, relation] of Object.entries(model.relations)) {
    if (relation.kind === 'listed') columns.push({ name, kind: 'json', empty: [], holdsIdsOf: relation.model });
    if (relation.kind === 'one' && !(relation.field in model.fields))
      columns.push({ name: relation.field, kind: 'text', empty: null, holdsIdsOf: relation.model });
  }
  return columns;
}

const everyModel: Record<string, Model> = {
  ...Object.fromEntries(rowModels.map((name) => [name, models[name] as Model])),
  ...internalModels,
};

export const tables: ReadonlyMap<string, Table> = new Map(
  Object.entries(everyModel).map(([name, model]) => {
    const columns = columnsOf(model);
    return [
      name,
      {
        name: name as StoredModel,
        model,
        columns,
        byName: new Map(columns.map((column) => [column.name, column])),
        key: model.id,
      },
    ];
  }),
);

export function tableOf(name: string): Table {
  const table = tables.get(name);
  if (!table) throw new Error(`No table for model '${name}'`);
  return table;
}

const nameIn = (column = '') => column.replace(/^-/, '');

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const sqlType: Record<ColumnKind, string> = {
  text: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  json: 'TEXT',
};

/**
 * Cards have an explicit integer key, so that the full-text index can refer to them after VACUUM
 * (https://sqlite.org/rowidtable.html).
 */
function createTable(table: Table): string {
  const columns = table.columns.map((column) => `${quote(column.name)} ${sqlType[column.kind]}`);
  const key = table.key.map(quote).join(', ');
  if (table.name === 'card')
    return `CREATE TABLE IF NOT EXISTS "card" (n INTEGER PRIMARY KEY, ${columns.join(', ')}, UNIQUE (${key}))`;
  return `CREATE TABLE IF NOT EXISTS ${quote(table.name)} (${columns.join(', ')}, PRIMARY KEY (${key})) WITHOUT ROWID`;
}

/**
 * Covering indexes for what boards and Hands count and filter by. Each replaces the plain index on its first
 * column.
 */
const covering: { readonly [table: string]: readonly (readonly string[])[] } = {
  // Contains the columns that hide private cards, so that counting a whole account reads no contents.
  card: [['deckId', ...talliedFields, 'creatorId']],
  resolvable: [['cardId', 'isClosed', 'context']],
  queueEntry: [
    ['cardId', 'userId', 'cardDoneAt'],
    ['userId', 'cardDoneAt', 'cardId'],
  ],
};

/**
 * Indexed columns per table: the target fields of list relations, and those of cursors and codes. A minus means
 * descending, as in the contract's orders.
 */
function indexes(): { readonly table: string; readonly columns: readonly string[] }[] {
  const found = new Map<string, { table: string; columns: readonly string[] }>();
  const add = (table: string, ...columns: string[]) => {
    if (tableOf(table).key[0] !== columns[0]) found.set(`${table}.${nameIn(columns[0])}`, { table, columns });
  };
  for (const table of tables.values())
    for (const relation of Object.values(table.model.relations))
      if (relation.kind === 'many') add(relation.model, relation.field);
  for (const column of ['parentCardId', 'assigneeId', 'lastUpdatedAt', 'creatorId']) add('card', column);
  // Contains the columns that break ties, so that pages from the newest card on are read without sorting.
  add('card', '-accountSeq', 'cardId');
  for (const column of ['cardId', 'fileId']) add('attachment', column);
  add('handCard', 'userId');
  add('cardSubscription', 'cardId');
  add('deckSubscription', 'deckId');
  add('cardOrder', 'cardId');
  for (const [table, lists] of Object.entries(covering)) for (const columns of lists) add(table, ...columns);
  return [...found.values()];
}

/** Whether an index finds rows by the column. */
export function isIndexed(table: string, column: string): boolean {
  return indexed.has(`${table}.${column}`) || tableOf(table).key[0] === column;
}
const indexed: ReadonlySet<string> = new Set(indexes().map(({ table, columns }) => `${table}.${nameIn(columns[0])}`));

const indexName = (table: string, columns: readonly string[]) => quote(`${table}.${columns.join('.')}`);

function createIndex(db: Database, table: string, columns: readonly string[]): void {
  const list = columns.map((column) => quote(nameIn(column)) + (column.startsWith('-') ? ' DESC' : '')).join(', ');
  db.exec(`CREATE INDEX IF NOT EXISTS ${indexName(table, columns)} ON ${quote(table)} (${list})`);
}

/** Creates indexes and materialized tables; `withKept: false` leaves these out, for benchmarks. */
export function createIndexes(db: Database, { withKept = true } = {}): void {
  for (const { table, columns } of indexes()) createIndex(db, table, columns);
  if (withKept) createMaterializedTables(db);
}

/** Like `createIndexes`, in steps, so that other work can run in between. */
export function* createIndexesInTurn(db: Database): Generator<void> {
  for (const { table, columns } of indexes()) {
    createIndex(db, table, columns);
    yield;
  }
  createMaterializedTables(db);
  yield;
}

/** Removes indexes before bulk writes; `createIndexes` restores them. */
export function dropIndexes(db: Database): void {
  dropMaterializedTables(db);
  for (const { table, columns } of indexes()) db.exec(`DROP INDEX IF EXISTS ${indexName(table, columns)}`);
}

/**
 * Creates missing tables and indexes. `withIndexes: false` is for a first sync, which calls `createIndexes` at its end:
 * until then only the indexes of boards and Hands exist, since people look at these meanwhile.
 */
export function createTables(db: Database, { withIndexes = true } = {}): void {
  for (const table of tables.values()) db.exec(createTable(table));
  db.exec(
    `CREATE VIRTUAL TABLE IF NOT EXISTS cardText USING fts5(content, content='card', content_rowid='n',
       tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')`,
  );
  if (withIndexes) createIndexes(db);
  else
    for (const [table, lists] of Object.entries(covering)) for (const columns of lists) createIndex(db, table, columns);
}

/** Changes with the derived tables: a cache file with another fingerprint is fetched again from the service. */
export function schemaFingerprint(): string {
  const text = [...tables.values()].map(createTable).join(';') + JSON.stringify(indexes()) + keptDefinition;
  let hash = 0xcbf29ce484222325n;
  for (const char of text) hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
