import {
  embeddedServiceLimits,
  fieldTypeOf,
  type IdValidator,
  isRecord,
  isStructuredType,
  type Model,
  modelByName,
  queryOperators,
  relationByName,
  scopeForReadingField,
  serviceLimits,
  specialQueryKeys,
} from '../index.ts';
import { parseFieldPredicate } from './parse-field-predicate.ts';
import type { OrderTerm, QueryCondition, RelationQueryPlan } from './plan.ts';
import { createQueryRefusal } from './refusals.ts';

export interface QueryParseContext {
  requireScope(scope: string, path: string): void;
  dependOn(model: string): void;
  readonly isId: IdValidator;
  /** @throws Refusal if the query has more than `embeddedServiceLimits.selections` */
  count(path: string): void;
}

const groups = new Set<string>(['$or', '$and']);
const knownSpecial = new Set<string>(specialQueryKeys);
const knownOperators = new Set<string>(queryOperators);

function model(name: string): Model {
  const found = modelByName(name);
  if (!found) throw new Error(`The contract has no model '${name}'`);
  return found;
}

/** In `cards({…})`, the part in parentheses. */
export function parseRelationQuery(
  modelName: string,
  source: unknown,
  path: string,
  context: QueryParseContext,
): RelationQueryPlan {
  if (!isRecord(source))
    throw createQueryRefusal('invalid_query_shape', path, `The query at '${path}' must be an object`);
  const where = parseWhere(modelName, source, path, context, 0, true);
  const order = source.$order === undefined ? [] : parseOrder(modelName, source.$order, `${path}.$order`, context);
  return { where, order, ...parseLimits(source, path) };
}

function parseLimits(source: Record<string, unknown>, path: string) {
  const { $order, $first, $limit, $offset } = source;
  if ($first !== undefined) {
    const at = `${path}.$first`;
    if ($first !== true) throw createQueryRefusal('invalid_value', at, '$first takes true');
    if ($order === undefined) throw createQueryRefusal('invalid_limit', at, '$first requires $order');
    if ($limit !== undefined || $offset !== undefined)
      throw createQueryRefusal('invalid_limit', at, '$first takes neither $limit nor $offset');
    return { first: true, limit: 1, offset: 0 };
  }
  if ($limit !== undefined) {
    const at = `${path}.$limit`;
    if (!Number.isInteger($limit) || ($limit as number) < 0)
      throw createQueryRefusal('invalid_limit', at, '$limit takes a whole number from 0 on');
    if (($limit as number) > serviceLimits.queryLimit)
      throw createQueryRefusal('invalid_limit', at, `$limit is at most ${serviceLimits.queryLimit}`, {
        maximum: serviceLimits.queryLimit,
      });
    if ($order === undefined) throw createQueryRefusal('invalid_limit', at, '$limit requires $order');
  }
  if ($offset !== undefined) {
    const at = `${path}.$offset`;
    if (!Number.isSafeInteger($offset) || ($offset as number) < 0)
      throw createQueryRefusal('invalid_limit', at, '$offset takes a whole number from 0 on');
    if ($limit === undefined) throw createQueryRefusal('invalid_limit', at, '$offset requires $limit');
  }
  return { first: false, limit: ($limit as number | undefined) ?? null, offset: ($offset as number | undefined) ?? 0 };
}

function parseOrder(modelName: string, source: unknown, path: string, context: QueryParseContext): OrderTerm[] {
  const terms = Array.isArray(source) ? source : [source];
  if (terms.length === 0) throw createQueryRefusal('invalid_order', path, '$order names at least one field');
  return terms.map((term, index) =>
    parseOrderTerm(modelName, term, Array.isArray(source) ? `${path}.${index}` : path, context),
  );
}

function parseOrderTerm(modelName: string, term: unknown, path: string, context: QueryParseContext): OrderTerm {
  const forms = ['<field>', '-<field>', { field: '<field>', dir: 'asc | desc' }];
  let found: OrderTerm;
  if (typeof term === 'string') {
    found = term.startsWith('-') ? { field: term.slice(1), descending: true } : { field: term, descending: false };
  } else {
    if (
      !isRecord(term) ||
      typeof term.field !== 'string' ||
      (term.dir !== 'asc' && term.dir !== 'desc') ||
      Object.keys(term).length !== 2
    )
      throw createQueryRefusal('invalid_order', path, `Unsupported form of $order at '${path}'`, forms);
    found = { field: term.field, descending: term.dir === 'desc' };
  }
  const type = fieldTypeOf(model(modelName), found.field);
  if (!type)
    throw createQueryRefusal('invalid_order', path, `Model '${modelName}' has no field '${found.field}'`, {
      fields: Object.keys(model(modelName).fields),
    });
  if (isStructuredType(type))
    throw createQueryRefusal('invalid_order', path, `Field '${found.field}' holds lists or objects`);
  context.count(path);
  context.requireScope(scopeForReadingField(modelName, found.field), path);
  return found;
}

