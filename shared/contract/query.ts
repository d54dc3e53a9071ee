import type { FieldName, ModelName, Models, RelationName, Row } from './lookup.ts';
import type { Id } from './type.ts';

/** Filter and order of a relation. Its keys are names of fields and relations, and special keys such as `$order`. */
export interface QueryObject {
  readonly [key: string]: unknown;
}
export type FieldSelection = string | { readonly [relation: string]: FieldList };
export type FieldList = readonly FieldSelection[];
export interface Query {
  readonly [root: string]: FieldList;
}

export type AnswerRow = Record<string, unknown>;
/** The answer to a query: the fields of `_root`, and for each model a map of its rows by row key (`rowKey`). */
export interface QueryAnswer {
  readonly [model: string]: Record<string, AnswerRow> | AnswerRow;
}

/** All maps in one, the last wins. Without prototype, because an id can be any text, even `constructor`. */
export const rowMapOf = <R>(
  map?: Readonly<Record<string, R>>,
  ...others: readonly Readonly<Record<string, R>>[]
): Record<string, R> => Object.assign({ __proto__: null, ...map } as unknown as Record<string, R>, ...others);

/** The JSON text of an answer. Its maps are like those of `rowMapOf`. */
export function parseAnswer(text: string): QueryAnswer {
  const answer = JSON.parse(text) as QueryAnswer;
  for (const rows of Object.values(answer)) Object.setPrototypeOf(rows, null);
  return answer;
}

export const queryOperators = [
  'eq',
  'neq',
  'in',
  'notIn',
  'inOrNull',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'has',
  'overlaps',
  'search',
] as const;
export type QueryOperator = (typeof queryOperators)[number];
export const specialQueryKeys = ['$or', '$and', '$order', '$first', '$limit', '$offset'] as const;
export const queryAggregates = ['count', 'exists'] as const;

// ---- Checks of a literal query: names of models, fields and relations must exist

type RelationOf<M extends ModelName, R> = R extends RelationName<M> ? Models[M]['relations'][R] : never;
type TargetOf<M extends ModelName, R> = RelationOf<M, R> extends { model: infer T extends ModelName } ? T : never;
/**
 * Relations that a field list can select by name alone. The answer then contains only the related id or ids. The type
 * also allows queryable `listed` relations, but the parser refuses them.
 */
type PlainRelation<M extends ModelName> = {
  [R in RelationName<M>]: RelationOf<M, R> extends { kind: 'one' | 'listed' } ? R : never;
}[RelationName<M>];
type ListRelation<M extends ModelName> = {
  [R in RelationName<M>]: RelationOf<M, R> extends { kind: 'one' } ? never : R;
}[RelationName<M>];
type AggregateKey<M extends ModelName> =
  | `${'count' | 'exists'}:${ListRelation<M>}`
  | `${'count' | 'exists'}:${ListRelation<M>}(${string})`;
/** The relation's name in a key: `cards` for both `cards` and `cards({…})`. */
type RelationPart<K> = K extends `${infer R}(${string}` ? R : K;

type CheckSelection<M extends ModelName, S> = S extends string
  ? S extends FieldName<M> | PlainRelation<M> | AggregateKey<M>
    ? S
    : FieldName<M> | PlainRelation<M>
  : {
      [K in keyof S]: string extends K
        ? S[K]
        : [TargetOf<M, RelationPart<K>>] extends [never]
          ? { unknownRelation: K; of: M }
          : CheckList<TargetOf<M, RelationPart<K>>, S[K]>;
    };
type CheckList<M extends ModelName, L> = { [I in keyof L]: CheckSelection<M, L[I]> };
type RootModel<K> = RelationPart<K> extends infer M extends ModelName ? M : never;
type CheckQuery<Q> = {
  // A key computed at run time is a `string`, which `queryForRow` checks with its field list.
  [K in keyof Q]: string extends K
    ? Q[K]
    : [RootModel<K>] extends [never]
      ? { unknownModel: K }
      : CheckList<RootModel<K>, Q[K]>;
};

