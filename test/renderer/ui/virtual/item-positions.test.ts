/** Compares the searches by position in a virtual list with a linear search. Drops and lassos use these searches. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  insertionIndexAtYPx,
  itemIndexesInPxRange,
  itemTopPx,
} from '../../../../renderer/ui/virtual/item-positions.ts';

const stackedItems = (heights: readonly number[]) => {
  let end = 0;
  return heights.map((height) => {
    const start = end;
    end += height;
    return { start, end };
  });
};

test('a drop goes before the first item whose middle is below it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 30, max: 160 }), { maxLength: 30 }), fc.nat(4_000), (heights, y) => {
      const items = stackedItems(heights);
      const found = items.findIndex(({ start, end }) => (start + end) / 2 >= y);
      expect(insertionIndexAtYPx(items, y)).toBe(found < 0 ? items.length : found);
    }),
  );
});

test('the index after the last item starts at its end', () => {
  const items = stackedItems([30, 50]);
  expect([0, 1, 2, 9].map((index) => itemTopPx(items, index))).toEqual([0, 30, 80, 80]);
  expect(itemTopPx([], 0)).toBe(0);
});

test('a range reaches the items in it, not the gaps beside them', () => {
  const items = stackedItems([30, 30, 30]);
  expect(itemIndexesInPxRange(items, 0, 0, 3)).toEqual([0, 0]);
  expect(itemIndexesInPxRange(items, 27, 33, 3)).toEqual([1, 1]);
  expect(itemIndexesInPxRange(items, 10, 64, 3)).toEqual([0, 3]);
  expect(itemIndexesInPxRange(items, 90, 200, 3)).toEqual([3, 3]);
});
