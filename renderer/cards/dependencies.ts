/** Dependencies among known cards: would one more close a cycle, and how does a card's neighbourhood look. */

/** Ids of the cards that must be done before each card. */
export type DependencyMap = ReadonlyMap<string, readonly string[]>;

/**
 * The way from `before` back to `after` along what must be done first, when making `after` wait for `before` would
 * close a cycle: ids from `before` to `after`. Null when it would not, as far as the known cards tell.
 */
export function cycleThrough(known: DependencyMap, before: string, after: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[before, null]]);
  const queue = [before];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (id === after) {
      const way: string[] = [];
      for (let step: string | null = id; step !== null; step = cameFrom.get(step) ?? null) way.unshift(step);
      return way;
    }
    for (const earlier of known.get(id) ?? []) {
      if (cameFrom.has(earlier)) continue;
      cameFrom.set(earlier, id);
      queue.push(earlier);
    }
  }
  return null;
}
