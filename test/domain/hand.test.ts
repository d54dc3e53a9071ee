import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewestCardsToMove, newHandOrder } from '../../shared/domain/hand.ts';

const all = () => true;
const none = () => false;

test('missing cards follow in their own order', () => {
  expect(newHandOrder(['a', 'b', 'c', 'd'], ['c', 'a'], ['c'], all)).toEqual(['c', 'a', 'b', 'd']);
});

test('dragged cards from outside are added at the drop position, other cards are not', () => {
  expect(newHandOrder(['a', 'b'], ['a', 'x', 'y', 'b'], ['x'], all)).toEqual(['a', 'x', 'b']);
});

test('nothing changes without a dragged card that can be in a Hand', () => {
  expect(newHandOrder(['a', 'b'], ['b', 'a'], [], all)).toEqual(['a', 'b']);
  expect(newHandOrder(['a', 'b'], ['b', 'x', 'a'], ['x'], none)).toEqual(['a', 'b']);
});

test('no card is lost or doubled', () => {
  const ids = fc.array(fc.constantFrom(...'abcdefgh'));
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...'abcdefgh')), ids, ids, (current, wanted, dragged) => {
      const order = newHandOrder(current, wanted, dragged, (id) => id < 'f');
      expect(new Set(order).size).toBe(order.length);
      for (const id of current) expect(order).toContain(id);
      for (const id of order) expect(current.includes(id) || (dragged.includes(id) && id < 'f')).toBe(true);
    }),
  );
});

/** Returns all permutations of the ids. */
const ordersOf = (ids: readonly string[]): string[][] =>
  ids.length === 0
    ? [[]]
    : ids.flatMap((id) => ordersOf(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]));
const subsetsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: 2 ** ids.length }, (_, bits) => ids.filter((_, at) => (bits >> at) & 1));

test('the moved cards are the fewest whose move gives the new order', () => {
  const from = ['a', 'b', 'c', 'd', 'e'];
  for (const to of ordersOf(from)) {
    const without = (ids: readonly string[], moved: readonly string[]) =>
      ids.filter((id) => !moved.includes(id)).join('');
    const moved = fewestCardsToMove(from, to);
    expect(without(to, moved)).toBe(without(from, moved));
    const fewest = Math.min(
      ...subsetsOf(from)
        .filter((subset) => without(to, subset) === without(from, subset))
        .map(({ length }) => length),
    );
    expect(moved).toHaveLength(fewest);
  }
});
