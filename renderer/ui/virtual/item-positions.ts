/**
 * Finds items of a virtual list by position, for drops and for the lasso selection. Positions are px from the start of
 * the list.
 */

interface ItemPosition {
  readonly start: number;
  readonly end: number;
}
type Positions = readonly ItemPosition[];

/** The top of the item at `index`, in px; for an index after the last item, the end of the list. */
export const topOfItem = (items: Positions, index: number): number => items[index]?.start ?? items.at(-1)?.end ?? 0;

/** The index at which a card dropped at `y` is inserted: that of the first item whose middle is below `y`. */
export const insertionIndexAt = (items: Positions, y: number): number =>
  countWhile(items, ({ start, end }) => (start + end) / 2 < y);

/**
 * Indexes [from, to) of the items that overlap [low, high]. Each item counts as `inset` px shorter at both ends,
 * because its box includes the gap to its neighbours.
 */
export const itemRangeBetween = (
  items: Positions,
  low: number,
  high: number,
  inset: number,
): readonly [from: number, to: number] => [
  countWhile(items, ({ end }) => end - inset <= low),
  countWhile(items, ({ start }) => start + inset < high),
];

/**
 * Number of items at the start of the list that pass, found by binary search. After the first item that fails, all
 * items must fail.
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
