/** Compiles plans into SQL statements, one per relation and nesting level. */
import { listedField, type Relation } from '../../../shared/contract/index.ts';
import type { LinkPlan, NodePlan, Plan, QueryPlan, Stored } from '../../../shared/contract/query-parse/plan.ts';
import { quote, tableOf } from '../store/schema.ts';
import { aggregateSql } from './aggregates.ts';
import { openText, type Piece, type ValuesText, valuesText } from './row-text.ts';
import {
  allOf,
  conditionSql,
  Draft,
  fieldSql,
  fixedCondition,
  keyOf,
  orderSql,
  orderValuesSql,
  type SqlOptions,
} from './sql.ts';
import { impliesSight, visibleSql } from './visible.ts';

/** A statement with bound values; the run adds `@me`, `@projects`, `@parent`, `@parents`, `@ceiling`. */
export interface Statement {
  readonly sql: string;
  readonly values: Readonly<Record<string, Stored>>;
}

/**
 * How raw rows of one statement become rows of the answer: key columns are first, the parent's key (if any) is last.
 */
export interface CompiledNode {
  readonly model: string;
  readonly keyWidth: number;
  /** Position of the parent's key. */
  readonly parentAt: number;
  /** Position of the row's open text (row-text.ts), or for live answers of the text of its values. */
  readonly textAt: number;
  /** Names of the values in order, for live answers. */
  readonly names: readonly string[];
  readonly also: ValuesText['also'];
  /** Names of all properties of the answer's row, including relations that are added later. */
  readonly keys: ReadonlySet<string>;
  /** List relations before single ones, so that rows of lists precede rows that other rows refer to. */
  readonly links: readonly CompiledLink[];
}

export type CompiledLink =
  | {
      readonly kind: 'list';
      readonly plan: LinkPlan;
      readonly key: string;
      readonly first: boolean;
      /** True if the relation's rows do not depend on the parent row. */
      readonly shared: boolean;
      /** True if several parents can list the same row. */
      readonly repeats: boolean;
      readonly one: Source;
      readonly many: Source;
    }
  | {
      readonly kind: 'ref';
      readonly plan: LinkPlan;
      readonly key: string;
      /** Position of the id, or of the JSON list of ids, in the parent's raw rows; -1 where only the text needs it. */
      readonly at: number;
      readonly isList: boolean;
      readonly model: string;
      /** Selects those of `@parents` that exist but are invisible; null where none can be. */
      readonly hidden: Statement | null;
      /** Null where the query selects only ids. */
      readonly source: RefSource | null;
    };

/** The source of a node's rows. */
export interface Source {
  readonly statement: Statement;
  readonly node: CompiledNode;
}

/** By the ids in `@parents`, or by the single id `@parent`, which takes half the time since no list is unpacked. */
export interface RefSource extends Source {
  readonly only: Source;
}

type CompiledRoot =
  | { readonly kind: 'start'; readonly source: Source }
  | { readonly kind: 'row'; readonly source: Source; readonly id: Readonly<Record<string, Stored>> };

export interface CompiledPlan {
  readonly models: readonly string[];
  readonly roots: readonly CompiledRoot[];
}

export function compilePlan(plan: Plan, shape: SqlOptions): CompiledPlan {
  return {
    models: plan.models,
    roots: plan.roots.map((root): CompiledRoot => {
      const draft = new Draft(shape);
      if (root.id === null) {
        const { columns, node } = compileNode(draft, root.node, null);
        return { kind: 'start', source: { statement: statement(draft, `SELECT ${columns}`), node } };
      }
      const { model } = root.node;
      const { columns, node } = compileNode(draft, root.node, null);
      const { key } = tableOf(model);
      const where = allOf([
        ...key.map((part, index) => `t.${quote(part)} = @id${index}`),
        visibleSql(shape.sight, model, 't', draft),
      ]);
      const sql = `SELECT ${columns} FROM ${quote(model)} t WHERE ${where}`;
      const id = Object.fromEntries(root.id.map((part, index) => [`id${index}`, part]));
      return { kind: 'row', source: { statement: statement(draft, sql), node }, id };
    }),
  };
}

export const statement = (draft: Draft, sql: string): Statement => ({ sql: draft.complete(sql), values: draft.values });

/** Result columns without repeats. */
class Columns {
  readonly list: string[] = [];
  #at = new Map<string, number>();

  add(sql: string): number {
    const known = this.#at.get(sql);
    if (known !== undefined) return known;
    this.#at.set(sql, this.list.push(sql) - 1);
    return this.list.length - 1;
  }
}

