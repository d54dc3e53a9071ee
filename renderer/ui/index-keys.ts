/** Only for lists whose items have no id and never change their order. */
export const pairWithIndexKeys = <T>(items: readonly T[]): (readonly [key: string, item: T])[] =>
  items.map((item, index) => [String(index), item]);
