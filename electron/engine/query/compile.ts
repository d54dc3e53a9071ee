/** Compiles the plan of a query into SQL, one statement per relation and nesting level. */
import { type Relation, resolveFieldAlias } from '../../../shared/contract/index.ts';
import type {
  FieldListPlan,
  ParsedQuery,
  RelationPlan,
  RelationQueryPlan,
  StoredValue,
} from '../../../shared/contract/query-parse/plan.ts';
import { quoteSqlIdentifier, tableDefinitionOf } from '../store/schema.ts';
import { aggregateSql } from './aggregates.ts';
import { type NamedRowValuesSql, type RowValueExpression, rowValuesSql, unclosedJsonObjectSql } from './row-text.ts';
import {
  andSql,
  conditionSql,
  fieldSql,
  fixedRelationConditionSql,
  idColumnOf,
  isLongText,
  orderSql,
  orderValuesSql,
  type SqlOptions,
  StatementDraft,
  withinTimeSql,
} from './sql.ts';
import { leadsOnlyToVisibleRows, visibilityConditionSql } from './visible.ts';

/**
 * Some values are added when the statement runs: `@me`, `@projects` and `@ceiling` by `StatementRunner`; `@parent`,
 * `@parents`, `@keys` or the parts of an id (`@id0`, …) by its callers.
 */
export interface SqlStatement {
  readonly sql: string;
  readonly values: Readonly<Record<string, StoredValue>>;
}

/** The first `keyWidth` columns are the key of the row. */
export interface CompiledNode {
  readonly model: string;
  readonly keyWidth: number;
  /** -1 if no column has the parent's key. */
  readonly parentAt: number;
  /**
   * The column with the row's text: for live answers only its values (`rowValuesSql`), otherwise a JSON object without
   * its closing brace (`unclosedJsonObjectSql`).
   */
  readonly textAt: number;
  /** For live answers: the names of the values, in their order. */
  readonly names: readonly string[];
  /**
   * For live answers: a value that is selected under several names has its first name in `names`, and the others here,
   * each with the index of the value.
   */
  readonly aliases: NamedRowValuesSql['aliases'];
  /** All properties of the row in the answer, including lists, which are added to the row's text later. */
  readonly keys: ReadonlySet<string>;
  /**
   * Lists first, then references to single rows, so that the answer contains the rows of lists before rows that are
   * only referenced.
   */
  readonly links: readonly CompiledRelation[];
}

export type CompiledRelation = CompiledList | CompiledRef;

/** A relation whose rows are read as a list per parent row. */
export interface CompiledList {
  readonly kind: 'list';
  readonly plan: RelationPlan;
  readonly key: string;
  /** True if the answer contains the id of the first row instead of a list. */
  readonly first: boolean;
  /** True if the list is the same for all parent rows. */
  readonly shared: boolean;
  /** True if several parents can list the same row. */
  readonly repeats: boolean;
  /** For one parent, `@parent`. */
  readonly one: RowSource;
  /** For several parents, `@parents`. */
  readonly many: RowSource;
}

/** A relation whose rows are read by the ids that the parent rows store. */
export interface CompiledRef {
  readonly kind: 'ref';
  readonly plan: RelationPlan;
  readonly key: string;
  /**
   * The column with the id, or the JSON list of ids, in the parent's raw rows; -1 if only the parent's text contains
   * the ids.
   */
  readonly at: number;
  readonly isList: boolean;
  /**
   * For lists: selects the ids in `@parents` whose rows exist but are invisible. Null if no row can be, and for single
   * ids, which are null in the parent's row instead.
   */
  readonly hidden: SqlStatement | null;
  /** Null if the query needs only the ids. */
  readonly source: RowsByIdSource | null;
}

export interface RowSource {
  readonly statement: SqlStatement;
  readonly node: CompiledNode;
}

/**
 * Selects rows by the ids in `@parents`. `single` takes one id, `@parent`, in half the time, because SQLite does not
 * have to unpack a list.
 */
export interface RowsByIdSource extends RowSource {
  readonly single: RowSource;
}

/** `_root`, or a row that the query selects by its id. */
export type CompiledRoot =
  | { readonly kind: 'start'; readonly source: RowSource }
  | { readonly kind: 'row'; readonly source: RowSource; readonly id: Readonly<Record<string, StoredValue>> };