/** `_root` contains the one account and the signed-in user. */
function refSql(model: string, alias: string, relation: Relation, name: string): string {
  if (model === '_root') return name === 'loggedInUser' ? '@me' : '(SELECT "id" FROM "account" LIMIT 1)';
  return `${alias}.${quote(relation.kind === 'one' ? relation.field : name)}`;
}

/** Columns for the rows named `t`. `orderValues`: values that order the rows of the node; they are last in raw rows. */
export function compileNode(draft: Draft, plan: NodePlan, parent: string | null, orderValues: readonly string[] = []) {
  const alias = 't';
  const columns = new Columns();
  const pieces: Piece[] = [];
  const table = plan.model === '_root' ? undefined : tableOf(plan.model);
  const key = table?.key ?? [];
  for (const part of key) columns.add(`${alias}.${quote(part)}`);
  for (const field of new Set([...key, ...plan.fields])) {
    const stored = table ? listedField(table.model, field) : field;
    const column = table?.byName.get(stored);
    if (!column) throw new Error(`Model '${plan.model}' stores no '${field}'`);
    pieces.push({ key: field, sql: fieldSql(draft, plan.model, alias, stored), kind: column.kind });
  }
  for (const aggregate of plan.aggregates) {
    const kind = aggregate.kind === 'exists' ? 'boolean' : 'integer';
    pieces.push({ key: aggregate.key, sql: aggregateSql(draft, plan.model, alias, aggregate), kind });
  }
  const links: CompiledLink[] = [];
  for (const link of plan.links) {
    const { relation, name } = link;
    const keepsIds = relation.kind === 'one' || (relation.kind === 'listed' && !link.query);
    if (!keepsIds) {
      links.push(listLink(draft.shape, plan.model, link));
      continue;
    }
    const sql = refSql(plan.model, alias, relation, name);
    const isList = relation.kind === 'listed';
    const hidden = hiddenStatement(draft.shape, plan.model, relation);
    const source = link.node && refSource(draft.shape, link.node);
    // The run writes values that may have to be removed.
    if (!hidden) pieces.push({ key: link.key, sql, kind: isList ? 'ids' : 'text' });
    const at = !hidden && !source ? -1 : columns.add(sql);
    links.push({ kind: 'ref', plan: link, key: link.key, at, isList, model: relation.model, hidden, source });
  }
  // A key that occurs twice is written once.
  const uniquePieces = [...new Map(pieces.map((piece) => [piece.key, piece])).values()];
  const values = draft.shape.form === 'live' ? valuesText(uniquePieces, key.length) : null;
  const textAt = columns.add(values?.sql ?? openText(draft, uniquePieces));
  const parentAt = parent === null ? -1 : columns.list.push(parent) - 1;
  columns.list.push(...orderValues);
  const isSingle = (link: CompiledLink) => Number(link.kind === 'ref' && !link.isList);
  links.sort((a, b) => isSingle(a) - isSingle(b));
  const node: CompiledNode = {
    model: plan.model,
    keyWidth: key.length,
    parentAt,
    textAt,
    names: values?.names ?? [],
    also: values?.also ?? [],
    keys: new Set([...pieces, ...links].map(({ key: shown }) => shown)),
    links,
  };
  return { columns: columns.list.join(', '), node };
}

/** Selects those of `@parents` whose rows are invisible. */
function hiddenStatement(shape: SqlOptions, from: string, relation: Relation): Statement | null {
  // A relation that is never null keeps its id, which a field shows anyway.
  if (from === '_root' || impliesSight(from, relation) || (relation.kind === 'one' && !relation.orNull)) return null;
  const draft = new Draft(shape);
  const sight = visibleSql(shape.sight, relation.model, 't', draft);
  if (sight === null) return null;
  const key = `t.${quote(keyOf(relation.model))}`;
  return statement(
    draft,
    `SELECT ${key} FROM json_each(@parents) p CROSS JOIN ${quote(relation.model)} t ON ${key} = p.value WHERE ${sight} IS NOT TRUE`,
  );
}

/** The rows with the ids in `@parents`, from which invisible ones are already removed. */
function refSource(shape: SqlOptions, plan: NodePlan): RefSource {
  const draft = new Draft(shape);
  const { columns, node } = compileNode(draft, plan, null);
  const table = quote(plan.model);
  const sight = visibleSql(shape.sight, plan.model, 't', draft);
  const key = `t.${quote(keyOf(plan.model))}`;
  const listSql = `SELECT ${columns} FROM json_each(@parents) p CROSS JOIN ${table} t ON ${key} = p.value WHERE ${allOf([sight])} LIMIT @ceiling`;
  const singleSql = `SELECT ${columns} FROM ${table} t WHERE ${allOf([`${key} = @parent`, sight])}`;
  return { statement: statement(draft, listSql), node, only: { statement: statement(draft, singleSql), node } };
}

