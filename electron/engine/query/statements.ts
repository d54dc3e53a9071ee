/** Prepares and runs the statements of a reader, and limits the number of rows of an answer. */
import type { Database, Statement as Prepared } from 'better-sqlite3';
import { embeddedServiceLimits } from '../../../shared/contract/index.ts';
import {
  createQueryRefusal,
  createTooCostlyRefusal,
  createTooLongAnswerRefusal,
  createTooManyRowsRefusal,
} from '../../../shared/contract/query-parse/refusals.ts';
import type { Viewer } from '../types.ts';
import type { CompiledNode, SqlStatement } from './compile.ts';

export type RawRow = readonly unknown[];

type Values = Readonly<Record<string, unknown>>;

const maxPreparedStatements = 500;

/** The key is the statement's text. A full cache drops the least recently used statement. */
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
      prepared = this.#prepare(sql);
      const [oldest] = this.#prepared.keys();
      if (this.#prepared.size >= maxPreparedStatements && oldest !== undefined) this.#prepared.delete(oldest);
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  /** @throws Refusal 400 if the statement exceeds a limit of SQLite, such as the number of subqueries */
  #prepare(sql: string): Prepared {
    try {
      return this.#db.prepare(sql).raw(true);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code !== 'SQLITE_ERROR' || !/\btoo (deep|many|large|complex|long)\b/.test(message)) throw error;
      throw createQueryRefusal('invalid_query_shape', '', `The query has too many conditions on relations: ${message}`);
    }
  }
}

/** Reading a clock takes longer than testing a row. A row counts once, and again for each thousand characters. */
const rowsPerCheck = 512;
const charactersPerRow = 1000;

/**
 * Stops a query, or an action, that takes too long. SQLite's interrupt is no use: better-sqlite3 runs statements on the thread that
 * would call it, and has no progress handler. So statements call `within_time` for each row they test.
 */
export class QueryTimeLimit {
  reading = '_root';
  readonly #maxMs: number;
  readonly #usedMs: () => number;
  readonly #refusal: typeof createTooCostlyRefusal;
  #endMs = Number.POSITIVE_INFINITY;
  #rows = 0;
  #length = 0;

  /** @param usedMs how long the thread has worked */
  constructor(maxMs: number, usedMs: () => number, refusal: typeof createTooCostlyRefusal = createTooCostlyRefusal) {
    this.#maxMs = maxMs;
    this.#usedMs = usedMs;
    this.#refusal = refusal;
  }

  stop(): void {
    this.#endMs = Number.POSITIVE_INFINITY;
  }

  start(): void {
    this.#endMs = this.#usedMs() + this.#maxMs;
    this.reading = '_root';
    this.#length = 0;
  }

  /** @throws Refusal 400 if the query has taken too long */
  check(): void {
    if (this.#usedMs() > this.#endMs) throw this.#refusal(this.#maxMs, this.reading);
  }

  /** Counts a row, or one of several tests of a row, which reads texts of `length`. @throws Refusal like `check` */
  count(length = 0): void {
    this.#rows += 1 + length / charactersPerRow;
    if (this.#rows < rowsPerCheck) return;
    this.#rows = 0;
    this.check();
  }

  /** Counts a row of the answer. @throws Refusal 400 if the answer is too long, or has taken too long */
  countAnswer(row: RawRow): void {
    let length = 0;
    for (const value of row) if (typeof value === 'string') length += value.length;
    this.countText(length);
    this.count(length);
  }

  /** Counts characters of the answer. @throws Refusal 400 if the answer is too long */
  countText(length: number): void {
    this.#length += length;
    if (this.#length > embeddedServiceLimits.answerLength)
      throw createTooLongAnswerRefusal(embeddedServiceLimits.answerLength, this.reading);
  }
}

/** Runs the statements of one answer for one viewer, and limits the number of rows. */
export class StatementRunner {
  readonly #statements: StatementCache;
  readonly #viewer: Values;
  readonly #timeLimit: QueryTimeLimit | null;
  #rows = 0;

  constructor(statements: StatementCache, viewer: Viewer, timeLimit: QueryTimeLimit | null = null) {
    this.#statements = statements;
    this.#timeLimit = timeLimit;
    this.#viewer = {
      me: viewer.userId,
      projects: viewer.projects === 'all' ? null : JSON.stringify([...viewer.projects]),
      ceiling: embeddedServiceLimits.rows + 1,
    };
  }

  all(statement: SqlStatement, values?: Values): RawRow[] {
    const prepared = this.#statements.get(statement.sql);
    const bound = { ...statement.values, ...this.#viewer, ...values };
    const limit = this.#timeLimit;
    if (!limit) return prepared.all(bound) as RawRow[];
    limit.check();
    // One by one, so that long rows can be stopped, and do not fill the memory first.
    const rows: RawRow[] = [];
    for (const row of prepared.iterate(bound)) {
      limit.countAnswer(row as RawRow);
      rows.push(row as RawRow);
    }
    return rows;
  }

  /** @throws Refusal 400 if the answer has more rows than `embeddedServiceLimits.rows` */
  countedRows(statement: SqlStatement, values: Values): RawRow[] {
    const raw = this.all(statement, values);
    this.#rows += raw.length;
    if (this.#rows > embeddedServiceLimits.rows) throw createTooManyRowsRefusal(embeddedServiceLimits.rows);
    return raw;
  }
}

/** The id, or a JSON list for an id of several columns. */
export function keyOfRow(node: CompiledNode, raw: RawRow): string {
  return node.keyWidth === 1 ? (raw[0] as string) : JSON.stringify(raw.slice(0, node.keyWidth));
}

const noIds: readonly string[] = [];

/** `refText` is the id, or the JSON list of ids if `isList`; null if the row stores none, which gives an empty list. */
export function idsIn(refText: string | null, isList: boolean): readonly string[] {
  if (refText === null || (isList && refText === '[]')) return noIds;
  return isList ? (JSON.parse(refText) as string[]) : [refText];
}
