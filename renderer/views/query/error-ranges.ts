/** Finds the range of a query text to which the `path` of an error refers. */
import type { Entry, Node, ObjectNode, WordNode } from './syntax.ts';

export interface ErrorRange {
  readonly key: { readonly from: number; readonly to: number };
  readonly value: { readonly from: number; readonly to: number } | null;
  /** The part without which the query is parsed again, to find further errors. */
  readonly drop: Entry | Node | null;
  /** For a special key: `$order`, `$first`, `$limit` and `$offset` beside it, which are valid only together. */
  readonly siblings: readonly Entry[];
}

interface Found extends ErrorRange {
  /** Number of characters at the end of the path for which the text has no part. */
  readonly unmatched: number;
}

/** Keys without which the object around them is not valid: the whole object is left out then. */
const inseparable = new Set(['op', 'value', 'field', 'dir']);

/** The rest of a path after a name; null if the path does not begin with the name. Names can contain dots. */
function behind(path: string, name: string): string | null {
  if (path === name) return '';
  return path.startsWith(`${name}.`) ? path.slice(name.length + 1) : null;
}

/**
 * The parts of the text to which a dotted path can refer, in the order of the text. There are several if a relation is
 * queried twice, since paths do not contain the relation's query. If nothing matches the whole path, the longest match
 * counts.
 */
export function rangesOf(tree: ObjectNode, path: string): ErrorRange[] {
  const start: Found = {
    key: { from: tree.from, to: tree.to },
    value: null,
    drop: null,
    siblings: [],
    unmatched: path.length,
  };
  if (path === '') return [start];
  const found = within(tree, path, null);
  const fewestUnmatched = Math.min(...found.map(({ unmatched }) => unmatched));
  return found.length === 0 ? [start] : found.filter(({ unmatched }) => unmatched === fewestUnmatched);
}

function within(node: Node, path: string, owner: Entry | Node | null): Found[] {
  if (node.kind === 'object')
    return node.entries.flatMap((entry) => {
      const rest = behind(path, entry.key.name);
      if (rest === null) return [];
      const drop = owner && inseparable.has(entry.key.name) ? owner : entry;
      const siblings = entry.key.name.startsWith('$')
        ? node.entries.filter(({ key }) => ['$order', '$first', '$limit', '$offset'].includes(key.name))
        : [];
      const here: Found = {
        key: { from: entry.key.from, to: entry.key.nameTo },
        value: entry.value ?? entry.key.argument,
        drop,
        siblings,
        unmatched: rest.length,
      };
      const found = deeper(here, [entry.key.argument, entry.value], rest, drop);
      return siblings.length > 0 ? found.map((range) => ({ ...range, siblings })) : found;
    });
  if (node.kind === 'list')
    return node.items.flatMap((item, index) => {
      const counted = behind(path, String(index));
      const byIndex =
        counted === null
          ? []
          : deeper(
              { key: item, value: item, drop: item, siblings: [], unmatched: counted.length },
              [item],
              counted,
              item,
            );
      if (item.kind === 'word') return [...byIndex, ...named(item, path)];
      return item.kind === 'object' ? [...byIndex, ...within(item, path, item)] : byIndex;
    });
  return [];
}

function named(item: WordNode, path: string): Found[] {
  const rest = behind(path, item.name);
  if (rest === null) return [];
  const here: Found = {
    key: { from: item.from, to: item.nameTo },
    value: item.argument,
    drop: item,
    siblings: [],
    unmatched: rest.length,
  };
  return deeper(here, [item.argument], rest, item);
}

function deeper(here: Found, into: readonly (Node | null)[], rest: string, owner: Entry | Node): Found[] {
  if (rest === '') return [here];
  const found = into.flatMap((node) => (node ? within(node, rest, owner) : []));
  return found.length > 0 ? found : [here];
}
