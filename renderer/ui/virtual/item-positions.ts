/** Where a drop or a lasso meets the items of a virtual list. Positions are px from the start of the list. */

interface ItemPosition {
  readonly start: number;
  readonly end: number;
}
type Positions = readonly ItemPosition[];

/** px above an item; below the last one for the index after it. */
export const startOf = (items: Positions, index: number): number => items[index]?.start ?? items.at(-1)?.end ?? 0;

/** The index before which a card dropped at `y` goes: that of the first item whose middle is below `y`. */
export const gapAt = (items: Positions, y: number): number =>
  countWhile(items, ({ start, end }) => (start + end) / 2 < y);

/** Indexes [from, to) of the items that reach into [low, high]; `inset` px at both ends of each are not item. */
export const itemsBetween = (
  items: Positions,
  low: number,
  high: number,
  inset: number,
): readonly [from: number, to: number] => [
  countWhile(items, ({ end }) => end - inset <= low),
  countWhile(items, ({ start }) => start + inset < high),
];

/** How many items at the beginning pass, by binary search. */
function countWhile(items: Positions, passes: (item: ItemPosition) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item && passes(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
