/** Which rows of a list or a table are mounted: those in sight always, few besides, never many more from one frame to the next. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearerTo, type RowWindow, withSight } from '../../../renderer/virtual/use-row-virtualizer.ts';

const row = 36;
/** px of rows that a frame may mount or let go at an end; what is in sight comes at once. */
const turn = 4 * row;
const px = fc.integer({ min: 0, max: 8_000 });
const height = fc.integer({ min: 200, max: 1_200 });
const place = fc.record({ top: px, height, way: fc.constantFrom(-1, 0, 1) });
const seenAt = ({ top, height: of, way }: { top: number; height: number; way: number }) => ({
  top,
  bottom: top + of,
  way,
});
/** Turns until nothing is left to do. */
function settled(now: RowWindow, seen: RowWindow & { way: number }): RowWindow {
  for (let turns = 0; turns < 500; turns++) {
    const next = nearerTo(now, seen, row);
    if (next === now) return now;
    expect(Math.abs(next.top - now.top)).toBeLessThanOrEqual(turn);
    expect(Math.abs(next.bottom - now.bottom)).toBeLessThanOrEqual(turn);
    now = next;
  }
  throw new Error('It comes to no rest');
}

describe('the rows that are mounted', () => {
  test('are those in sight after every scroll, and few besides once they had their turns', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), (places) => {
        let now: RowWindow = { top: 0, bottom: 20 * row };
        for (const at of places) {
          const seen = seenAt(at);
          now = withSight(now, seen, row);
          expect(now.top).toBeLessThanOrEqual(seen.top);
          expect(now.bottom).toBeGreaterThanOrEqual(seen.bottom);
          const later = settled(now, seen);
          expect(later.top).toBeLessThanOrEqual(seen.top);
          expect(later.bottom).toBeGreaterThanOrEqual(seen.bottom);
          expect(later.bottom - later.top).toBeLessThanOrEqual(at.height + 12 * row);
          // Not all have their turns before the next scroll.
          now = nearerTo(now, seen, row);
        }
      }),
      { numRuns: 300 },
    );
  });
  test('lie ahead where scrolling leads', () => {
    const seen = { top: 1_800, bottom: 2_520 };
    const down = settled(withSight({ top: 0, bottom: 0 }, seen, row), { ...seen, way: 1 });
    const up = settled(withSight({ top: 0, bottom: 0 }, seen, row), { ...seen, way: -1 });
    expect(down.bottom - seen.bottom).toBeGreaterThan(120);
    expect(seen.top - up.top).toBeGreaterThan(120);
    expect(seen.top - down.top).toBeLessThan(120);
  });
  test('stay the same objects where nothing changes, so that nothing is drawn', () => {
    const now = { top: 0, bottom: 900 };
    expect(withSight(now, { top: 10, bottom: 700 }, row)).toBe(now);
    const at = { top: 720, bottom: 1_440, way: 1 };
    const done = settled(withSight(now, at, row), at);
    expect(nearerTo(done, at, row)).toBe(done);
  });
});
