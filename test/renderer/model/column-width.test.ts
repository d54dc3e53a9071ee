/** Checks the widths of board columns (renderer/model/column-width.ts). */
import { expect, test } from 'vitest';
import { columnWidthPxForBoard, estimatedLettersPerLine } from '../../../renderer/model/column.ts';

test('few columns share the available width, up to a readable maximum; many keep their width and scroll', () => {
  // 1688 px is the width of the board in a window of 1920 px.
  expect([1, 3, 4, 5, 6, 60].map((count) => columnWidthPxForBoard(1688, count, 288))).toEqual([
    388, 388, 388, 324, 288, 288,
  ]);
  expect([1, 3, 4].map((count) => columnWidthPxForBoard(1048, count, 288))).toEqual([388, 334, 288]);
});

test('columns that fit fill the board up to its margin', () => {
  for (let room = 900; room < 2000; room += 37)
    for (let count = 1; count < 8; count++) {
      const width = columnWidthPxForBoard(room, count, 200);
      if (width > 200) expect(count * width + (count - 1) * 10 + 24).toBeLessThanOrEqual(room);
    }
});

test('a board without columns, or a window of width 0, gives a valid width', () => {
  expect(columnWidthPxForBoard(1688, 0, 288)).toBe(388);
  expect(columnWidthPxForBoard(0, 3, 288)).toBe(288);
});

test('lines of wider columns have more letters', () => {
  expect([estimatedLettersPerLine(288), estimatedLettersPerLine(388)]).toEqual([34, 50]);
});
