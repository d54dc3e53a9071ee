/** Where cards of a virtual column stand, against sums done the slow way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CardTrack } from '../../../renderer/virtual/offset-index.ts';

const height = fc.integer({ min: 30, max: 160 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('measure' as const), index: fc.nat(30), height }),
  fc.record({ kind: fc.constant('keys' as const), count: fc.nat(30), from: fc.nat(5) }),
  fc.record({ kind: fc.constant('look' as const), estimate: height }),
);

test('starts, places and gaps are those of the heights known so far', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(4_000), (steps, y) => {
      const track = new CardTrack();
      let estimate = (_key: string) => 80;
      let keys: readonly string[] = [];
      const measured = new Map<string, number>();
      for (const next of steps) {
        if (next.kind === 'measure') {
          track.measure(next.index, next.height);
          const key = keys[next.index];
          if (key !== undefined) measured.set(key, next.height);
          continue;
        }
        if (next.kind === 'keys') keys = Array.from({ length: next.count }, (_, index) => `card${next.from + index}`);
        else {
          estimate = () => next.estimate;
          measured.clear();
        }
        track.take(keys, estimate, 2, 24);
      }
      track.take(keys, estimate, 2, 24);
      const heights = keys.map((key) => measured.get(key) ?? estimate(key));
      const starts = heights.map((_, index) => 2 + heights.slice(0, index).reduce((sum, px) => sum + px, 0));
      expect(keys.map((_, index) => track.startOf(index))).toEqual(starts);
      const end = 2 + heights.reduce((sum, px) => sum + px, 0);
      expect(track.total).toBe(end + 24);
      const at = starts.findLastIndex((start) => start <= y);
      expect(track.at(y)).toBe(keys.length === 0 ? -1 : Math.max(0, at));
      const gap = starts.findIndex((start, index) => start + (heights[index] ?? 0) / 2 >= y);
      expect(track.gapAt(y)).toBe(gap < 0 ? keys.length : gap);
    }),
  );
});

// Breaks when heights measured before are thrown away because cards moved: the column would jump under the reader.
test('what was measured stays known while cards come and go', () => {
  const track = new CardTrack();
  const estimate = () => 80;
  track.take(['a', 'b', 'c'], estimate, 0, 0);
  expect(track.measure(1, 120)).toBe(40);
  track.take(['x', 'a', 'b', 'c'], estimate, 0, 0);
  expect(track.startOf(3)).toBe(80 + 80 + 120);
  track.take(['x', 'a', 'c'], estimate, 0, 0);
  track.take(['b', 'c'], estimate, 0, 0);
  expect(track.startOf(1)).toBe(120);
});

test('a range reaches the cards in it, not the gaps beside them', () => {
  const track = new CardTrack();
  track.take(['a', 'b', 'c'], () => 30, 0, 0);
  expect(track.reaching(0, 0, 3)).toEqual([0, 0]);
  expect(track.reaching(27, 33, 3)).toEqual([1, 1]);
  expect(track.reaching(10, 64, 3)).toEqual([0, 3]);
  expect(track.reaching(90, 200, 3)).toEqual([3, 3]);
});
