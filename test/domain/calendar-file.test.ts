import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { QueryAnswer } from '../../shared/contract/index.ts';
import { calendarFileOf } from '../../shared/domain/calendar-file.ts';

const at = '2026-11-29T12:00:00.000Z';
const links = {
  card: (accountSeq: number) => (accountSeq > 0 ? `decktop://card/${accountSeq}` : null),
  row: (view: string, id: string) => `decktop://${view}/${id}`,
};

function read(answer: object): { name: unknown; events: readonly ICAL.Event[]; text: string } {
  const text = calendarFileOf(answer as QueryAnswer, at, links);
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)),
    text,
  };
}

const card = (title: string, rest: object = {}) => ({
  accountSeq: 7,
  title,
  dueDate: '2026-12-31',
  status: 'started',
  deck: 'd1',
  ...rest,
});
const rows = {
  account: { a1: { id: 'a1', name: 'Studio' } },
  deck: { d1: { title: 'Bugs', project: 'p1' }, d2: { title: 'Old', project: 'p2' } },
  project: { p1: { visibility: 'default' }, p2: { visibility: 'archived' } },
};

test('another program reads due dates, milestones and runs as whole days', () => {
  const { name, events } = read({
    ...rows,
    card: {
      c1: card('Paint, the hull'),
      c2: card('Done', { status: 'done', accountSeq: 0 }),
      c3: card('In an archived project', { deck: 'd2' }),
      c4: card('Without a right day', { dueDate: '2026-02-31' }),
    },
    milestone: { m1: { name: 'Beta', date: '2027-01-01', startDate: null } },
    sprint: { s1: { name: null, index: 4, startDate: '2026-12-28', endDate: '2027-01-03', sprintConfig: 'k1' } },
    sprintConfig: { k1: { name: 'Weekly', runLabelTemplate: null } },
  });
  expect(name).toBe('Studio');
  expect(
    events.map((event) => [
      event.uid,
      event.summary,
      event.startDate.toString(),
      event.endDate.toString(),
      event.component.getFirstPropertyValue('categories'),
      event.component.getFirstPropertyValue('url'),
    ]),
  ).toEqual([
    ['card-c1@a1', 'Paint, the hull', '2026-12-31', '2027-01-01', 'Bugs', 'decktop://card/7'],
    ['card-c2@a1', '✓ Done', '2026-12-31', '2027-01-01', 'Bugs', null],
    ['milestone-m1@a1', 'Beta', '2027-01-01', '2027-01-02', 'Milestones', 'decktop://milestone/m1'],
    ['run-s1@a1', 'Weekly: Run 5', '2026-12-28', '2027-01-04', 'Runs', 'decktop://run/s1'],
  ]);
});

test('no text can add lines or events, and every line is short', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('a\r\nBEGIN:VEVENT\nX', 'b;c,d\\n', '\u{1f680}'.repeat(60), 'END:VCALENDAR'),
  );
  fc.assert(
    fc.property(text, text, (title, name) => {
      const answer = { ...rows, account: { a1: { id: 'a1', name } }, card: { c1: card(title) } };
      const found = read(answer);
      expect(found.events).toHaveLength(1);
      const shown = (value: string) => value.replaceAll(/\r\n|\r/g, '\n').replaceAll(/(?![\t\n])\p{Cc}/gu, '');
      expect(found.events[0]?.summary).toBe(shown(title));
      for (const line of found.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }),
  );
});
