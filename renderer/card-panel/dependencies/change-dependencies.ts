/**
 * The service can only replace the whole list of a card's dependencies. So each change waits for the one before it, and
 * starts from the newest list instead of the list on screen.
 */

export type DependencySide = 'inDeps' | 'outDeps';

export interface CardDependencies {
  readonly cardId: string;
  readonly title: string;
  readonly inDeps: readonly string[] | null;
  readonly outDeps: readonly string[] | null;
}

interface DependencyStore {
  /** Newest state. Omits cards that do not exist or that the token cannot read. */
  read(ids: readonly string[]): Promise<readonly CardDependencies[]>;
  /** `change` only decides the label of the action. */
  save(change: 'add' | 'remove', side: DependencySide, cardId: string, ids: readonly string[]): Promise<unknown>;
}

/** Of the search for cycles. */
const maxLevels = 40;
const maxKnownCards = 2000;

export function createDependencyEditor(store: DependencyStore) {
  let changes: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(change: () => Promise<T>): Promise<T> => {
    const changed = changes.then(change);
    changes = changed.catch(() => undefined);
    return changed;
  };

  const saveList = async (change: 'add' | 'remove', side: DependencySide, cardId: string, otherId: string) => {
    const [card] = await store.read([cardId]);
    if (!card) return;
    const others = (card[side] ?? []).filter((id) => id !== otherId);
    await store.save(change, side, cardId, change === 'add' ? [...others, otherId] : others);
  };

  /**
   * Titles of the cards in the cycle that is created if `after` waits for `before`. Null if the search finds no cycle
   * within `maxLevels` and `maxKnownCards`.
   */
  const cycleTitles = async (before: string, after: string): Promise<string[] | null> => {
    const known = new Map<string, readonly string[]>();
    const titles = new Map<string, string>();
    let level: string[] = [before];
    for (let depth = 0; depth < maxLevels && level.length > 0 && known.size < maxKnownCards; depth++) {
      const rows = await store.read(level);
      for (const row of rows) {
        known.set(row.cardId, row.inDeps ?? []);
        titles.set(row.cardId, row.title);
      }
      level = [...new Set(rows.flatMap((row) => row.inDeps ?? []))].filter((id) => !known.has(id));
    }
    return findDependencyCycle(known, before, after)?.map((id) => titles.get(id) ?? 'a card not seen here') ?? null;
  };

  return {
    /** Returns null, or, if the addition creates a cycle, changes nothing and returns the titles of the cards in it. */
    add: (side: DependencySide, cardId: string, otherId: string): Promise<string[] | null> =>
      enqueue(async () => {
        const [before, after] = side === 'inDeps' ? [otherId, cardId] : [cardId, otherId];
        const cycle = await cycleTitles(before, after);
        if (!cycle) await saveList('add', side, cardId, otherId);
        return cycle;
      }),
    remove: (side: DependencySide, cardId: string, otherId: string): Promise<void> =>
      enqueue(() => saveList('remove', side, cardId, otherId)),
  };
}

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
