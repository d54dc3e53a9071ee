/** The plan of a live answer: a tree of nodes, each with its SQL and the columns whose changes can affect its rows. */
import type {
  FieldListPlan,
  OrderTerm,
  ParsedQuery,
  RelationPlan,
  StoredValue,
} from '../../../shared/contract/query-parse/plan.ts';
import { quoteSqlIdentifier } from '../store/schema.ts';
import {
  type CompiledList,
  type CompiledNode,
  type CompiledPlan,
  type CompiledRef,
  type CompiledRelation,
  type CompiledRoot,
  compileNode,
  type RowSource,
  type RowsByIdSource,
  toSqlStatement,
} from './compile.ts';
import {
  type ColumnsRead,
  columnsReadByNode,
  columnsReadByRelation,
  columnsReadByRowSelection,
  selectByKeysSql,
} from './live-reads.ts';
import {
  andSql,
  conditionSql,
  fixedRelationConditionSql,
  orderValuesSql,
  type SqlOptions,
  StatementDraft,
} from './sql.ts';
import { keyOfRow, type RawRow } from './statements.ts';

export interface LiveRow {
  readonly key: string;
  /** Key of the parent row whose list contains this row; null without a list, or if all parents have the same list. */
  readonly parent: string | null;
  /** JSON text (`rowValuesSql`), without lists. */
  readonly values: string;
  /** For each entry of the node's `refs`: the stored id or JSON list of ids; null if the row stores none. */
  readonly refs: readonly (string | null)[];
  readonly orderValues: readonly StoredValue[];
}

/** A field list of the query: the model of its rows, and the relations to read from them. */
export interface LiveNode {
  readonly model: string;
  readonly refs: readonly LiveReferencedNode[];
  readonly lists: readonly LiveListNode[];
}

/** Rows referenced by id. A row is in the answer as long as at least one other row refers to it. */
export interface LiveReferencedNode extends Pick<RefWithRows, 'isList' | 'source'> {
  readonly node: LiveNode;
  readonly reads: ColumnsRead;
}

/** Rows in the lists of parent rows. */
export interface LiveListNode extends Pick<CompiledList, 'key' | 'first' | 'shared' | 'one' | 'many'> {
  readonly node: LiveNode;
  readonly reads: ColumnsRead;
  /** The part of `reads` that decides which rows the list contains, in which order. */
  readonly selectionReads: ColumnsRead;
  /**
   * Selects the rows of `@keys` that meet the list's conditions. Null for a `listed` relation: the parent's row has the
   * ids.
   */
  readonly amongKeys: RowSource | null;
  readonly hasLimit: boolean;
  readonly hasOffset: boolean;
  readonly order: readonly OrderTerm[];
}

/** `_root`, or one row that the query selects by its id. */
export type LiveRootNode = CompiledRoot & { readonly node: LiveNode; readonly reads: ColumnsRead };

export interface LivePlan {
  readonly models: readonly string[];
  readonly roots: readonly LiveRootNode[];
}

/** `compiled` is `plan`, compiled in the form `live` for a viewer who sees everything. */
export function createLivePlan(plan: ParsedQuery, compiled: CompiledPlan, options: SqlOptions): LivePlan {
  const roots = compiled.roots.map((root, index): LiveRootNode => {
    const reads = columnsReadByNode(plan.roots[index]?.node as FieldListPlan);
    return { ...root, node: liveNode(root.source.node, options), reads };
  });
  return { models: compiled.models, roots };
}

function liveNode({ model, links }: CompiledNode, options: SqlOptions): LiveNode {
  return {
    model,
    refs: refsIn(links).map(({ plan, source, isList }) => ({
      node: liveNode(source.node, options),
      isList,
      reads: columnsReadByNode(plan.node as FieldListPlan),
      source,
    })),
    lists: links.filter((link) => link.kind === 'list').map((link) => liveList(link, options)),
  };
}

type RefWithRows = CompiledRef & { readonly source: RowsByIdSource };

/** Omits references of which the query selects only the ids: the parent's text contains these, so no rows are read. */
const refsIn = (links: readonly CompiledRelation[]): RefWithRows[] =>
  links.filter((link): link is RefWithRows => link.kind === 'ref' && link.source !== null);

function liveList(link: CompiledList, options: SqlOptions): LiveListNode {
  const { plan, key, first, shared, one, many } = link;
  return {
    key,
    first,
    shared,
    one,
    many,
    node: liveNode(one.node, options),
    reads: columnsReadByRelation(plan),
    selectionReads: columnsReadByRowSelection(plan),
    amongKeys: plan.relation.kind === 'listed' ? null : amongKeysSource(plan, options),
    hasLimit: plan.query !== null && plan.query.limit !== null,
    hasOffset: plan.query !== null && plan.query.offset > 0,
    order: plan.query?.order ?? [],
  };
}

function amongKeysSource({ relation, query, node: asked }: RelationPlan, options: SqlOptions): RowSource {
  const { model } = relation;
  const draft = new StatementDraft(options);
  const plan: FieldListPlan = asked ?? { model, fields: [], links: [], aggregates: [] };
  const parent = relation.kind === 'many' ? `t.${quoteSqlIdentifier(relation.field)}` : 'NULL';
  const orderValues = orderValuesSql(draft, model, 't', query?.order ?? []);
  const { columns, node } = compileNode(draft, plan, parent, orderValues);
  const condition = query ? conditionSql(draft, model, 't', query.where, 'each') : '1';
  const where = andSql([fixedRelationConditionSql(relation, 't'), condition]);
  return { statement: toSqlStatement(draft, `${selectByKeysSql(model, columns)} WHERE ${where}`), node };
}

/** Converts raw rows. Without a column for the parent's key, all rows get `parent`. */
export function createLiveRowConverter(
  node: CompiledNode,
  order: readonly OrderTerm[] = [],
  parent: string | null = null,
): (raw: RawRow) => LiveRow {
  const refsAt = refsIn(node.links).map(({ at }) => at);
  const noValues: readonly never[] = [];
  const { textAt, parentAt } = node;
  return (raw) => ({
    key: keyOfRow(node, raw),
    parent: parentAt < 0 ? parent : (raw[parentAt] as string | null),
    values: raw[textAt] as string,
    refs: refsAt.length === 0 ? noValues : refsAt.map((at) => raw[at] as string | null),
    orderValues: order.length === 0 ? noValues : (raw.slice(-order.length - node.keyWidth) as StoredValue[]),
  });
}

/** Sorts like `orderSql`. Negative if `a` comes first. */
export function compareOrderValues(
  order: readonly OrderTerm[],
  a: readonly StoredValue[],
  b: readonly StoredValue[],
): number {
  for (let index = 0; index < a.length; index += 1) {
    const compared = compareStored(a[index] ?? null, b[index] ?? null);
    if (compared !== 0) return order[index]?.descending ? -compared : compared;
  }
  return 0;
}

/**
 * Sorts in ascending order as SQLite does: numbers precede texts, and texts compare by code point
 * (https://sqlite.org/datatype3.html). Null is last, as in `orderSql`.
 */
function compareStored(a: StoredValue, b: StoredValue): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (typeof a === 'number' || typeof b === 'number') {
    if (typeof a === typeof b) return a < b ? -1 : 1;
    return typeof a === 'number' ? -1 : 1;
  }
  return compareCodePoints(a, b);
}

/**
 * SQLite compares UTF-8 bytes, which gives the order of code points. JavaScript's `<` does not: it compares UTF-16
 * units, and surrogates precede the units from U+E000 on.
 */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}