/**
 * Only the query object of a relation key (`isRelationQuery`) can contain `$order`, `$first`, `$limit` and `$offset`.
 */
function parseWhere(
  modelName: string,
  source: Record<string, unknown>,
  path: string,
  context: QueryParseContext,
  depth: number,
  isRelationQuery: boolean,
): QueryCondition {
  if (depth > embeddedServiceLimits.filterDepth)
    throw createQueryRefusal(
      'invalid_query_shape',
      path,
      `Filters nest at most ${embeddedServiceLimits.filterDepth} levels`,
    );
  const of: QueryCondition[] = [];
  for (const [key, value] of Object.entries(source)) {
    const at = `${path}.${key}`;
    context.count(at);
    if (groups.has(key)) of.push(parseGroup(modelName, key, value, at, context, depth));
    else if (key.startsWith('$')) checkSpecial(key, at, isRelationQuery);
    else of.push(parseCondition(modelName, key, value, at, context, depth));
  }
  return of.length === 1 && of[0] ? of[0] : { kind: 'every', of };
}

function checkSpecial(key: string, path: string, isRelationQuery: boolean): void {
  if (!knownSpecial.has(key))
    throw createQueryRefusal('unknown_special_key', path, `There is no special key '${key}'`, {
      allowed: specialQueryKeys,
    });
  if (!isRelationQuery)
    throw createQueryRefusal('invalid_query_shape', path, `'${key}' stands only in the query of a relation key`, {
      allowed: [...groups],
    });
}

/** An empty `$or` matches no row, and an empty `$and` matches every row. */
function parseGroup(
  modelName: string,
  key: string,
  source: unknown,
  path: string,
  context: QueryParseContext,
  depth: number,
): QueryCondition {
  if (!Array.isArray(source)) throw createQueryRefusal('invalid_query_shape', path, `'${key}' takes a list of queries`);
  const of = source.map((item: unknown, index) => {
    const at = `${path}.${index}`;
    if (!isRecord(item)) throw createQueryRefusal('invalid_query_shape', at, `'${key}' takes a list of query objects`);
    context.count(at);
    return parseWhere(modelName, item, at, context, depth + 1, false);
  });
  return { kind: key === '$or' ? 'some' : 'every', of };
}

function parseCondition(
  modelName: string,
  key: string,
  value: unknown,
  path: string,
  context: QueryParseContext,
  depth: number,
): QueryCondition {
  const of = model(modelName);
  const negated = key.startsWith('!');
  const name = negated ? key.slice(1) : key;
  const type = fieldTypeOf(of, name);
  if (type && negated)
    throw createQueryRefusal(
      'invalid_query_shape',
      path,
      `'!' stands before relations, and '${name}' is a field`,
      'Use neq',
    );
  if (type) {
    context.requireScope(scopeForReadingField(modelName, name), path);
    return { kind: 'field', field: name, test: parseTest(type, value, path, context.isId) };
  }
  const relation = relationByName(of, name);
  if (!relation) {
    const known = { fields: Object.keys(of.fields), relations: Object.keys(of.relations) };
    if (negated)
      throw createQueryRefusal(
        'unknown_relation',
        path,
        `Model '${modelName}' has no relation '${name}'`,
        known.relations,
      );
    throw createQueryRefusal('unknown_field', path, `Model '${modelName}' has no field or relation '${name}'`, known);
  }
  if (!isRecord(value))
    throw createQueryRefusal(
      'invalid_query_shape',
      path,
      `The relation '${name}' takes a nested query object`,
      relation.kind === 'one' && fieldTypeOf(of, relation.field) ? `Filter by '${relation.field}' instead` : undefined,
    );
  context.requireScope(scopeForReadingField(relation.model, ''), path);
  context.dependOn(relation.model);
  return {
    kind: 'related',
    name,
    relation,
    negated,
    where: parseWhere(relation.model, value, path, context, depth + 1, false),
  };
}

function parseTest(type: Parameters<typeof parseFieldPredicate>[0], source: unknown, path: string, isId: IdValidator) {
  if (Array.isArray(source)) return parseFieldPredicate(type, 'in', source, path, isId);
  if (!isRecord(source)) return parseFieldPredicate(type, 'eq', source, path, isId);
  const keys = Object.keys(source);
  if (!Object.hasOwn(source, 'op') || keys.some((key) => key !== 'op' && key !== 'value'))
    throw createQueryRefusal('invalid_query_shape', path, `The condition at '${path}' has the form {op, value}`, {
      allowed: ['op', 'value'],
    });
  const { op, value } = source;
  if (typeof op !== 'string' || !knownOperators.has(op))
    throw createQueryRefusal('unknown_operator', `${path}.op`, `There is no operator '${String(op)}'`, {
      allowed: queryOperators,
    });
  if (value === undefined) throw createQueryRefusal('invalid_value', path, `The condition at '${path}' has no value`);
  return parseFieldPredicate(type, op, value, path, isId);
}
