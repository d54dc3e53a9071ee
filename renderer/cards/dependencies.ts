/** Finds cycles of card dependencies. The card panel refuses a new dependency that creates a cycle. */

/** Maps a card id to the ids of the cards that must be done before it. */
type DependencyMap = ReadonlyMap<string, readonly string[]>;

/**
 * Finds the cycle that appears if `after` starts to wait for `before`: the ids of a chain of cards from `before` to
 * `after` in which each card already waits for the next one. Returns null if the known cards contain no such chain.
 */
export function findDependencyCycle(known: DependencyMap, before: string, after: string): string[] | null {
  const cameFrom = new Map<string, string | null>([[before, null]]);
  const queue = [before];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (id === after) {
      const path: string[] = [];
      for (let step: string | null = id; step !== null; step = cameFrom.get(step) ?? null) path.unshift(step);
      return path;
    }
    for (const earlier of known.get(id) ?? []) {
      if (cameFrom.has(earlier)) continue;
      cameFrom.set(earlier, id);
      queue.push(earlier);
    }
  }
  return null;
}
