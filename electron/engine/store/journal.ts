/** What one action touched, with each row as it was before; settling and history work from it. */

import type { ActionContext } from '../types.ts';
import type { AnyRow, StoredRow } from './rows.ts';
import type { StoredModel } from './schema.ts';

export class Journal {
  #before = new Map<StoredModel, Map<string, AnyRow | undefined>>();

  /** Keeps the first image only: `before` is undefined for a row that did not exist. */
  note(model: StoredModel, key: string, before: AnyRow | undefined): void {
    const images = this.#before.get(model) ?? new Map<string, AnyRow | undefined>();
    this.#before.set(model, images);
    if (!images.has(key)) images.set(key, before);
  }

  /** Touched rows of a model: key and image before the action. */
  touched<M extends StoredModel>(model: M): ReadonlyMap<string, StoredRow<M> | undefined> {
    return (this.#before.get(model) ?? new Map()) as ReadonlyMap<string, StoredRow<M> | undefined>;
  }
}

/** Facts worth looking up once per action, such as who can be mentioned; they last as long as the context. */
const facts = new WeakMap<ActionContext, Map<string, unknown>>();

export function once<T>(context: ActionContext, name: string, look: () => T): T {
  const known = facts.get(context) ?? new Map<string, unknown>();
  facts.set(context, known);
  if (!known.has(name)) known.set(name, look());
  return known.get(name) as T;
}
