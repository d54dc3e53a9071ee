/**
 * Remembers which parts of queries a service refuses this token or does not have, and leaves them out of later queries.
 * Preview items can disappear in any release.
 */
import {
  type Failure,
  type FieldList,
  fieldOf,
  modelNamed,
  type Query,
  readScope,
  relationOf,
  type Selection,
} from '../../shared/contract/index.ts';

export interface Refused {
  readonly scopes: readonly string[];
  /** Fields and relations that the service does not know, as `model.item`. */
  readonly items: readonly string[];
}

/** The bare name of a key: `cards` for `cards({…})` and `count:cards`. */
export function relationName(key: string): string {
  const open = key.indexOf('(');
  const bare = open < 0 ? key : key.slice(0, open);
  return bare.replace(/^(count|exists):/, '');
}

interface Named {
  readonly model: string;
  readonly item: string;
  /** Dotted paths: with the keys of the query, and with bare names. */
  readonly paths: readonly [string, string];
}

function* namesIn(model: string, list: FieldList, full: string, bare: string): Generator<Named> {
  for (const selection of list) {
    if (typeof selection === 'string') {
      const item = relationName(selection);
      yield { model, item, paths: [`${full}.${selection}`, `${bare}.${item}`] };
      continue;
    }
    for (const [key, inner] of Object.entries(selection)) {
      const item = relationName(key);
      const at: [string, string] = [`${full}.${key}`, `${bare}.${item}`];
      yield { model, item, paths: at };
      const target = relationOf(modelNamed(model) ?? noModel, item)?.model;
      if (target) yield* namesIn(target, inner, ...at);
    }
  }
}
const noModel = { about: '', id: [], fields: {}, relations: {} };

const allNames = (query: Query): Named[] =>
  Object.entries(query).flatMap(([root, list]) => [...namesIn(relationName(root), list, root, relationName(root))]);

/** Adds the subject of a failure; undefined when leaving it out would not help. */
export function learn(refused: Refused, query: Query, failure: Failure): Refused | undefined {
  if (failure.kind === 'scope') {
    if (refused.scopes.includes(failure.requiredScope)) return undefined;
    return { ...refused, scopes: [...refused.scopes, failure.requiredScope] };
  }
  if (failure.kind !== 'rejected' || !failure.path) return undefined;
  if (!['unknown_field', 'unknown_relation', 'unknown_model', 'invalid_aggregate'].includes(failure.code))
    return undefined;
  const { path } = failure;
  const names = allNames(query);
  const exact = names.filter(({ paths }) => paths.includes(path));
  const last = /(\w+)(\(.*\))?$/s.exec(path)?.[1];
  const blamed = exact.length > 0 ? exact : names.filter(({ item }) => item === last);
  const items = [...new Set(blamed.map(({ model, item }) => `${model}.${item}`))].filter(
    (item) => !refused.items.includes(item),
  );
  return items.length === 0 ? undefined : { ...refused, items: [...refused.items, ...items] };
}

function mayName(model: string, item: string, refused: Refused): boolean {
  if (refused.items.includes(`${model}.${item}`)) return false;
  const known = modelNamed(model);
  return !(known && fieldOf(known, item) && refused.scopes.includes(readScope(model, item)));
}

/** Answers always contain ids, so a model whose id the token cannot read cannot be queried at all. */
function mayRead(model: string, refused: Refused): boolean {
  return (modelNamed(model)?.id ?? []).every((field) => !refused.scopes.includes(readScope(model, field)));
}

function pruneList(model: string, list: FieldList, refused: Refused): FieldList {
  const known = modelNamed(model) ?? noModel;
  return list.flatMap((selection): Selection[] => {
    if (typeof selection === 'string') {
      const item = relationName(selection);
      const target = relationOf(known, item)?.model;
      return mayName(model, item, refused) && (!target || mayRead(target, refused)) ? [selection] : [];
    }
    const allowed = Object.entries(selection).flatMap(([key, inner]) => {
      const item = relationName(key);
      const target = relationOf(known, item)?.model;
      if (!mayName(model, item, refused) || (target && !mayRead(target, refused))) return [];
      return [[key, target ? pruneList(target, inner, refused) : inner] as const];
    });
    return allowed.length === 0 ? [] : [Object.fromEntries(allowed)];
  });
}

/** Returns the query without refused parts. */
export function prune(query: Query, refused: Refused): Query {
  if (refused.scopes.length === 0 && refused.items.length === 0) return query;
  return Object.fromEntries(
    Object.entries(query)
      .filter(([root]) => mayRead(relationName(root), refused))
      .map(([root, list]) => [root, pruneList(relationName(root), list, refused)]),
  );
}
