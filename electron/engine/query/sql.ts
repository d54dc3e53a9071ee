/** Conditions and orders as SQL over one row's alias. */
import { fieldOf, isStructured, type Model, modelNamed, type Relation } from '../../../shared/contract/index.ts';
import type { Condition, OrderTerm, Stored, Test } from '../../../shared/contract/query-parse/plan.ts';
import { quote, tableOf } from '../store/schema.ts';
import { impliesSight, type Names, type Sight, visibleSql } from './visible.ts';

/** Options on which the SQL of a plan depends. */
export interface SqlOptions {
  readonly sight: Sight;
  /** Whether personal fields are readable on the viewer's own row. */
  readonly readsSelf: boolean;
  /** The form of the answer: rows as JSON text, or `live` with the columns that keep it up to date. */
  readonly form: 'text' | 'live';
  /** Whether counters of cards exist (card-counts.ts). */
  readonly hasCardCounts: boolean;
}

/** One statement under construction: its table names and bound values. */
export class Draft implements Names {
  readonly shape: SqlOptions;
  /** Bound values by name, from `v0` on. */
  readonly values: Record<string, Stored> = {};
  readonly #defined: string[] = [];
  #names = 0;
  #values = 0;

  constructor(shape: SqlOptions) {
    this.shape = shape;
  }

  next(): string {
    return `r${this.#names++}`;
  }

  bind(value: Stored): string {
    const name = `v${this.#values++}`;
    this.values[name] = value;
    return `@${name}`;
  }

  /** Defines a query that depends on no row, for use as `IN (SELECT id FROM <name>)`. SQLite computes it once. */
  define(select: string): string {
    const name = `found${this.#defined.length}`;
    this.#defined.push(`${name}(id) AS MATERIALIZED (${select})`);
    return name;
  }

  /** The statement with its definitions. */
  complete(sql: string): string {
    return this.#defined.length === 0 ? sql : `WITH ${this.#defined.join(', ')} ${sql}`;
  }

  bindList(values: readonly Stored[]): string {
    return `(SELECT value FROM json_each(${this.bind(JSON.stringify(values))}))`;
  }
}

function modelOf(name: string): Model {
  const model = modelNamed(name);
  if (!model) throw new Error(`The contract has no model '${name}'`);
  return model;
}

/** The id column of a model that others refer to; such models have one id field. */
export function keyOf(model: string): string {
  const { key } = tableOf(model);
  if (key.length !== 1 || !key[0]) throw new Error(`Model '${model}' has no single id`);
  return key[0];
}

/**
 * Joins terms in pairs: SQLite limits the depth of an expression (SQLITE_MAX_EXPR_DEPTH, 1000), not its
 * length.
 */
