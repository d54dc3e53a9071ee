import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeHandOrder, mergeRecord, mergeText } from '../../../electron/replica/outbox/merge-params.ts';
import { mergeList } from '../../../shared/domain/text-merge.ts';

describe('lists', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });

  test('keep additions and removals of both sides', () => {
    fc.assert(
      fc.property(list, list, list, (base, mine, theirs) => {
        const merged = mergeList(base, mine, theirs);
        const expected = new Set([
          ...theirs.filter((item) => mine.includes(item) || !base.includes(item)),
          ...mine.filter((item) => !base.includes(item)),
        ]);
        expect(new Set(merged)).toEqual(expected);
        expect(merged).toHaveLength(expected.size);
      }),
    );
  });

  test('are mine if nobody else changed them, theirs if I did not', () => {
    fc.assert(
      fc.property(list, list, (base, changed) => {
        expect(mergeList(base, changed, base)).toEqual(changed);
        expect(mergeList(base, base, changed)).toEqual(changed);
      }),
    );
  });

  test('keep my order if I moved something, with their additions at their positions', () => {
    expect(mergeList(['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b', 'x', 'c'])).toEqual(['c', 'a', 'b', 'x']);
    expect(mergeList(['a', 'b'], ['a', 'n', 'b'], ['b', 'a'])).toEqual(['b', 'a', 'n']);
  });

  test('can contain the zone without a name', () => {
    expect(mergeList([null, 'a'], [null, 'a', 'b'], ['x', null, 'a'])).toEqual(['x', null, 'a', 'b']);
  });
});

describe('orders of a Hand', () => {
  const cards = [...'abcdefgh'];
  const order = fc.shuffledSubarray(cards, { minLength: 3 });
  const some = fc.subarray(cards, { minLength: 1 });

  test('leave the cards that I did not drag in the order of the others', () => {
    fc.assert(
      fc.property(order, order, some, (mine, theirs, dragged) => {
        const merged = mergeHandOrder(mine, dragged, theirs);
        const isLeft = (id: unknown) => !dragged.includes(id as string);
        expect(merged.filter(isLeft)).toEqual(theirs.filter(isLeft));
        expect(merged.filter((id) => !isLeft(id)).toSorted()).toEqual(mine.filter((id) => !isLeft(id)).toSorted());
      }),
    );
  });

  test('are mine if nobody else changed them', () => {
    fc.assert(
      fc.property(order, fc.nat(), fc.nat(), (base, from, to) => {
        const card = base[from % base.length] as string;
        const mine = base.toSpliced(from % base.length, 1).toSpliced(to % base.length, 0, card);
        expect(mergeHandOrder(mine, [card], base)).toEqual(mine);
      }),
    );
  });

  test('keep the moves of both', () => {
    expect(mergeHandOrder(['b', 'a', 'c', 'd'], ['a'], ['d', 'a', 'b', 'c'])).toEqual(['d', 'b', 'a', 'c']);
  });
});

test('records merge by name', () => {
  expect(mergeRecord({ a: 1, b: 2 }, { a: 1, b: 5 }, { a: 7, b: 2, c: 3 })).toEqual({ a: 7, b: 5, c: 3 });
  expect(mergeRecord({ a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 })).toEqual({ a: 1, c: 3 });
});

describe('texts', () => {
  test('are merged if different lines changed', () => {
    const base = 'Title\n\none\ntwo\nthree\nfour';
    expect(mergeText(base, base.replace('one', 'ONE'), base.replace('four', 'FOUR'))).toBe(
      'Title\n\nONE\ntwo\nthree\nFOUR',
    );
  });
  test('conflict if the same line changed', () => {
    expect(mergeText('a', 'b', 'c')).toBeUndefined();
    expect(mergeText('a', 'b', 'b')).toBe('b');
  });
});
