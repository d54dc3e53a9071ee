/**
 * Translates fields, conditions, orders and relations into SQL. `alias` is always the alias of the table whose rows are
 * read, tested or sorted.
 */
import {
  fieldTypeOf,
  isStructuredType,
  type Model,
  modelByName,
  nonNullableTypeOf,
  type Relation,
} from '../../../shared/contract/index.ts';
import type {
  FieldPredicate,
  OrderTerm,
  QueryCondition,
  StoredValue,
} from '../../../shared/contract/query-parse/plan.ts';
import { isIndexedColumn, quoteSqlIdentifier, tableDefinitionOf } from '../store/schema.ts';
import { isReference, shownValueSql } from './shown-values.ts';
import { type AliasGenerator, leadsOnlyToVisibleRows, type ReadAccess, visibilityConditionSql } from './visible.ts';

export interface SqlOptions {
  readonly readAccess: ReadAccess;
  /** The personal fields of the viewer's own row. */
  readonly canReadOwnPersonalFields: boolean;
  /** `live`: values of rows, with the columns that live answers need for updates. */
  readonly form: 'text' | 'live';
  /** The table of card counters exists (card-counts.ts). */
  readonly hasCardCounts: boolean;
  /** Statements call `within_time` (`QueryTimeLimit`). */
  readonly hasTimeLimit: boolean;
}

/**
 * The call of `within_time` for each row of `alias`; null without a time limit. SQLite calls a function that names a
 * column for each row, and one without columns for each row of the first table only.
 */
export const withinTimeSql = (
  { hasTimeLimit }: SqlOptions,
  alias: string,
  column: string,
  longTexts: readonly string[] = [],
): string | null => {
  // The length in bytes, which SQLite knows without reading the text.
  const lengths = longTexts.map((name) => `ifnull(octet_length(${alias}.${quoteSqlIdentifier(name)}), 0)`);
  return hasTimeLimit ? `within_time(${alias}.${quoteSqlIdentifier(column)}, ${['0', ...lengths].join(' + ')})` : null;
};

/** The service sorts texts by their beginning: comparing long equal beginnings is a step that cannot be stopped. */
const sortedLength = 1000;

export class StatementDraft implements AliasGenerator {
  readonly options: SqlOptions;
  /** The names are `v0`, `v1` and so on. */
  readonly values: Record<string, StoredValue> = {};
  readonly #defined: string[] = [];
  #names = 0;
  #values = 0;

  constructor(options: SqlOptions) {
    this.options = options;
  }

  nextAlias(): string {
    return `r${this.#names++}`;
  }

  bind(value: StoredValue): string {
    const name = `v${this.#values++}`;
    this.values[name] = value;
    return `@${name}`;
  }

  /**
   * Adds a query to the WITH clause and returns its name, for `IN (SELECT id FROM <name>)`. `select` must not depend on
   * the tested row, so that SQLite runs it only once.
   */
  define(select: string): string {
    const name = `found${this.#defined.length}`;
    this.#defined.push(`${name}(id) AS MATERIALIZED (${select})`);
    return name;
  }

  complete(sql: string): string {
    return this.#defined.length === 0 ? sql : `WITH ${this.#defined.join(', ')} ${sql}`;
  }

  bindList(values: readonly StoredValue[]): string {
    return `(SELECT value FROM json_each(${this.bind(JSON.stringify(values))}))`;
  }
}

function modelOf(name: string): Model {
  const model = modelByName(name);
  if (!model) throw new Error(`The contract has no model '${name}'`);
  return model;
}

/** @throws Error if the id of the model has several columns */
export function idColumnOf(model: string): string {
  const { key } = tableDefinitionOf(model);
  if (key.length !== 1 || !key[0]) throw new Error(`Model '${model}' has no single id`);
  return key[0];
}

/**
 * Joins terms as a balanced tree: SQLite limits the depth of an expression (SQLITE_MAX_EXPR_DEPTH, 1000), but not its
 * length.
 */
