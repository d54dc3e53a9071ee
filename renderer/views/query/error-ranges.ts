/** Finds the ranges of a query text to which the `path` of an error refers. Used by validate.ts. */
import type { ObjectEntry, ObjectNode, SyntaxNode, WordNode } from './syntax.ts';

/** A part of the query text to which an error can refer. */
export interface ErrorRange {
  readonly key: { readonly from: number; readonly to: number };
  readonly value: { readonly from: number; readonly to: number } | null;
  /** The part to remove before the query is parsed again to find further errors. */
  readonly drop: ObjectEntry | SyntaxNode | null;
  /**
   * The entries `$order`, `$first`, `$limit` and `$offset` of the object if the error is at such a key, else empty.
   * They are removed together, because they are valid only together.
   */
  readonly siblings: readonly ObjectEntry[];
}

interface RangeMatch extends ErrorRange {
  /** Length of the end of the error's path that was not found in the query text. */
  readonly unmatched: number;
}

/** Required keys of an object. If such a key has an error, the whole object is removed. */
const requiredKeys = new Set(['op', 'value', 'field', 'dir']);

/** The rest of a path after a name; null if the path does not begin with the name. Names can contain dots. */
function pathAfter(path: string, name: string): string | null {
  if (path === name) return '';
  return path.startsWith(`${name}.`) ? path.slice(name.length + 1) : null;
}

/**
 * The ranges of the text to which a dotted path can refer, in the order of the text. There are several if the text
 * queries a relation twice, because paths do not contain the relation's query. If nothing matches the whole path,
 * returns the ranges that match most of it.
 */
export function errorRangesOf(tree: ObjectNode, path: string): ErrorRange[] {
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
      const rest = pathAfter(path, entry.key.name);
      if (rest === null) return [];
      const drop = owner && requiredKeys.has(entry.key.name) ? owner : entry;
      const siblings = entry.key.name.startsWith('$')
        ? node.entries.filter(({ key }) => ['$order', '$first', '$limit', '$offset'].includes(key.name))
        : [];
      const here: RangeMatch = {
        key: { from: entry.key.from, to: entry.key.nameTo },
        value: entry.value ?? entry.key.argument,
        drop,
        siblings,
        unmatched: rest.length,
      };
      const found = matchesBelow(here, [entry.key.argument, entry.value], rest, drop);
      return siblings.length > 0 ? found.map((range) => ({ ...range, siblings })) : found;
    });
  if (node.kind === 'list')
    return node.items.flatMap((item, index) => {
      const counted = pathAfter(path, String(index));
      const byIndex =
        counted === null
          ? []
          : matchesBelow(
              { key: item, value: item, drop: item, siblings: [], unmatched: counted.length },
              [item],
              counted,
              item,
            );
      if (item.kind === 'word') return [...byIndex, ...wordMatches(item, path)];
      return item.kind === 'object' ? [...byIndex, ...matchesIn(item, path, item)] : byIndex;
    });
  return [];
}

function wordMatches(item: WordNode, path: string): RangeMatch[] {
  const rest = pathAfter(path, item.name);
  if (rest === null) return [];
  const here: RangeMatch = {
    key: { from: item.from, to: item.nameTo },
    value: item.argument,
    drop: item,
    siblings: [],
    unmatched: rest.length,
  };
  return matchesBelow(here, [item.argument], rest, item);
}

function matchesBelow(
  here: RangeMatch,
  into: readonly (SyntaxNode | null)[],
  rest: string,
  owner: ObjectEntry | SyntaxNode,
): RangeMatch[] {
  if (rest === '') return [here];
  const found = into.flatMap((node) => (node ? matchesIn(node, rest, owner) : []));
  return found.length > 0 ? found : [here];
}
