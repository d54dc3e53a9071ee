/** A compiled plan as a tree of places where rows of an answer stand, each with what can change it. */
import type { LinkPlan, NodePlan, OrderTerm, Plan, Stored } from '../../../shared/contract/query-parse/plan.ts';
import { quote } from '../store/schema.ts';
import {
  type CompiledLink,
  type CompiledNode,
  type CompiledPlan,
  compileNode,
  type HeldSource,
  type Source,
  statement,
} from './compile.ts';
import { isKeyed, type Reads, readsOfChoice, readsOfList, readsOfNode } from './live-reads.ts';
import { conditionSql, Draft, every, narrowing, placesSql, type ReaderShape } from './sql.ts';
import { keyOfRow, type RawRow } from './statements.ts';

/** A row as a place shows it. */
export interface LiveRow {
  readonly key: string;
  /** Of whom it is listed; null where that is no matter of the row's. */
  readonly parent: string | null;
  /** Its values' text (row-text.ts), without lists. */
  readonly values: string;
  /** Per held relation the id or the JSON list of ids. */
  readonly held: readonly (string | null)[];
  /** What it is ordered by. */
  readonly places: readonly Stored[];
}

export interface LiveNode {
  readonly model: string;
  readonly held: readonly LiveHeld[];
  readonly lists: readonly LiveList[];
}

/** Rows that other rows name: shown once, while anybody names them. */
export interface LiveHeld {
  readonly kind: 'held';
  readonly node: LiveNode;
  readonly isList: boolean;
  readonly reads: Reads;
  readonly source: HeldSource;
}

export interface LiveList {
  readonly kind: 'list';
  readonly node: LiveNode;
  readonly key: string;
  readonly first: boolean;
  readonly reads: Reads;
  /** Of these, what decides which rows are listed. */
  readonly choice: Reads;
  readonly one: Source;
  readonly many: Source;
  /** The list's rows among those with given keys; null where only the parent's row tells which these are. */
  readonly among: Source | null;
  readonly isShared: boolean;
  readonly isLimited: boolean;
  /** Rows stand before the first one shown. */
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

/** `compiled`: of the plan, in the form `live`, for a sight that hides nothing. */
export function livePlan(plan: Plan, compiled: CompiledPlan, shape: ReaderShape): LivePlan {
  const roots = compiled.roots.map((root, index): LiveRoot => {
    const asked = plan.roots[index]?.node as NodePlan;
    const parts = {
      node: liveNode(asked.model, root.source.node, shape),
      reads: readsOfNode(asked),
      source: root.source,
    };
    return root.kind === 'start' ? { kind: 'start', ...parts } : { kind: 'row', ...parts, id: root.id };
  });
  return { models: compiled.models, roots };
}

function liveNode(model: string, { links }: CompiledNode, shape: ReaderShape): LiveNode {
  return {
    model,
    held: heldIn(links).map(({ plan, source, isList }) => {
      const node = plan.node as NodePlan;
      return { kind: 'held', node: liveNode(node.model, source.node, shape), isList, reads: readsOfNode(node), source };
    }),
    lists: links.filter((link) => link.kind === 'list').map((link) => liveList(link, shape)),
  };
}

type HeldLink = Extract<CompiledLink, { kind: 'held' }> & { readonly source: HeldSource };

/** Relations whose rows are shown; those that only name ids are in the text. */
const heldIn = (links: readonly CompiledLink[]): HeldLink[] =>
  links.filter((link): link is HeldLink => link.kind === 'held' && link.source !== null);

function liveList(link: Extract<CompiledLink, { kind: 'list' }>, shape: ReaderShape): LiveList {
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

function amongSource({ relation, query, node: asked }: LinkPlan, shape: ReaderShape): Source {
  const { model } = relation;
  const draft = new Draft(shape);
  const plan: NodePlan = asked ?? { model, fields: [], links: [], aggregates: [] };
  const parent = relation.kind === 'many' ? `t.${quote(relation.field)}` : 'NULL';
  const places = placesSql(draft, model, 't', query?.order ?? []);
  const { columns, node } = compileNode(draft, plan, 't', parent, places);
  const condition = query ? conditionSql(draft, model, 't', query.where, 'each') : '1';
  const where = every([narrowing(relation, 't'), condition]);
  const sql = `SELECT ${columns} FROM json_each(@keys) k CROSS JOIN ${quote(model)} t ON ${isKeyed(model)} WHERE ${where}`;
  return { statement: statement(draft, sql), node };
}

/** Raw rows of one source as live ones; `parent` is whose they are where they do not say. */
export function rowsFrom(
  node: CompiledNode,
  order: readonly OrderTerm[] = [],
  parent: string | null = null,
): (raw: RawRow) => LiveRow {
  const heldAt = heldIn(node.links).map(({ at }) => at);
  const nothing: readonly never[] = [];
  const { textAt, parentAt } = node;
  return (raw) => ({
    key: keyOfRow(node, raw),
    parent: parentAt < 0 ? parent : (raw[parentAt] as string | null),
    values: raw[textAt] as string,
    held: heldAt.length === 0 ? nothing : heldAt.map((at) => raw[at] as string | null),
    places: order.length === 0 ? nothing : (raw.slice(-order.length - node.keyWidth) as Stored[]),
  });
}

/** Whether `a` stands before (negative) or after `b`; as `orderSql` has it. */
export function comparePlaces(order: readonly OrderTerm[], a: readonly Stored[], b: readonly Stored[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const compared = compareStored(a[index] ?? null, b[index] ?? null);
    if (compared !== 0) return order[index]?.descending ? -compared : compared;
  }
  return 0;
}

/** Null comes last in ascending order. Numbers stand before texts, texts by code points (https://sqlite.org/datatype3.html). */
function compareStored(a: Stored, b: Stored): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === 'number' || typeof b === 'number') {
    if (typeof a === typeof b) return a < b ? -1 : 1;
    return typeof a === 'number' ? -1 : 1;
  }
  return compareCodePoints(a, b);
}

/** UTF-8 bytes order like code points; units of UTF-16 do not, from U+E000 on. */
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
