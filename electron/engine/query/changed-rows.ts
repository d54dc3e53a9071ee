/** The rows that a commit changed. The engine updates live answers from them. */
import type { AnyRow } from '../store/rows.ts';
import { type TableDefinition, tableDefinitionOf } from '../store/schema.ts';

export interface ChangedRow {
  /** `before` is undefined for an inserted row, `after` for a deleted row. */
  readonly before: AnyRow | undefined;
  readonly after: AnyRow | undefined;
  /** Null for an inserted or deleted row. */
  readonly columns: ReadonlySet<string> | null;
}

export class ChangedRows {
  readonly #rows = new Map<string, Map<string, ChangedRow>>();
  /** Models with changed rows whose keys are unknown. */
  readonly unknownModels: ReadonlySet<string>;
  #count = 0;

  constructor(unknownModels: Iterable<string> = []) {
    this.unknownModels = new Set(unknownModels);
  }

  /** Unless no column has changed. */
  add(model: string, key: string, before: AnyRow | undefined, after: AnyRow | undefined): void {
    if (!before && !after) return;
    const columns = before && after ? differingColumns(tableDefinitionOf(model), before, after) : null;
    if (columns?.size === 0) return;
    const rows = this.#rows.get(model) ?? new Map<string, ChangedRow>();
    this.#rows.set(model, rows);
    rows.set(key, { before, after, columns });
    this.#count += 1;
  }

  /** Number of changed rows whose keys are known. */
  get size(): number {
    return this.#count;
  }
  get models(): ReadonlySet<string> {
    return new Set([...this.#rows.keys(), ...this.unknownModels]);
  }
  of(model: string): ReadonlyMap<string, ChangedRow> {
    return this.#rows.get(model) ?? noRows;
  }
}

const noRows: ReadonlyMap<string, ChangedRow> = new Map();

function differingColumns(table: TableDefinition, before: AnyRow, after: AnyRow): Set<string> {
  const columns = new Set<string>();
  for (const { name, kind } of table.columns) {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (old === now) continue;
    if (kind === 'json' && JSON.stringify(old) === JSON.stringify(now)) continue;
    columns.add(name);
  }
  return columns;
}
