/** Random numbers that are the same at every start and on every computer. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** From 0 up to, but not including, `below`. */
  integerBelow(below: number): number;
  pick<T>(from: readonly T[]): T;
  id(): string;
}

/** Mulberry32 (Tommy Ettinger, public domain): a generator with 32 bits of state, not for cryptography. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const bits = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  const integerBelow = (below: number) => Math.floor(next() * below);
  const hex = () => bits().toString(16).padStart(8, '0');
  return {
    next,
    integerBelow,
    pick(from) {
      if (from.length === 0) throw new Error('Nothing to pick from');
      return from[integerBelow(from.length)] as (typeof from)[number];
    },
    id() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()];
      const variant = '89ab'[Number.parseInt(c.charAt(0), 16) % 4];
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}
