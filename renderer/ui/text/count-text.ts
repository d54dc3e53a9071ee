/** "1 card" or "2 cards": a count with its noun. `many` is the plural where it does not end in "s". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
