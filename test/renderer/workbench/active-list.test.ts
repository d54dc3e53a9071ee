import { expect, test } from 'vitest';
import { type ActiveList, adjacentColumnIndex } from '../../../renderer/workbench/active-list.ts';

test('below a row of days is the shorter row with the cards without a date, from every weekday', () => {
  const list: ActiveList = {
    key: 'calendar',
    title: 'Calendar',
    across: 7,
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
