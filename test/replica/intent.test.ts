import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeList, mergeRecord, mergeText } from '../../electron/replica/outbox/intent.ts';

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
