/** SQL for `count:` and `exists:` of a row's related rows. */
import type { Relation } from '../../../shared/contract/index.ts';
import type { AggregatePlan, Condition } from '../../../shared/contract/query-parse/plan.ts';
import { allCardsColumn, countedFields, sharedCardsCreator } from '../store/card-counts.ts';
import { isIndexed, quote } from '../store/schema.ts';
import { allOf, conditionSql, type Draft, fixedCondition, keyOf, relationSource, type SqlOptions } from './sql.ts';
import { impliesSight, visibleSql } from './visible.ts';

/** The SQL expression of a `count:` or `exists:` for the row named `alias`. */
export function aggregateSql(draft: Draft, model: string, alias: string, plan: AggregatePlan): string {
  const { relation, query } = plan;
  if (relation.kind === 'listed' && !query) {
    const column = `${alias}.${quote(plan.name)}`;
    const count = `CASE WHEN ${column} IS NULL OR ${column} = '[]' THEN 0 ELSE ${listLength(draft, relation.model, column)} END`;
    return plan.kind === 'count' ? count : `(${count}) > 0`;
  }
  const target = draft.next();
  const tally = cardCountsFrom(draft.shape, model, alias, plan, target);
  if (tally) {
    const source = `FROM "cardTally" ${target} WHERE ${allOf([tally, query && conditionSql(draft, 'card', target, query.where, 'each')])}`;
    return plan.kind === 'exists'
      ? `EXISTS (SELECT 1 ${source})`
      : `(SELECT coalesce(sum(${target}."n"), 0) ${source})`;
  }
  const { from, on, sight } = relationSource(draft, model, alias, relation, plan.name, target);
  if (
    plan.kind === 'exists' &&
    relation.kind === 'many' &&
    query &&
    query.limit === null &&
    selects(relation, query.where)
  ) {
    const inner = allOf([
      // Without this, IN would be null instead of false where one of the values is null.
      `${target}.${quote(relation.field)} IS NOT NULL`,
      fixedCondition(relation, target),
      sight,
      conditionSql(draft, relation.model, target, query.where, 'first'),
    ]);
    return `${alias}.${quote(keyOf(model))} IN (SELECT ${target}.${quote(relation.field)} FROM ${from} WHERE ${inner})`;
  }
  const where = query ? conditionSql(draft, relation.model, target, query.where, 'each') : '1';
  const source = `FROM ${from} WHERE ${allOf([on, fixedCondition(relation, target), sight, where])}`;
  // The order does not matter for the number of rows within a limit.
  const limit =
    query?.limit === null || !query ? '' : ` LIMIT ${draft.bind(query.limit)} OFFSET ${draft.bind(query.offset)}`;
  if (plan.kind === 'exists') return `EXISTS (SELECT 1 ${source}${limit})`;
  return limit ? `(SELECT count(*) FROM (SELECT 1 ${source}${limit}))` : `(SELECT count(*) ${source})`;
}

/**
 * SQL that selects the counters (`target`) whose sum is the number of cards; null where cards must be counted. A viewer
 * of some projects sees only some cards of a milestone or run, which the counters do not distinguish.
 */
function cardCountsFrom(
  { sight, hasCardCounts }: SqlOptions,
  model: string,
  alias: string,
  plan: AggregatePlan,
  target: string,
) {
  const { relation, query } = plan;
  if (!hasCardCounts || relation.model !== 'card' || (query && (query.limit !== null || !isCounted(query.where))))
    return null;
  if (relation.kind === 'one' || relation.kind === 'listed') return null;
  if (relation.kind === 'all' && relation.where) return null;
  const seesAll = sight === 'everything' || impliesSight(model, relation);
  if (!seesAll && sight === 'some-projects') return null;
  const field = relation.kind === 'all' ? allCardsColumn : relation.field;
  return allOf([
    `${target}."field" = '${field}'`,
    relation.kind === 'all' ? null : `${target}."id" = ${alias}.${quote(keyOf(model))}`,
    seesAll ? null : `${target}."creatorId" IN (${sharedCardsCreator}, @me)`,
  ]);
}

/** Whether the condition can be applied to counters instead of cards. Counters have no nulls, so null excludes it. */
function isCounted(where: Condition): boolean {
  if (where.kind === 'every' || where.kind === 'some') return where.of.every(isCounted);
  if (where.kind !== 'field' || !countedFields.includes(where.field)) return false;
  const { test } = where;
  return test.kind === 'is' ? test.value !== null : test.kind === 'among' && !test.values.includes(null);
}

/**
 * Whether the condition selects few rows by an index, like one person's Hand: finding them once for all parents is
 * faster than looking them up for each.
 */
function selects(relation: Relation, where: Condition): boolean {
  const parts = where.kind === 'every' ? where.of : [where];
  return parts.some(
    (part) =>
      part.kind === 'field' &&
      part.test.kind === 'is' &&
      !part.test.negated &&
      part.test.value !== null &&
      relation.kind === 'many' &&
      part.field !== relation.field &&
      isIndexed(relation.model, part.field),
  );
}

/** The ids that the row stores, without those of invisible rows. */
function listLength(draft: Draft, model: string, column: string): string {
  const target = draft.next();
  const sight = visibleSql(draft.shape.sight, model, target, draft);
  if (sight === null) return `json_array_length(${column})`;
  const each = draft.next();
  return `(SELECT count(*) FROM json_each(${column}) ${each} WHERE NOT EXISTS (SELECT 1 FROM ${quote(model)} ${target} WHERE ${target}.${quote(keyOf(model))} = ${each}.value AND ${sight} IS NOT TRUE))`;
}
