import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesFor, monthsBetween } from '../../../../renderer/views/milestones/Timeline.tsx';

describe('the timeline of milestones', () => {
  test('names on one line never overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }), (some) => {
        const places = some.toSorted((a, b) => a - b);
        const lines = linesFor(places);
        for (const [index, place] of places.entries())
          for (let before = 0; before < index; before++)
            if (lines[before] === lines[index])
              expect(place - (places[before] ?? 0)).toBeGreaterThanOrEqual(0.17 - 1e-9);
        // A name moves to the next line only when the line above has no space.
        expect(lines[0] ?? 0).toBe(0);
      }),
    );
  });

  test('months are at their first day, fewer of them over a longer time', () => {
    expect(monthsBetween('2026-11-20', '2027-02-03')).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
    expect(monthsBetween('2026-11-20', '2028-06-01')).toEqual([
      '2027-01-01',
      '2027-04-01',
      '2027-07-01',
      '2027-10-01',
      '2028-01-01',
      '2028-04-01',
    ]);
    expect(monthsBetween('2026-11-20', '2036-11-20').length).toBeLessThan(12);
  });
});
