/** Pairs each item with its index as a React key, for lists whose items have no identity and never move. */
export const withIndexKeys = <T>(items: readonly T[]): (readonly [key: string, item: T])[] =>
  items.map((item, index) => [String(index), item]);
