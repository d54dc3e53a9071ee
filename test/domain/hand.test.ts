import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderHand } from '../../shared/domain/hand.ts';

const all = () => true;
const none = () => false;

test('missing cards follow in their own order', () => {
  expect(orderHand(['a', 'b', 'c', 'd'], ['c', 'a'], ['c'], all)).toEqual(['c', 'a', 'b', 'd']);
});

test('dragged cards from outside are added at the drop position, other cards are not', () => {
  expect(orderHand(['a', 'b'], ['a', 'x', 'y', 'b'], ['x'], all)).toEqual(['a', 'x', 'b']);
});

test('nothing changes without a dragged card that can be in a Hand', () => {
  expect(orderHand(['a', 'b'], ['b', 'a'], [], all)).toEqual(['a', 'b']);
  expect(orderHand(['a', 'b'], ['b', 'x', 'a'], ['x'], none)).toEqual(['a', 'b']);
});

test('no card is lost or doubled', () => {
  const ids = fc.array(fc.constantFrom(...'abcdefgh'));
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...'abcdefgh')), ids, ids, (current, wanted, dragged) => {
      const order = orderHand(current, wanted, dragged, (id) => id < 'f');
      expect(new Set(order).size).toBe(order.length);
      for (const id of current) expect(order).toContain(id);
      for (const id of order) expect(current.includes(id) || (dragged.includes(id) && id < 'f')).toBe(true);
    }),
  );
});
