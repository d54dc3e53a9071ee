/** The rows that one action changed, as they were before. Derived columns and history are computed from it. */

import type { ActionContext } from '../types.ts';
import type { AnyRow, RowChange, Rows, StoredRow } from './rows.ts';
import type { StoredModel } from './schema.ts';

export class Journal {
  #before = new Map<StoredModel, Map<string, AnyRow | undefined>>();

  /** Stores the first image only; `before` is undefined for a new row. */
  note(model: StoredModel, key: string, before: AnyRow | undefined): void {
    const images = this.#before.get(model) ?? new Map<string, AnyRow | undefined>();
    this.#before.set(model, images);
    if (!images.has(key)) images.set(key, before);
  }

  /** Changed rows of a model: key, and image before the action. */
  touched<M extends StoredModel>(model: M): ReadonlyMap<string, StoredRow<M> | undefined> {
    return (this.#before.get(model) ?? new Map()) as ReadonlyMap<string, StoredRow<M> | undefined>;
  }

  /** Every touched row, before and as it is in `rows` now. */
  changes(rows: Rows): RowChange[] {
    return [...this.#before].flatMap(([model, images]) =>
      [...images].map(([key, before]) => ({ model, key, before, after: rows.get(model, key) as AnyRow | undefined })),
    );
  }
}

/** Caches lookups for one action, such as the people who can be mentioned. */
const lookups = new WeakMap<ActionContext, Map<string, unknown>>();

export function oncePerAction<T>(context: ActionContext, name: string, look: () => T): T {
  const known = lookups.get(context) ?? new Map<string, unknown>();
  lookups.set(context, known);
  if (!known.has(name)) known.set(name, look());
  return known.get(name) as T;
}
