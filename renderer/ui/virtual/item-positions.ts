/** Positions are px from the start of a virtual list. */

interface ItemPosition {
  readonly start: number;
  readonly end: number;
}
type Positions = readonly ItemPosition[];

/** For an index after the last item, the end of the list. */
export const itemTopPx = (items: Positions, index: number): number => items[index]?.start ?? items.at(-1)?.end ?? 0;

/** The index of the first item whose middle is at or below `y`. */
export const insertionIndexAtYPx = (items: Positions, y: number): number =>
  countWhile(items, ({ start, end }) => (start + end) / 2 < y);

/** Indexes [from, to). Ignores `inset` px at both ends of each item, because they belong to the gap between items. */
export const itemIndexesInPxRange = (
  items: Positions,
  low: number,
  high: number,
  inset: number,
): readonly [from: number, to: number] => [
  countWhile(items, ({ end }) => end - inset <= low),
  countWhile(items, ({ start }) => start + inset < high),
];

/** Binary search: `passes` must return false for all items after the first false. */
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
