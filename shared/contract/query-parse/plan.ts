/** The plan that `parseQuery` makes from a valid query: the same for all tokens, and without SQL. */
import type { Relation } from '../index.ts';

export interface ParsedQuery {
  readonly roots: readonly RootPlan[];
  /** Models that have a key in the answer, in the order in which the query names them. */
  readonly models: readonly string[];
  /** Models whose changes can change the answer: the query returns them, counts them or filters by them. */
  readonly dependsOn: ReadonlySet<string>;
  /** Scopes that the token needs to read the answer, in the order in which the query needs them. */
  readonly requiredScopes: readonly RequiredScope[];
}

export interface RequiredScope {
  readonly scope: string;
  readonly path: string;
}

export interface RootPlan {
  /** The row's id, or the parts of a compound id; null for `_root`. */
  readonly id: readonly (string | number)[] | null;
  readonly node: FieldListPlan;
}

export interface FieldListPlan {
  readonly model: string;
  /** Field names as the query writes them. They can be aliases. */
  readonly fields: readonly string[];
  readonly links: readonly RelationPlan[];
  readonly aggregates: readonly AggregatePlan[];
}

export interface RelationPlan {
  /** Key of the relation in the query and in the answer, such as `cards({…})`. */
  readonly key: string;
  readonly relation: Relation;
  readonly name: string;
  readonly query: RelationQueryPlan | null;
  /** The relation's field list; null if the query selects the relation by name alone, for ids only. */
  readonly node: FieldListPlan | null;
}

export interface AggregatePlan {
  readonly key: string;
  readonly kind: 'count' | 'exists';
  readonly relation: Relation;
  readonly name: string;
  readonly query: RelationQueryPlan | null;
}

export interface RelationQueryPlan {
  readonly where: QueryCondition;
  readonly order: readonly OrderTerm[];
  /** Whether the answer has a single row instead of a list (`$first`). */
  readonly first: boolean;
  readonly limit: number | null;
  readonly offset: number;
}

export interface OrderTerm {
  readonly field: string;
  readonly descending: boolean;
}

export type QueryCondition =
  /** `every` without conditions is true, `some` without conditions is false. */
  | { readonly kind: 'every' | 'some'; readonly of: readonly QueryCondition[] }
  | { readonly kind: 'field'; readonly field: string; readonly test: FieldPredicate }
  | {
      readonly kind: 'related';
      readonly name: string;
      readonly relation: Relation;
      readonly negated: boolean;
      readonly where: QueryCondition;
    };

/** A value as a column stores it: booleans as 0 and 1, lists and objects as canonical JSON text. */
export type StoredValue = string | number | null;

export type FieldPredicate =
  | { readonly kind: 'is'; readonly value: StoredValue; readonly negated: boolean }
  | { readonly kind: 'among'; readonly values: readonly StoredValue[]; readonly negated: boolean }
  | { readonly kind: 'compare'; readonly sign: '>' | '>=' | '<' | '<='; readonly value: string | number }
  /** `folded` is the searched text, converted by `foldCase`. */
  | { readonly kind: 'contains'; readonly folded: string }
  | { readonly kind: 'holds'; readonly values: readonly StoredValue[] }
  /** `match` is an FTS5 expression; null if the search text has no word. */
  | { readonly kind: 'search'; readonly match: string | null };
