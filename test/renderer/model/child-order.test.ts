import { expect, test } from 'vitest';
import { idsWithOneMoved } from '../../../renderer/model/child-order.ts';

test('a sub card moves to a place of the list, at most to its start or end', () => {
  expect(idsWithOneMoved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(idsWithOneMoved(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
  const same = ['a', 'b'];
  expect(idsWithOneMoved(same, 'a', 0)).toBe(same);
  expect(idsWithOneMoved(same, 'gone', 1)).toBe(same);
});

// The panel hides deleted sub cards, so they must not count as positions. Otherwise a sub card only changes places with
// a deleted one, and nothing seems to move.
test('a sub card moves past deleted ones to a place among the shown ones', () => {
  const ids = ['gone', 'a', 'gone2', 'b', 'gone3'];
  const shown = ['a', 'b'];
  expect(idsWithOneMoved(ids, 'a', 1, shown)).toEqual(['gone', 'gone2', 'b', 'a', 'gone3']);
  expect(idsWithOneMoved(ids, 'b', 0, shown)).toEqual(['gone', 'b', 'a', 'gone2', 'gone3']);
  expect(idsWithOneMoved(ids, 'b', 2, shown)).toBe(ids);
});
