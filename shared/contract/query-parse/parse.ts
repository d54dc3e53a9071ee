import { isRecord } from '../check.ts';
import {
  acceptAnyId,
  embeddedServiceLimits,
  fieldTypeOf,
  findTypeMismatch,
  type IdValidator,
  type Model,
  modelByName,
  modelNames,
  queryAggregates,
  type Relation,
  relationByName,
  resolveFieldAlias,
  scopeForReadingField,
} from '../index.ts';
import { parseRelationQuery, type QueryParseContext } from './parse-filter.ts';
import type {
  AggregatePlan,
  FieldListPlan,
  ParsedQuery,
  RelationPlan,
  RelationQueryPlan,
  RequiredScope,
  RootPlan,
} from './plan.ts';
import { createQueryRefusal } from './refusals.ts';

/** `isId` tells whether an id has a valid form. @throws Refusal 400 with one of the query error codes */
export function parseQuery(query: unknown, isId: IdValidator = acceptAnyId): ParsedQuery {
  if (!isRecord(query)) throw createQueryRefusal('invalid_query_shape', '', 'The query must be an object');
  const parser = new QueryParser(isId);
  const roots = Object.entries(query).map(([key, list]) => parser.parseRoot(key, list));
  return { roots, models: [...parser.models], dependsOn: parser.dependencies, requiredScopes: parser.requiredScopes };
}

/** `closed` is false if the closing parenthesis is missing. @throws Refusal for a key that is too long */
function splitKey(key: string): { name: string; argument: string | null; closed: boolean } {
  const { queryKeyLength } = embeddedServiceLimits;
  if (key.length > queryKeyLength)
    throw createQueryRefusal('invalid_query_shape', '', `The key '${key}' is longer than ${queryKeyLength} characters`);
  const open = key.indexOf('(');
  if (open < 0) return { name: key, argument: null, closed: true };
  return { name: key.slice(0, open), argument: key.slice(open + 1, -1), closed: key.endsWith(')') };
}

class QueryParser implements QueryParseContext {
  readonly models = new Set<string>();
  readonly dependencies = new Set<string>();
  readonly requiredScopes: RequiredScope[] = [];
  readonly isId: IdValidator;
  #selectionCount = 0;

  constructor(isId: IdValidator) {
    this.isId = isId;
  }

  requireScope(scope: string, path: string): void {
    this.requiredScopes.push({ scope, path });
  }

  dependOn(model: string): void {
    this.dependencies.add(model);
  }

