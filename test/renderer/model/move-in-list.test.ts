import { expect, test } from 'vitest';
import { withItemMoved } from '../../../renderer/model/zones.ts';

test('a sub card moves to a place of the list, at most to its start or end', () => {
  expect(withItemMoved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(withItemMoved(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
  const same = ['a', 'b'];
  expect(withItemMoved(same, 'a', 0)).toBe(same);
  expect(withItemMoved(same, 'gone', 1)).toBe(same);
});

test('the unnamed zone, which is null, moves like other zones', () => {
  const zones = ['a', null, 'b'];
  expect(withItemMoved(zones, 'b', 0)).toEqual(['b', 'a', null]);
  expect(withItemMoved(zones, null, 2)).toEqual(['a', 'b', null]);
  expect(withItemMoved(zones, 'b', 9)).toBe(zones);
});

// The panel hides deleted sub cards, so they must not count as positions. Otherwise a sub card only changes places with
// a deleted one, and nothing seems to move.
test('a sub card moves past deleted ones to a place among the shown ones', () => {
  const ids = ['gone', 'a', 'gone2', 'b', 'gone3'];
  const shown = ['a', 'b'];
  expect(withItemMoved(ids, 'a', 1, shown)).toEqual(['gone', 'gone2', 'b', 'a', 'gone3']);
  expect(withItemMoved(ids, 'b', 0, shown)).toEqual(['gone', 'b', 'a', 'gone2', 'gone3']);
  expect(withItemMoved(ids, 'b', 2, shown)).toBe(ids);
});
