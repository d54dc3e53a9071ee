/** Maps the `path` of a query error to a range of the text. */
import type { Entry, Node, ObjectNode, WordNode } from './syntax.ts';

export interface Place {
  readonly key: { readonly from: number; readonly to: number };
  readonly value: { readonly from: number; readonly to: number } | null;
  /** Part to leave out of the query in order to find further errors. */
  readonly drop: Entry | Node | null;
  /** The special keys beside it: an order and its limit stand or fall together. */
  readonly siblings: readonly Entry[];
}

interface Found extends Place {
  /** Characters of the path that lead no further. */
  readonly unmatched: number;
}

/** Keys of a condition or an order: without them the whole says nothing. */
const inseparable = new Set(['op', 'value', 'field', 'dir']);

/** What is left of a path behind a name, null when it does not begin with it. Names may hold dots themselves. */
function behind(path: string, name: string): string | null {
  if (path === name) return '';
  return path.startsWith(`${name}.`) ? path.slice(name.length + 1) : null;
}

/**
 * Places that a dotted path may mean, in their order in the text; several where a relation is asked for twice, since
 * paths name relations without their queries. A path that leads nowhere leads to the nearest place that exists.
 */
export function placesOf(tree: ObjectNode, path: string): Place[] {
  const start: Found = {
    key: { from: tree.from, to: tree.to },
    value: null,
    drop: null,
    siblings: [],
    unmatched: path.length,
  };
  if (path === '') return [start];
  const found = within(tree, path, null);
  const least = Math.min(...found.map(({ unmatched }) => unmatched));
  return found.length === 0 ? [start] : found.filter(({ unmatched }) => unmatched === least);
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
      return siblings.length > 0 ? found.map((place) => ({ ...place, siblings })) : found;
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