  count(path: string): void {
    this.#selectionCount += 1;
    if (this.#selectionCount > embeddedServiceLimits.selections)
      throw createQueryRefusal(
        'invalid_query_shape',
        path,
        `A query has at most ${embeddedServiceLimits.selections} selections and conditions`,
      );
  }

  parseRoot(key: string, list: unknown): RootPlan {
    const { name, argument, closed } = splitKey(key);
    const model = modelByName(name);
    if (!model) throw createQueryRefusal('unknown_model', name, `There is no model '${name}'`, { models: modelNames });
    this.count(name);
    if (!closed)
      throw createQueryRefusal('invalid_query_shape', name, `The key '${key}' lacks its closing parenthesis`);
    this.requireScope(scopeForReadingField(name, ''), name);
    if (name === '_root') {
      if (argument !== null) throw createQueryRefusal('invalid_query_shape', name, "'_root' takes no id");
      return { id: null, node: this.#parseFieldList(name, model, list, name, 0) };
    }
    if (argument === null || argument.trim() === '')
      throw createQueryRefusal('missing_ids', name, `'${name}' at top level needs an id: ${name}("<id>")`);
    const id = parseRowId(name, model, argument, this.isId);
    this.#addModel(name);
    return { id, node: this.#parseFieldList(name, model, list, name, 0) };
  }

  #addModel(model: string): void {
    this.models.add(model);
    this.dependencies.add(model);
  }

  #parseFieldList(name: string, model: Model, list: unknown, path: string, depth: number): FieldListPlan {
    if (!Array.isArray(list)) throw createQueryRefusal('invalid_query_shape', path, `'${path}' takes a list of fields`);
    if (depth > embeddedServiceLimits.queryDepth)
      throw createQueryRefusal(
        'invalid_query_shape',
        path,
        `Field lists nest at most ${embeddedServiceLimits.queryDepth} levels`,
      );
    const fields = new Set<string>();
    const links: RelationPlan[] = [];
    const counts: AggregatePlan[] = [];
    for (const [index, item] of (list as unknown[]).entries()) {
      const at = `${path}.${index}`;
      if (typeof item === 'string') {
        this.count(path);
        const aggregate = this.#parseAggregate(name, model, item, path);
        if (aggregate) counts.push(aggregate);
        else if (fieldTypeOf(model, resolveFieldAlias(model, item))) {
          this.requireScope(scopeForReadingField(name, resolveFieldAlias(model, item)), `${path}.${item}`);
          fields.add(item);
        } else links.push(this.#parseIdLink(name, model, item, path));
        continue;
      }
      if (!isRecord(item) || Object.keys(item).length === 0)
        throw createQueryRefusal(
          'invalid_query_shape',
          at,
          'A field list holds field names and {relation: [fields]} objects',
        );
      for (const [key, nested] of Object.entries(item)) {
        this.count(path);
        links.push(this.#parseNestedLink(name, model, key, nested, path, depth));
      }
    }
    // A field list can contain the same aggregate twice, but the answer has one value per key.
    const unique = new Map(counts.map((item) => [item.key, item]));
    return { model: name, fields: [...fields], links, aggregates: [...unique.values()] };
  }

  #parseIdLink(name: string, model: Model, key: string, path: string): RelationPlan {
    const { name: relationName, argument } = splitKey(key);
    const at = `${path}.${relationName}`;
    const relation = relationByName(model, relationName);
    if (!relation)
      throw createQueryRefusal('unknown_field', at, `Model '${name}' has no field '${relationName}'`, {
        fields: Object.keys(model.fields),
      });
    if (argument !== null) this.#refuseQuery(relation, relationName, at);
    const keepsIds = relation.kind === 'one' || (relation.kind === 'listed' && !relation.queryable);
    if (!keepsIds || argument !== null)
      throw createQueryRefusal(
        'unknown_field',
        at,
        `'${relationName}' is a list relation of '${name}', not a field`,
        `Select it as {"${relationName}": [<fields>]}`,
      );
    this.requireScope(scopeForReadingField(relation.model, ''), at);
    this.models.add(relation.model);
    // Usually a row stores its related ids, so only changes of its own model change the answer. `_root` has no row: its
    // related ids change with the rows of the related model.
    if (name === '_root') this.dependOn(relation.model);
    return { key, relation, name: relationName, query: null, node: null };
  }

  #parseNestedLink(name: string, model: Model, key: string, list: unknown, path: string, depth: number): RelationPlan {
    const { name: relationName, argument, closed } = splitKey(key);
    const at = `${path}.${relationName}`;
    const relation = relationByName(model, relationName);
    if (!relation) {
      if (queryAggregates.some((prefix) => key.startsWith(`${prefix}:`)))
        throw createQueryRefusal(
          'invalid_query_shape',
          at,
          'count: and exists: stand in a field list as plain strings',
        );
      throw createQueryRefusal('unknown_relation', at, `Model '${name}' has no relation '${relationName}'`, {
        relations: Object.keys(model.relations),
      });
    }
    const target = modelByName(relation.model) as Model;
    this.requireScope(scopeForReadingField(relation.model, ''), at);
    this.#addModel(relation.model);
    const query = argument === null ? null : this.#parseRelationQuery(relation, relationName, argument, closed, at);
    return {
      key,
      relation,
      name: relationName,
      query,
      node: this.#parseFieldList(relation.model, target, list, at, depth + 1),
    };
  }

  #parseAggregate(name: string, model: Model, text: string, path: string): AggregatePlan | null {
    const kind = queryAggregates.find((prefix) => text.startsWith(`${prefix}:`));
    if (!kind) return null;
    const { name: relationName, argument, closed } = splitKey(text.slice(kind.length + 1));
    const at = `${path}.${kind}:${relationName}`;
    const relation = relationByName(model, relationName);
    const countable = () =>
      Object.entries(model.relations)
        .filter(([, candidate]) => candidate.kind !== 'one')
        .map(([candidate]) => candidate);
    if (!relation || relation.kind === 'one')
      throw createQueryRefusal('invalid_aggregate', at, `'${relationName}' is no list relation of '${name}'`, {
        lists: countable(),
      });
    this.requireScope(scopeForReadingField(relation.model, ''), at);
    this.dependOn(relation.model);
    const query = argument === null ? null : this.#parseRelationQuery(relation, relationName, argument, closed, at);
    return { key: text, kind, relation, name: relationName, query };
  }

  #parseRelationQuery(
    relation: Relation,
    name: string,
    argument: string,
    closed: boolean,
    path: string,
  ): RelationQueryPlan {
    this.#refuseQuery(relation, name, path);
    if (!closed)
      throw createQueryRefusal('invalid_query_shape', path, `The key of '${name}' lacks its closing parenthesis`);
    let source: unknown;
    try {
      source = JSON.parse(argument);
    } catch {
      throw createQueryRefusal('invalid_query_shape', path, `The query of '${name}' is not JSON`);
    }
    return parseRelationQuery(relation.model, source, path, this);
  }

  #refuseQuery(relation: Relation, name: string, path: string): void {
    if (relation.kind === 'one')
      throw createQueryRefusal('relation_takes_no_query', path, `'${name}' points to a single row and takes no query`);
    if (relation.kind === 'listed' && !relation.queryable)
      throw createQueryRefusal('relation_takes_no_query', path, `'${name}' holds ids on the row and takes no query`);
  }
}

/** Raw text, JSON text or JSON list; a list for a compound id (rules `query.by-id.raw`, `query.by-compound-id`). */
function parseRowId(name: string, model: Model, argument: string, isId: IdValidator): readonly (string | number)[] {
  const form = model.id.length === 1 ? '"<id>"' : `[${model.id.map((part) => `<${part}>`).join(', ')}]`;
  const malformed = (why: string) => createQueryRefusal('invalid_value', name, `The id of '${name}' ${why}`, { form });
  let parts: unknown;
  try {
    parts = JSON.parse(argument);
  } catch {
    if (/^\s*["[{]/.test(argument)) throw malformed('is not JSON');
  }
  if (!Array.isArray(parts)) {
    if (model.id.length > 1) throw malformed(`is a list of ${model.id.length} parts`);
    parts = [typeof parts === 'string' ? parts : argument];
  }
  const list = parts as unknown[];
  if (list.length !== model.id.length)
    throw malformed(
      model.id.length === 1 ? 'is one id; several rows are several keys' : `has ${model.id.length} parts`,
    );
  for (const [index, field] of model.id.entries()) {
    const type = fieldTypeOf(model, field);
    if (!type || list[index] === null || findTypeMismatch(type, list[index], true, '', isId))
      throw malformed(`has a bad '${field}'`);
  }
  return list as (string | number)[];
}
