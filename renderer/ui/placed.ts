/** Each item with its place (from 0): a key for lists whose items have no other identity and never move. */
export const placed = <T>(items: readonly T[]): (readonly [place: string, item: T])[] =>
  items.map((item, index) => [String(index), item]);
