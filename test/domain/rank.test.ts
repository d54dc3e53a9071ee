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

test('a gap whose upper bound is not above its lower bound has no upper bound', () => {
  const [rank] = ranksBetween('a5', 'a5', 1);
  expect(rank && rank > 'a5').toBe(true);
});
