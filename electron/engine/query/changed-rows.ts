/** Rows that a commit changed, before and after. Live answers are updated from them. */
import type { AnyRow } from '../store/rows.ts';
import { type Table, tableOf } from '../store/schema.ts';

export interface ChangedRow {
  /** Undefined before an insert, and after a delete. */
  readonly before: AnyRow | undefined;
  readonly after: AnyRow | undefined;
  /** Columns that differ; null for an inserted or deleted row. */
  readonly columns: ReadonlySet<string> | null;
}

export class ChangedRows {
  readonly #rows = new Map<string, Map<string, ChangedRow>>();
  readonly #unnamed: Set<string>;
  #count = 0;

  /** `unnamed`: models whose changed rows are unknown. */
  constructor(unnamed: Iterable<string> = []) {
    this.#unnamed = new Set(unnamed);
  }

  /** Unchanged rows do not count. */
  add(model: string, key: string, before: AnyRow | undefined, after: AnyRow | undefined): void {
    if (!before && !after) return;
    const columns = before && after ? differing(tableOf(model), before, after) : null;
    if (columns?.size === 0) return;
    const rows = this.#rows.get(model) ?? new Map<string, ChangedRow>();
    this.#rows.set(model, rows);
    rows.set(key, { before, after, columns });
    this.#count += 1;
  }

  /** Number of known changed rows. */
  get size(): number {
    return this.#count;
  }
  get models(): ReadonlySet<string> {
    return new Set([...this.#rows.keys(), ...this.#unnamed]);
  }
  get unnamed(): ReadonlySet<string> {
    return this.#unnamed;
  }
  of(model: string): ReadonlyMap<string, ChangedRow> {
    return this.#rows.get(model) ?? none;
  }
}

const none: ReadonlyMap<string, ChangedRow> = new Map();

function differing(table: Table, before: AnyRow, after: AnyRow): Set<string> {
  const columns = new Set<string>();
  for (const { name, kind } of table.columns) {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (old === now) continue;
    if (kind === 'json' && JSON.stringify(old) === JSON.stringify(now)) continue;
    columns.add(name);
  }
  return columns;
}
