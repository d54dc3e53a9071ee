/** The unsettled operations, in the outbox file and in memory. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { actionByName, conflictFailure, findTypeMismatch, isTimestamp } from '../../../shared/contract/index.ts';
import { isShallow } from '../../../shared/contract/neutral.ts';
import { parseJson } from '../../client/json.ts';
import { type Operation, unreadableCode } from './operation.ts';

type UpdatableColumn =
  | 'params'
  | 'base'
  | 'state'
  | 'tries'
  | 'failure'
  | 'sentAt'
  | 'answer'
  | 'known'
  | 'needs'
  | 'footprint';
const insertedColumns = [
  'key',
  'batch',
  'action',
  'params',
  'base',
  'label',
  'at',
  'state',
  'answer',
  'made',
  'footprint',
] as const;
const jsonColumns = new Set<string>(['params', 'base', 'failure', 'answer', 'made', 'known', 'needs', 'footprint']);
const toColumnValue = (name: string, value: unknown) =>
  jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value;

const record = z.record(z.string(), z.unknown());
const texts = z.array(z.string());
/** A text that is not JSON is undefined here. */
const storedColumns = {
  key: z.string(),
  batch: z.string(),
  action: z.string().refine((name) => actionByName(name) !== undefined),
  params: record.refine((params) => isShallow(params)),
  base: record.refine((base) => isShallow(base)),
  label: z.string(),
  at: z.string().refine(isTimestamp),
  state: z.enum(['queued', 'sending', 'acknowledged', 'rejected', 'uncertain']),
  tries: z.int(),
  failure: z.looseObject({ kind: z.string(), message: z.string() }).nullable(),
  sentAt: z.number().nullable(),
  answer: record,
  made: texts,
  known: z.record(z.string(), texts).nullable(),
  needs: texts.nullable(),
  footprint: z.record(z.string(), texts),
};

/** What replaces a column that cannot be read. */
const neutralColumns = {
  batch: '',
  action: 'unknown',
  base: {},
  label: 'A change that cannot be read',
  at: new Date(0).toISOString(),
  tries: 0,
  sentAt: null,
  answer: {},
  made: [],
  known: null,
  needs: null,
  footprint: {},
};

/**
 * An unreadable operation, for example of a file that another program wrote, must not keep the others from being sent:
 * it waits for the person as a refused one, with its row as text in its params. The file keeps the row.
 */
function operationOf(row: Record<string, unknown>): Operation {
  const stored: Record<string, unknown> = { id: row.id };
  const wrong: string[] = [];
  for (const [name, type] of Object.entries(storedColumns)) {
    const value = jsonColumns.has(name) && row[name] !== null ? parseJson(String(row[name])) : row[name];
    if (type.safeParse(value).success) stored[name] = value;
    else wrong.push(name);
  }
  const shape = actionByName(String(stored.action))?.params;
  if (shape && stored.params && findTypeMismatch(shape, stored.params, true)) wrong.push('params');
  if (wrong.length === 0) return stored as unknown as Operation;
  const message = `It cannot be read (${wrong.join(', ')}), so it is not sent. Export the list to keep it, then discard it.`;
  return {
    ...neutralColumns,
    key: `unreadable ${row.id}`,
    ...stored,
    ...{
      params: { stored: JSON.stringify(row) },
      state: 'rejected',
      failure: conflictFailure(unreadableCode, message),
    },
  } as unknown as Operation;
}

export class Outbox {
  #db: Database;
  #updates = new Map<string, Statement>();
  #operations: Operation[] = [];
  /** Increases with every change to an operation. */
  revision = 0;

  constructor(db: Database) {
    this.#db = db;
    this.reload();
  }

  /** The operations in the order in which the person performed them. */
  get all(): readonly Operation[] {
    return this.#operations;
  }

  get(id: number): Operation | undefined {
    return this.#operations.find((operation) => operation.id === id);
  }

  /**
   * Call it at start and after a rollback.
   * @param before the value of `all` before the transaction: these keep their objects, which alone have the results of
   * the last replay.
   */
  reload(before: readonly Operation[] = []): void {
    this.revision += 1;
    const known = new Map(before.map((operation) => [operation.id, operation]));
    const rows = this.#db.prepare('SELECT * FROM durable.operation ORDER BY id').all() as Record<string, unknown>[];
    this.#operations = rows.map((row) => {
      const stored = operationOf(row);
      // A request in flight refers to its operation object, so keep that object and update it.
      const before = known.get(stored.id);
      if (before) return Object.assign(before, stored);
      return {
        ...stored,
        effective: stored.params,
        writes: new Set(),
        madeRows: new Map(),
        orderedLists: new Set(),
        names: new Set(),
        unapplied: null,
        acknowledgedAt: 0,
      };
    });
  }

  add(operation: Omit<Operation, 'id'>): Operation {
    const marks = insertedColumns.map(() => '?').join(', ');
    const { lastInsertRowid } = this.#db
      .prepare(`INSERT INTO durable.operation (${insertedColumns.join(', ')}) VALUES (${marks})`)
      .run(...insertedColumns.map((name) => toColumnValue(name, operation[name])));
    const added: Operation = { ...operation, id: Number(lastInsertRowid) };
    this.#operations.push(added);
    this.revision += 1;
    return added;
  }

  change(operation: Operation, patch: Partial<Pick<Operation, UpdatableColumn>>): void {
    const names = Object.keys(patch) as UpdatableColumn[];
    this.#updateOf(names).run(...names.map((name) => toColumnValue(name, patch[name])), operation.id);
    Object.assign(operation, patch);
    this.revision += 1;
  }

  #updateOf(names: readonly UpdatableColumn[]): Statement {
    const key = names.join();
    const known = this.#updates.get(key);
    if (known) return known;
    const set = names.map((name) => `"${name}" = ?`).join(', ');
    const statement = this.#db.prepare(`UPDATE durable.operation SET ${set} WHERE id = ?`);
    this.#updates.set(key, statement);
    return statement;
  }

  remove(ids: ReadonlySet<number>): void {
    const statement = this.#db.prepare('DELETE FROM durable.operation WHERE id = ?');
    for (const id of ids) statement.run(id);
    this.#operations = this.#operations.filter((operation) => !ids.has(operation.id));
    this.revision += 1;
  }
}