/** `models` are the models in the answer, in the order of the query. */
export interface CompiledPlan {
  readonly models: readonly string[];
  readonly roots: readonly CompiledRoot[];
}

export function compilePlan(plan: ParsedQuery, options: SqlOptions): CompiledPlan {
  return {
    models: plan.models,
    roots: plan.roots.map((root): CompiledRoot => {
      const draft = new StatementDraft(options);
      const { columns, node } = compileNode(draft, root.node, null);
      if (root.id === null)
        return { kind: 'start', source: { statement: toSqlStatement(draft, `SELECT ${columns}`), node } };
      const { model } = root.node;
      const { key } = tableDefinitionOf(model);
      const where = andSql([
        ...key.map((part, index) => `t.${quoteSqlIdentifier(part)} = @id${index}`),
        visibilityConditionSql(options.readAccess, model, 't', draft),
      ]);
      const sql = `SELECT ${columns} FROM ${quoteSqlIdentifier(model)} t WHERE ${where}`;
      const id = Object.fromEntries(root.id.map((part, index) => [`id${index}`, part]));
      return { kind: 'row', source: { statement: toSqlStatement(draft, sql), node }, id };
    }),
  };
}

export const toSqlStatement = (draft: StatementDraft, sql: string): SqlStatement => ({
  sql: draft.complete(sql),
  values: draft.values,
});

/** Adding an expression again returns the same column. */
class ResultColumns {
  readonly list: string[] = [];
  #at = new Map<string, number>();

  add(sql: string): number {
    const known = this.#at.get(sql);
    if (known !== undefined) return known;
    this.#at.set(sql, this.list.push(sql) - 1);
    return this.list.length - 1;
  }
}

/**
 * SQL of the id, or list of ids, that a relation stores. `_root` stores none: its `account` is the only account of the
 * database, and its `loggedInUser` is the viewer.
 */
function storedIdSql(draft: StatementDraft, model: string, alias: string, relation: Relation, name: string): string {
  if (model === '_root') return name === 'loggedInUser' ? '@me' : '(SELECT "id" FROM "account" LIMIT 1)';
  return relation.kind === 'one'
    ? fieldSql(draft, model, alias, relation.field)
    : `${alias}.${quoteSqlIdentifier(name)}`;
}

/**
 * Compiles a node whose rows have the alias `t`. `parent` is the SQL of the parent's key, if the rows of several
 * parents are selected. The columns of `orderValues` come last.
 */
export function compileNode(
  draft: StatementDraft,
  plan: FieldListPlan,
  parent: string | null,
  orderValues: readonly string[] = [],
) {
  const alias = 't';
  const columns = new ResultColumns();
  const rowValues: RowValueExpression[] = [];
  const table = plan.model === '_root' ? undefined : tableDefinitionOf(plan.model);
  const key = table?.key ?? [];
  for (const part of key) columns.add(`${alias}.${quoteSqlIdentifier(part)}`);
  for (const field of new Set([...key, ...plan.fields])) {
    const stored = table ? resolveFieldAlias(table.model, field) : field;
    const column = table?.byName.get(stored);
    if (!column) throw new Error(`Model '${plan.model}' stores no '${field}'`);
    rowValues.push({ key: field, sql: fieldSql(draft, plan.model, alias, stored), kind: column.kind });
  }
  for (const aggregate of plan.aggregates) {
    const kind = aggregate.kind === 'exists' ? 'boolean' : 'integer';
    rowValues.push({ key: aggregate.key, sql: aggregateSql(draft, plan.model, alias, aggregate), kind });
  }
  const links: CompiledRelation[] = [];
  for (const link of plan.links) {
    const { relation, name } = link;
    const keepsIds = relation.kind === 'one' || (relation.kind === 'listed' && !link.query);
    if (!keepsIds) {
      links.push(listLink(draft.options, plan.model, link));
      continue;
    }
    const sql = storedIdSql(draft, plan.model, alias, relation, name);
    const isList = relation.kind === 'listed';
    const hidden = isList ? hiddenStatement(draft.options, plan.model, relation) : null;
    const source = link.node && rowsByIdSource(draft.options, link.node);
    // If some of the related rows can be invisible to the viewer, the row's text contains none of their ids.
    // `JsonAnswerReader` then adds the ids of the visible rows.
    if (!hidden) rowValues.push({ key: link.key, sql, kind: isList ? 'ids' : 'text' });
    const at = !hidden && !source ? -1 : columns.add(sql);
    links.push({ kind: 'ref', plan: link, key: link.key, at, isList, hidden, source });
  }
  // A query can select a key twice, but the answer contains the key once.
  const uniqueValues = [...new Map(rowValues.map((rowValue) => [rowValue.key, rowValue])).values()];
  const values = draft.options.form === 'live' ? rowValuesSql(uniqueValues, key.length) : null;
  const textAt = columns.add(values?.sql ?? unclosedJsonObjectSql(draft, uniqueValues));
  const parentAt = parent === null ? -1 : columns.list.push(parent) - 1;
  columns.list.push(...orderValues);
  const isSingle = (link: CompiledRelation) => Number(link.kind === 'ref' && !link.isList);
  links.sort((a, b) => isSingle(a) - isSingle(b));
  const node: CompiledNode = {
    model: plan.model,
    keyWidth: key.length,
    parentAt,
    textAt,
    names: values?.names ?? [],
    aliases: values?.aliases ?? [],
    keys: new Set([...rowValues, ...links].map(({ key: shown }) => shown)),
    links,
  };
  return { columns: columns.list.join(', '), node };
}

