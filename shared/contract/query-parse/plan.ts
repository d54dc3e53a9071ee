/** The plan of a valid query, independent of the viewer and of SQL. */
import type { Relation } from '../index.ts';

export interface Plan {
  readonly roots: readonly RootPlan[];
  /** Models that get a key in the answer, in order of mention. */
  readonly models: readonly string[];
  /** Models whose changes can change the answer: those that the query returns, counts or filters by. */
  readonly dependsOn: ReadonlySet<string>;
  /** Scopes that the viewer needs, in order of mention. */
  readonly reads: readonly Read[];
}

export interface Read {
  readonly scope: string;
  readonly path: string;
}

export interface RootPlan {
  /** Parts of the row's id; null for `_root`. */
  readonly id: readonly (string | number)[] | null;
  readonly node: NodePlan;
}

/** A field list on a model. */
export interface NodePlan {
  readonly model: string;
  /** Names of fields, or aliases, as the query spells them. */
  readonly fields: readonly string[];
  readonly links: readonly LinkPlan[];
  readonly aggregates: readonly AggregatePlan[];
}

export interface LinkPlan {
  /** The key of the query, which is also the key in the answer. */
  readonly key: string;
  readonly relation: Relation;
  readonly name: string;
  readonly query: QueryPlan | null;
  /** Null where the relation is selected by name alone: ids only. */
  readonly node: NodePlan | null;
}

export interface AggregatePlan {
  readonly key: string;
  readonly kind: 'count' | 'exists';
  readonly relation: Relation;
  readonly name: string;
  readonly query: QueryPlan | null;
}

export interface QueryPlan {
  readonly where: Condition;
  readonly order: readonly OrderTerm[];
  /** A single row instead of a list. */
  readonly first: boolean;
  readonly limit: number | null;
  readonly offset: number;
}

export interface OrderTerm {
  readonly field: string;
  readonly descending: boolean;
}

export type Condition =
  /** An empty `every` is true, an empty `some` is false. */
  | { readonly kind: 'every' | 'some'; readonly of: readonly Condition[] }
  | { readonly kind: 'field'; readonly field: string; readonly test: Test }
  | {
      readonly kind: 'related';
      readonly name: string;
      readonly relation: Relation;
      readonly negated: boolean;
      readonly where: Condition;
    };

/** A value as a column stores it: booleans as 0 and 1, lists and objects as canonical JSON text. */
export type Stored = string | number | null;

export type Test =
  | { readonly kind: 'is'; readonly value: Stored; readonly negated: boolean }
  | { readonly kind: 'among'; readonly values: readonly Stored[]; readonly negated: boolean }
  | { readonly kind: 'compare'; readonly sign: '>' | '>=' | '<' | '<='; readonly value: string | number }
  /** `folded` is the result of `foldCase`. */
  | { readonly kind: 'contains'; readonly folded: string }
  /** The list contains one of the values. */
  | { readonly kind: 'holds'; readonly values: readonly Stored[] }
  /** A full-text expression; null when the text contains no word. */
  | { readonly kind: 'search'; readonly match: string | null };
