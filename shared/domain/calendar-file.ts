/**
 * Due dates, milestones and runs as iCalendar (RFC 5545), for other calendar programs. Written here: ical-generator 11
 * writes the name of the calendar without escapes, so that a name with a line break could add events.
 */

import { isDay } from '../contract/check.ts';
import { type Day, type QueryAnswer, query, selectRelated, type Timestamp } from '../contract/index.ts';
import { addDays } from './calendar.ts';
import { runLabel } from './run-label.ts';

/** Days that have passed and are still in a calendar. */
const pastDays = 400;

export const calendarQuery = (today: Day) => {
  const from = { op: 'gte', value: addDays(today, -pastDays) };
  return query({
    _root: [
      {
        account: [
          'id',
          'name',
          selectRelated('cards', { visibility: 'default', dueDate: from, $order: ['dueDate'] }, [
            'accountSeq',
            'title',
            'dueDate',
            'status',
            { deck: ['title', { project: ['visibility'] }] },
          ]),
          selectRelated('milestones', { isDeleted: false, date: from }, ['name', 'date', 'startDate']),
          selectRelated('sprints', { isDeleted: false, endDate: from }, [
            'name',
            'index',
            'startDate',
            'endDate',
            { sprintConfig: ['name', 'runLabelTemplate'] },
          ]),
        ],
      },
    ],
  });
};

interface CalendarEvent {
  readonly id: string;
  readonly summary: string;
  readonly firstDay: Day;
  /** Included. */
  readonly lastDay: Day;
  readonly category: string;
  readonly link: string | null;
}

export interface CalendarLinks {
  card(accountSeq: number): string | null;
  row(view: 'milestone' | 'run', id: string): string | null;
}

/** @param answer of `calendarQuery`; rows without a right day are left out */
export function calendarFileOf(answer: QueryAnswer, at: Timestamp, links: CalendarLinks): string {
  const { account, card, deck, project, milestone, sprint, sprintConfig } = answer as NonNullable<
    ReturnType<typeof calendarQuery>['__answer']
  >;
  const [own] = Object.values(account ?? {});
  const events: CalendarEvent[] = [];
  for (const [id, row] of Object.entries(card ?? {})) {
    const home = deck?.[row.deck ?? ''];
    if (!row.dueDate || (home && project?.[home.project]?.visibility !== 'default')) continue;
    events.push({
      id: `card-${id}`,
      summary: row.status === 'done' ? `✓ ${row.title}` : row.title,
      firstDay: row.dueDate,
      lastDay: row.dueDate,
      category: home?.title ?? 'Cards',
      link: links.card(row.accountSeq),
    });
  }
  for (const [id, { name, date }] of Object.entries(milestone ?? {})) {
    const link = links.row('milestone', id);
    events.push({ id: `milestone-${id}`, summary: name, firstDay: date, lastDay: date, category: 'Milestones', link });
  }
  for (const [id, run] of Object.entries(sprint ?? {})) {
    const config = sprintConfig?.[run.sprintConfig];
    const summary = [config?.name, runLabel(run, config)].filter(Boolean).join(': ');
    const { startDate: firstDay, endDate: lastDay } = run;
    events.push({ id: `run-${id}`, summary, firstDay, lastDay, category: 'Runs', link: links.row('run', id) });
  }
  const stamp = at.replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Decktop//Decktop//EN',
    `X-WR-CALNAME:${escaped(own?.name ?? 'Decktop')}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events
      .filter(({ firstDay, lastDay }) => isDay(firstDay) && isDay(lastDay) && firstDay <= lastDay)
      .flatMap(({ id, summary, firstDay, lastDay, category, link }) => [
        'BEGIN:VEVENT',
        `UID:${escaped(`${id}@${own?.id ?? 'decktop'}`)}`,
        `DTSTAMP:${stamp}`,
        `DTSTART;VALUE=DATE:${firstDay.replaceAll('-', '')}`,
        `DTEND;VALUE=DATE:${addDays(lastDay, 1).replaceAll('-', '')}`,
        `SUMMARY:${escaped(summary)}`,
        `CATEGORIES:${escaped(category)}`,
        'TRANSP:TRANSPARENT',
        ...(link ? [`URL:${link}`] : []),
        'END:VEVENT',
      ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // RFC 5545 forbids them in texts.
    .replaceAll(/(?!\t)\p{Cc}/gu, '');

/** A line has at most 75 bytes in UTF-8; the lines that continue it begin with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const codePoint = character.codePointAt(0) ?? 0;
    const size = codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    if (bytes + size > 75) {
      parts.push(part);
      part = ' ';
      bytes = 1;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
}
