import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minuteOfDayInTimeZone } from '../../shared/domain/calendar.ts';
import {
  defaultNotificationSettings as defaults,
  quietHoursEndEpochMs,
  quietUntilEpochMs,
} from '../../shared/domain/notification-schedule.ts';

const hours = (from: string, to: string, timezone: string | null = null) => ({ isOn: true, from, to, timezone });
const ms = (iso: string) => Date.parse(iso);
const endOf = (quiet: ReturnType<typeof hours>, now: string, zone = 'UTC') => {
  const end = quietHoursEndEpochMs(quiet, ms(now), zone);
  return end === null ? null : new Date(end).toISOString();
};

test('quiet hours within a day', () => {
  const lunch = hours('12:00', '13:30');
  expect(endOf(lunch, '2026-03-02T11:59:59Z')).toBeNull();
  expect(endOf(lunch, '2026-03-02T12:00:00Z')).toBe('2026-03-02T13:30:00.000Z');
  expect(endOf(lunch, '2026-03-02T13:30:00Z')).toBeNull();
});

test('quiet hours over midnight, in a zone of their own', () => {
  const night = hours('22:00', '07:00', 'America/New_York');
  // The time in New York is 22:30.
  expect(endOf(night, '2026-03-03T03:30:00Z')).toBe('2026-03-03T12:00:00.000Z');
  // The time in New York is 06:59, and then 07:00.
  expect(endOf(night, '2026-03-03T11:59:00Z')).toBe('2026-03-03T12:00:00.000Z');
  expect(endOf(night, '2026-03-03T12:00:00Z')).toBeNull();
});

test('quiet hours end at their time on the clock when clocks turn meanwhile', () => {
  // Clocks in Berlin skip from 02:00 to 03:00 on 29 March 2026, and go back by an hour on 25 October.
  expect(endOf(hours('22:00', '07:00'), '2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z');
  expect(endOf(hours('22:00', '07:00'), '2026-10-24T21:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T06:00:00.000Z');
  // The end, 02:30, is in the skipped hour. The result must not be in the past, because the app would then start its
  // next wait at once, again and again.
  expect(endOf(hours('22:00', '02:30'), '2026-03-29T00:45:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

test('quiet hours that are off, or end when they begin, are none', () => {
  expect(
    quietHoursEndEpochMs({ ...hours('00:00', '23:59'), isOn: false }, ms('2026-03-02T12:00:00Z'), 'UTC'),
  ).toBeNull();
  expect(endOf(hours('08:00', '08:00'), '2026-03-02T08:00:00Z')).toBeNull();
});

test('quiet hours end in the future, within a day, at the given time', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const moment = fc.integer({ min: ms('2026-01-01T00:00:00Z'), max: ms('2027-01-01T00:00:00Z') });
  fc.assert(
    fc.property(time, time, moment, (from, to, now) => {
      const end = quietHoursEndEpochMs(hours(from, to), now, 'Asia/Kolkata');
      if (end === null) return;
      expect(end).toBeGreaterThan(now);
      expect(end - now).toBeLessThanOrEqual(86_400_000);
      const [hour, minute] = to.split(':').map(Number);
      expect(minuteOfDayInTimeZone('Asia/Kolkata', end)).toBe((hour ?? 0) * 60 + (minute ?? 0));
    }),
  );
});

test('do not disturb ends at its time, by hand only, or with the quiet hours that follow', () => {
  const now = ms('2026-03-02T21:00:00Z');
  const until = (doNotDisturb: string | null, quietHours = defaults.quietHours) =>
    quietUntilEpochMs({ ...defaults, doNotDisturb, quietHours }, now, 'UTC');
  expect(until(null)).toBeNull();
  expect(until('2026-03-02T22:00:00.000Z')).toBe(ms('2026-03-02T22:00:00Z'));
  expect(until('2026-03-02T20:00:00.000Z')).toBeNull();
  expect(until('always')).toBe(Number.POSITIVE_INFINITY);
  expect(until(null, hours('20:00', '08:00'))).toBe(ms('2026-03-03T08:00:00Z'));
  expect(until('2026-03-02T22:00:00.000Z', hours('21:30', '08:00'))).toBe(ms('2026-03-03T08:00:00Z'));
});