const allRows: QueryPlan = { where: { kind: 'every', of: [] }, order: [], first: false, limit: null, offset: 0 };

function listLink(shape: SqlOptions, from: string, link: LinkPlan): CompiledLink {
  const query = link.query ?? allRows;
  const shared = link.relation.kind === 'all';
  const single = listSource(shape, from, link, query, false);
  return {
    kind: 'list',
    plan: link,
    key: link.key,
    first: query.first,
    shared,
    repeats: link.relation.kind === 'listed',
    one: single,
    many: shared ? single : listSource(shape, from, link, query, true),
  };
}

/** SQL joins from the parents to the relation's rows `t`, and the expression of the parent's key. */
function route(from: string, link: LinkPlan, several: boolean) {
  const { relation, name } = link;
  const table = `${quote(relation.model)} t`;
  switch (relation.kind) {
    case 'many': {
      const far = `t.${quote(relation.field)}`;
      return several
        ? { tables: `json_each(@parents) p CROSS JOIN ${table} ON ${far} = p.value`, on: '1', parent: 'p.value' }
        : { tables: table, on: `${far} = @parent`, parent: null };
    }
    case 'listed': {
      const near = `s.${quote(keyOf(from))}`;
      const far = `t.${quote(keyOf(relation.model))}`;
      const steps = `CROSS JOIN json_each(s.${quote(name)}) l CROSS JOIN ${table} ON ${far} = l.value`;
      return several
        ? {
            tables: `json_each(@parents) p CROSS JOIN ${quote(from)} s ON ${near} = p.value ${steps}`,
            on: '1',
            parent: 'p.value',
          }
        : { tables: `${quote(from)} s ${steps}`, on: `${near} = @parent`, parent: null };
    }
    case 'all':
      return { tables: table, on: '1', parent: null };
    case 'one':
      throw new Error(`'${name}' is no list relation`);
  }
}

/** `several`: for many parents (`@parents`) instead of one (`@parent`); a limit then applies per parent. */
function listSource(shape: SqlOptions, from: string, link: LinkPlan, query: QueryPlan, several: boolean): Source {
  const { relation } = link;
  const { model } = relation;
  const draft = new Draft(shape);
  const { tables, on, parent } = route(from, link, several);
  const sight = impliesSight(from, relation) ? null : visibleSql(shape.sight, model, 't', draft, query.limit === null);
  const condition = conditionSql(draft, model, 't', query.where, relation.kind === 'all' ? 'first' : 'each');
  const where = allOf([on, fixedCondition(relation, 't'), sight, condition]);
  const plan: NodePlan = link.node ?? { model, fields: [], links: [], aggregates: [] };
  const orderValues = draft.shape.form === 'live' ? orderValuesSql(draft, model, 't', query.order) : [];
  if (query.limit === null || parent === null) {
    const { columns, node } = compileNode(draft, plan, parent, orderValues);
    const order = query.order.length === 0 ? '' : ` ORDER BY ${orderSql(draft, model, 't', query.order)}`;
    const limit = query.limit === null ? '@ceiling' : `${draft.bind(query.limit)} OFFSET ${draft.bind(query.offset)}`;
    const sql = `SELECT ${columns} FROM ${tables} WHERE ${where}${order} LIMIT ${limit}`;
    return { statement: statement(draft, sql), node };
  }
  // Only keys are ranked, then joined back, so that the sorter does not copy whole contents.
  const key = tableOf(model).key;
  const keys = key.map((part) => `t.${quote(part)} AS ${quote(part)}`).join(', ');
  const ranked = `SELECT ${keys}, ${parent} AS parent, row_number() OVER (PARTITION BY ${parent} ORDER BY ${orderSql(draft, model, 't', query.order)}) AS place FROM ${tables} WHERE ${where}`;
  const { columns, node } = compileNode(draft, plan, 'ranked.parent', orderValues);
  const from0 = draft.bind(query.offset);
  const join = key.map((part) => `t.${quote(part)} = ranked.${quote(part)}`).join(' AND ');
  const sql = `SELECT ${columns} FROM (${ranked}) ranked CROSS JOIN ${quote(model)} t ON ${join} WHERE ranked.place > ${from0} AND ranked.place <= ${from0} + ${draft.bind(query.limit)} ORDER BY ranked.place LIMIT @ceiling`;
  return { statement: statement(draft, sql), node };
}
