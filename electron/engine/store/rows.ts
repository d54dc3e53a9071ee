/**
 * The row store: the one way in which actions, the scheduler and the replica change rows. It tracks the
 * changed rows and updates the full-text index, within the caller's transaction.
 */
import type { Database, Statement } from 'better-sqlite3';
import { type Row as ContractRow, type RowModel, rowKey } from '../../../shared/contract/index.ts';
import type { InternalModel, InternalRow } from './internal.ts';
import { type Column, quote, type StoredModel, type Table, tableOf } from './schema.ts';

/** A row as stored: the contract's fields, the ids of `listed` relations, unlisted columns. */
export type StoredRow<M extends StoredModel> = (M extends RowModel
  ? ContractRow<M>
  : M extends InternalModel
    ? InternalRow<M>
    : never) &
  (M extends 'card'
    ? { childCards: string[]; attachments: string[]; cardReferences: string[]; inDeps: string[]; outDeps: string[] }
    : unknown) &
  (M extends 'workflowItem' ? { inDeps: string[]; outDeps: string[] } : unknown) &
  (M extends 'resolvable' ? { closedBy: string | null; reopenedBy: string | null } : unknown);

type NullableField<M extends StoredModel> = {
  [F in keyof StoredRow<M>]: null extends StoredRow<M>[F] ? F : never;
}[keyof StoredRow<M>];
/** A row to insert: fields that are left out are null. */
export type NewRow<M extends StoredModel> = Omit<StoredRow<M>, NullableField<M>> &
  Partial<Pick<StoredRow<M>, NullableField<M>>>;

export type AnyRow = Record<string, unknown>;
/** Keys of changed rows, per model. */
export type Changes = Map<StoredModel, Set<string>>;

/** A row before and after a change; undefined where there is none. */
export interface RowChange {
  readonly model: StoredModel;
  readonly key: string;
  readonly before: AnyRow | undefined;
  readonly after: AnyRow | undefined;
}

export interface RowsOptions {
  /** Called before the first write of a row since `drainChanges`, with the row as it is (undefined: none). */
  readonly beforeWrite?: (model: StoredModel, key: string, before: AnyRow | undefined) => void;
}

export function encode(column: Column, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (column.kind === 'boolean') return value ? 1 : 0;
  return column.kind === 'json' ? JSON.stringify(value) : value;
}

function decode(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return Array.isArray(column.empty) ? [] : column.empty;
  if (column.kind === 'boolean') return value === 1;
  return column.kind === 'json' ? JSON.parse(value as string) : value;
}

/** The id parts of a key: the id itself, or the items of a compound id's JSON text. */
function keyParts(table: Table, key: string): unknown[] {
  return table.key.length === 1 ? [key] : (JSON.parse(key) as unknown[]);
}

/** Most rows kept in memory during an action: a deck of 5,000 cards and the rows around them. */
const maxRemembered = 10_000;

export class Rows {
  readonly db: Database;
  /** Number of replaced entries of the full-text index. */
  textsReplaced = 0;
  /** False until the full-text index is filled: removing an entry that is not in it would damage it. */
  keepsText = true;
  #options: RowsOptions;
  #statements = new Map<string, Statement>();
  /** Prepared statements that read by key, the most frequent work of actions. */
  #byKey = new Map<StoredModel, Statement>();
  #changes: Changes = new Map();
  /** Rows read or written during `remembering`, by model and key, as the database has them. */
  #remembered: Map<string, AnyRow> | undefined;
  /** Indexed content of cards that were written since the last flush. */
  #textBefore = new Map<string, { n: number; content: string | null } | undefined>();

  constructor(db: Database, options: RowsOptions = {}) {
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

  #decode<M extends StoredModel>(table: Table, raw: unknown): StoredRow<M> {
    const source = raw as AnyRow;
    const row: AnyRow = {};
    for (const column of table.columns) row[column.name] = decode(column, source[column.name]);
    return row as StoredRow<M>;
  }

