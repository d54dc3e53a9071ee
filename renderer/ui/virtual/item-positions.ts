/**
 * Finds items of a virtual list by position, for drops and for the lasso selection. Positions are px from the start of
 * the list.
 */

interface ItemPosition {
  readonly start: number;
  readonly end: number;
}
type Positions = readonly ItemPosition[];

/** Returns the top of the item at `index`, in px. For an index after the last item, returns the end of the list. */
export const itemTopPx = (items: Positions, index: number): number => items[index]?.start ?? items.at(-1)?.end ?? 0;

/**
 * Returns the index at which a card dropped at `y` is inserted: the index of the first item whose middle is at or below
 * `y`.
 */
export const insertionIndexAtYPx = (items: Positions, y: number): number =>
  countWhile(items, ({ start, end }) => (start + end) / 2 < y);

/**
 * Returns the indexes [from, to) of the items that overlap the range from `low` to `high`, in px. Ignores `inset` px at
 * both ends of each item, because they belong to the gap between items.
 */
export const itemIndexesInPxRange = (
  items: Positions,
  low: number,
  high: number,
  inset: number,
): readonly [from: number, to: number] => [
  countWhile(items, ({ end }) => end - inset <= low),
  countWhile(items, ({ start }) => start + inset < high),
];

/**
 * Returns the number of items at the start of the list for which `passes` returns true. The binary search requires that
 * `passes` returns false for all items after the first false.
 */
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
