import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMilliseconds,
  addMonths,
  countWorkdays,
  dayInTimeZone,
  daysBetween,
  isoWeek,
  isTimezone,
  startOfDayInTimeZone,
  startOfWeek,
  utcDayOf,
} from '../../shared/domain/calendar.ts';
import { isRunLabelTemplate, runLabel } from '../../shared/domain/run-label.ts';

const days = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1990-01-01', n));
const everyDay = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
};
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
);

describe('days', () => {
  test('a week starts on its first weekday, at most six days before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 6 }), (offset, firstWeekday) => {
        const day = addDays('2020-01-01', offset);
        const start = startOfWeek(day, firstWeekday);
        expect(new Date(`${start}T00:00:00Z`).getUTCDay()).toBe(firstWeekday);
        expect(start <= day && addDays(start, 6) >= day).toBe(true);
      }),
    );
  });

  test('adds across months, years and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });

  test('differences equal the added days', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, n) => {
        expect(daysBetween(day, addDays(day, n))).toBe(n);
      }),
    );
  });

  test.each([
    ['2026-01-01', 2026, 1],
    ['2025-12-29', 2026, 1],
    ['2021-01-03', 2020, 53],
    ['2021-01-04', 2021, 1],
    ['2024-12-30', 2025, 1],
    ['2027-01-01', 2026, 53],
    ['2026-11-20', 2026, 47],
  ])('%s is in ISO week %i-%i', (day, year, week) => {
    expect(isoWeek(day)).toEqual({ year, week });
  });

  test('week numbers grow by one each Monday', () => {
    fc.assert(
      fc.property(days, (day) => {
        const [now, then] = [isoWeek(day), isoWeek(addDays(day, 7))];
        expect(then.year === now.year ? then.week - now.week : then.week).toBe(1);
      }),
    );
  });
});

describe('midnight in a zone', () => {
  test.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['Europe/Berlin', '2026-01-15', '2026-01-14T23:00:00.000Z'],
    ['Europe/Berlin', '2026-07-15', '2026-07-14T22:00:00.000Z'],
    // On these days the clocks change after midnight, so midnight still has the old UTC offset.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    // In these zones the clocks never change.
    ['Asia/Kolkata', '2026-05-01', '2026-04-30T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-01', '2026-04-30T10:00:00.000Z'],
    // Clocks skip from 00:00 to 01:00, so the day has no midnight and begins when the clocks change.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    // Clocks go back from 01:00 to 00:00, so the day has two midnights and begins at the first.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    // Clocks skip from before midnight to after midnight, so the day begins when the clocks change.
    ['America/Toronto', '1919-03-31', '1919-03-31T04:30:00.000Z'],
  ])('%s %s begins at %s', (zone, day, instant) => {
    expect(startOfDayInTimeZone(zone, day)).toBe(instant);
  });

  test('is the first instant of its day', () => {
    fc.assert(
      fc.property(zones, days, (zone, day) => {
        const midnight = startOfDayInTimeZone(zone, day);
        expect(dayInTimeZone(zone, midnight)).toBe(day);
        expect(dayInTimeZone(zone, addMilliseconds(midnight, -1000))).toBe(addDays(day, -1));
      }),
    );
  });

  test('accepts only names of time zones', () => {
    expect(isTimezone('Europe/Berlin')).toBe(true);
    expect(isTimezone('Europe/Nowhere')).toBe(false);
    expect(utcDayOf('2026-11-20T23:59:59.999Z')).toBe('2026-11-20');
  });
});

describe('run labels', () => {
  const run = { name: null, index: 4, startDate: '2027-01-01' };
  test('use the name, then the template, then the number', () => {
    expect(runLabel({ ...run, name: 'Polish' }, { runLabelTemplate: 'Week %CALENDAR_WEEK%' })).toBe('Polish');
    expect(runLabel(run, { runLabelTemplate: 'W%CALENDAR_WEEK% / %RUN_NR% / %RUN_NR%' })).toBe('W53 / 5 / 5');
    expect(runLabel(run, { runLabelTemplate: null })).toBe('Run 5');
    expect(runLabel(run, undefined)).toBe('Run 5');
  });

  test('templates need a placeholder', () => {
    expect(isRunLabelTemplate('Sprint %RUN_NR%')).toBe(true);
    expect(isRunLabelTemplate('%CALENDAR_WEEK%')).toBe(true);
    expect(isRunLabelTemplate('Sprint')).toBe(false);
  });
});

test('days of the first and the last years are counted like all others', () => {
  expect(addMonths('0001-01-31', 1)).toBe('0001-02-28');
  expect(addMonths('0099-12-15', 1)).toBe('0100-01-15');
  expect(addMonths('9999-11-30', 1)).toBe('9999-12-30');
  expect(addMonths('0001-03-31', -1)).toBe('0001-02-28');
  expect(dayInTimeZone('UTC', '0001-01-01T12:00:00.000Z')).toBe('0001-01-01');
  expect(dayInTimeZone('UTC', '9999-12-31T12:00:00.000Z')).toBe('9999-12-31');
  expect(startOfDayInTimeZone('UTC', '0050-06-01')).toBe('0050-06-01T00:00:00.000Z');
  expect(countWorkdays('0001-01-01', '0001-01-07', everyDay)).toBe(7);
  expect(countWorkdays('9999-12-25', '9999-12-31', everyDay)).toBe(7);
});
