import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountSeqOfShortCode, shortCodeOf } from '../../shared/domain/short-code.ts';

describe('short codes', () => {
  // Together, these cases determine the alphabet, the base and the offset of the codes.
  test.each([
    [1, '111'],
    [28, '11z'],
    [784, '1zz'],
    [2481, '45j'],
    [21953, '1111'],
  ])('%i is %s', (seq, code) => {
    expect(shortCodeOf(seq)).toBe(code);
    expect(accountSeqOfShortCode(code)).toBe(seq);
    expect(accountSeqOfShortCode(`$${code}`)).toBe(seq);
    expect(accountSeqOfShortCode(code.toUpperCase())).toBe(seq);
  });

  test('gives every number exactly one code, in number order within a length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (seq) => {
        const [code, next] = [shortCodeOf(seq), shortCodeOf(seq + 1)];
        expect(accountSeqOfShortCode(code)).toBe(seq);
        expect(next.length > code.length || next > code).toBe(true);
      }),
    );
  });

  test('finds no number for other texts', () => {
    for (const text of ['', '$', '1', 'zz', '11b', '110', '1 1', '$$111', 'zzzzzzz', '11111111111', 'ÿ11'])
      expect(accountSeqOfShortCode(text), text).toBeUndefined();
  });

  test('refuses numbers that no card can have', () => {
    for (const seq of [0, -1, 1.5, Number.NaN, 2 ** 31]) expect(() => shortCodeOf(seq)).toThrow(RangeError);
  });
});