/** Null if no row can be invisible. */
function hiddenStatement(options: SqlOptions, from: string, relation: Relation): SqlStatement | null {
  if (leadsOnlyToVisibleRows(options.readAccess, from, relation)) return null;
  const draft = new StatementDraft(options);
  const visibleCondition = visibilityConditionSql(options.readAccess, relation.model, 't', draft);
  if (visibleCondition === null) return null;
  const key = `t.${quoteSqlIdentifier(idColumnOf(relation.model))}`;
  return toSqlStatement(
    draft,
    `SELECT ${key} FROM json_each(@parents) p CROSS JOIN ${quoteSqlIdentifier(relation.model)} t ON ${key} = p.value WHERE ${visibleCondition} IS NOT TRUE`,
  );
}

/** The statements select only the visible rows. */
function rowsByIdSource(options: SqlOptions, plan: FieldListPlan): RowsByIdSource {
  const draft = new StatementDraft(options);
  const { columns, node } = compileNode(draft, plan, null);
  const table = quoteSqlIdentifier(plan.model);
  const visibleCondition = visibilityConditionSql(options.readAccess, plan.model, 't', draft);
  const key = `t.${quoteSqlIdentifier(idColumnOf(plan.model))}`;
  const listSql = `SELECT ${columns} FROM json_each(@parents) p CROSS JOIN ${table} t ON ${key} = p.value WHERE ${andSql([visibleCondition])} LIMIT @ceiling`;
  const singleSql = `SELECT ${columns} FROM ${table} t WHERE ${andSql([`${key} = @parent`, visibleCondition])}`;
  return {
    statement: toSqlStatement(draft, listSql),
    node,
    single: { statement: toSqlStatement(draft, singleSql), node },
  };
}

const allRows: RelationQueryPlan = {
  where: { kind: 'every', of: [] },
  order: [],
  first: false,
  limit: null,
  offset: 0,
};

function listLink(options: SqlOptions, from: string, link: RelationPlan): CompiledList {
  const query = link.query ?? allRows;
  const shared = link.relation.kind === 'all';
  const single = listSource(options, from, link, query, false);
  return {
    kind: 'list',
    plan: link,
    key: link.key,
    first: query.first,
    shared,
    repeats: link.relation.kind === 'listed',
    one: single,
    many: shared ? single : listSource(options, from, link, query, true),
  };
}

