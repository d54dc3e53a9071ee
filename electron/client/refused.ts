/**
 * Removes fields and relations that the service refuses: it lacks them (any release may remove fields that the contract
 * marks as `preview`), or the token may not read them.
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

/** Refused so far; `removeRefusedQueryParts` removes them from later queries. */
export interface RefusedQueryParts {
  readonly scopes: readonly string[];
  /** Unknown to the service, as `model.item`. */
  readonly items: readonly string[];
}

/** `cards({…})` and `count:cards` give `cards`. */
export function relationNameOfQueryKey(key: string): string {
  const open = key.indexOf('(');
  const bare = open < 0 ? key : key.slice(0, open);
  return bare.replace(/^(count|exists):/, '');
}

interface QueryItem {
  readonly model: string;
  readonly item: string;
  /** With full keys such as `cards({…})`, and with bare names such as `cards`: a service can report either. */
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

/** `refused` with what the failure reports; undefined if that is nothing new, so another attempt cannot succeed. */
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

/** The service adds the ids of a model's rows to every answer, so queries omit a model without that right. */
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

export function removeRefusedQueryParts(query: Query, refused: RefusedQueryParts): Query {
  if (refused.scopes.length === 0 && refused.items.length === 0) return query;
  return Object.fromEntries(
    Object.entries(query)
      .filter(([root]) => mayQueryModel(relationNameOfQueryKey(root), refused))
      .map(([root, list]) => [root, pruneList(relationNameOfQueryKey(root), list, refused)]),
  );
}
