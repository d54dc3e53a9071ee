/**
 * Finds the rows of a live answer that a change can affect, from the columns that each part of a query reads. Follows
 * relations from changed rows back to the rows that contain, count or select them.
 */
import { modelByName, type Relation, resolveFieldAlias } from '../../../shared/contract/index.ts';
import type {
  AggregatePlan,
  FieldListPlan,
  QueryCondition,
  RelationPlan,
} from '../../../shared/contract/query-parse/plan.ts';
import { isIndexedColumn, quoteSqlIdentifier, tableDefinitionOf } from '../store/schema.ts';
import type { ChangedRows } from './changed-rows.ts';

/** Columns of `model` and of related models that a part of a query reads. */
export interface ColumnsRead {
  readonly model: string;
  readonly columns: ReadonlySet<string>;
  readonly related: readonly { readonly relation: Relation; readonly reads: ColumnsRead }[];
}

/** The SQL gets `bound` as the JSON list `@keys`. */
export type SqlRunner = (sql: string, bound: readonly unknown[]) => (readonly unknown[])[];

/** If more rows of a node are affected, the node reads all its rows again. */
const maxAffectedRows = 400;

class ReadsBuilder {
  readonly columns = new Set<string>();
  readonly related: { relation: Relation; reads: ColumnsRead }[] = [];
  readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  addCondition(condition: QueryCondition): this {
    switch (condition.kind) {
      case 'every':
      case 'some':
        for (const part of condition.of) this.addCondition(part);
        break;
      case 'field':
        this.columns.add(condition.field);
        break;
      case 'related':
        this.addRelation(condition.relation, condition.name, condition.where);
    }
    return this;
  }

  /** Columns by which a relation finds its rows, and those in the condition. */
  addRelation(relation: Relation, name: string, where: QueryCondition | undefined): this {
    if (relation.kind === 'one') this.columns.add(relation.field);
    if (relation.kind === 'listed') this.columns.add(name);
    const far = new ReadsBuilder(relation.model).addRelationColumns(relation);
    if (where) far.addCondition(where);
    this.related.push({ relation, reads: far });
    return this;
  }

  /** Columns of `this.model`, the related model, by which the relation selects rows. */
  addRelationColumns(relation: Relation): this {
    if (relation.kind === 'many') this.columns.add(relation.field);
    if (relation.kind === 'all') for (const field of Object.keys(relation.where ?? {})) this.columns.add(field);
    return this;
  }

  addAggregate({ relation, name, query }: AggregatePlan): this {
    // Without a query, the row's own list of ids is counted, whatever the other rows.
    if (relation.kind === 'listed' && !query) this.columns.add(name);
    else this.addRelation(relation, name, query?.where);
    return this;
  }

  /** What the row's own text contains: fields, counts, and stored ids. */
  addNode({ fields, aggregates, links }: FieldListPlan): this {
    const model = modelByName(this.model);
    for (const field of fields) this.columns.add(model ? resolveFieldAlias(model, field) : field);
    for (const aggregate of aggregates) this.addAggregate(aggregate);
    for (const { relation, name } of links) {
      if (relation.kind === 'one') this.columns.add(relation.field);
      if (relation.kind === 'listed') this.columns.add(name);
    }
    return this;
  }
}

export function columnsReadByNode(plan: FieldListPlan): ColumnsRead {
  const builder = new ReadsBuilder(plan.model).addNode(plan);
  // `_root` contains the id of the only account, so it also depends on the rows of `account`.
  if (plan.model === '_root')
    builder.related.push({ relation: { kind: 'all', model: 'account' }, reads: new ReadsBuilder('account') });
  return builder;
}

export function columnsReadByRelation(plan: RelationPlan): ColumnsRead {
  const builder = columnsReadByRowSelection(plan);
  return plan.node ? builder.addNode(plan.node) : builder;
}