/** Joins from the parents to the relation's rows `t`, and the expression of the parent's key. */
function joinsFromParents(from: string, link: RelationPlan, several: boolean) {
  const { relation, name } = link;
  const table = `${quoteSqlIdentifier(relation.model)} t`;
  switch (relation.kind) {
    case 'many': {
      const far = `t.${quoteSqlIdentifier(relation.field)}`;
      return several
        ? { tables: `json_each(@parents) p CROSS JOIN ${table} ON ${far} = p.value`, on: '1', parent: 'p.value' }
        : { tables: table, on: `${far} = @parent`, parent: null };
    }
    case 'listed': {
      const near = `s.${quoteSqlIdentifier(idColumnOf(from))}`;
      const far = `t.${quoteSqlIdentifier(idColumnOf(relation.model))}`;
      const steps = `CROSS JOIN json_each(s.${quoteSqlIdentifier(name)}) l CROSS JOIN ${table} ON ${far} = l.value`;
      return several
        ? {
            tables: `json_each(@parents) p CROSS JOIN ${quoteSqlIdentifier(from)} s ON ${near} = p.value ${steps}`,
            on: '1',
            parent: 'p.value',
          }
        : { tables: `${quoteSqlIdentifier(from)} s ${steps}`, on: `${near} = @parent`, parent: null };
    }
    case 'all':
      return { tables: table, on: '1', parent: null };
    case 'one':
      throw new Error(`'${name}' is no list relation`);
  }
}

/**
 * The list of all parents in `@parents` if `several` is true, otherwise of `@parent`. A limit applies to each parent.
 */
function listSource(
  options: SqlOptions,
  from: string,
  link: RelationPlan,
  query: RelationQueryPlan,
  several: boolean,
): RowSource {
  const { relation } = link;
  const { model } = relation;
  const draft = new StatementDraft(options);
  const { tables, on, parent } = joinsFromParents(from, link, several);
  const visibleCondition = leadsOnlyToVisibleRows(options.readAccess, from, relation)
    ? null
    : visibilityConditionSql(options.readAccess, model, 't', draft, query.limit === null);
  const condition = conditionSql(draft, model, 't', query.where, relation.kind === 'all' ? 'first' : 'each');
  const read = [...(link.node?.fields ?? []), ...query.order.map(({ field }) => field)];
  const longTexts = [...new Set(read)].filter((field) => isLongText(model, field));
  const where = andSql([
    on,
    withinTimeSql(options, 't', tableDefinitionOf(model).key[0] ?? '', longTexts),
    fixedRelationConditionSql(relation, 't'),
    visibleCondition,
    condition,
  ]);
  const plan: FieldListPlan = link.node ?? { model, fields: [], links: [], aggregates: [] };
  const orderValues = draft.options.form === 'live' ? orderValuesSql(draft, model, 't', query.order) : [];
  if (query.limit === null || parent === null) {
    const { columns, node } = compileNode(draft, plan, parent, orderValues);
    const order = query.order.length === 0 ? '' : ` ORDER BY ${orderSql(draft, model, 't', query.order)}`;
    const limit = query.limit === null ? '@ceiling' : `${draft.bind(query.limit)} OFFSET ${draft.bind(query.offset)}`;
    const sql = `SELECT ${columns} FROM ${tables} WHERE ${where}${order} LIMIT ${limit}`;
    return { statement: toSqlStatement(draft, sql), node };
  }
  // The inner query ranks only keys; the outer query joins the rows. So SQLite sorts without copying the contents of
  // cards.
  const key = tableDefinitionOf(model).key;
  const keys = key.map((part) => `t.${quoteSqlIdentifier(part)} AS ${quoteSqlIdentifier(part)}`).join(', ');
  const ranked = `SELECT ${keys}, ${parent} AS parent, row_number() OVER (PARTITION BY ${parent} ORDER BY ${orderSql(draft, model, 't', query.order)}) AS place FROM ${tables} WHERE ${where}`;
  const { columns, node } = compileNode(draft, plan, 'ranked.parent', orderValues);
  const offset = draft.bind(query.offset);
  const join = key.map((part) => `t.${quoteSqlIdentifier(part)} = ranked.${quoteSqlIdentifier(part)}`).join(' AND ');
  const sql = `SELECT ${columns} FROM (${ranked}) ranked CROSS JOIN ${quoteSqlIdentifier(model)} t ON ${join} WHERE ranked.place > ${offset} AND ranked.place <= ${offset} + ${draft.bind(query.limit)} ORDER BY ranked.place LIMIT @ceiling`;
  return { statement: toSqlStatement(draft, sql), node };
}
