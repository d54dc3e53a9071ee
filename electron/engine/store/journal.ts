/**
 * Records the rows that one action or preview changes, with their previous values: for derived columns, history and the
 * result of a preview. Also caches values for one action.
 */
import type { ActionContext } from '../types.ts';
import type { AnyRow, RowChange, RowStore, StoredRow } from './rows.ts';
import type { StoredModelName } from './schema.ts';

export class ChangeJournal {
  #before = new Map<StoredModelName, Map<string, AnyRow | undefined>>();

  /** `before` is undefined for a new row. Ignores rows that are already recorded. */
  recordBefore(model: StoredModelName, key: string, before: AnyRow | undefined): void {
    const images = this.#before.get(model) ?? new Map<string, AnyRow | undefined>();
    this.#before.set(model, images);
    if (!images.has(key)) images.set(key, before);
  }

  /** By key, as they were before the action; undefined for new rows. */
  changedRows<M extends StoredModelName>(model: M): ReadonlyMap<string, StoredRow<M> | undefined> {
    return (this.#before.get(model) ?? new Map()) as ReadonlyMap<string, StoredRow<M> | undefined>;
  }

  /** As they were before the action and as they are in `rows` now. */
  changes(rows: RowStore): RowChange[] {
    return [...this.#before].flatMap(([model, images]) =>
      [...images].map(([key, before]) => ({ model, key, before, after: rows.get(model, key) as AnyRow | undefined })),
    );
  }
}

const cachedResults = new WeakMap<ActionContext, Map<string, unknown>>();

/** Calls `compute`, for example for all people who can be mentioned, only once per action and `name`. */
export function computeOncePerAction<T>(context: ActionContext, name: string, compute: () => T): T {
  const known = cachedResults.get(context) ?? new Map<string, unknown>();
  cachedResults.set(context, known);
  if (!known.has(name)) known.set(name, compute());
  return known.get(name) as T;
}
