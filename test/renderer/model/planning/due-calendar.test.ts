import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calendarDays,
  calendarEventsByDay,
  calendarScales,
  cardsByDueDay,
  shownCardsOfDay,
  splitCardsToSchedule,
} from '../../../../renderer/model/planning/due-calendar.ts';
import { addDays } from '../../../../shared/domain/calendar.ts';
import { cardRow } from '../../support.ts';

const someDay = fc.integer({ min: 0, max: 5000 }).map((offset) => addDays('2020-01-01', offset));

test('a calendar shows whole weeks: all days of the month, or the one week, without gaps', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.constantFrom(...calendarScales),
      fc.integer({ min: 0, max: 6 }),
      (day, scale, firstWeekday) => {
        const days = calendarDays(day, scale, firstWeekday);
        expect(days.length % 7).toBe(0);
        expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(firstWeekday);
        expect(days.every((one, index) => index === 0 || one === addDays(days[index - 1] ?? '', 1))).toBe(true);
        expect(days).toContain(day);
        if (scale === 'week') expect(days).toHaveLength(7);
        else {
          const month = day.slice(0, 7);
          // The calendar must have all days of the month, and no week that is entirely outside the month.
          expect(days.filter((one) => one.slice(0, 7) === month)).toHaveLength(
            new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate(),
          );
          expect(days[6]?.slice(0, 7)).toBe(month);
          expect(days.at(-7)?.slice(0, 7)).toBe(month);
        }
      },
    ),
  );
});

test('cards by day: open ones first, then by title', () => {
  const days = cardsByDueDay([
    cardRow('z', { dueDate: '2026-06-01' }),
    cardRow('done', { dueDate: '2026-06-01', status: 'done' }),
    cardRow('a', { dueDate: '2026-06-01' }),
    cardRow('none'),
  ]);
  expect([...days].map(([day, cards]) => [day, ...cards.map(({ cardId }) => cardId)])).toEqual([
    ['2026-06-01', 'a', 'z', 'done'],
  ]);
});

test('overdue cards come first, the oldest before the others', () => {
  const { overdue, undated } = splitCardsToSchedule([
    cardRow('none'),
    cardRow('late', { dueDate: '2026-05-02' }),
    cardRow('later', { dueDate: '2026-05-01' }),
  ]);
  expect(overdue.map(({ cardId }) => cardId)).toEqual(['later', 'late']);
  expect(undated.map(({ cardId }) => cardId)).toEqual(['none']);
});

test('a run is a bar on all its days, on the same line in a week and with its name once a week, as long as the bar', () => {
  const dated = { name: 'x', color: 'red' };
  const days = calendarDays('2026-06-10', 'month', 1).slice(0, 14);
  const events = calendarEventsByDay(
    days,
    [{ id: 'm', date: '2026-06-05', ...dated }],
    [
      { id: 'b', startDate: '2026-06-06', endDate: '2026-06-09', ...dated },
      { id: 'a', startDate: '2026-06-03', endDate: '2026-06-05', ...dated },
    ],
  );
  const lines = [...events].map(([day, all]) => [
    day.slice(8),
    ...all.map(
      (event) =>
        `${event.kind} ${event.id}${event.kind === 'run' && event.nameDays > 0 ? ` named on ${event.nameDays}` : ''}`,
    ),
  ]);
  expect(lines.filter(({ length }) => length > 1)).toEqual([
    ['03', 'run a named on 3'],
    ['04', 'run a'],
    ['05', 'run a', 'milestone m'],
    ['06', 'gap a', 'run b named on 2'],
    ['07', 'gap a', 'run b'],
    ['08', 'run b named on 2'],
    ['09', 'run b'],
  ]);
});

test('a day shows the cards that fit below its events, and leaves a line for the button if some do not', () => {
  const cards = ['a', 'b', 'c', 'd'].map((id) => cardRow(id));
  const shown = (events: number, lines: number) => shownCardsOfDay(cards, events, lines).map(({ cardId }) => cardId);
  expect(shown(0, 4)).toEqual(['a', 'b', 'c', 'd']);
  expect(shown(1, 4)).toEqual(['a', 'b']);
  expect(shown(9, 4)).toEqual([]);
  expect(shown(0, Number.POSITIVE_INFINITY)).toHaveLength(4);
  expect(shownCardsOfDay(cards.slice(0, 1), 9, 4)).toHaveLength(1);
});
