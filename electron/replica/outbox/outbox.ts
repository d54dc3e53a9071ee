/** The operations that the service has not yet shown to have taken in, in the order they were done. */
import type { Database, Statement } from 'better-sqlite3';
import type { Failure } from '../../../shared/contract/index.ts';
import type { AnyRow } from '../../engine/store/rows.ts';
import type { Footprint } from './dependencies.ts';
import type { Base } from './intent.ts';

/** As stored; `waiting` of the bridge is derived. `sending` on disk after a start means that the answer is lost. */
export type StoredState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain';

export interface Operation {
  readonly id: number;
  readonly key: string;
  /** Operations of one `act` share it. */
  readonly batch: string;
  readonly action: string;
  /** As the person did it; `effective` is what to send. */
  params: Readonly<Record<string, unknown>>;
  base: Base;
  readonly label: string;
  readonly at: string;
  state: StoredState;
  tries: number;
  failure: Failure | null;
  sentAt: number | null;
  /** The answer given here, with local ids. */
  answer: unknown;
  /** Rows made whose ids the answer does not give (the first comment of a thread), as `touch(model, key)`. */
  readonly made: readonly string[];
  known: Readonly<Record<string, readonly string[]>> | null;
  needs: readonly string[] | null;
  /**
   * Fields that any performance of it wrote. It only grows: once the service shows the effect, a performance changes
   * nothing, but a repeated request still writes these fields.
   */
  footprint: Footprint;

  /** In memory only, made by the last performance. */
  effective: Readonly<Record<string, unknown>>;
  /** Rows written, as `touch(model, key)`. */
  writes: ReadonlySet<string>;
  /** The rows of `made` as it makes them, also once the service's own rows have come and hide its effect. */
  madeRows: ReadonlyMap<string, AnyRow>;
  /** Lists whose order it has a part in (lines.ts). */
  lines: ReadonlySet<string>;
  /** Rows that its params name. */
  names: ReadonlySet<string>;
  /** Why its effect is not shown; null while it is, or once the service's own rows show it. */
  unapplied: string | null;
  /** Stamp of the acknowledgement: only a read that began later can settle it. */
  acknowledgedAt: number;
}

export const touch = (model: string, key: string) => `${model}\t${key}`;
export function touched(text: string): { readonly model: string; readonly key: string } {
  const tab = text.indexOf('\t');
  return { model: text.slice(0, tab), key: text.slice(tab + 1) };
}

type Column = 'params' | 'base' | 'state' | 'tries' | 'failure' | 'sentAt' | 'answer' | 'known' | 'needs' | 'footprint';
const jsonColumns = new Set<string>(['params', 'base', 'failure', 'answer', 'made', 'known', 'needs', 'footprint']);

export class Outbox {
  #db: Database;
  #updates = new Map<string, Statement>();
  #operations: Operation[] = [];
  /** Rises with every change of what waits. */
  revision = 0;

  constructor(db: Database) {
    this.#db = db;
    this.reload();
  }

  /** In the order they were done. */
  get all(): readonly Operation[] {
    return this.#operations;
  }

  get(id: number): Operation | undefined {
    return this.#operations.find((operation) => operation.id === id);
  }

  /** After a rollback, and at the start. */
  reload(): void {
    this.revision += 1;
    const known = new Map(this.#operations.map((operation) => [operation.id, operation]));
    const rows = this.#db.prepare('SELECT * FROM durable.operation ORDER BY id').all() as Record<string, unknown>[];
    this.#operations = rows.map((row) => {
      const stored = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          jsonColumns.has(name) && value !== null ? JSON.parse(value as string) : value,
        ]),
      ) as unknown as Operation;
      // A request under way holds its operation: objects stay the same.
      const before = known.get(stored.id);
      if (before) return Object.assign(before, stored);
      return {
        ...stored,
        effective: stored.params,
        writes: new Set(),
        madeRows: new Map(),
        lines: new Set(),
        names: new Set(),
        unapplied: null,
        acknowledgedAt: 0,
      };
    });
  }

  add(operation: Omit<Operation, 'id'>): Operation {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO durable.operation (key, batch, action, params, base, label, at, state, answer, made, footprint)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        operation.key,
        operation.batch,
        operation.action,
        JSON.stringify(operation.params),
        JSON.stringify(operation.base),
        operation.label,
        operation.at,
        operation.state,
        JSON.stringify(operation.answer ?? {}),
        JSON.stringify(operation.made),
        JSON.stringify(operation.footprint),
      );
    const added: Operation = { ...operation, id: Number(lastInsertRowid) };
    this.#operations.push(added);
    this.revision += 1;
    return added;
  }

  change(operation: Operation, patch: Partial<Pick<Operation, Column>>): void {
    const names = Object.keys(patch) as Column[];
    this.#updateOf(names).run(
      ...names.map((name) => {
        const value = patch[name];
        return jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value;
      }),
      operation.id,
    );
    Object.assign(operation, patch);
    this.revision += 1;
  }

  #updateOf(names: readonly Column[]): Statement {
    const key = names.join();
    const known = this.#updates.get(key);
    if (known) return known;
    const set = names.map((name) => `"${name}" = ?`).join(', ');
    const made = this.#db.prepare(`UPDATE durable.operation SET ${set} WHERE id = ?`);
    this.#updates.set(key, made);
    return made;
  }

  remove(ids: ReadonlySet<number>): void {
    const statement = this.#db.prepare('DELETE FROM durable.operation WHERE id = ?');
    for (const id of ids) statement.run(id);
    this.#operations = this.#operations.filter((operation) => !ids.has(operation.id));
    this.revision += 1;
  }
}
