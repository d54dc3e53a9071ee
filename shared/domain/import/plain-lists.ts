/** todo.txt files, and boards of Obsidian's Kanban plugin. */
import { readDay } from './days.ts';
import {
  createIdsByName,
  emptyCard,
  importLimits,
  isDoneName,
  joinBlocks,
  refuseFile,
  type Source,
  type SourceCard,
} from './source.ts';

const day = (text: string) => readDay(text, 'day', 'UTC');
const stem = (name: string) => name.replace(/^.*[\\/]/, '').replace(/\.[^.]{1,5}$/, '');

/** Programs differ in the order of dates and priority of a done task, so each is taken where it stands. */
export function readTodoTxt(text: string, name: string): Source {
  const idOf = createIdsByName();
  const cards: SourceCard[] = [];
  const lists = new Set<string>();
  for (const [index, line] of text.split(/\r\n|[\n\r]/).entries()) {
    const words = line.trim().split(/\s+/);
    if (words[0] === '') continue;
    if (cards.length >= importLimits.rows) refuseFile(`“${name}” has more than ${importLimits.rows} tasks.`);
    let isDone = false;
    let priority = '';
    const dates: string[] = [];
    if (words[0] === 'x') {
      isDone = true;
      words.shift();
    }
    for (;;) {
      const [word = ''] = words;
      const level = /^\(([A-Z])\)$/.exec(word)?.[1];
      if (level !== undefined && priority === '') priority = level;
      else if (/^\d{4}-\d{2}-\d{2}$/.test(word) && day(word) && dates.length < 2) dates.push(word);
      else break;
      words.shift();
    }
    const title: string[] = [];
    const tags = new Set<string>();
    const fields: [string, string][] = [];
    let list = '';
    let due = '';
    for (const word of words) {
      const [, sign, tag] = /^([+@])(\S+)$/.exec(word) ?? [];
      const [, key = '', value = ''] = /^([^\s:/]{1,40}):([^\s:/]\S*)$/.exec(word) ?? [];
      if (sign === '+' && list === '') list = tag ?? '';
      else if (sign !== undefined) tags.add(tag ?? '');
      else if (key.toLowerCase() === 'due' && due === '' && day(value)) due = value;
      else if (key.toLowerCase() === 'pri' && priority === '') priority = value;
      else if (key !== '' && !/^\d/.test(key)) fields.push([key, value]);
      else title.push(word);
    }
    const [doneAt, createdAt] = isDone && dates.length === 2 ? dates : isDone ? [dates[0]] : [undefined, dates[0]];
    if (doneAt) fields.push(['Completed', doneAt]);
    if (createdAt) fields.push(['Created', createdAt]);
    lists.add(list);
    const called = title.join(' ');
    cards.push({
      ...emptyCard,
      id: idOf(called),
      where: `line ${index + 1}`,
      title: called,
      list,
      isDone,
      tags: [...tags],
      priority,
      due,
      fields,
    });
  }
  if (cards.length === 0) refuseFile(`“${name}” has no tasks.`);
  return {
    format: 'todo.txt',
    name: stem(name),
    key: `todo ${name}`,
    lists: [...lists].map((id) => ({ id, name: id, isDone: false })),
    cards,
    says: null,
    hasTagsInText: false,
    notes: [],
  };
}

export const isObsidianBoard = (text: string): boolean =>
  /^\ufeff?---\r?\n(?:[^\n]{0,500}\n){0,50}?kanban-plugin:/.test(text.slice(0, 20_000));

/** Headings may be in any language, so a lane is each heading of level two. */
export function readObsidianBoard(text: string, name: string): Source {
  const idOf = createIdsByName();
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r]/);
  const lists = new Map<string, { id: string; name: string; isDone: boolean }>();
  const cards: SourceCard[] = [];
  const lost: string[] = [];
  let list = '';
  let isArchive = false;
  let isDoneLane = false;
  let at = 0;
  if (lines[0]?.trim() === '---') {
    at = lines.indexOf('---', 1) + 1;
    if (at === 0) refuseFile(`“${name}”, line 1: the block between --- is not closed.`);
  }
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^%% kanban:settings/.test(line)) break;
    if (line.trim() === '***') {
      isArchive = true;
      continue;
    }
    const heading = /^##\s+(.+)$/.exec(line)?.[1]?.trim();
    if (heading !== undefined) {
      list = isArchive ? list : heading;
      isDoneLane = isDoneName(heading);
      if (!isArchive) lists.set(list, { id: list, name: list, isDone: isDoneLane });
      continue;
    }
    if (line.trim() === '**Complete**') {
      isDoneLane = true;
      lists.set(list, { id: list, name: list, isDone: true });
      continue;
    }
    const [, box, first] = /^[-*+] \[(.)\] ?(.*)$/.exec(line) ?? [];
    if (first === undefined) {
      if (line.trim() !== '') lost.push(`line ${at + 1}`);
      continue;
    }
    if (cards.length >= importLimits.rows) refuseFile(`“${name}” has more than ${importLimits.rows} cards.`);
    const where = `line ${at + 1}`;
    const body: string[] = [];
    while (/^(?:\t| {2,})\S|^\s*$/.test(lines[at + 1] ?? 'x') && at + 1 < lines.length) {
      at++;
      body.push((lines[at] ?? '').replace(/^(?:\t| {1,4})/, ''));
    }
    const fields: [string, string][] = [];
    let due = '';
    const take = (_: string, date: string) => {
      const found = day(date.replace(/^\[\[|\]\]$/g, ''));
      if (found && due === '') due = found;
      else fields.push(['Date', date]);
      return '';
    };
    const title = first
      .replace(/@@\{([^{}]{1,20})\}/g, (_, time: string) => {
        fields.push(['Time', time]);
        return '';
      })
      .replace(/@\{([^{}]{1,40})\}/g, take)
      .replace(/@(\[\[[^[\]]{1,40}\]\])/g, take)
      .replaceAll(/<br\s*\/?>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (!lists.has(list)) lists.set(list, { id: list, name: list, isDone: false });
    cards.push({
      ...emptyCard,
      id: idOf(title),
      where,
      title,
      body: joinBlocks(body.join('\n')),
      list,
      isDone: box !== ' ' || isDoneLane,
      isArchived: isArchive,
      due,
      fields,
    });
  }
  if (cards.length === 0) refuseFile(`“${name}” has no cards.`);
  return {
    format: 'Obsidian Kanban',
    name: stem(name),
    key: `obsidian ${name}`,
    lists: [...lists.values()],
    cards,
    says: null,
    hasTagsInText: true,
    notes: lost.length > 0 ? [`Text outside of cards is not imported: ${lost.slice(0, 20).join(', ')}.`] : [],
  };
}
