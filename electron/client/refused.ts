/**
 * Removes fields and relations from queries if the service does not have them or the token is not allowed to read them.
 * The refusals of the service name these fields and relations. For example, a service can lack fields that the contract
 * marks as `preview`, because any release may remove such fields.
 */
import {
  type Failure,
  type FieldList,
  type FieldSelection,
  fieldTypeOf,
  modelByName,
  type Query,
  relationByName,
  scopeForReadingField,
} from '../../shared/contract/index.ts';

/**
 * Scopes, fields and relations that the service has refused. `removeRefusedQueryParts` removes them from later queries.
 */
export interface RefusedQueryParts {
  /** Scopes that the token lacks. */
  readonly scopes: readonly string[];
  /** Fields and relations that the service does not know, as `model.item`. */
  readonly items: readonly string[];
}

/** Returns the name of the relation in a key of a query. For example, `cards({…})` and `count:cards` return `cards`. */
export function relationNameOfQueryKey(key: string): string {
  const open = key.indexOf('(');
  const bare = open < 0 ? key : key.slice(0, open);
  return bare.replace(/^(count|exists):/, '');
}

/** A field or relation in a query. */
interface QueryItem {
  readonly model: string;
  readonly item: string;
  /**
   * The path to the item in the query in two forms, because a service can report a refused item in either form. In both
   * forms, dots separate the keys. The first form has full keys such as `cards({…})`, and the second form has bare
   * names such as `cards`.
   */
  readonly paths: readonly [string, string];
}

function* itemsIn(model: string, list: FieldList, full: string, bare: string): Generator<QueryItem> {
  for (const selection of list) {
    if (typeof selection === 'string') {
      const item = relationNameOfQueryKey(selection);
      yield { model, item, paths: [`${full}.${selection}`, `${bare}.${item}`] };
      continue;
    }
    for (const [key, inner] of Object.entries(selection)) {
      const item = relationNameOfQueryKey(key);
      const at: [string, string] = [`${full}.${key}`, `${bare}.${item}`];
      yield { model, item, paths: at };
      const target = relationByName(modelByName(model) ?? noModel, item)?.model;
      if (target) yield* itemsIn(target, inner, ...at);
    }
  }
}
const noModel = { about: '', id: [], fields: {}, relations: {} };

const allItems = (query: Query): QueryItem[] =>
  Object.entries(query).flatMap(([root, list]) => [
    ...itemsIn(relationNameOfQueryKey(root), list, root, relationNameOfQueryKey(root)),
  ]);

/**
 * Returns a copy of `refused` that also contains the scope, field or relation that the failure reports. Returns
 * undefined if the failure reports nothing new, so another attempt cannot succeed.
 */
export function addRefusedQueryPart(
  refused: RefusedQueryParts,
  query: Query,
  failure: Failure,
): RefusedQueryParts | undefined {
  if (failure.kind === 'scope') {
    if (refused.scopes.includes(failure.requiredScope)) return undefined;
    return { ...refused, scopes: [...refused.scopes, failure.requiredScope] };
  }
  if (failure.kind !== 'rejected' || !failure.path) return undefined;
  if (!['unknown_field', 'unknown_relation', 'unknown_model', 'invalid_aggregate'].includes(failure.code))
    return undefined;
  const { path } = failure;
  const queryItems = allItems(query);
  const exact = queryItems.filter(({ paths }) => paths.includes(path));
  // The pattern takes quadratic time, and a service can send any path.
  const last = path.length > maxPathLength ? undefined : /(\w+)(\(.*\))?$/s.exec(path)?.[1];
  const refusedItems = exact.length > 0 ? exact : queryItems.filter(({ item }) => item === last);
  const items = [...new Set(refusedItems.map(({ model, item }) => `${model}.${item}`))].filter(
    (item) => !refused.items.includes(item),
  );
  return items.length === 0 ? undefined : { ...refused, items: [...refused.items, ...items] };
}

/** In characters. Paths of the app's own queries are shorter. */
const maxPathLength = 1_000;

function mayQueryItem(model: string, item: string, refused: RefusedQueryParts): boolean {
  if (refused.items.includes(`${model}.${item}`)) return false;
  const known = modelByName(model);
  return !(known && fieldTypeOf(known, item) && refused.scopes.includes(scopeForReadingField(model, item)));
}

/**
 * Returns true if the token can read the ids of the model's rows. The service adds these ids to every answer, so
 * queries must omit a model whose ids the token cannot read.
 */
function mayQueryModel(model: string, refused: RefusedQueryParts): boolean {
  return (modelByName(model)?.id ?? []).every((field) => !refused.scopes.includes(scopeForReadingField(model, field)));
}

function pruneList(model: string, list: FieldList, refused: RefusedQueryParts): FieldList {
  const known = modelByName(model) ?? noModel;
  return list.flatMap((selection): FieldSelection[] => {
    if (typeof selection === 'string') {
      const item = relationNameOfQueryKey(selection);
      const target = relationByName(known, item)?.model;
      return mayQueryItem(model, item, refused) && (!target || mayQueryModel(target, refused)) ? [selection] : [];
    }
    const allowed = Object.entries(selection).flatMap(([key, inner]) => {
      const item = relationNameOfQueryKey(key);
      const target = relationByName(known, item)?.model;
      if (!mayQueryItem(model, item, refused) || (target && !mayQueryModel(target, refused))) return [];
      return [[key, target ? pruneList(target, inner, refused) : inner] as const];
    });
    return allowed.length === 0 ? [] : [Object.fromEntries(allowed)];
  });
}

/** Returns the query without the parts that the service refuses. */
export function removeRefusedQueryParts(query: Query, refused: RefusedQueryParts): Query {
  if (refused.scopes.length === 0 && refused.items.length === 0) return query;
  return Object.fromEntries(
    Object.entries(query)
      .filter(([root]) => mayQueryModel(relationNameOfQueryKey(root), refused))
      .map(([root, list]) => [root, pruneList(relationNameOfQueryKey(root), list, refused)]),
  );
}
