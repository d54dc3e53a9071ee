/** Finds where in a query text an error is, from the `path` of the error. Used by validate.ts. */
import type { ObjectEntry, ObjectNode, SyntaxNode, TextRange } from './syntax.ts';

export interface ErrorLocation {
  readonly key: TextRange;
  readonly value: TextRange | null;
  /**
   * The part that validate.ts removes to parse again, because parsing stops at the first error. Null if the error
   * refers to the whole text.
   */
  readonly drop: ObjectEntry | SyntaxNode | null;
  /**
   * If the error's entry has a key with `$`: the entries `$order`, `$first`, `$limit` and `$offset` of that object;
   * otherwise empty. Only certain combinations are valid, so for `invalid_limit` and `invalid_order`, validate.ts
   * removes them all before it parses again.
   */
  readonly siblings: readonly ObjectEntry[];
}

interface RangeMatch extends ErrorLocation {
  /** Characters at the end of the error's path for which the query text has no key or value. */
  readonly unmatched: number;
}

/**
 * Keys without which an object is not valid, such as a condition's `op` and `value`. For an error in such an entry,
 * validate.ts removes the whole object.
 */
const requiredKeys = new Set(['op', 'value', 'field', 'dir']);

/** Null if the path does not begin with the name. Names can contain dots, so the path cannot be split at dots. */
function pathAfter(path: string, name: string): string | null {
  if (path === name) return '';
  return path.startsWith(`${name}.`) ? path.slice(name.length + 1) : null;
}

/**
 * Ranges to which a dotted path can refer, in the order of the text. There are several if the text queries a relation
 * twice, because a path does not contain the conditions of a relation. If no range matches the whole path, the longest
 * partial matches; if nothing matches, the whole text.
 */
export function errorLocationsOf(tree: ObjectNode, path: string): ErrorLocation[] {
  const start: RangeMatch = {
    key: { from: tree.from, to: tree.to },
    value: null,
    drop: null,
    siblings: [],
    unmatched: path.length,
  };
  if (path === '') return [start];
  const found = matchesIn(tree, path, null);
  const fewestUnmatched = Math.min(...found.map(({ unmatched }) => unmatched));
  return found.length === 0 ? [start] : found.filter(({ unmatched }) => unmatched === fewestUnmatched);
}

function matchesIn(node: SyntaxNode, path: string, owner: ObjectEntry | SyntaxNode | null): RangeMatch[] {
  if (node.kind === 'object')
    return node.entries.flatMap((entry) => {
      const { key, value } = entry;
      const siblings = key.name.startsWith('$')
        ? node.entries.filter((other) => ['$order', '$first', '$limit', '$offset'].includes(other.key.name))
        : [];
      const here = {
        key: { from: key.from, to: key.nameTo },
        value: value ?? key.argument,
        drop: owner && requiredKeys.has(key.name) ? owner : entry,
        siblings,
      };
      const found = matchesOfName(key.name, path, here, [key.argument, value]);
      return siblings.length > 0 ? found.map((range) => ({ ...range, siblings })) : found;
    });
  if (node.kind === 'list')
    return node.items.flatMap((item, index) => {
      const whole = { key: item, value: item, drop: item, siblings: [] };
      const byIndex = matchesOfName(String(index), path, whole, [item]);
      if (item.kind === 'object') return [...byIndex, ...matchesIn(item, path, item)];
      if (item.kind === 'list') return byIndex;
      const named = { ...whole, key: { from: item.from, to: item.nameTo }, value: item.argument };
      return [...byIndex, ...matchesOfName(item.name, path, named, [item.argument])];
    });
  return [];
}

/**
 * Ranges in `into` that match the rest of the path after the name, else `here`; none if the path does not begin with
 * it.
 */
function matchesOfName(
  name: string,
  path: string,
  here: ErrorLocation,
  into: readonly (SyntaxNode | null)[],
): RangeMatch[] {
  const rest = pathAfter(path, name);
  if (rest === null) return [];
  const found = rest === '' ? [] : into.flatMap((node) => (node ? matchesIn(node, rest, here.drop) : []));
  return found.length > 0 ? found : [{ ...here, unmatched: rest.length }];
}