/** The columns that decide which rows a relation lists, and in which order. */
export function columnsReadByRowSelection({ relation, query }: RelationPlan): ReadsBuilder {
  const builder = new ReadsBuilder(relation.model).addRelationColumns(relation);
  if (query) {
    builder.addCondition(query.where);
    for (const { field } of query.order) builder.columns.add(field);
  }
  return builder;
}

/** Undefined if unknown or too many. */
export function keysOfAffectedRows(
  reads: ColumnsRead,
  changed: ChangedRows,
  runSql: SqlRunner,
): Set<string> | undefined {
  const keys = new Set<string>();
  for (const [key, { columns }] of changed.of(reads.model))
    if (columns === null || !columns.isDisjointFrom(reads.columns)) keys.add(key);
  for (const { relation, reads: far } of reads.related) {
    const reached = keysOfAffectedRows(far, changed, runSql);
    if (!reached) return undefined;
    if (reached.size === 0) continue;
    const near = keysLeadingTo(reads.model, relation, reached, changed, runSql);
    if (!near) return undefined;
    for (const key of near) keys.add(key);
  }
  return keys.size > maxAffectedRows ? undefined : keys;
}

/**
 * Rows of `model` that the relation connects to a row in `reached`, now or before the change; undefined if unknown or
 * too many.
 */
function keysLeadingTo(
  model: string,
  relation: Relation,
  reached: ReadonlySet<string>,
  changed: ChangedRows,
  runSql: SqlRunner,
): Iterable<string> | undefined {
  switch (relation.kind) {
    case 'many': {
      const rows = changed.of(relation.model);
      const ends = [...reached].flatMap((key) => {
        const row = rows.get(key);
        return row ? [row.before?.[relation.field], row.after?.[relation.field]] : [];
      });
      const others = [...reached].filter((key) => !rows.has(key));
      if (others.length > 0)
        ends.push(...runSql(selectByKeysSql(relation.model, quoteSqlIdentifier(relation.field)), others).flat());
      return ends.filter((end): end is string => typeof end === 'string');
    }
    case 'one': {
      if (model === '_root' || !isIndexedColumn(model, relation.field)) return undefined;
      const { key } = tableDefinitionOf(model);
      const found = runSql(
        `SELECT ${key.map(quoteSqlIdentifier).join(', ')} FROM ${quoteSqlIdentifier(model)} WHERE ${quoteSqlIdentifier(relation.field)} IN (SELECT value FROM json_each(@keys)) LIMIT ${maxAffectedRows + 1}`,
        [...reached],
      );
      return found.length > maxAffectedRows ? undefined : found.map(rowKeyFromColumnValues);
    }
    case 'all':
      if (model === '_root') return [''];
      return runSql(
        `SELECT ${tableDefinitionOf(model).key.map(quoteSqlIdentifier).join(', ')} FROM ${quoteSqlIdentifier(model)}`,
        [],
      ).map(rowKeyFromColumnValues);
    case 'listed':
      // No index finds the stored lists with a given id.
      return undefined;
  }
}

/** The value of a single column, or a JSON list of the values of several. */
export const rowKeyFromColumnValues = (parts: readonly unknown[]): string =>
  parts.length === 1 ? String(parts[0]) : JSON.stringify(parts);

/** Rows `t` with the keys in `@keys`. A WHERE clause can follow. */
export function selectByKeysSql(model: string, columns: string): string {
  return `SELECT ${columns} FROM json_each(@keys) k CROSS JOIN ${quoteSqlIdentifier(model)} t ON ${keyConditionSql(model)}`;
}

/** Row `t` has the key `k.value`. */
function keyConditionSql(model: string): string {
  const { key } = tableDefinitionOf(model);
  const [only] = key;
  if (key.length === 1 && only) return `t.${quoteSqlIdentifier(only)} = k.value`;
  return key.map((part, index) => `t.${quoteSqlIdentifier(part)} = json_extract(k.value, '$[${index}]')`).join(' AND ');
}
