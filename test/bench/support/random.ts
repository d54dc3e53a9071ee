/** Seeded randomness, so that every run measures the same work. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  of<T>(values: readonly T[]): T;
  /** A UUID version 4. */
  id(): string;
}

/** xoshiro128** by Blackman and Vigna (https://prng.di.unimi.it), state filled by splitmix32. */
export function seeded(seed: number): Random {
  let fill = seed >>> 0;
  const part = () => {
    fill = (fill + 0x9e3779b9) >>> 0;
    let mixed = fill ^ (fill >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  let [a, b, c, d] = [part(), part(), part(), part()];
  const turn = (value: number, by: number) => ((value << by) | (value >>> (32 - by))) >>> 0;
  const word = () => {
    const result = Math.imul(turn(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = (b << 9) >>> 0;
    c = (c ^ a) >>> 0;
    d = (d ^ b) >>> 0;
    b = (b ^ c) >>> 0;
    a = (a ^ d) >>> 0;
    c = (c ^ shifted) >>> 0;
    d = turn(d, 11);
    return result;
  };
  const below = (end: number) => Math.floor((word() / 2 ** 32) * end);
  const hex = (digits: number) => Array.from({ length: digits }, () => '0123456789abcdef'.charAt(below(16))).join('');
  return {
    next: () => word() / 2 ** 32,
    below,
    of<T>(values: readonly T[]): T {
      return values[below(values.length)] as T;
    },
    id: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'.charAt(below(4))}${hex(3)}-${hex(12)}`,
  };
}
