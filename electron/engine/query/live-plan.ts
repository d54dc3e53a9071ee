/** A compiled plan as a tree of nodes, each with the columns whose changes can affect its rows. */
import type { LinkPlan, NodePlan, OrderTerm, Plan, Stored } from '../../../shared/contract/query-parse/plan.ts';
import { quote } from '../store/schema.ts';
import {
  type CompiledLink,
  type CompiledNode,
  type CompiledPlan,
  compileNode,
  type RefSource,
  type Source,
  statement,
} from './compile.ts';
import { isKeyed, type Reads, readsOfChoice, readsOfList, readsOfNode } from './live-reads.ts';
import { allOf, conditionSql, Draft, fixedCondition, orderValuesSql, type SqlOptions } from './sql.ts';
import { keyOfRow, type RawRow } from './statements.ts';

/** A row in one node. */
export interface LiveRow {
  readonly key: string;
  /** Key of the parent that lists it; null where the row does not depend on a parent. */
  readonly parent: string | null;
  /** The text of its values (row-text.ts), without lists. */
  readonly values: string;
  /** For each relation stored on the row: the id or the JSON list of ids. */
  readonly refs: readonly (string | null)[];
  /** The values that it is ordered by. */
  readonly orderValues: readonly Stored[];
}

export interface LiveNode {
  readonly model: string;
  readonly refs: readonly LiveRef[];
  readonly lists: readonly LiveList[];
}

/** Rows that other rows refer to; they are in the answer while any row refers to them. */
export interface LiveRef {
  readonly kind: 'ref';
  readonly node: LiveNode;
  readonly isList: boolean;
  readonly reads: Reads;
  readonly source: RefSource;
}

export interface LiveList {
  readonly kind: 'list';
  readonly node: LiveNode;
  readonly key: string;
  readonly first: boolean;
  readonly reads: Reads;
  /** Those of them that decide which rows are listed. */
  readonly choice: Reads;
  readonly one: Source;
  readonly many: Source;
  /** Selects the list's rows among given keys; null where only the parent's row defines the list. */
  readonly among: Source | null;
  readonly isShared: boolean;
  readonly isLimited: boolean;
  /** True if the list has an offset. */
  readonly isOffset: boolean;
  readonly order: readonly OrderTerm[];
}

export type LiveRoot =
  | { readonly kind: 'start'; readonly node: LiveNode; readonly reads: Reads; readonly source: Source }
  | {
      readonly kind: 'row';
      readonly node: LiveNode;
      readonly reads: Reads;
      readonly source: Source;
      readonly id: Readonly<Record<string, Stored>>;
    };

export interface LivePlan {
  readonly models: readonly string[];
  readonly roots: readonly LiveRoot[];
}

/** `compiled`: the plan in the form `live`, for a viewer who sees everything. */
export function livePlan(plan: Plan, compiled: CompiledPlan, shape: SqlOptions): LivePlan {
  const roots = compiled.roots.map((root, index): LiveRoot => {
    const nodePlan = plan.roots[index]?.node as NodePlan;
    const parts = {
      node: liveNode(nodePlan.model, root.source.node, shape),
      reads: readsOfNode(nodePlan),
      source: root.source,
    };
    return root.kind === 'start' ? { kind: 'start', ...parts } : { kind: 'row', ...parts, id: root.id };
  });
  return { models: compiled.models, roots };
}

function liveNode(model: string, { links }: CompiledNode, shape: SqlOptions): LiveNode {
  return {
    model,
    refs: refsIn(links).map(({ plan, source, isList }) => {
      const node = plan.node as NodePlan;
      return { kind: 'ref', node: liveNode(node.model, source.node, shape), isList, reads: readsOfNode(node), source };
    }),
    lists: links.filter((link) => link.kind === 'list').map((link) => liveList(link, shape)),
  };
}

type RefLink = Extract<CompiledLink, { kind: 'ref' }> & { readonly source: RefSource };

/** Relations whose rows are in the answer; relations with ids only are part of the text. */
const refsIn = (links: readonly CompiledLink[]): RefLink[] =>
  links.filter((link): link is RefLink => link.kind === 'ref' && link.source !== null);

function liveList(link: Extract<CompiledLink, { kind: 'list' }>, shape: SqlOptions): LiveList {
  const { plan, key, first, shared: isShared, one, many } = link;
  return {
    kind: 'list',
    node: liveNode(plan.relation.model, one.node, shape),
    key,
    first,
    reads: readsOfList(plan),
    choice: readsOfChoice(plan),
    one,
    many,
    among: plan.relation.kind === 'listed' ? null : amongSource(plan, shape),
    isShared,
    isLimited: plan.query !== null && plan.query.limit !== null,
    isOffset: plan.query !== null && plan.query.offset > 0,
    order: plan.query?.order ?? [],
  };
}

function amongSource({ relation, query, node: asked }: LinkPlan, shape: SqlOptions): Source {
  const { model } = relation;
  const draft = new Draft(shape);
  const plan: NodePlan = asked ?? { model, fields: [], links: [], aggregates: [] };
  const parent = relation.kind === 'many' ? `t.${quote(relation.field)}` : 'NULL';
  const orderValues = orderValuesSql(draft, model, 't', query?.order ?? []);
  const { columns, node } = compileNode(draft, plan, parent, orderValues);
  const condition = query ? conditionSql(draft, model, 't', query.where, 'each') : '1';
  const where = allOf([fixedCondition(relation, 't'), condition]);
  const sql = `SELECT ${columns} FROM json_each(@keys) k CROSS JOIN ${quote(model)} t ON ${isKeyed(model)} WHERE ${where}`;
  return { statement: statement(draft, sql), node };
}

/** Converts raw rows of one source; `parent` is used where the rows do not contain their parent. */
export function rowsFrom(
  node: CompiledNode,
  order: readonly OrderTerm[] = [],
  parent: string | null = null,
): (raw: RawRow) => LiveRow {
  const refsAt = refsIn(node.links).map(({ at }) => at);
  const nothing: readonly never[] = [];
  const { textAt, parentAt } = node;
  return (raw) => ({
    key: keyOfRow(node, raw),
    parent: parentAt < 0 ? parent : (raw[parentAt] as string | null),
    values: raw[textAt] as string,
    refs: refsAt.length === 0 ? nothing : refsAt.map((at) => raw[at] as string | null),
    orderValues: order.length === 0 ? nothing : (raw.slice(-order.length - node.keyWidth) as Stored[]),
  });
}

/** Compares like `orderSql`: negative if `a` is before `b`. */
export function compareOrder(order: readonly OrderTerm[], a: readonly Stored[], b: readonly Stored[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const compared = compareStored(a[index] ?? null, b[index] ?? null);
    if (compared !== 0) return order[index]?.descending ? -compared : compared;
  }
  return 0;
}

/**
 * Null is last in ascending order; numbers precede texts; texts compare by code point
 * (https://sqlite.org/datatype3.html).
 */
function compareStored(a: Stored, b: Stored): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === 'number' || typeof b === 'number') {
    if (typeof a === typeof b) return a < b ? -1 : 1;
    return typeof a === 'number' ? -1 : 1;
  }
  return compareCodePoints(a, b);
}

/** UTF-8 bytes sort like code points; UTF-16 units do not, from U+E000 on. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
    if (isHigh(left) !== isHigh(right)) return isHigh(left) ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}