function joinTerms(parts: readonly string[], word: 'AND' | 'OR'): string {
  if (parts.length <= 2) return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(` ${word} `)})`;
  const middle = parts.length >> 1;
  return `(${joinTerms(parts.slice(0, middle), word)} ${word} ${joinTerms(parts.slice(middle), word)})`;
}

/** Omits conditions that are always true: null and `1`. Returns `1` if no condition remains. */
export function andSql(parts: readonly (string | null)[]): string {
  const known = parts.filter((part): part is string => part !== null && part !== '1');
  return known.length === 0 ? '1' : joinTerms(known, 'AND');
}

/**
 * The value as the viewer reads it: without what tells of invisible rows. Personal settings are null on other people's
 * rows (rule `error.personal-settings`).
 */
export function fieldSql(draft: StatementDraft, model: string, alias: string, field: string): string {
  const column = `${alias}.${quoteSqlIdentifier(field)}`;
  const { readAccess } = draft.options;
  if (readAccess === 'everything') return column;
  if (!fieldTypeOf(modelOf(model), field)?.personal)
    return shownValueSql(readAccess, model, alias, field, draft) ?? column;
  return draft.options.canReadOwnPersonalFields
    ? `CASE WHEN ${alias}.${quoteSqlIdentifier(idColumnOf(model))} IS @me THEN ${column} END`
    : 'NULL';
}

/** The contract's fixed `where` of a relation, such as `{isDeleted: false}`; `1` without `where`. */
export function fixedRelationConditionSql(relation: Relation, alias: string): string {
  const where = relation.kind === 'all' ? relation.where : undefined;
  return andSql(
    Object.entries(where ?? {}).map(([field, value]) => {
      const column = `${alias}.${quoteSqlIdentifier(field)}`;
      if (value === null) return `${column} IS NULL`;
      return `${column} = ${typeof value === 'boolean' ? Number(value) : `'${value.replaceAll("'", "''")}'`}`;
    }),
  );
}

/**
 * How the SQL of a condition reads related rows.
 * - `each`: once per tested row (`EXISTS`), best for few tested rows.
 * - `first`: once for all rows (`IN`), best for many tested rows.
 * - `named`: once, in the WITH clause. Used for nested conditions, where `IN` exceeds SQLITE_MAX_EXPR_DEPTH and the
 *   costs of `EXISTS` multiply.
 */
type ReadMode = 'each' | 'first' | 'named';

export function conditionSql(
  draft: StatementDraft,
  model: string,
  alias: string,
  condition: QueryCondition,
  mode: ReadMode,
): string {
  switch (condition.kind) {
    case 'every':
      return andSql(condition.of.map((part) => conditionSql(draft, model, alias, part, mode)));
    case 'some':
      if (condition.of.length === 0) return '0';
      return joinTerms(
        condition.of.map((part) => conditionSql(draft, model, alias, part, mode)),
        'OR',
      );
    case 'field':
      return testSql(draft, model, alias, condition.field, condition.test);
    case 'related':
      return relatedSql(draft, model, alias, condition, mode);
  }
}

function testSql(draft: StatementDraft, model: string, alias: string, field: string, test: FieldPredicate): string {
  const type = fieldTypeOf(modelOf(model), field);
  if (!type) throw new Error(`Model '${model}' has no field '${field}'`);
  const plain = fieldSql(draft, model, alias, field);
  const finds = test.kind === 'is' ? test.value !== null : test.kind === 'among' && !test.values.includes(null);
  if (finds && 'negated' in test && !test.negated && isReference(draft.options.readAccess, model, field)) {
    // SQLite uses the index of the stored values, and compares what the viewer reads only in the rows that it finds.
    const values = test.kind === 'is' ? [test.value] : test.kind === 'among' ? test.values : [];
    const stored = `${alias}.${quoteSqlIdentifier(field)}`;
    return andSql([amongSql(draft, stored, values, false), amongSql(draft, plain, values, false)]);
  }
  const column = isStructuredType(type) && test.kind !== 'holds' ? `canonical_json(${plain})` : plain;
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
      const each = draft.nextAlias();
      const inner = type.kind === 'nullable' ? type.of : type;
      const element =
        inner.kind === 'list' && isStructuredType(inner.of) ? `canonical_json(${each}.value)` : `${each}.value`;
      return `EXISTS (SELECT 1 FROM json_each(${column}) ${each} WHERE ${andSql([withinTimeSql(draft.options, each, 'key'), amongSql(draft, element, test.values, false)])})`;
    }
    case 'search':
      if (test.match === null) return '0';
      return `${alias}.n IN (SELECT rowid FROM cardText WHERE cardText MATCH ${draft.bind(test.match)})`;
  }
}

/**
 * SQL for `in`, or for `notIn` if `negated`. Null matches `in` only if `values` contains null, and `notIn` only if it
 * does not.
 */
function amongSql(draft: StatementDraft, column: string, values: readonly StoredValue[], negated: boolean): string {
  const known = values.filter((value) => value !== null);
  const withNull = known.length < values.length;
  const list = known.length === 1 && known[0] !== undefined ? null : draft.bindList(known);
  const single = list === null ? draft.bind(known[0] as StoredValue) : '';
  if (negated) {
    const differs = list === null ? `${column} <> ${single}` : `${column} NOT IN ${list}`;
    return withNull ? `(${column} IS NOT NULL AND ${differs})` : `(${column} IS NULL OR ${differs})`;
  }
  const matches = list === null ? `${column} = ${single}` : `${column} IN ${list}`;
  return withNull ? `(${column} IS NULL OR ${matches})` : matches;
}

/**
 * The parts of a query that reads the related rows (alias `target`) of the row `alias`: FROM, the join condition
 * (`on`), and the relation's `where` and the visibility of the related rows.
 */
export function relationSqlParts(
  draft: StatementDraft,
  model: string,
  alias: string,
  relation: Relation,
  name: string,
  target: string,
) {
  const table = `${quoteSqlIdentifier(relation.model)} ${target}`;
  // The column is in the index that finds the rows, so that SQLite need not read the rows for it.
  const counted = relation.kind === 'many' ? relation.field : tableDefinitionOf(relation.model).key[0];
  const fixed = [
    withinTimeSql(draft.options, target, counted ?? ''),
    fixedRelationConditionSql(relation, target),
    leadsOnlyToVisibleRows(draft.options.readAccess, model, relation)
      ? null
      : visibilityConditionSql(draft.options.readAccess, relation.model, target, draft),
  ];
  switch (relation.kind) {
    case 'one':
      return {
        from: table,
        on: `${target}.${quoteSqlIdentifier(idColumnOf(relation.model))} = ${alias}.${quoteSqlIdentifier(relation.field)}`,
        fixed,
      };
    case 'many':
      return {
        from: table,
        on: `${target}.${quoteSqlIdentifier(relation.field)} = ${alias}.${quoteSqlIdentifier(idColumnOf(model))}`,
        fixed,
      };
    case 'listed': {
      const each = draft.nextAlias();
      return {
        from: `json_each(${alias}.${quoteSqlIdentifier(name)}) ${each} CROSS JOIN ${table}`,
        on: `${target}.${quoteSqlIdentifier(idColumnOf(relation.model))} = ${each}.value`,
        fixed,
      };
    }
    case 'all':
      return { from: table, on: '1', fixed };
  }
}

type Related = Extract<QueryCondition, { kind: 'related' }>;

function relatedSql(draft: StatementDraft, model: string, alias: string, condition: Related, mode: ReadMode): string {
  const { relation, negated } = condition;
  const target = draft.nextAlias();
  const inner = conditionSql(draft, relation.model, target, condition.where, 'named');
  if (mode !== 'each') return relatedIdsSql(draft, model, alias, condition, target, inner, mode);
  const { from, on, fixed } = relationSqlParts(draft, model, alias, relation, condition.name, target);
  return `${negated ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${from} WHERE ${andSql([on, ...fixed, inner])})`;
}

/**
 * A relation filter in the form `id IN (list of ids)`. The list does not depend on the tested row, so SQLite computes
 * it once.
 */
function relatedIdsSql(
  draft: StatementDraft,
  model: string,
  alias: string,
  condition: Related,
  target: string,
  inner: string,
  mode: ReadMode,
): string {
  const { relation, negated } = condition;
  const source = draft.nextAlias();
  const near = `${alias}.${quoteSqlIdentifier(relation.kind === 'one' ? relation.field : idColumnOf(model))}`;
  const { from, on, fixed } = relationSqlParts(draft, model, source, relation, condition.name, target);
  let ids: string;
  if (relation.kind === 'listed' || relation.kind === 'all') {
    const some = `SELECT 1 FROM ${from} WHERE ${andSql([on, ...fixed, inner])}`;
    ids = `SELECT ${source}.${quoteSqlIdentifier(idColumnOf(model))} FROM ${quoteSqlIdentifier(model)} ${source} WHERE EXISTS (${some})`;
  } else {
    const far = `${target}.${quoteSqlIdentifier(relation.kind === 'many' ? relation.field : idColumnOf(relation.model))}`;
    ids = `SELECT ${far} FROM ${from} WHERE ${andSql([`${far} IS NOT NULL`, ...fixed, inner])}`;
  }
  const list = mode === 'named' ? `SELECT id FROM ${draft.define(ids)}` : ids;
  return negated ? `(${near} IS NULL OR ${near} NOT IN (${list}))` : `${near} IN (${list})`;
}

export const isLongText = (model: string, field: string): boolean =>
  nonNullableTypeOf(fieldTypeOf(modelOf(model), field) ?? { kind: 'boolean' }).kind === 'string';

/**
 * Terms of ORDER BY. Nulls come last in ascending order, and first in descending order. Rows with equal values are
 * sorted by id, ascending.
 */
export function orderSql(draft: StatementDraft, model: string, alias: string, order: readonly OrderTerm[]): string {
  const terms = order.map(({ field, descending }) => {
    const value = fieldSql(draft, model, alias, field);
    const isCut = draft.options.hasTimeLimit && isLongText(model, field) && !isIndexedColumn(model, field);
    return `${isCut ? `substr(${value}, 1, ${sortedLength})` : value} ${descending ? 'DESC NULLS FIRST' : 'ASC NULLS LAST'}`;
  });
  const named = new Set(order.map((term) => term.field));
  const ties = tableDefinitionOf(model).key.filter((part) => !named.has(part));
  return [...terms, ...ties.map((part) => `${alias}.${quoteSqlIdentifier(part)}`)].join(', ');
}

/** The expressions that `orderSql` sorts by; empty without an order. */
export function orderValuesSql(
  draft: StatementDraft,
  model: string,
  alias: string,
  order: readonly OrderTerm[],
): string[] {
  if (order.length === 0) return [];
  const keys = tableDefinitionOf(model).key.map((part) => `${alias}.${quoteSqlIdentifier(part)}`);
  return [...order.map(({ field }) => fieldSql(draft, model, alias, field)), ...keys];
}
