/**
 * Actions, the scheduler and the replica change rows through the row store. It records which rows change, and updates
 * the full-text index. The caller opens the transaction.
 */
import type { Database, Statement } from 'better-sqlite3';
import { type Row as ContractRow, type RowModelName, rowKey } from '../../../shared/contract/index.ts';
import { indexForm } from '../../../shared/domain/search-text.ts';
import type { InternalModelName, InternalRow } from './internal.ts';
import {
  type ColumnDefinition,
  quoteSqlIdentifier,
  type StoredModelName,
  type TableDefinition,
  tableDefinitionOf,
} from './schema.ts';

/**
 * A stored row: the fields of the contract, lists of ids for `listed` relations, and columns that the contract lacks.
 */
export type StoredRow<M extends StoredModelName> = (M extends RowModelName
  ? ContractRow<M>
  : M extends InternalModelName
    ? InternalRow<M>
    : never) &
  (M extends 'card'
    ? { childCards: string[]; attachments: string[]; cardReferences: string[]; inDeps: string[]; outDeps: string[] }
    : unknown) &
  (M extends 'workflowItem' ? { inDeps: string[]; outDeps: string[] } : unknown) &
  (M extends 'resolvable' ? { closedBy: string | null; reopenedBy: string | null } : unknown);

type NullableField<M extends StoredModelName> = {
  [F in keyof StoredRow<M>]: null extends StoredRow<M>[F] ? F : never;
}[keyof StoredRow<M>];
/** Omitted fields become null. */
export type NewRow<M extends StoredModelName> = Omit<StoredRow<M>, NullableField<M>> &
  Partial<Pick<StoredRow<M>, NullableField<M>>>;

/** The values by column name. */
export type AnyRow = Record<string, unknown>;
export type ChangedKeys = Map<StoredModelName, Set<string>>;

export function addChangedKeys(changes: ChangedKeys, added: ChangedKeys): void {
  for (const [model, keys] of added) {
    const known = changes.get(model) ?? new Set<string>();
    changes.set(model, known);
    for (const key of keys) known.add(key);
  }
}

/** `before` is undefined for an inserted row, `after` for a deleted row. */
export interface RowChange {
  readonly model: StoredModelName;
  readonly key: string;
  readonly before: AnyRow | undefined;
  readonly after: AnyRow | undefined;
}

export interface RowStoreOptions {
  /** Called before the first write of a row since the last `drainChanges`; `before` is undefined for a new row. */
  readonly beforeWrite?: (model: StoredModelName, key: string, before: AnyRow | undefined) => void;
}

/** A boolean becomes 0 or 1, and JSON becomes text. */
export function toSqlValue(column: ColumnDefinition, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (column.kind === 'boolean') return value ? 1 : 0;
  return column.kind === 'json' ? JSON.stringify(value) : value;
}

export function fromSqlValue(column: ColumnDefinition, value: unknown): unknown {
  if (value === null || value === undefined) return Array.isArray(column.empty) ? [] : column.empty;
  if (column.kind === 'boolean') return value === 1;
  return column.kind === 'json' ? JSON.parse(value as string) : value;
}

/** A key of one column is the value itself; a key of several columns is a JSON list of the values. */
function keyParts(table: TableDefinition, key: string): unknown[] {
  return table.key.length === 1 ? [key] : (JSON.parse(key) as unknown[]);
}

const keyConditionSql = ({ key }: TableDefinition): string =>
  key.map((name) => `${quoteSqlIdentifier(name)} = ?`).join(' AND ');

/** Maximum number of rows cached during an action: enough for a deck of 5,000 cards with their related rows. */
const maxCachedRows = 10_000;

/** By database and SQL text. Preparing a statement takes longer than running it. */
const statements = new WeakMap<Database, Map<string, Statement>>();

