import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countWorkdays, daysBetween } from '../../shared/domain/calendar.ts';
import {
  forecastByDay,
  forecastMethodText,
  idealProgressByDay,
  maxShownDays,
  paceOfRun,
  paceRangeOfRuns,
  shownRange,
  sumOfPaceRanges,
  velocityOfRuns,
} from '../../shared/domain/forecast.ts';

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Flags = Record<(typeof names)[number], boolean>;
const week = (works: readonly boolean[]) => Object.fromEntries(names.map((name, at) => [name, works[at]])) as Flags;
const mondayToFriday = week([true, true, true, true, true, false, false]);

/** 2026-11-02 is a Monday. */
const monday = '2026-11-02';
const isWorkdaySlow = (day: string, flags: Flags) => flags[names[(daysBetween(monday, day) + 7_000) % 7] ?? 'monday'];
const daysFrom = (from: string, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, at) => addDays(from, at));

const flags = fc.tuple(...names.map(() => fc.boolean())).map(week);
const start = fc.integer({ min: -900, max: 900 }).map((offset) => addDays(monday, offset));
const length = fc.integer({ min: 1, max: 40 });
const amount = fc.integer({ min: 0, max: 200 });

test('the number of workdays equals a count day by day', () => {
  fc.assert(
    fc.property(start, fc.integer({ min: -3, max: 60 }), flags, (from, days, workdays) => {
      const slow = daysFrom(from, days).filter((day) => isWorkdaySlow(day, workdays)).length;
      expect(countWorkdays(from, addDays(from, days - 1), workdays)).toBe(slow);
    }),
  );
});

test('the ideal line rises evenly on workdays only, to the total on the last day', () => {
  fc.assert(
    fc.property(start, length, amount, flags, (from, days, total, workdays) => {
      const to = addDays(from, days - 1);
      const line = idealProgressByDay({ from, to }, total, workdays);
      expect(line.map(({ day }) => day)).toEqual(daysFrom(from, days));
      expect(line.at(-1)?.value).toBeCloseTo(total);
      const works = daysFrom(from, days).map((day) => isWorkdaySlow(day, workdays));
      const counted = works.some(Boolean) ? works : works.map(() => true);
      const perDay = total / counted.filter(Boolean).length;
      line.forEach(({ value }, at) => {
        const rise = value - (line[at - 1]?.value ?? 0);
        expect(rise).toBeCloseTo(counted[at] ? perDay : 0);
      });
    }),
  );
});

const pastRun = fc.record({ id: fc.uuid(), from: start, days: length, done: amount }).map(({ days, ...run }) => ({
  ...run,
  to: addDays(run.from, days - 1),
}));

test('the forecast adds the paces of the last runs, one workday after the other', () => {
  fc.assert(
    fc.property(
      start,
      length,
      fc.integer({ min: -5, max: 45 }),
      fc.tuple(amount, amount),
      fc.array(pastRun, { maxLength: 6 }),
      flags,
      (from, days, offset, [one, other], runs, workdays) => {
        const to = addDays(from, days - 1);
        const today = addDays(from, offset);
        const [done, total] = [Math.min(one, other), Math.max(one, other)];
        const range = forecastByDay({ from, to }, { today, done, total }, paceRangeOfRuns(runs, workdays), workdays);
        if (runs.length === 0 || today > to) {
          expect(range).toEqual([]);
          return;
        }
        const paces = runs.slice(-3).map((run) => paceOfRun(run, workdays));
        const isCounted = (day: string) =>
          isWorkdaySlow(day, workdays) || !daysFrom(from, days).some((each) => isWorkdaySlow(each, workdays));
        let [low, high] = [done, done];
        const first = today < from ? addDays(from, -1) : today;
        const slow = daysFrom(first, daysBetween(first, to) + 1).map((day) => {
          if (day !== first && isCounted(day)) {
            low += Math.min(...paces);
            high += Math.max(...paces);
          }
          return { day, low: Math.min(total, low), high: Math.min(total, high) };
        });
        expect(range.map(({ day }) => day)).toEqual(slow.map(({ day }) => day));
        range.forEach((each, at) => {
          expect(each.low).toBeCloseTo(slow[at]?.low ?? Number.NaN);
          expect(each.high).toBeCloseTo(slow[at]?.high ?? Number.NaN);
        });
      },
    ),
  );
});

