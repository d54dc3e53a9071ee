import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../shared/domain/calendar.ts';
import {
  axisUnitAtZoom,
  axisUnits,
  clampZoom,
  dayAtXPx,
  firstDayOfAxisUnit,
  maxPxPerDay,
  minPxPerDay,
  pxPerDayByAxisUnit,
  scrollXAfterZoomPx,
  ticksBetween,
  xOfDayPx,
} from '../../shared/domain/time-axis.ts';

const days = fc.integer({ min: 0, max: 8000 }).map((offset) => addDays('2020-01-01', offset));
const zooms = fc.double({ min: minPxPerDay, max: maxPxPerDay, noNaN: true });

test('the day at the middle of a day is that day', () => {
  fc.assert(
    fc.property(days, days, zooms, (origin, day, pxPerDay) => {
      const axis = { origin, pxPerDay };
      expect(dayAtXPx(axis, xOfDayPx(axis, day) + pxPerDay / 2)).toBe(day);
    }),
  );
});

test('ticks begin with the unit of the first day, ascend by one unit and end within the range', () => {
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 0, max: 1000 }),
      fc.constantFrom(...axisUnits, 'year' as const),
      fc.integer({ min: 0, max: 6 }),
      (from, length, unit, firstWeekday) => {
        const to = addDays(from, length);
        const ticks = ticksBetween(from, to, unit, firstWeekday);
        // Finds the ticks in a slow, obvious way: takes the start of the unit for every day, and removes duplicates.
        const slow = [...Array(length + 1).keys()].map((offset) =>
          firstDayOfAxisUnit(addDays(from, offset), unit, firstWeekday),
        );
        expect(ticks).toEqual([...new Set(slow)]);
      },
    ),
  );
});

test('ticks end at the last day that a date can have', () => {
  for (const unit of [...axisUnits, 'year'] as const) {
    const ticks = ticksBetween('9999-11-01', '9999-12-31', unit, 1);
    expect(ticks.at(-1)?.slice(0, 4)).toBe('9999');
    expect(ticks.length).toBeLessThanOrEqual(61);
  }
});

test('ticks begin in the first year that a date can have', () => {
  expect(ticksBetween('0001-01-01', '0001-04-01', 'month', 1)).toEqual(
    ['0001-01', '0001-02', '0001-03', '0001-04'].map((month) => `${month}-01`),
  );
  expect(ticksBetween('0098-05-05', '0100-01-01', 'year', 1)).toEqual(['0098-01-01', '0099-01-01', '0100-01-01']);
});

test('a zoom leaves the day below the pointer where it is', () => {
  fc.assert(
    fc.property(days, fc.nat(5000), fc.nat(1500), zooms, zooms, (origin, scrollX, anchorX, before, after) => {
      const moved = scrollXAfterZoomPx(scrollX, anchorX, before, after);
      expect((moved + anchorX) / after).toBeCloseTo((scrollX + anchorX) / before, 6);
      expect(origin).toHaveLength(10);
    }),
  );
});

test('each unit is shown at its own zoom, and zooms are bounded', () => {
  expect(axisUnits.map((unit) => axisUnitAtZoom(pxPerDayByAxisUnit[unit]))).toEqual([...axisUnits]);
  expect([clampZoom(0), clampZoom(1000), clampZoom(4)]).toEqual([minPxPerDay, maxPxPerDay, 4]);
});
