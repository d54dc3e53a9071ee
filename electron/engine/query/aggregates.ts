/** Counts of related rows, and whether there are any, as SQL over one row's alias. */
import type { Relation } from '../../../shared/contract/index.ts';
import type { AggregatePlan, Condition } from '../../../shared/contract/query-parse/plan.ts';
import { sharedCards, talliedFields, wholeTally } from '../store/card-counts.ts';
import { isIndexed, quote } from '../store/schema.ts';
import { conditionSql, type Draft, every, keyOf, narrowing, type ReaderShape, reach } from './sql.ts';
import { impliesSight, seen } from './visible.ts';

/** A `count:` or `exists:` of the row named `alias`, as one expression. */
export function aggregateSql(draft: Draft, model: string, alias: string, plan: AggregatePlan): string {
  const { relation, query } = plan;
  if (relation.kind === 'listed' && !query) {
    const column = `${alias}.${quote(plan.name)}`;
    const count = `CASE WHEN ${column} IS NULL OR ${column} = '[]' THEN 0 ELSE ${listLength(draft, relation.model, column)} END`;
    return plan.kind === 'count' ? count : `(${count}) > 0`;
  }
  const target = draft.next();
  const tally = tallyFrom(draft.shape, model, alias, plan, target);
  if (tally) {
    const source = `FROM "cardTally" ${target} WHERE ${every([tally, query && conditionSql(draft, 'card', target, query.where, 'each')])}`;
    return plan.kind === 'exists'
      ? `EXISTS (SELECT 1 ${source})`
      : `(SELECT coalesce(sum(${target}."n"), 0) ${source})`;
  }
  const { from, on, sight } = reach(draft, model, alias, relation, plan.name, target);
  if (
    plan.kind === 'exists' &&
    relation.kind === 'many' &&
    query &&
    query.limit === null &&
    selects(relation, query.where)
  ) {
    const inner = every([
      // With a null among the values, IN would be null instead of false.
      `${target}.${quote(relation.field)} IS NOT NULL`,
      narrowing(relation, target),
      sight,
      conditionSql(draft, relation.model, target, query.where, 'first'),
    ]);
    return `${alias}.${quote(keyOf(model))} IN (SELECT ${target}.${quote(relation.field)} FROM ${from} WHERE ${inner})`;
  }
  const where = query ? conditionSql(draft, relation.model, target, query.where, 'each') : '1';
  const source = `FROM ${from} WHERE ${every([on, narrowing(relation, target), sight, where])}`;
  // Which rows a limit leaves does not change how many.
  const limit =
    query?.limit === null || !query ? '' : ` LIMIT ${draft.bind(query.limit)} OFFSET ${draft.bind(query.offset)}`;
  if (plan.kind === 'exists') return `EXISTS (SELECT 1 ${source}${limit})`;
  return limit ? `(SELECT count(*) FROM (SELECT 1 ${source}${limit}))` : `(SELECT count(*) ${source})`;
}

/**
 * Where the counters are that add up to what is asked for, named `target`; null where cards have to be looked at. A
 * viewer of some projects sees some cards of a milestone or a run only, which no counter tells apart.
 */
function tallyFrom(
  { sight, hasTally }: ReaderShape,
  model: string,
  alias: string,
  plan: AggregatePlan,
  target: string,
) {
  const { relation, query } = plan;
  if (!hasTally || relation.model !== 'card' || (query && (query.limit !== null || !isTallied(query.where))))
    return null;
  if (relation.kind === 'one' || relation.kind === 'listed' || relation.where) return null;
  const seesAll = sight === 'everything' || impliesSight(model, relation);
  if (!seesAll && sight === 'some-projects') return null;
  const field = relation.kind === 'all' ? wholeTally : relation.field;
  return every([
    `${target}."field" = '${field}'`,
    relation.kind === 'all' ? null : `${target}."id" = ${alias}.${quote(keyOf(model))}`,
    seesAll ? null : `${target}."creatorId" IN (${sharedCards}, @me)`,
  ]);
}

/** Whether the condition tells counters apart as it does cards. Null is no value of theirs, so it must not be named. */
function isTallied(where: Condition): boolean {
  if (where.kind === 'every' || where.kind === 'some') return where.of.every(isTallied);
  if (where.kind !== 'field' || !talliedFields.includes(where.field)) return false;
  const { test } = where;
  return test.kind === 'is' ? test.value !== null : test.kind === 'among' && !test.values.includes(null);
}

/**
 * Whether the condition picks few rows by an index of its own, like one person's Hand: those are better found once for
 * all parents than looked up for each.
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

/** Ids kept on the row, without those that the viewer may not see. */
function listLength(draft: Draft, model: string, column: string): string {
  const target = draft.next();
  const sight = seen(draft.shape.sight, model, target, draft);
  if (sight === null) return `json_array_length(${column})`;
  const each = draft.next();
  return `(SELECT count(*) FROM json_each(${column}) ${each} WHERE NOT EXISTS (SELECT 1 FROM ${quote(model)} ${target} WHERE ${target}.${quote(keyOf(model))} = ${each}.value AND ${sight} IS NOT TRUE))`;
}