  /**
   * The row, which callers must not change: while an action runs, all callers get the same object.
   */
  get<M extends StoredModel>(model: M, key: string): StoredRow<M> | undefined {
    const known = this.#remembered?.get(`${model} ${key}`);
    if (known) return known as StoredRow<M>;
    const table = tableOf(model);
    let statement = this.#byKey.get(model);
    if (!statement) {
      statement = this.#prepare(
        `SELECT * FROM ${quote(model)} WHERE ${table.key.map((name) => `${quote(name)} = ?`).join(' AND ')}`,
      );
      this.#byKey.set(model, statement);
    }
    const raw = statement.get(...keyParts(table, key));
    if (raw === undefined) return undefined;
    const row = this.#decode<M>(table, raw);
    this.#remember(`${model} ${key}`, row as AnyRow);
    return row;
  }

  #remember(name: string, row: AnyRow): void {
    if (this.#remembered && (this.#remembered.size < maxRemembered || this.#remembered.has(name)))
      this.#remembered.set(name, row);
  }

  /**
   * Caches rows during `work`, while nothing else writes, since actions read the same rows repeatedly. A nested call
   * shares the cache.
   */
  remembering<T>(work: () => T): T {
    if (this.#remembered) return work();
    this.#remembered = new Map();
    try {
      return work();
    } finally {
      this.#remembered = undefined;
    }
  }

  /** Rows whose columns equal the given values (null included), in the order of `orderBy` columns. */
  find<M extends StoredModel>(
    model: M,
    where: { readonly [F in keyof StoredRow<M>]?: StoredRow<M>[F] | null },
    orderBy: readonly (keyof StoredRow<M> & string)[] = [],
  ): StoredRow<M>[] {
    const table = tableOf(model);
    const entries = Object.entries(where).filter(([, value]) => value !== undefined);
    const conditions = entries.map(([name]) => `${quote(name)} IS ?`).join(' AND ') || '1';
    const order = [...orderBy, ...table.key].map(quote).join(', ');
    const sql = `SELECT * FROM ${quote(model)} WHERE ${conditions} ORDER BY ${order}`;
    const values = entries.map(([name, value]) => encode(this.#column(table, name), value));
    return this.#prepare(sql)
      .all(...values)
      .map((raw) => {
        const row = this.#decode<M>(table, raw);
        if (this.#remembered) this.#remember(`${model} ${rowKey(table.model, row as AnyRow)}`, row as AnyRow);
        return row;
      });
  }

  /** Like `find`, with any SQL condition over the model's columns. */
  where<M extends StoredModel>(model: M, condition: string, ...values: unknown[]): StoredRow<M>[] {
    const table = tableOf(model);
    return this.#prepare(`SELECT * FROM ${quote(model)} WHERE ${condition}`)
      .all(...values)
      .map((raw) => this.#decode<M>(table, raw));
  }

  insert<M extends StoredModel>(model: M, row: NewRow<M>): void {
    const table = tableOf(model);
    const key = rowKey(table.model, row as AnyRow);
    this.#touch(table, key, undefined, row as AnyRow);
    const sql = `INSERT INTO ${quote(model)} (${table.columns.map((c) => quote(c.name)).join(', ')}) VALUES (${table.columns.map(() => '?').join(', ')})`;
    this.#prepare(sql).run(...table.columns.map((column) => encode(column, (row as AnyRow)[column.name])));
    this.#remembered?.delete(`${model} ${key}`);
  }

  /**
   * Writes changed columns only and returns whether any differed. A missing row stays missing: on a replica it is
   * unknown.
   */
  update<M extends StoredModel>(model: M, key: string, patch: Partial<StoredRow<M>>): boolean {
    const table = tableOf(model);
    const before = this.get(model, key) as AnyRow | undefined;
    if (!before) return false;
    const changed = Object.keys(patch).filter((name) => {
      const column = this.#column(table, name);
      return encode(column, (patch as AnyRow)[name]) !== encode(column, before[name]);
    });
    if (changed.length === 0) return false;
    this.#touch(table, key, before, patch as AnyRow);
    const sql = `UPDATE ${quote(model)} SET ${changed.map((name) => `${quote(name)} = ?`).join(', ')} WHERE ${table.key.map((name) => `${quote(name)} = ?`).join(' AND ')}`;
    const values = changed.map((name) => encode(this.#column(table, name), (patch as AnyRow)[name]));
    this.#prepare(sql).run(...values, ...keyParts(table, key));
    if (this.#remembered) {
      const after = { ...before };
      for (const [index, name] of changed.entries()) after[name] = decode(this.#column(table, name), values[index]);
      this.#remember(`${model} ${key}`, after);
    }
    return true;
  }

  /** Inserts the row, or updates the columns it names. For rows from a service, which may lack preview fields. */
  put<M extends StoredModel>(model: M, row: Partial<StoredRow<M>>): boolean {
    const key = rowKey(tableOf(model).model, row as AnyRow);
    if (this.get(model, key)) return this.update(model, key, row);
    this.insert(model, row as NewRow<M>);
    return true;
  }

  remove(model: StoredModel, key: string): boolean {
    const table = tableOf(model);
    const before = this.get(model, key) as AnyRow | undefined;
    if (!before) return false;
    this.#touch(table, key, before, { content: null });
    const sql = `DELETE FROM ${quote(model)} WHERE ${table.key.map((name) => `${quote(name)} = ?`).join(' AND ')}`;
    this.#prepare(sql).run(...keyParts(table, key));
    this.#remembered?.delete(`${model} ${key}`);
    return true;
  }

  /** Returns the changes since the last call, and clears them. */
  drainChanges(): Changes {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }

  /** Adds changes that were taken earlier, so that an action within a larger transaction can report only its own. */
  addChanges(changes: Changes): void {
    for (const [model, keys] of changes) {
      const known = this.#changes.get(model) ?? new Set<string>();
      this.#changes.set(model, known);
      for (const key of keys) known.add(key);
    }
  }

  /** Keys written since `drainChanges`; does not clear them. */
  changed(model: StoredModel): ReadonlySet<string> {
    return this.#changes.get(model) ?? new Set();
  }

  /**
   * Brings the full-text index up to date with the contents written since the last flush. Call before commit.
   * Entries are replaced here instead of by triggers, which triple the cost of a bulk write.
   */
  flushText(): void {
    this.textsReplaced += this.#textBefore.size;
    if (!this.keepsText) this.#textBefore.clear();
    for (const [key, before] of this.#textBefore) {
      if (before)
        this.#prepare(`INSERT INTO cardText(cardText, rowid, content) VALUES ('delete', ?, ?)`).run(
          before.n,
          before.content,
        );
      const now = this.#prepare('SELECT n, content FROM card WHERE cardId = ?').get(key) as
        | { n: number; content: string | null }
        | undefined;
      if (now) this.#prepare('INSERT INTO cardText(rowid, content) VALUES (?, ?)').run(now.n, now.content);
    }
    this.#textBefore.clear();
  }

  /** Forgets the recorded changes; called after a rollback. */
  forget(): void {
    this.#changes.clear();
    this.#textBefore.clear();
  }

  #column(table: Table, name: string): Column {
    const column = table.byName.get(name);
    if (!column) throw new Error(`Model '${table.name}' has no column '${name}'`);
    return column;
  }

  #touch(table: Table, key: string, before: AnyRow | undefined, patch: AnyRow): void {
    const keys = this.#changes.get(table.name) ?? new Set<string>();
    this.#changes.set(table.name, keys);
    if (!keys.has(key)) {
      keys.add(key);
      this.#options.beforeWrite?.(table.name, key, before);
    }
    if (table.name === 'card' && 'content' in patch && !this.#textBefore.has(key))
      this.#textBefore.set(
        key,
        this.#prepare('SELECT n, content FROM card WHERE cardId = ?').get(key) as
          | { n: number; content: string | null }
          | undefined,
      );
  }
}