export function prepared(db: Database, sql: string): Statement {
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

export class RowStore {
  readonly db: Database;
  /** `buildAllIndexes` compares the counts of content writes to notice writes in between. */
  contentWriteCount = 0;
  /** False while a replica's full-text index is not yet filled: filling it at once at the end is faster. */
  updatesTextIndex = true;
  #options: RowStoreOptions;
  #statements = new Map<string, Statement>();
  /** The statement by model. This is the most frequent read, and building its SQL text takes time. */
  #byKey = new Map<StoredModelName, Statement>();
  #changes: ChangedKeys = new Map();
  /** By model and key, during `withRowCache`. Equal to the rows in the database. */
  #cachedRows: Map<string, AnyRow> | undefined;
  /** Cards whose content was written since the last `flushText`; undefined for new cards. */
  #rowsInTextIndex = new Map<string, number | undefined>();

  constructor(db: Database, options: RowStoreOptions = {}) {
    this.db = db;
    this.#options = options;
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #decode<M extends StoredModelName>(table: TableDefinition, raw: unknown): StoredRow<M> {
    const source = raw as AnyRow;
    const row: AnyRow = {};
    for (const column of table.columns) row[column.name] = fromSqlValue(column, source[column.name]);
    return row as StoredRow<M>;
  }

  /** The returned object must not be changed: during an action all callers get the same object. */
  get<M extends StoredModelName>(model: M, key: string): StoredRow<M> | undefined {
    const known = this.#cachedRows?.get(`${model} ${key}`);
    if (known) return known as StoredRow<M>;
    const table = tableDefinitionOf(model);
    let statement = this.#byKey.get(model);
    if (!statement) {
      statement = this.#prepare(`SELECT * FROM ${quoteSqlIdentifier(model)} WHERE ${keyConditionSql(table)}`);
      this.#byKey.set(model, statement);
    }
    const raw = statement.get(...keyParts(table, key));
    if (raw === undefined) return undefined;
    const row = this.#decode<M>(table, raw);
    this.#cacheRow(`${model} ${key}`, row as AnyRow);
    return row;
  }

  #cacheRow(name: string, row: AnyRow): void {
    if (this.#cachedRows && (this.#cachedRows.size < maxCachedRows || this.#cachedRows.has(name)))
      this.#cachedRows.set(name, row);
  }

  /** Actions read the same rows repeatedly. Meanwhile only this object may write. Nested calls share the cache. */
  withRowCache<T>(work: () => T): T {
    if (this.#cachedRows) return work();
    this.#cachedRows = new Map();
    try {
      return work();
    } finally {
      this.#cachedRows = undefined;
    }
  }

  /** Null equals null in `values`. */
  find<M extends StoredModelName>(
    model: M,
    where: { readonly [F in keyof StoredRow<M>]?: StoredRow<M>[F] | null },
    orderBy: readonly (keyof StoredRow<M> & string)[] = [],
  ): StoredRow<M>[] {
    const table = tableDefinitionOf(model);
    const entries = Object.entries(where).filter(([, value]) => value !== undefined);
    const conditions = entries.map(([name]) => `${quoteSqlIdentifier(name)} IS ?`).join(' AND ') || '1';
    const order = [...orderBy, ...table.key].map(quoteSqlIdentifier).join(', ');
    const sql = `SELECT * FROM ${quoteSqlIdentifier(model)} WHERE ${conditions} ORDER BY ${order}`;
    const values = entries.map(([name, value]) => toSqlValue(this.#column(table, name), value));
    return this.#prepare(sql)
      .all(...values)
      .map((raw) => {
        const row = this.#decode<M>(table, raw);
        if (this.#cachedRows) this.#cacheRow(`${model} ${rowKey(table.model, row as AnyRow)}`, row as AnyRow);
        return row;
      });
  }

  /** Like `find`, with any SQL condition over the model's columns. */
  where<M extends StoredModelName>(model: M, condition: string, ...values: unknown[]): StoredRow<M>[] {
    const table = tableDefinitionOf(model);
    return this.#prepare(`SELECT * FROM ${quoteSqlIdentifier(model)} WHERE ${condition}`)
      .all(...values)
      .map((raw) => this.#decode<M>(table, raw));
  }

  insert<M extends StoredModelName>(model: M, row: NewRow<M>): void {
    const table = tableDefinitionOf(model);
    const key = rowKey(table.model, row as AnyRow);
    this.#recordChange(table, key, undefined, row as AnyRow);
    const sql = `INSERT INTO ${quoteSqlIdentifier(model)} (${table.columns.map((c) => quoteSqlIdentifier(c.name)).join(', ')}) VALUES (${table.columns.map(() => '?').join(', ')})`;
    this.#prepare(sql).run(...table.columns.map((column) => toSqlValue(column, (row as AnyRow)[column.name])));
    this.#cachedRows?.delete(`${model} ${key}`);
  }

  /**
   * Writes those values of `patch` that differ. Returns false if no value differs or the row does not exist. Never
   * inserts the row: on a replica, the other columns of a missing row are unknown.
   */
  update<M extends StoredModelName>(model: M, key: string, patch: Partial<StoredRow<M>>): boolean {
    const table = tableDefinitionOf(model);
    const before = this.get(model, key) as AnyRow | undefined;
    if (!before) return false;
    const changed = Object.keys(patch).filter((name) => {
      const column = this.#column(table, name);
      return toSqlValue(column, (patch as AnyRow)[name]) !== toSqlValue(column, before[name]);
    });
    if (changed.length === 0) return false;
    this.#recordChange(table, key, before, patch as AnyRow);
    const sql = `UPDATE ${quoteSqlIdentifier(model)} SET ${changed.map((name) => `${quoteSqlIdentifier(name)} = ?`).join(', ')} WHERE ${keyConditionSql(table)}`;
    const values = changed.map((name) => toSqlValue(this.#column(table, name), (patch as AnyRow)[name]));
    this.#prepare(sql).run(...values, ...keyParts(table, key));
    if (this.#cachedRows) {
      const after = { ...before };
      for (const [index, name] of changed.entries())
        after[name] = fromSqlValue(this.#column(table, name), values[index]);
      this.#cacheRow(`${model} ${key}`, after);
    }
    return true;
  }

  /**
   * Inserts the row, or updates the given columns. Returns true if a value changed. The row can lack values, because a
   * service other than the embedded one may lack fields that the contract marks as `preview`.
   */
  put<M extends StoredModelName>(model: M, row: Partial<StoredRow<M>>): boolean {
    const key = rowKey(tableDefinitionOf(model).model, row as AnyRow);
    if (this.get(model, key)) return this.update(model, key, row);
    this.insert(model, row as NewRow<M>);
    return true;
  }

  remove(model: StoredModelName, key: string): boolean {
    const table = tableDefinitionOf(model);
    const before = this.get(model, key) as AnyRow | undefined;
    if (!before) return false;
    this.#recordChange(table, key, before, { content: null });
    const sql = `DELETE FROM ${quoteSqlIdentifier(model)} WHERE ${keyConditionSql(table)}`;
    this.#prepare(sql).run(...keyParts(table, key));
    this.#cachedRows?.delete(`${model} ${key}`);
    return true;
  }

  /** Returns and clears the keys of the rows that were written since the last call. */
  drainChanges(): ChangedKeys {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }

  /**
   * Adds changes that an earlier `drainChanges` returned: an action within a larger transaction drains the earlier
   * changes first, to report only its own, and adds them again at its end.
   */
  addChanges(changes: ChangedKeys): void {
    addChangedKeys(this.#changes, changes);
  }

  /** The keys written since the last `drainChanges`. Does not clear them. */
  changed(model: StoredModelName): ReadonlySet<string> {
    return this.#changes.get(model) ?? new Set();
  }

  /** Call before the commit. Triggers instead would make a bulk write take three times as long. */
  flushText(): void {
    this.contentWriteCount += this.#rowsInTextIndex.size;
    if (!this.updatesTextIndex) this.#rowsInTextIndex.clear();
    for (const [key, before] of this.#rowsInTextIndex) {
      const now = this.#prepare('SELECT n, content FROM card WHERE cardId = ?').get(key) as
        | { n: number; content: string | null }
        | undefined;
      if (before !== undefined && before !== now?.n) this.#prepare('DELETE FROM cardText WHERE rowid = ?').run(before);
      if (now)
        this.#prepare('INSERT OR REPLACE INTO cardText(rowid, content) VALUES (?, ?)').run(
          now.n,
          now.content === null ? null : indexForm(now.content),
        );
    }
    this.#rowsInTextIndex.clear();
  }

  /** After a rollback: the full-text index is not updated, and the cached rows may not be those of the database. */
  discardChanges(): void {
    this.#cachedRows?.clear();
    this.#changes.clear();
    this.#rowsInTextIndex.clear();
  }

  #column(table: TableDefinition, name: string): ColumnDefinition {
    const column = table.byName.get(name);
    if (!column) throw new Error(`Model '${table.name}' has no column '${name}'`);
    return column;
  }

  #recordChange(table: TableDefinition, key: string, before: AnyRow | undefined, patch: AnyRow): void {
    const keys = this.#changes.get(table.name) ?? new Set<string>();
    this.#changes.set(table.name, keys);
    if (!keys.has(key)) {
      keys.add(key);
      this.#options.beforeWrite?.(table.name, key, before);
    }
    if (table.name === 'card' && 'content' in patch && !this.#rowsInTextIndex.has(key))
      this.#rowsInTextIndex.set(
        key,
        this.#prepare('SELECT n FROM card WHERE cardId = ?').pluck().get(key) as number | undefined,
      );
  }
}
