import type { ValueType, ValueTypesByName } from './type.ts';

/**
 * How a relation finds the related rows of a row:
 * - `one`: the row has the id of the related row in its field `field`. If the model has no such field, `field` is the
 *   name of the relation, and the engine's table has a column with this name for the id.
 * - `many`: the `field` of the related rows has the row's id.
 * - `listed`: the row has an ordered list of the related ids. If `queryable` is false, a query can select fields,
 *   `count:` and `exists:` of the relation, but it cannot filter or order the related rows.
 * - `all`: the related rows are all rows of the model that match `where`. Only `account` and `_root` have such
 *   relations.
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
  /** Names of the id fields. Models with compound ids have several. */
  readonly id: readonly string[];
  readonly fields: ValueTypesByName;
  readonly relations: { readonly [name: string]: Relation };
  /** Only the embedded service accepts these aliases. */
  readonly aliases?: { readonly [alias: string]: string };
  readonly preview?: true;
  readonly extension?: true;
}

export const defineModel = <const M extends Model>(definition: M): M => definition;

export const toOne = <const M extends string, const F extends string>(target: M, field: F) =>
  ({ kind: 'one', model: target, field, orNull: false }) as const;
export const toOneOrNull = <const M extends string, const F extends string>(target: M, field: F) =>
  ({ kind: 'one', model: target, field, orNull: true }) as const;
export const toMany = <const M extends string, const F extends string>(target: M, field: F) =>
  ({ kind: 'many', model: target, field }) as const;
export const toAllRows = <const M extends string>(
  target: M,
  where?: { readonly [field: string]: string | boolean | null },
) => ({ kind: 'all', model: target, ...(where ? { where } : {}) }) as const;
export const toManyByIdList = <const M extends string>(target: M) =>
  ({ kind: 'listed', model: target, queryable: false }) as const;
export const toManyByQueryableIdList = <const M extends string>(target: M) =>
  ({ kind: 'listed', model: target, queryable: true }) as const;

export const markAsPreview = <const R extends Relation>(relation: R) => ({ ...relation, preview: true }) as const;
export const markAsExtension = <const T extends ValueType | Relation>(part: T) =>
  ({ ...part, extension: true }) as const;
