/** Each item with its index as a React key, for lists whose items have no identity and never move. */
export const placed = <T>(items: readonly T[]): (readonly [place: string, item: T])[] =>
  items.map((item, index) => [String(index), item]);
