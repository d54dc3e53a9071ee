/** Checks calendar days and relative times in several time zones, and on days when clocks change. */
import { afterEach, expect, test } from 'vitest';
import { newestProgressDay, progressPointsOfSpan } from '../../../../renderer/progress/progress.ts';
import { timeAgo } from '../../../../renderer/ui/dates/day-text.ts';
import { localDay, localEndOfDayTimestamp } from '../../../../renderer/ui/dates/today.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});
const agoIn = (zone: string, iso: string, now: string) => {
  process.env.TZ = zone;
  return timeAgo(iso, Date.parse(now));
};

test('counts full minutes and hours, so that 59.7 minutes are no 60 minutes', () => {
  expect(agoIn('UTC', '2026-11-23T10:00:00Z', '2026-11-23T10:59:40Z')).toMatch(/^59 min/);
  expect(agoIn('UTC', '2026-11-23T00:10:00Z', '2026-11-23T23:50:00Z')).toMatch(/^23 h/);
});

// A day must not count as 24 hours. On Tuesday at 00:30, Sunday 23:30 is "2 days ago", although only 25 hours have
// passed.
test('counts calendar days, and hours below one', () => {
  expect(agoIn('UTC', '2026-11-22T23:30:00Z', '2026-11-24T00:30:00Z')).toBe('2 days ago');
  expect(agoIn('UTC', '2026-11-23T00:10:00Z', '2026-11-24T00:30:00Z')).toBe('yesterday');
  expect(agoIn('UTC', '2026-11-23T23:30:00Z', '2026-11-24T00:30:00Z')).toMatch(/^1 h/);
  // In New York these times are the evenings of two consecutive days.
  expect(agoIn('America/New_York', '2026-11-22T23:30:00Z', '2026-11-24T00:30:00Z')).toBe('yesterday');
  // In Auckland these times are an evening in February and the first hour of March, in a leap year.
  expect(agoIn('Pacific/Auckland', '2028-02-28T10:30:00Z', '2028-02-29T11:30:00Z')).toBe('2 days ago');
  // A day on which clocks go back has 25 hours, a day on which clocks go forward has 23 hours.
  expect(agoIn('America/New_York', '2026-11-01T04:10:00Z', '2026-11-02T04:30:00Z')).toMatch(/^24 h/);
  expect(agoIn('America/New_York', '2026-03-08T05:30:00Z', '2026-03-09T04:45:00Z')).toMatch(/^23 h/);
});

test('knows the local date', () => {
  const at = new Date('2027-12-31T11:30:00Z');
  process.env.TZ = 'Pacific/Auckland';
  expect(localDay(at)).toBe('2028-01-01');
  process.env.TZ = 'America/New_York';
  expect(localDay(at)).toBe('2027-12-31');
});

// A day ends at local midnight. Midnight UTC is in the evening in New York.
test('ends a day by its own midnight', () => {
  process.env.TZ = 'America/New_York';
  expect(localEndOfDayTimestamp('2026-11-22')).toBe('2026-11-23T04:59:59.000Z');
  // In New York, clocks go forward on 14 March 2027.
  expect(localEndOfDayTimestamp('2027-03-14')).toBe('2027-03-15T03:59:59.000Z');
  process.env.TZ = 'Pacific/Auckland';
  expect(localEndOfDayTimestamp('2028-02-29')).toBe('2028-02-29T10:59:59.000Z');
  expect(localDay(new Date(localEndOfDayTimestamp('2028-02-29')))).toBe('2028-02-29');
});

// Progress rows have UTC dates, so work in the local evening can be in the row of the next date. That row must count,
// too.
test('counts work in the evening although the UTC date is a day later', () => {
  const evening = new Date('2026-11-24T01:00:00Z');
  expect(newestProgressDay('2026-11-23', evening)).toBe('2026-11-24');
  // East of Greenwich the local date can be later than the UTC date.
  expect(newestProgressDay('2026-11-24', new Date('2026-11-23T20:00:00Z'))).toBe('2026-11-24');
});

const row = (date: string, done: number, open: number) => ({ date, progress: { cards: { done, assigned: open } } });
// West of Greenwich, work on the evening of a run's last day is in the row of the next UTC date. That row must count,
// although its date is after the run.
test('counts the last evening of a run, before and after its end', () => {
  const span = { from: '2026-11-20', to: '2026-11-23', endedAt: null };
  const rows = [row('2026-11-20', 0, 8), row('2026-11-23', 4, 4), row('2026-11-24', 6, 2)];
  expect(progressPointsOfSpan(rows, span, '2026-11-24', 'cards', 0).at(-1)).toMatchObject({ done: 6, total: 8 });
  // The run ended at midnight in Los Angeles, and its open cards moved to the next run. Rows of later days do not
  // count.
  const over = { ...span, endedAt: '2026-11-24T08:00:00.000Z' };
  const after = [row('2026-11-20', 0, 8), row('2026-11-23', 4, 4), row('2026-11-24', 6, 0), row('2026-11-25', 7, 0)];
  expect(progressPointsOfSpan(after, over, '2026-11-30', 'cards', 0).at(-1)).toMatchObject({
    day: '2026-11-23',
    done: 6,
    total: 8,
  });
  // The number of done cards is at most the total, and does not fall when open cards leave the run.
  expect(
    progressPointsOfSpan([...rows.slice(0, 2), row('2026-11-24', 9, 0)], over, '2026-11-30', 'cards', 0).at(-1),
  ).toMatchObject({
    done: 8,
    total: 8,
  });
  expect(
    progressPointsOfSpan([...rows.slice(0, 2), row('2026-11-24', 1, 0)], over, '2026-11-30', 'cards', 0).at(-1),
  ).toMatchObject({
    done: 4,
    total: 8,
  });
  expect(progressPointsOfSpan([], over, '2026-11-30', 'cards', 0)).toEqual([]);
});