// ---- The type of the answer to a literal query

/** A union of [model, selected key], including nested ones. */
type Selected<M extends ModelName, L> = L extends readonly (infer S)[] ? SelectedBy<M, S> : never;
type SelectedBy<M extends ModelName, S> = S extends string
  ? [M, S]
  : { [K in keyof S & string]: [M, K] | Selected<TargetOf<M, RelationPart<K>>, S[K]> }[keyof S & string];
type RootSelected<Q> = { [K in keyof Q & string]: Selected<RootModel<K>, Q[K]> }[keyof Q & string];
type ModelsIn<Q> =
  RootSelected<Q> extends infer P ? (P extends [infer M extends ModelName, string] ? M : never) : never;
type TargetsIn<Q> =
  RootSelected<Q> extends infer P
    ? P extends [infer M extends ModelName, infer K]
      ? TargetOf<M, RelationPart<K>>
      : never
    : never;
type KeysOf<Q, M> = RootSelected<Q> extends infer P ? (P extends [M, infer K extends string] ? K : never) : never;

type ValueAt<M extends ModelName, K> =
  K extends FieldName<M>
    ? Row<M>[K]
    : K extends `count:${string}`
      ? number
      : K extends `exists:${string}`
        ? boolean
        : RelationOf<M, RelationPart<K>> extends { kind: 'one'; orNull: infer N; model: infer T extends string }
          ? N extends true
            ? Id<T> | null
            : Id<T>
          : Id<TargetOf<M, RelationPart<K>> & string>[];
type IdFields<M extends ModelName> = Extract<Models[M]['id'][number], FieldName<M>>;
/** Always with the id fields (rule `row.has-id`). */
type AnswerRowOf<Q, M extends ModelName> = {
  [K in KeysOf<Q, M> | IdFields<M>]: ValueAt<M, K>;
};
export type QueryAnswerTo<Q> = {
  [M in Exclude<ModelsIn<Q> | TargetsIn<Q>, '_root'>]: Record<string, AnswerRowOf<Q, M>>;
} & ('_root' extends keyof Q ? { _root: { [K in KeysOf<Q, '_root'>]: ValueAt<'_root', K> } } : unknown);

export type TypedQuery<Q> = Query & { readonly __answer?: QueryAnswerTo<Q> };

/** A query with an unknown model, field or relation does not compile. */
export function query<const Q extends Query>(literal: Q & CheckQuery<Q>): TypedQuery<Q> {
  return literal as TypedQuery<Q>;
}

export function queryForAccount<const L extends FieldList>(
  fields: L & CheckList<'account', L>,
): TypedQuery<{ readonly _root: readonly [{ readonly account: L }] }> {
  return { _root: [{ account: fields }] };
}

/** `cards({"visibility":"default"})` */
export function filteredRelationKey<const R extends string>(relation: R, where: QueryObject): `${R}(${string})` {
  return `${relation}(${JSON.stringify(where)})`;
}

/** The type of the key is a template literal type, from which TypeScript can derive the answer's type. */
export function selectRelated<const R extends string, const L extends FieldList>(
  relation: R,
  where: QueryObject,
  fields: L,
): { readonly [K in `${R}(${string})`]: L } {
  return { [filteredRelationKey(relation, where)]: fields } as { readonly [K in `${R}(${string})`]: L };
}

/** `card("<id>")`. For a compound id, `id` is the list of its parts. */
export function rootKeyById<const M extends ModelName>(
  model: M,
  id: string | readonly (string | number)[],
): `${M}(${string})` {
  return `${model}(${JSON.stringify(id)})`;
}

export function queryForRow<const M extends ModelName, const L extends FieldList>(
  model: M,
  id: string | readonly (string | number)[],
  fields: L & CheckList<M, L>,
): TypedQuery<{ readonly [K in `${M}(${string})`]: L }> {
  return { [rootKeyById(model, id)]: fields };
}
