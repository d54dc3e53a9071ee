/** Checks the parser of dates that people type. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTypedDay } from '../../../../renderer/ui/dates/typed-day.ts';
import { addDays, addMonths } from '../../../../shared/domain/calendar.ts';

/** 22 November 2026 is a Sunday. */
const today = '2026-11-22';

describe('a typed day', () => {
  test.each([
    ['today', '2026-11-22'],
    ['Tom', '2026-11-23'],
    ['yesterday', '2026-11-21'],
    ['+3d', '2026-11-25'],
    ['+3', '2026-11-25'],
    ['3d', '2026-11-25'],
    ['-2 days', '2026-11-20'],
    ['in 2 weeks', '2026-12-06'],
    ['+1m', '2026-12-22'],
    ['next month', '2026-12-22'],
    ['1y', '2027-11-22'],
    ['fri', '2026-11-27'],
    // Today is a Sunday. “Sunday” then means the next Sunday, not today.
    ['Sunday', '2026-11-29'],
    ['2026-12-01', '2026-12-01'],
    ['2026/2/9', '2026-02-09'],
    ['31.12.', '2026-12-31'],
    ['13.12.2031', '2031-12-13'],
    ['1 dec', '2026-12-01'],
    ['Dec 1, 2027', '2027-12-01'],
    ['21 November', '2027-11-21'],
    ['29 feb', '2028-02-29'],
    ['１ Ｄｅｃ', '2026-12-01'],
  ])('%s', (typed, day) => {
    expect(parseTypedDay(typed, today)).toBe(day);
  });

  test.each(['', 'to', 'next', '+', '5', 'soon', '2026-13-01', '31.2.2027', '1 j 2027', '1 dec 2', '2026-12', '+3x'])(
    '%s means no date',
    (typed) => {
      expect(parseTypedDay(typed, today)).toBeNull();
    },
  );

  // Points and slashes mean the same order, and a day that only the other order gives is that day.
  test.each([
    ['12.10.2027', '2027-10-12', '2027-12-10'],
    ['12/10/2027', '2027-10-12', '2027-12-10'],
    ['12-10-2027', '2027-10-12', '2027-12-10'],
    ['12/10/27', '2027-10-12', '2027-12-10'],
    ['13/12/2026', '2026-12-13', '2026-12-13'],
    ['12.13.2026', '2026-12-13', '2026-12-13'],
    ['31/12', '2026-12-31', '2026-12-31'],
    ['1-2', null, null],
  ])('%s has the order of the system’s language', (typed, dayFirst, monthFirst) => {
    expect(parseTypedDay(typed, today, true)).toBe(dayFirst);
    expect(parseTypedDay(typed, today, false)).toBe(monthFirst);
  });

  test('every day is found by its written form', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (count) => {
        const day = addDays(today, count);
        expect(parseTypedDay(day, today)).toBe(day);
      }),
    );
  });

  test('adding months never skips a month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: -50, max: 50 }), (count, months) => {
        const from = addDays(today, count);
        const to = addMonths(from, months);
        const index = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
        expect(index(to) - index(from)).toBe(months);
        expect(Number(to.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)));
      }),
    );
  });
});
