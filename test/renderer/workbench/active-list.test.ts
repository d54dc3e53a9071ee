import { expect, test } from 'vitest';
import {
  type ActiveList,
  adjacentCardId,
  adjacentColumnIndex,
  nearestRemainingCardId,
} from '../../../renderer/workbench/active-list.ts';

test('below a row of days is the shorter row with the cards without a date, from every weekday', () => {
  const list: ActiveList = {
    key: 'calendar',
    title: 'Calendar',
    columnsPerRow: 7,
    columns: [...Array(15).keys()].map((at) => ({
      column: { key: `day:${at}`, title: '', by: 'none' as const, value: null },
      ids: [],
    })),
    cardOf: () => undefined,
    reveal: () => {},
  };
  expect([0, 6, 7, 9, 13, 14].map((at) => adjacentColumnIndex(list, at, 'down'))).toEqual([7, 13, 14, 14, 14, null]);
  expect(adjacentColumnIndex(list, 14, 'up')).toBe(7);
  expect(adjacentColumnIndex(list, 6, 'right')).toBeNull();
});

test('a card that leaves its column gives the focus to the nearest card below, else above', () => {
  const columns = (...lists: string[]) => lists.map((ids) => ({ ids: [...ids] }));
  const before = columns('abc', 'defg');
  expect(nearestRemainingCardId('e', before, columns('abc', 'dfg'))).toBe('f');
  expect(nearestRemainingCardId('e', before, columns('abc', 'dg'))).toBe('g');
  expect(nearestRemainingCardId('e', before, columns('abc', 'd'))).toBe('d');
  expect(nearestRemainingCardId('e', before, columns('abc', ''))).toBe(null);
  expect(nearestRemainingCardId('x', before, before)).toBe(null);
  // Cards in folded columns get no focus.
  expect(nearestRemainingCardId('e', before, [{ ids: ['a'] }, { ids: ['d', 'f'], isFolded: true }])).toBe(null);
});

// Card `y` is in a folded column and also in a column that is not folded. Arrow keys must start at its place in the
// column that is not folded. If they started in the folded column, they would lead to the first card of the board.
test('arrows go on from a card that is also in a folded column', () => {
  const column = (key: string, ids: string, isFolded = false) => ({
    column: { key: `tag:${key}`, title: key, by: 'tag' as const, value: key },
    ids: [...ids],
    isFolded,
  });
  const list: ActiveList = {
    key: 'board',
    title: 'Board',
    columns: [column('a', 'x'), column('b', 'yz', true), column('c', 'yw')],
    cardOf: () => undefined,
    reveal: () => {},
  };
  expect(adjacentCardId(list, 'y', 'down')).toBe('w');
  expect(adjacentCardId(list, 'z', 'down')).toBe('x');
});
