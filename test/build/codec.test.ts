import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeStructuredCloneCodec } from '../../build/standin/page/codec.ts';

const { encode, decode } = makeStructuredCloneCodec();

/**
 * Encodes a value and decodes it again. Like the Electron stand-in, it transfers long strings separately, in `texts`.
 */
const encodeAndDecode = (value: unknown): unknown => {
  const texts: string[] = [];
  const text = encode(value, texts);
  return decode(text, texts);
};

const anything = fc.anything({
  key: fc.oneof(fc.string(), fc.constantFrom('$', '__proto__', 'v', 'id', 'then')),
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: false,
  withTypedArray: true,
  maxDepth: 4,
  values: [
    ...[fc.string({ unit: 'binary' }), fc.integer(), fc.double(), fc.boolean(), fc.bigInt()],
    ...[fc.constantFrom(undefined, null, -0, Number.NaN, Infinity, '\ud800')],
    fc.nat({ max: 50 }).map((n) => (n === 0 ? '"\n😀'.repeat(5000) : 'short')),
  ],
});

test('values are copied as by the structured clone algorithm', () => {
  fc.assert(
    fc.property(anything, (value) => {
      expect(isDeepStrictEqual(encodeAndDecode(value), structuredClone(value))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('shared and cyclic references are preserved', () => {
  const shared = { name: 'shared' };
  const value: Record<string, unknown> = { a: shared, b: [shared], m: new Map([['k', shared]]), $: 'own' };
  value.self = value;
  const got = encodeAndDecode(value) as typeof value & { b: unknown[]; m: Map<string, unknown> };
  expect(got.self).toBe(got);
  expect(got.b[0]).toBe(got.a);
  expect(got.m.get('k')).toBe(got.a);
  expect(got.$).toBe('own');
});

test('errors keep name, message, stack and cause', () => {
  const error = new RangeError('outer', { cause: new TypeError('inner') });
  const got = encodeAndDecode(error) as Error;
  expect(got).toBeInstanceOf(RangeError);
  expect([got.message, got.stack]).toEqual([error.message, error.stack]);
  expect((got.cause as Error).message).toBe('inner');
});

test.each([[() => 1], [Symbol('s')], [Promise.resolve()], [{ deep: [new WeakMap()] }]])(
  '%s cannot be cloned',
  (value) => {
    expect(() => encode(value)).toThrow('could not be cloned');
  },
);

test('plain JSON is not copied: the text equals JSON.stringify’s', () => {
  const rows = [{ id: 'a', title: 'x', tags: ['t'], done: false, effort: null, at: 1.5 }];
  expect(encode(rows)).toBe(JSON.stringify(rows));
});