function joined(parts: readonly string[], word: 'AND' | 'OR'): string {
  if (parts.length <= 2) return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(` ${word} `)})`;
  const middle = parts.length >> 1;
  return `(${joined(parts.slice(0, middle), word)} ${word} ${joined(parts.slice(middle), word)})`;
}

export function allOf(parts: readonly (string | null)[]): string {
  const known = parts.filter((part): part is string => part !== null && part !== '1');
  return known.length === 0 ? '1' : joined(known, 'AND');
}

/** SQL of a field's value; personal settings are null on other people's rows (rule `error.personal-settings`). */
export function fieldSql(draft: Draft, model: string, alias: string, field: string): string {
  const column = `${alias}.${quote(field)}`;
  if (!fieldOf(modelOf(model), field)?.personal || draft.shape.sight === 'everything') return column;
  return draft.shape.readsSelf ? `CASE WHEN ${alias}.${quote(keyOf(model))} IS @me THEN ${column} END` : 'NULL';
}

/** SQL for a relation's fixed `where` in the contract, such as `{isDeleted: false}`; null without one. */
export function fixedCondition(relation: Relation, alias: string): string {
  const where = relation.kind === 'all' ? relation.where : undefined;
  return allOf(
    Object.entries(where ?? {}).map(([field, value]) => {
      const column = `${alias}.${quote(field)}`;
      if (value === null) return `${column} IS NULL`;
      return `${column} = ${typeof value === 'boolean' ? Number(value) : `'${value.replaceAll("'", "''")}'`}`;
    }),
  );
}

/**
 * How a condition reads related rows. `each`: for each row (`EXISTS`), where few rows are read. `first`: for all rows
 * at once (`IN`), where many are read. `named`: like `first`, but as a definition, since nested levels would exceed
 * SQLITE_MAX_EXPR_DEPTH otherwise, and with `EXISTS` their costs would multiply.
 */
type ReadMode = 'each' | 'first' | 'named';

export function conditionSql(draft: Draft, model: string, alias: string, condition: Condition, mode: ReadMode): string {
  switch (condition.kind) {
    case 'every':
      return allOf(condition.of.map((part) => conditionSql(draft, model, alias, part, mode)));
    case 'some':
      if (condition.of.length === 0) return '0';
      return joined(
        condition.of.map((part) => conditionSql(draft, model, alias, part, mode)),
        'OR',
      );
    case 'field':
      return testSql(draft, model, alias, condition.field, condition.test);
    case 'related':
      return relatedSql(draft, model, alias, condition, mode);
  }
}

function testSql(draft: Draft, model: string, alias: string, field: string, test: Test): string {
  const type = fieldOf(modelOf(model), field);
  if (!type) throw new Error(`Model '${model}' has no field '${field}'`);
  const plain = fieldSql(draft, model, alias, field);
  const column = isStructured(type) && test.kind !== 'holds' ? `canonical_json(${plain})` : plain;
  switch (test.kind) {
    case 'is': {
      if (test.value === null) return `${column} IS ${test.negated ? 'NOT ' : ''}NULL`;
      return `${column} ${test.negated ? 'IS NOT' : '='} ${draft.bind(test.value)}`;
    }
    case 'among':
      return amongSql(draft, column, test.values, test.negated);
    case 'compare':
      return `${column} ${test.sign} ${draft.bind(test.value)}`;
    case 'contains':
      return `contains_folded(${column}, ${draft.bind(test.folded)})`;
    case 'holds': {
      const each = draft.next();
      const inner = type.kind === 'nullable' ? type.of : type;
      const element =
        inner.kind === 'list' && isStructured(inner.of) ? `canonical_json(${each}.value)` : `${each}.value`;
      return `EXISTS (SELECT 1 FROM json_each(${column}) ${each} WHERE ${amongSql(draft, element, test.values, false)})`;
    }
    case 'search':
      if (test.match === null) return '0';
      return `${alias}.n IN (SELECT rowid FROM cardText WHERE cardText MATCH ${draft.bind(test.match)})`;
  }
}

/** `notIn` matches null unless null is listed; `in` matches null only where it is listed. */
function amongSql(draft: Draft, column: string, values: readonly Stored[], negated: boolean): string {
  const known = values.filter((value) => value !== null);
  const withNull = known.length < values.length;
  const list = known.length === 1 && known[0] !== undefined ? null : draft.bindList(known);
  const single = list === null ? draft.bind(known[0] as Stored) : '';
  if (negated) {
    const differs = list === null ? `${column} <> ${single}` : `${column} NOT IN ${list}`;
    return withNull ? `(${column} IS NOT NULL AND ${differs})` : `(${column} IS NULL OR ${differs})`;
  }
  const matches = list === null ? `${column} = ${single}` : `${column} IN ${list}`;
  return withNull ? `(${column} IS NULL OR ${matches})` : matches;
}

/** FROM and WHERE for a relation's rows, named `target`, of the row named `alias`. */
export function relationSource(
  draft: Draft,
  model: string,
  alias: string,
  relation: Relation,
  name: string,
  target: string,
) {
  const table = `${quote(relation.model)} ${target}`;
  const sight = impliesSight(model, relation) ? null : visibleSql(draft.shape.sight, relation.model, target, draft);
  switch (relation.kind) {
    case 'one':
      return {
        from: table,
        on: `${target}.${quote(keyOf(relation.model))} = ${alias}.${quote(relation.field)}`,
        sight,
      };
    case 'many':
      return { from: table, on: `${target}.${quote(relation.field)} = ${alias}.${quote(keyOf(model))}`, sight };
    case 'listed': {
      const each = draft.next();
      return {
        from: `json_each(${alias}.${quote(name)}) ${each} CROSS JOIN ${table}`,
        on: `${target}.${quote(keyOf(relation.model))} = ${each}.value`,
        sight,
      };
    }
    case 'all':
      return { from: table, on: '1', sight };
  }
}

type Related = Extract<Condition, { kind: 'related' }>;

function relatedSql(draft: Draft, model: string, alias: string, condition: Related, mode: ReadMode): string {
  const { relation, negated } = condition;
  const target = draft.next();
  const inner = conditionSql(draft, relation.model, target, condition.where, 'named');
  if (mode !== 'each') return foundSql(draft, model, alias, condition, target, inner, mode);
  const { from, on, sight } = relationSource(draft, model, alias, relation, condition.name, target);
  return `${negated ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${from} WHERE ${allOf([on, fixedCondition(relation, target), sight, inner])})`;
}

/** The relation filter as a list of ids that does not depend on the row, so that SQLite computes it once. */
function foundSql(
  draft: Draft,
  model: string,
  alias: string,
  condition: Related,
  target: string,
  inner: string,
  mode: ReadMode,
): string {
  const { relation, negated } = condition;
  const source = draft.next();
  const near = `${alias}.${quote(relation.kind === 'one' ? relation.field : keyOf(model))}`;
  const { from, on, sight } = relationSource(draft, model, source, relation, condition.name, target);
  const parts = [fixedCondition(relation, target), sight, inner];
  let ids: string;
  if (relation.kind === 'listed' || relation.kind === 'all') {
    const some = `SELECT 1 FROM ${from} WHERE ${allOf([on, ...parts])}`;
    ids = `SELECT ${source}.${quote(keyOf(model))} FROM ${quote(model)} ${source} WHERE EXISTS (${some})`;
  } else {
    const far = `${target}.${quote(relation.kind === 'many' ? relation.field : keyOf(relation.model))}`;
    ids = `SELECT ${far} FROM ${from} WHERE ${allOf([`${far} IS NOT NULL`, ...parts])}`;
  }
  const list = mode === 'named' ? `SELECT id FROM ${draft.define(ids)}` : ids;
  return negated ? `(${near} IS NULL OR ${near} NOT IN (${list}))` : `${near} IN (${list})`;
}

/** Ascending puts null last, descending first; ties break by id ascending. */
export function orderSql(draft: Draft, model: string, alias: string, order: readonly OrderTerm[]): string {
  const terms = order.map(
    ({ field, descending }) =>
      `${fieldSql(draft, model, alias, field)} ${descending ? 'DESC NULLS FIRST' : 'ASC NULLS LAST'}`,
  );
  const named = new Set(order.map((term) => term.field));
  const ties = tableOf(model).key.filter((part) => !named.has(part));
  return [...terms, ...ties.map((part) => `${alias}.${quote(part)}`)].join(', ');
}

/** The expressions that `orderSql` orders by; none without an order. */
export function orderValuesSql(draft: Draft, model: string, alias: string, order: readonly OrderTerm[]): string[] {
  if (order.length === 0) return [];
  const keys = tableOf(model).key.map((part) => `${alias}.${quote(part)}`);
  return [...order.map(({ field }) => fieldSql(draft, model, alias, field)), ...keys];
}
