import type { Shape, Type } from './type.ts';

/**
 * How a relation finds its rows:
 * - `one`: this row has the id, in `field` (a field of the model) or, where the contract shows no such field, in a
 *   column of the relation's own name.
 * - `many`: the target's `field` (or, again, its unlisted column) has this row's id.
 * - `listed`: this row has the ids in order. `queryable` is false for the four id-list relations of the interface,
 *   which take fields, `count:` and `exists:` but no query.
 * - `all`: every row of the target model (the account's and `_root`'s relations) that matches `where`.
 */
export type Relation = {
  readonly preview?: true;
  readonly extension?: true;
} & (
  | { readonly kind: 'one'; readonly model: string; readonly field: string; readonly orNull: boolean }
  | { readonly kind: 'many'; readonly model: string; readonly field: string }
  | { readonly kind: 'listed'; readonly model: string; readonly queryable: boolean }
  | {
      readonly kind: 'all';
      readonly model: string;
      readonly where?: { readonly [field: string]: string | boolean | null };
    }
);

export interface Model {
  readonly about: string;
  /** Names of the id fields: one, or several for models with compound identity. */
  readonly id: readonly string[];
  readonly fields: Shape;
  readonly relations: { readonly [name: string]: Relation };
  /** Alternative names of fields, in field lists only. Only the embedded service has them. */
  readonly aliases?: { readonly [alias: string]: string };
  readonly preview?: true;
  readonly extension?: true;
}

export const model = <const M extends Model>(definition: M): M => definition;

export const one = <const M extends string, const F extends string>(target: M, field: F) =>
  ({ kind: 'one', model: target, field, orNull: false }) as const;
export const oneOrNull = <const M extends string, const F extends string>(target: M, field: F) =>
  ({ kind: 'one', model: target, field, orNull: true }) as const;
export const many = <const M extends string, const F extends string>(target: M, field: F) =>
  ({ kind: 'many', model: target, field }) as const;
export const all = <const M extends string>(target: M, where?: { readonly [field: string]: string | boolean | null }) =>
  ({ kind: 'all', model: target, ...(where ? { where } : {}) }) as const;
/** The row has the ids, in order; the relation takes no query. */
export const idList = <const M extends string>(target: M) =>
  ({ kind: 'listed', model: target, queryable: false }) as const;
/** The row has the ids, in order; the relation takes a query. */
export const linked = <const M extends string>(target: M) =>
  ({ kind: 'listed', model: target, queryable: true }) as const;

export const previewRelation = <const R extends Relation>(relation: R) => ({ ...relation, preview: true }) as const;
export const extension = <const T extends Type | Relation>(part: T) => ({ ...part, extension: true }) as const;
