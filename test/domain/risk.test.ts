import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../../shared/domain/calendar.ts';
import { milestoneRiskExplanation, milestoneRiskOf, numberRangeText } from '../../shared/domain/risk.ts';

const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Flags = Record<(typeof names)[number], boolean>;
const week = (works: readonly boolean[]) => Object.fromEntries(names.map((name, at) => [name, works[at]])) as Flags;
const mondayToFriday = week([true, true, true, true, true, false, false]);
/** 2026-11-23 is a Monday. */
const monday = '2026-11-23';

test('the risk equals that of a calculation day by day', () => {
  const paces = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })).map(([a, b]) => ({
    slow: Math.min(a, b),
    fast: Math.max(a, b),
  }));
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.integer({ min: -20, max: 60 }),
      fc.option(paces),
      fc.tuple(...names.map(() => fc.boolean())).map(week),
      (left, days, pace, workdays) => {
        const date = addDays(monday, days);
        const risk = milestoneRiskOf({ left, today: monday, date, pace, workdays });
        let [slowly, quickly, worked] = [left, left, 0];
        for (let day = addDays(monday, 1); day <= date; day = addDays(day, 1)) {
          if (!workdays[names[(daysBetween(monday, day) + 7) % 7] ?? 'monday']) continue;
          worked++;
          slowly -= pace?.slow ?? 0;
          quickly -= pace?.fast ?? 0;
        }
        expect(risk.workdaysLeft).toBe(worked);
        const slow =
          left === 0
            ? 'nothingLeft'
            : days < 0
              ? 'late'
              : pace === null
                ? 'unknown'
                : slowly <= 0
                  ? 'onTrack'
                  : quickly <= 0
                    ? 'tight'
                    : 'atRisk';
        expect(risk.level).toBe(slow);
      },
    ),
  );
});

test('a milestone in two weeks, counted by hand', () => {
  // There are nine workdays from Tuesday 24 November to Friday 4 December.
  const pace = { slow: 2, fast: 3.5 };
  const risk = milestoneRiskOf({ left: 30, today: monday, date: '2026-12-04', pace, workdays: mondayToFriday });
  expect(risk).toEqual({ level: 'tight', left: 30, workdaysLeft: 9, range: [18, 31.5] });
  expect(milestoneRiskExplanation(risk, pace, 4)).toBe(
    '30 effort is left. Its 4 people finished 2 to 3.5 effort per workday in the last runs, all their work included. In the 9 workdays after today that makes 18 to 31.5.',
  );
  expect(milestoneRiskExplanation({ ...risk, range: null }, null, 4)).toContain('needs a completed run');
  expect(milestoneRiskExplanation({ ...risk, level: 'late' }, pace, 4)).toBe('30 effort is left. The date has passed.');
  expect(milestoneRiskExplanation({ ...risk, level: 'nothingLeft', left: 0 }, pace, 4)).toBe('No effort is left.');
  expect(milestoneRiskExplanation(risk, null, 0)).toContain('Nobody owns it');
  expect(numberRangeText([2, 2.04])).toBe('2');
});