test('a run of two weeks, counted by hand', () => {
  // The run has ten workdays from Monday 2 to Sunday 15 November, so an effort of 40 is 4 per workday.
  const run = { from: monday, to: '2026-11-15' };
  const ideal = Object.fromEntries(idealProgressByDay(run, 40, mondayToFriday).map(({ day, value }) => [day, value]));
  expect([
    ideal['2026-11-02'],
    ideal['2026-11-06'],
    ideal['2026-11-08'],
    ideal['2026-11-13'],
    ideal['2026-11-15'],
  ]).toEqual([4, 20, 20, 40, 40]);
  const past = (id: string, done: number) => ({ id, done, from: '2026-10-05', to: '2026-10-18' });
  const runs = [past('too old', 100), past('a', 20), past('b', 30), past('c', 25)];
  expect(velocityOfRuns(runs)).toBe(25);
  // After Wednesday 11 November, two workdays are left. The pace is an effort of 2 to 3 per workday, and cards with an
  // effort of 22 are done.
  const range = forecastByDay(
    run,
    { today: '2026-11-11', done: 22, total: 40 },
    paceRangeOfRuns(runs, mondayToFriday),
    mondayToFriday,
  );
  expect(range.at(0)).toEqual({ day: '2026-11-11', low: 22, high: 22 });
  expect(range.at(-1)).toEqual({ day: '2026-11-15', low: 26, high: 28 });
});

test('without a completed run there is neither velocity nor forecast, and the method says so', () => {
  expect([velocityOfRuns([]), paceRangeOfRuns([], mondayToFriday)]).toEqual([null, null]);
  expect(forecastMethodText(0)).toContain('needs a completed run');
  expect(forecastMethodText(1)).toContain('plus the pace per workday of the last run on');
  expect(forecastMethodText(3, 'Ada')).toContain('the fastest pace per workday of Ada in the last 3 runs on');
});

test('paces of several Run Configs add up, without those that have no completed run', () => {
  expect(sumOfPaceRanges([{ slow: 1, fast: 2 }, null, { slow: 3, fast: 5 }])).toEqual({ slow: 4, fast: 7 });
  expect(sumOfPaceRanges([null])).toBeNull();
});

test.each([
  ['0001-01-01', '0001-01-10'],
  ['9999-12-22', '9999-12-31'],
])('a run from %s to %s has an ideal line and a forecast up to its last day', (from, to) => {
  const everyDay = week(names.map(() => true));
  const line = idealProgressByDay({ from, to }, 20, everyDay);
  expect(line.map(({ day }) => day)).toEqual(daysFrom(from, 10));
  expect(line.at(-1)?.value).toBe(20);
  const now = { today: addDays(from, 5), done: 8, total: 20 };
  const range = forecastByDay({ from, to }, now, { slow: 1, fast: 2 }, everyDay);
  expect(range.map(({ day }) => day)).toEqual(daysFrom(now.today, 5));
  expect(range.at(-1)).toEqual({ day: to, low: 12, high: 16 });
  expect(forecastByDay({ from, to }, { ...now, today: '9998-01-01' }, { slow: 1, fast: 2 }, everyDay)).toHaveLength(
    from > '9' ? 11 : 0,
  );
  expect(paceOfRun({ id: 'run', from, to, done: 20 }, everyDay)).toBe(2);
});

// A chart with a value for each day of a run of 8,000 years would stop the window.
test('of a range of any length at most ten years are shown, today among them', () => {
  const day = fc.integer({ min: 0, max: 2_932_896 }).map((count) => addDays('1970-01-01', count));
  const someDay = fc.oneof(day, fc.constantFrom('0001-01-01', '9999-12-31', '2026-11-02'));
  fc.assert(
    fc.property(someDay, someDay, someDay, (one, other, today) => {
      const [from = one, to = one] = [one, other].sort();
      const shown = shownRange({ from, to }, today);
      const count = daysBetween(shown.from, shown.to) + 1;
      expect(count).toBe(Math.min(maxShownDays, daysBetween(from, to) + 1));
      expect(shown.from >= from && shown.to <= to).toBe(true);
      if (today >= from && today <= to) expect(shown.from <= today && today <= shown.to).toBe(true);
    }),
  );
});
