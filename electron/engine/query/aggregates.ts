/** SQL for the query keys `count:` and `exists:`. */
import type { Relation } from '../../../shared/contract/index.ts';
import type { AggregatePlan, QueryCondition } from '../../../shared/contract/query-parse/plan.ts';
import { counterFieldForAllCards, counterKeyFields, omittedCreatorPlaceholderSql } from '../store/card-counts.ts';
import { isIndexedColumn, quoteSqlIdentifier } from '../store/schema.ts';
import { andSql, conditionSql, idColumnOf, relationSqlParts, type SqlOptions, type StatementDraft } from './sql.ts';
import { leadsOnlyToVisibleRows, visibilityConditionSql } from './visible.ts';

/** `alias` is the SQL alias of the row whose related rows are counted. */
export function aggregateSql(draft: StatementDraft, model: string, alias: string, plan: AggregatePlan): string {
  const { relation, query } = plan;
  if (relation.kind === 'listed' && !query) {
    const column = `${alias}.${quoteSqlIdentifier(plan.name)}`;
    const count = `CASE WHEN ${column} IS NULL OR ${column} = '[]' THEN 0 ELSE ${listLength(draft, relation.model, column)} END`;
    return plan.kind === 'count' ? count : `(${count}) > 0`;
  }
  const target = draft.nextAlias();
  const counterCondition = cardCounterCondition(draft.options, model, alias, plan, target);
  if (counterCondition) {
    const source = `FROM "cardTally" ${target} WHERE ${andSql([counterCondition, query && conditionSql(draft, 'card', target, query.where, 'each')])}`;
    return plan.kind === 'exists'
      ? `EXISTS (SELECT 1 ${source})`
      : `(SELECT coalesce(sum(${target}."n"), 0) ${source})`;
  }
  const { from, on, fixed } = relationSqlParts(draft, model, alias, relation, plan.name, target);
  if (
    plan.kind === 'exists' &&
    relation.kind === 'many' &&
    query &&
    query.limit === null &&
    selectsFewRows(relation, query.where)
  ) {
    const inner = andSql([
      // If the subquery returns a null, `x IN (…)` is null instead of false for an `x` without a match.
      `${target}.${quoteSqlIdentifier(relation.field)} IS NOT NULL`,
      ...fixed,
      conditionSql(draft, relation.model, target, query.where, 'first'),
    ]);
    return `${alias}.${quoteSqlIdentifier(idColumnOf(model))} IN (SELECT ${target}.${quoteSqlIdentifier(relation.field)} FROM ${from} WHERE ${inner})`;
  }
  const where = query ? conditionSql(draft, relation.model, target, query.where, 'each') : '1';
  const source = `FROM ${from} WHERE ${andSql([on, ...fixed, where])}`;
  // Needs no ORDER BY: the number of rows within a limit does not depend on their order.
  const hasLimit = query !== null && query.limit !== null;
  const limit = hasLimit ? ` LIMIT ${draft.bind(query.limit)} OFFSET ${draft.bind(query.offset)}` : '';
  if (plan.kind === 'exists') return `EXISTS (SELECT 1 ${source}${limit})`;
  return limit ? `(SELECT count(*) FROM (SELECT 1 ${source}${limit}))` : `(SELECT count(*) ${source})`;
}

/**
 * Selects the card counters (SQL alias `target`) whose sum is the number of cards; null if the cards themselves must be
 * counted. For example, counters do not distinguish projects, so a milestone's counters are useless for a viewer who
 * sees only some projects.
 */
function cardCounterCondition(
  { readAccess, hasCardCounts }: SqlOptions,
  model: string,
  alias: string,
  plan: AggregatePlan,
  target: string,
) {
  const { relation, query } = plan;
  if (
    !hasCardCounts ||
    relation.model !== 'card' ||
    (query && (query.limit !== null || !canTestOnCounters(query.where)))
  )
    return null;
  if (relation.kind === 'one' || relation.kind === 'listed') return null;
  if (relation.kind === 'all' && relation.where) return null;
  const seesAll = readAccess === 'everything' || leadsOnlyToVisibleRows(readAccess, model, relation);
  if (!seesAll && readAccess === 'some-projects') return null;
  const field = relation.kind === 'all' ? counterFieldForAllCards : relation.field;
  return andSql([
    `${target}."field" = '${field}'`,
    relation.kind === 'all' ? null : `${target}."id" = ${alias}.${quoteSqlIdentifier(idColumnOf(model))}`,
    seesAll ? null : `${target}."creatorId" IN (${omittedCreatorPlaceholderSql}, @me)`,
  ]);
}

/**
 * Counters can answer the condition if it tests only whether `counterKeyFields` equal or differ from values other than
 * null, which counters store as `x''`.
 */
function canTestOnCounters(where: QueryCondition): boolean {
  if (where.kind === 'every' || where.kind === 'some') return where.of.every(canTestOnCounters);
  if (where.kind !== 'field' || !counterKeyFields.includes(where.field)) return false;
  const { test } = where;
  return test.kind === 'is' ? test.value !== null : test.kind === 'among' && !test.values.includes(null);
}

/**
 * True if an index finds few rows, such as the entries of one person's Hand. Reading these once for all parents is
 * faster than searching them for each parent.
 */
function selectsFewRows(relation: Relation, where: QueryCondition): boolean {
  const parts = where.kind === 'every' ? where.of : [where];
  return parts.some(
    (part) =>
      part.kind === 'field' &&
      part.test.kind === 'is' &&
      !part.test.negated &&
      part.test.value !== null &&
      relation.kind === 'many' &&
      part.field !== relation.field &&
      isIndexedColumn(relation.model, part.field),
  );
}

/** Ids of invisible rows do not count. */
function listLength(draft: StatementDraft, model: string, column: string): string {
  const target = draft.nextAlias();
  const visibleCondition = visibilityConditionSql(draft.options.readAccess, model, target, draft);
  if (visibleCondition === null) return `json_array_length(${column})`;
  const each = draft.nextAlias();
  return `(SELECT count(*) FROM json_each(${column}) ${each} WHERE NOT EXISTS (SELECT 1 FROM ${quoteSqlIdentifier(model)} ${target} WHERE ${target}.${quoteSqlIdentifier(idColumnOf(model))} = ${each}.value AND ${visibleCondition} IS NOT TRUE))`;
}
