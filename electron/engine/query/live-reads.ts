/**
 * Finds the rows of an answer that a change can affect: the columns that each part of a query reads, and the way back
 * from a changed row to the rows that contain, count or select it.
 */
import { listedField, modelNamed, type Relation } from '../../../shared/contract/index.ts';
import type {
  AggregatePlan,
  Condition,
  LinkPlan,
  NodePlan,
  QueryPlan,
} from '../../../shared/contract/query-parse/plan.ts';
import { isIndexed, quote, tableOf } from '../store/schema.ts';
import type { ChangedRow, ChangedRows } from './changed-rows.ts';

/** The columns that are read of rows of one model, and of related rows for them. */
export interface Reads {
  readonly model: string;
  readonly columns: ReadonlySet<string>;
  readonly related: readonly { readonly relation: Relation; readonly reads: Reads }[];
}

/** Rows found by SQL: `bound` are values for `json_each(@keys)`. */
export type RunSql = (sql: string, bound: readonly unknown[]) => (readonly unknown[])[];

/** Maximum number of rows that are followed one by one. */
const maxFollowed = 400;

class Reading {
  readonly columns = new Set<string>();
  readonly related: { relation: Relation; reads: Reads }[] = [];
  readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  condition(condition: Condition): this {
    switch (condition.kind) {
      case 'every':
      case 'some':
        for (const part of condition.of) this.condition(part);
        break;
      case 'field':
        this.columns.add(condition.field);
        break;
      case 'related':
        this.relation(condition.relation, condition.name, condition.where);
    }
    return this;
  }

  /** Reads of a relation's rows and of a condition on them. */
  relation(relation: Relation, name: string, where: Condition | undefined): this {
    if (relation.kind === 'one') this.columns.add(relation.field);
    if (relation.kind === 'listed') this.columns.add(name);
    const far = new Reading(relation.model).reached(relation);
    if (where) far.condition(where);
    this.related.push({ relation, reads: far });
    return this;
  }

  /** Reads of rows that a relation leads to. */
  reached(relation: Relation): this {
    if (relation.kind === 'many') this.columns.add(relation.field);
    if (relation.kind === 'all') for (const field of Object.keys(relation.where ?? {})) this.columns.add(field);
    return this;
  }

  aggregate({ relation, name, query }: AggregatePlan): this {
    // The number of ids that the row stores; no other row is read.
    if (relation.kind === 'listed' && !query) this.columns.add(name);
    else this.relation(relation, name, query?.where);
    return this;
  }

  /** Reads of a row's own text, and of the ids that it stores. */
  node({ fields, aggregates, links }: NodePlan): this {
    const model = modelNamed(this.model);
    for (const field of fields) this.columns.add(model ? listedField(model, field) : field);
    for (const aggregate of aggregates) this.aggregate(aggregate);
    for (const { relation, name } of links) {
      if (relation.kind === 'one') this.columns.add(relation.field);
      if (relation.kind === 'listed') this.columns.add(name);
    }
    return this;
  }
}

/** The columns that a row's own text depends on. */
export function readsOfNode(plan: NodePlan): Reads {
  const reading = new Reading(plan.model).node(plan);
  // There is one account, whose id belongs to `_root`.
  if (plan.model === '_root')
    reading.related.push({ relation: { kind: 'all', model: 'account' }, reads: new Reading('account') });
  return reading;
}

/** The columns that decide which rows a relation lists, and their order. */
export function readsOfChoice({ relation, query }: LinkPlan): Reads {
  return choice(relation, query);
}

/** The columns that a relation's list and the texts of its rows depend on. */
export function readsOfList({ relation, query, node }: LinkPlan): Reads {
  const reading = choice(relation, query);
  return node ? reading.node(node) : reading;
}

function choice(relation: Relation, query: QueryPlan | null): Reading {
  const reading = new Reading(relation.model).reached(relation);
  if (query) {
    reading.condition(query.where);
    for (const { field } of query.order) reading.columns.add(field);
  }
  return reading;
}

function concerns({ columns }: ChangedRow, read: ReadonlySet<string>): boolean {
  if (columns === null) return true;
  for (const column of columns) if (read.has(column)) return true;
  return false;
}

/** Keys of the model's rows that may differ now; undefined where they cannot be determined. */
export function reachedBy(reads: Reads, changed: ChangedRows, runSql: RunSql): Set<string> | undefined {
  const keys = new Set<string>();
  for (const [key, row] of changed.of(reads.model)) if (concerns(row, reads.columns)) keys.add(key);
  for (const { relation, reads: far } of reads.related) {
    const reached = reachedBy(far, changed, runSql);
    if (!reached) return undefined;
    if (reached.size === 0) continue;
    const near = backFrom(reads.model, relation, reached, changed, runSql);
    if (!near) return undefined;
    for (const key of near) keys.add(key);
  }
  return keys.size > maxFollowed ? undefined : keys;
}

/** Rows of `model` from which the relation leads, or led before, to the given rows. */
function backFrom(
  model: string,
  relation: Relation,
  reached: ReadonlySet<string>,
  changed: ChangedRows,
  runSql: RunSql,
): Iterable<string> | undefined {
  switch (relation.kind) {
    case 'many': {
      const rows = changed.of(relation.model);
      const ends = [...reached].flatMap((key) => {
        const row = rows.get(key);
        return row ? [row.before?.[relation.field], row.after?.[relation.field]] : [];
      });
      const others = [...reached].filter((key) => !rows.has(key));
      if (others.length > 0) ends.push(...runSql(byKeys(relation.model, quote(relation.field)), others).flat());
      return ends.filter((end): end is string => typeof end === 'string');
    }
    case 'one': {
      if (model === '_root' || !isIndexed(model, relation.field)) return undefined;
      const { key } = tableOf(model);
      const found = runSql(
        `SELECT ${key.map(quote).join(', ')} FROM ${quote(model)} WHERE ${quote(relation.field)} IN (SELECT value FROM json_each(@keys)) LIMIT ${maxFollowed + 1}`,
        [...reached],
      );
      return found.length > maxFollowed ? undefined : found.map(keyText);
    }
    case 'all':
      if (model === '_root') return [''];
      return runSql(`SELECT ${tableOf(model).key.map(quote).join(', ')} FROM ${quote(model)}`, []).map(keyText);
    case 'listed':
      // No index finds the lists that contain a row.
      return undefined;
  }
}

export const keyText = (parts: readonly unknown[]): string =>
  parts.length === 1 ? String(parts[0]) : JSON.stringify(parts);

/** SQL for columns of the rows with the keys in `@keys`. */
export function byKeys(model: string, columns: string): string {
  return `SELECT ${columns} FROM json_each(@keys) k CROSS JOIN ${quote(model)} t ON ${isKeyed(model)}`;
}

/** Row `t` is the one with the key `k.value`. */
export function isKeyed(model: string): string {
  const { key } = tableOf(model);
  const [only] = key;
  if (key.length === 1 && only) return `t.${quote(only)} = k.value`;
  return key.map((part, index) => `t.${quote(part)} = json_extract(k.value, '$[${index}]')`).join(' AND ');
}
