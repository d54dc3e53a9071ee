/** Prepares and runs the statements of a reader, and limits the number of rows of an answer. */
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { embeddedServiceLimits } from '../../../shared/contract/index.ts';
import { createTooManyRowsRefusal } from '../../../shared/contract/query-parse/refusals.ts';
import type { Viewer } from '../types.ts';
import type { CompiledNode, SqlStatement } from './compile.ts';

/** The values of one row, in the order of its columns. */
export type RawRow = readonly unknown[];

type Values = Readonly<Record<string, unknown>>;

const maxPreparedStatements = 500;

/** Caches the prepared statements of one reader by their text. A full cache drops the least recently used statement. */
export class StatementCache {
  readonly #db: Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(db: Database) {
    this.#db = db;
  }

  get(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared) this.#prepared.delete(sql);
    else {
      prepared = this.#db.prepare(sql).raw(true);
      const [oldest] = this.#prepared.keys();
      if (this.#prepared.size >= maxPreparedStatements && oldest !== undefined) this.#prepared.delete(oldest);
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** Runs the statements of one answer for one viewer, and limits the number of rows in the answer. */
export class StatementRunner {
  readonly #statements: StatementCache;
  readonly #viewer: Values;
  #rows = 0;

  constructor(statements: StatementCache, viewer: Viewer) {
    this.#statements = statements;
    this.#viewer = {
      me: viewer.userId,
      projects: viewer.projects === 'all' ? null : JSON.stringify([...viewer.projects]),
      ceiling: embeddedServiceLimits.rows + 1,
    };
  }

  all(statement: SqlStatement, values?: Values): RawRow[] {
    return this.#statements.get(statement.sql).all({ ...statement.values, ...this.#viewer, ...values }) as RawRow[];
  }

  /**
   * Returns the rows like `all`, and counts them.
   * @throws Refusal 400 if the answer has more rows than `embeddedServiceLimits.rows`
   */
  countedRows(statement: SqlStatement, values: Values): RawRow[] {
    const raw = this.all(statement, values);
    this.#rows += raw.length;
    if (this.#rows > embeddedServiceLimits.rows) throw createTooManyRowsRefusal(embeddedServiceLimits.rows);
    return raw;
  }
}

/** Returns the key of a raw row: the id, or a JSON list for an id of several columns. */
export function keyOfRow(node: CompiledNode, raw: RawRow): string {
  return node.keyWidth === 1 ? (raw[0] as string) : JSON.stringify(raw.slice(0, node.keyWidth));
}

const noIds: readonly string[] = [];

/**
 * Returns the ids that a row stores for a relation. `refText` is the id, or the JSON list of ids if `isList` is true.
 * If the row stores none, `refText` is null and the result is empty.
 */
export function idsIn(refText: string | null, isList: boolean): readonly string[] {
  if (refText === null || (isList && refText === '[]')) return noIds;
  return isList ? (JSON.parse(refText) as string[]) : [refText];
}
