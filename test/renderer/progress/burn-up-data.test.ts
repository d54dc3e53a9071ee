import { expect, test } from 'vitest';
import { burnUpCsv, createBurnUpRows, nonWorkdayRanges } from '../../../renderer/progress/burn-up/burn-up-data.ts';
import { progressChartData } from '../../../renderer/progress/progress.ts';

const workdays = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  sunday: false,
};
const run = { from: '2026-11-02', to: '2026-11-15' };
const progress = (done: number, started: number, assigned: number) => ({
  effort: { done, started, assigned, hero: 50 },
  cards: { done: 1 },
});
const recorded = [
  { date: '2026-11-02', progress: progress(0, 4, 36) },
  { date: '2026-11-05', progress: progress(12, 8, 20) },
];
const pace = { slow: 2, fast: 4 };

test('a run in its second week has the expected scope, ideal line and forecast', () => {
  const today = '2026-11-09';
  const { points } = progressChartData(
    { recorded, live: null, fallbackEffort: 0 },
    { ...run, endedAt: null },
    today,
    'effort',
  );
  const rows = createBurnUpRows({
    run,
    points,
    rows: recorded,
    measure: 'effort',
    fallbackEffort: 0,
    workdays,
    pace,
    today,
  });
  const byDay = Object.fromEntries(rows.map((row) => [row.day, row]));
  expect(rows).toHaveLength(14);
  // The scope is 40, so the ideal line rises by 4 on each of ten workdays. A day without a row has the values of the
  // day before.
  expect(byDay['2026-11-04']).toMatchObject({ scope: 40, done: 0, ideal: 12, range: null });
  expect(byDay['2026-11-07']).toMatchObject({ scope: 40, done: 12, ideal: 20, isWorkday: false });
  expect(byDay['2026-11-05']?.states).toMatchObject({ done: 12, started: 8, assigned: 20, blocked: 0 });
  // The forecast rises by 2 to 4 on each of the four workdays after Monday, 9 November.
  expect(byDay[today]?.range).toEqual([12, 12]);
  expect(byDay['2026-11-13']?.range).toEqual([20, 28]);
  expect(byDay['2026-11-15']).toMatchObject({ scope: null, done: null, ideal: 40, range: [20, 28], states: null });
  const lines = burnUpCsv(rows).split('\n');
  expect(lines[0]).toBe(
    'Day,Scope,Done,Ideal,Forecast from,Forecast to,Done,Started,In review,Blocked,Snoozing,Not started,No owner',
  );
  expect(lines[4]).toBe('2026-11-05,40,12,16,,,12,8,0,0,0,20,0');
});

test('a completed run has no forecast', () => {
  const { points } = progressChartData(
    { recorded, live: null, fallbackEffort: 0 },
    { ...run, endedAt: '2026-11-16T00:00:00.000Z' },
    '2026-11-20',
    'effort',
  );
  const rows = createBurnUpRows({
    run,
    points,
    rows: recorded,
    measure: 'effort',
    fallbackEffort: 0,
    workdays,
    pace,
    today: null,
  });
  expect(rows.every(({ range }) => range === null)).toBe(true);
  expect(rows.at(-1)).toMatchObject({ done: 12, scope: 40 });
});

test('days that are not workdays are grouped into ranges', () => {
  expect(nonWorkdayRanges(run, workdays)).toEqual([
    { from: '2026-11-07', to: '2026-11-08' },
    { from: '2026-11-14', to: '2026-11-15' },
  ]);
  expect(nonWorkdayRanges(run, { ...workdays, saturday: true, sunday: true })).toEqual([]);
});

test.each([
  ['0001-01-01', '0001-01-05'],
  ['9999-12-27', '9999-12-31'],
])('the chart of a run from %s to %s ends with its last day', (from, to) => {
  const span = { from, to };
  const rows = [{ date: from, progress: progress(1, 0, 4) }];
  const { points } = progressChartData(
    { recorded: rows, live: null, fallbackEffort: 0 },
    { ...span, endedAt: null },
    to,
    'effort',
  );
  expect(points.map(({ day }) => day)).toHaveLength(5);
  const chart = createBurnUpRows({
    run: span,
    until: to,
    points,
    rows,
    measure: 'effort',
    fallbackEffort: 0,
    workdays,
    pace,
    today: to,
  });
  expect(chart.map(({ day }) => day)).toEqual(points.map(({ day }) => day));
  expect(chart.at(-1)).toMatchObject({ day: to, scope: 5, done: 1, ideal: 5, range: [1, 1] });
  expect(nonWorkdayRanges(span, workdays).every(({ from: first, to: last }) => first >= from && last <= to)).toBe(true);
});
