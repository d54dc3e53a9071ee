import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ranksBetween } from '../../shared/domain/rank.ts';

test('ranks ascend strictly between their neighbours, however often cards are inserted at one position', () => {
  const insertion = fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(insertion, { maxLength: 60 }), (insertions) => {
      const ranks: string[] = [];
      for (const { at, count } of insertions) {
        const place = at % (ranks.length + 1);
        ranks.splice(place, 0, ...ranksBetween(ranks[place - 1] ?? null, ranks[place] ?? null, count));
      }
      expect(ranks).toEqual([...new Set(ranks)].sort());
    }),
  );
});

test('new ranks can follow ranks of another service in another form', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (foreign, count) => {
      const ranks = ranksBetween(foreign, null, count);
      expect(ranks).toHaveLength(count);
      for (const rank of ranks) expect(rank > foreign).toBe(true);
    }),
  );
});

// The fixed case in `examples` inserts ranks between 'x' and 'x!a0'. A new rank must be below the upper bound 'x!a0'.
// Otherwise the second insertion after 'x' gives the same rank as the first.
test('ranks are strictly between any two bounds, also of another service, and leave a gap for more', () => {
  const character = fc.constantFrom(' ', '!', '"', '0', 'A', 'Z', 'a', 'z', 'x', '~', 'é');
  const foreign = fc.string({ unit: character, maxLength: 6 });
  const count = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(foreign, foreign, count, fc.array(fc.nat(), { maxLength: 10 }), (one, other, count, insertions) => {
      fc.pre(one !== other);
      const ranks = [one, other].sort();
      for (const at of [0, ...insertions]) {
        const place = 1 + (at % (ranks.length - 1));
        ranks.splice(place, 0, ...ranksBetween(ranks[place - 1] as string, ranks[place] as string, count));
      }
      expect(ranks).toHaveLength(2 + count * (1 + insertions.length));
      expect(ranks).toEqual([...new Set(ranks)].sort());
    }),
    { numRuns: 2000, examples: [['x', 'x!a0', 1, [0, 0]]] },
  );
});

test('ranks are below any rank of another service', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (foreign, count) => {
      const ranks = ranksBetween(null, foreign, count);
      expect([...ranks, foreign]).toEqual([...new Set([...ranks, foreign])].sort());
    }),
  );
});

test('a gap whose upper bound is not above its lower bound has no upper bound', () => {
  const [rank] = ranksBetween('a5', 'a5', 1);
  expect(rank && rank > 'a5').toBe(true);
});
