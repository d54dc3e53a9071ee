/** Seeded random numbers (mulberry32, public domain). The same seed gives the same numbers. */
export interface RandomSource {
  /** Returns a number from 0 to less than 1. */
  next(): number;
  /** Returns an integer from 0 to less than `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createRandomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(items) {
      if (items.length === 0) throw new Error('There is nothing to pick from');
      return items[below(items.length)] as never;
    },
  };
}

/**
 * Returns a generator of version 4 UUIDs. The same seed gives the same ids, so that rows have the same order by id in
 * every run.
 */
export function createSeededIdGenerator(seed: number): () => string {
  const random = createRandomSource(seed);
  const digits = (count: number) => Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  return () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}
