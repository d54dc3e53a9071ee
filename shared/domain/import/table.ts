/** CSV files of any program: a table, the role of each of its columns, and the cards that follow from both. */

import { withoutUnstorable } from '../../contract/check.ts';
import { foldText } from '../search-text.ts';
import type { ColumnRole } from './column-roles.ts';
import { type DateOrder, dateOrderOf, readDay } from './days.ts';
import { formulaCell } from './escape.ts';
import {
  checklistText,
  createIdsByName,
  emptyCard,
  importLimits,
  isDoneName,
  joinBlocks,
  ownStatusOf,
  progressOfName,
  refuseFile,
  type Source,
  type SourceCard,
  type SourceComment,
} from './source.ts';
import { markdownOfWiki } from './wiki-text.ts';

export interface Table {
  readonly name: string;
  /** As the header names them; several columns can have one name. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line of each row in the file, from 1, or the path of its own file. */
  readonly lines: readonly (number | string)[];
  /** Of each row, chosen files to attach. */
  readonly files?: readonly SourceCard['files'][];
  readonly notes: readonly string[];
}

type Cells = string[];

/**
 * Own code, because the known parsers of this size take quadratic time for quotes that are not doubled.
 * @throws FailureError that names line and column
 */
function* rowsIn(text: string, delimiter: string, name: string): Generator<{ row: Cells; line: number }> {
  let at = 0;
  let line = 1;
  let lineStart = 0;
  let newline = -1;
  const indexOrEnd = (sign: string, from: number) => {
    const found = text.indexOf(sign, from);
    return found === -1 ? text.length : found;
  };
  while (at < text.length) {
    const row: Cells = [];
    const firstLine = line;
    for (;;) {
      if (text[at] === '"') {
        const parts: string[] = [];
        const [openLine, openColumn] = [line, at - lineStart + 1];
        for (let from = at + 1; ; ) {
          const quote = text.indexOf('"', from);
          const end = quote === -1 ? text.length : quote;
          // The next line break is looked for once, not again at each quote.
          if (newline < from) newline = indexOrEnd('\n', from);
          for (; newline < end; newline = indexOrEnd('\n', newline + 1)) {
            line++;
            lineStart = newline + 1;
          }
          if (quote === -1)
            refuseFile(
              `“${name}”, line ${openLine}, column ${openColumn}: the quote that opens a cell is never closed. Export the file once more.`,
            );
          parts.push(text.slice(from, quote));
          at = quote + 1;
          if (text[at] !== '"') break;
          parts.push('"');
          from = at + 1;
        }
        if (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
          refuseFile(
            `“${name}”, line ${line}, column ${at - lineStart + 1}: text follows the quote that ends a cell. A quote within a cell must be doubled.`,
          );
        row.push(parts.join(''));
      } else {
        const start = at;
        while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
        row.push(text.slice(start, at));
      }
      if (text[at] !== delimiter) break;
      at++;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
    lineStart = at;
    yield { row, line: firstLine };
  }
}

const delimiters = [',', ';', '\t', '|'];
/** The first rows show the delimiter: as many cells as possible, and the same number in each row. */
const rowsForDelimiter = 20;

function delimiterOf(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const widths: number[] = [];
    try {
      for (const { row } of rowsIn(text.slice(0, 100_000), delimiter, '')) {
        if (row.length > 1 || row[0]?.trim()) widths.push(row.length);
        if (widths.length >= rowsForDelimiter) break;
      }
    } catch {
      // The file may only be cut off here; the whole file is read later.
    }
    const [first = 1] = widths;
    return first === 1 ? 0 : widths.filter((width) => width === first).length / widths.length + first / 1_000;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** @throws FailureError that names line and column */
export function readTable(text: string, name: string): Table {
  const body = text.replace(/^\ufeff/, '');
  // Excel writes the delimiter into the first line.
  const separator = /^sep=(.)\r?\n/.exec(body.slice(0, 10))?.[1];
  const filled: { readonly row: readonly string[]; readonly line: number }[] = [];
  let isFirst = true;
  for (const each of rowsIn(body, separator ?? delimiterOf(body), name)) {
    const isSeparator = isFirst && separator !== undefined;
    isFirst = false;
    if (isSeparator || !each.row.some((cell) => cell.trim() !== '')) continue;
    if (each.row.length > importLimits.columns)
      refuseFile(
        `“${name}” has ${each.row.length} columns in line ${each.line}; at most ${importLimits.columns} can be imported.`,
      );
    filled.push(each);
    if (filled.length > importLimits.rows + 1)
      refuseFile(`“${name}” has more than ${importLimits.rows} rows. Split it into several files.`);
  }
  const [header, ...rest] = filled;
  if (!header) return refuseFile(`“${name}” is empty.`);
  if (rest.length === 0)
    refuseFile(`“${name}” has one line. A table needs a line with names and a line for each card.`);
  const widest = filled.reduce((most, { row }) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: widest }, (_, index) => header.row[index]?.trim() || `Column ${index + 1}`);
  const uneven = rest.filter(({ row }) => row.length > header.row.length).length;
  return {
    name,
    columns: columns.map(withoutUnstorable),
    rows: rest.map(({ row }) => row.map(withoutUnstorable)),
    lines: rest.map((each) => each.line),
    notes: uneven > 0 ? [`${uneven} rows have more cells than the first line has names.`] : [],
  };
}

/** Names of columns in the exports of Jira, Linear, Asana, Codecks, GitHub, Trello's CSV and Decktop, folded. */
const roleOfName: ReadonlyMap<string, ColumnRole> = new Map(
  (
    [
      ['title', 'title summary name subject task card|title card|name task|name issue|title item'],
      ['text', 'description body notes text content details card|description'],
      ['list', 'deck list section board section/column column lane bucket list|name'],
      ['status', 'status state workflow|state'],
      ['done', 'completed completed|at closed|at done resolved closed checked is|done date|completed'],
      ['owner', 'assignee assignees owner assigned|to members assignee|name'],
      ['tags', 'labels label tags tag components component|s fix|version|s'],
      ['priority', 'priority prio'],
      [
        'effort',
        'estimate effort points story|points size custom|field|(story|point|estimate) custom|field|(story|points)',
      ],
      ['due', 'due due|date deadline end|date target|date duedate'],
      ['milestone', 'milestone project|milestone'],
      ['run', 'run sprint cycle cycle|name iteration'],
      ['parent', 'parent parent|task parent|issue parent|summary hero hero|card parent|card parent|id parent|key'],
      ['checklist', 'checklist checklists subtasks|list'],
      ['comment', 'comment comments'],
      ['link', 'attachment attachments url link issue|url'],
      ['id', 'id issue|key key task|id card|id number identifier'],
      ['archived', 'archived visibility'],
    ] as const
  ).flatMap(([role, names]) => names.split(' ').map((name) => [name.replaceAll('|', ' '), role] as const)),
);
const singleRoles = new Set<ColumnRole>([
  'title',
  'list',
  'status',
  'done',
  'priority',
  'effort',
  'due',
  'milestone',
  'run',
  'parent',
  'id',
  'archived',
]);

/** The programs whose tables are known by their columns. */
const presets: readonly { readonly name: string; readonly columns: readonly string[] }[] = [
  { name: 'Jira', columns: ['issue key', 'summary'] },
  { name: 'Linear', columns: ['team', 'title', 'cycle name'] },
  { name: 'Linear', columns: ['team', 'title', 'cycle number'] },
  { name: 'Asana', columns: ['task id', 'name'] },
  { name: 'Decktop', columns: ['card id', 'hero card id', 'text'] },
  { name: 'Codecks', columns: ['card id'] },
  { name: 'GitHub', columns: ['number', 'title', 'state'] },
];
export function programOf({ columns }: Pick<Table, 'columns'>): string | null {
  const names = new Set(columns.map(foldText));
  return presets.find((preset) => preset.columns.every((name) => names.has(name)))?.name ?? null;
}

const exampleCount = 200;

/** The columns of Decktop's own export (`renderer/views/export`) that mean something else by their names. */
const ownRoles: ReadonlyMap<string, ColumnRole> = new Map(
  Object.entries({
    column: 'leave',
    code: 'leave',
    kind: 'leave',
    project: 'leave',
    attachments: 'leave',
    'hero card': 'leave',
    'created by': 'leave',
    created: 'leave',
    updated: 'leave',
    'hero card id': 'parent',
  } as const),
);

/** By name, and the first text column as title if no name says so. */
export function suggestedRoles(table: Table): ColumnRole[] {
  const taken = new Set<ColumnRole>();
  const program = programOf(table);
  const roles = table.columns.map((column): ColumnRole => {
    const name = foldText(column);
    let role: ColumnRole = (program === 'Decktop' ? ownRoles.get(name) : undefined) ?? roleOfName.get(name) ?? 'field';
    // Jira's `Issue id` and `Parent id` are numbers; other rows name each other by key.
    if (program === 'Jira' && (name === 'issue id' || name === 'parent id')) role = 'field';
    if (program === 'GitHub' && name === 'body') role = 'text';
    if (singleRoles.has(role) && taken.has(role)) role = 'field';
    taken.add(role);
    return role;
  });
  if (!taken.has('title')) {
    const isTexts = (index: number) =>
      table.rows.slice(0, exampleCount).filter((row) => /\p{L}{3}/u.test(row[index] ?? '')).length >
      Math.min(table.rows.length, exampleCount) / 2;
    const index = roles.findIndex((role, at) => role === 'field' && isTexts(at));
    if (index !== -1) roles[index] = 'title';
  }
  return roles;
}

export interface TableOptions {
  readonly roles: readonly ColumnRole[];
  readonly dateOrder: DateOrder;
  /** Of the person, for times with an offset. */
  readonly timezone: string;
}

const datesIn = (table: Table, roles: readonly ColumnRole[]): string[] =>
  table.rows.flatMap((row) => roles.flatMap((role, index) => (role === 'due' ? [row[index] ?? ''] : [])));

export const dateOrderOfTable = (table: Table, roles: readonly ColumnRole[]): ReturnType<typeof dateOrderOf> =>
  dateOrderOf(datesIn(table, roles));

const unescaped = (cell: string): string => (cell.startsWith("'") && formulaCell.test(cell) ? cell.slice(1) : cell);

/** Such as names of people and tags. */
export const listed = (cell: string): string[] =>
  cell
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
const no = /^(?:|0|false|no|n|open|todo|not_started|default|-)$/i;

function commentOf(cell: string, index: number): SourceComment {
  // Jira: `date;author;body`.
  const [, at = '', author = '', body] = /^([^;\n]{6,40});([^;\n]{0,200});([\s\S]+)$/.exec(cell) ?? [];
  const text = markdownOfWiki(body ?? cell);
  return { id: `${index} ${at} ${author} ${text.length}`, author, at, text };
}

/** Reads no file: the person can change the roles and see the cards at once. */
export function sourceOfTable(table: Table, { roles, dateOrder, timezone }: TableOptions): Source {
  const program = programOf(table);
  const isJira = program === 'Jira';
  const isOwn = program === 'Decktop';
  const idOf = createIdsByName();
  const lists = new Map<string, { id: string; name: string; isDone: boolean }>();
  // A status is a zone or deck only if nothing else is.
  const listRole: ColumnRole = roles.includes('list') ? 'list' : 'status';
  const notes = [...table.notes];
  let untitled = 0;
  const cards = table.rows.map((row, at): SourceCard => {
    const cells = roles.map((role, index) => ({
      role,
      column: table.columns[index] ?? '',
      // Decktop's own texts keep their spaces, so that an export comes back unchanged.
      value: unescaped(isOwn && role === 'text' ? (row[index] ?? '') : (row[index] ?? '').trim()),
    }));
    for (let index = roles.length; index < row.length; index++)
      if (row[index]?.trim())
        cells.push({ role: 'field', column: `Column ${index + 1}`, value: row[index]?.trim() ?? '' });
    const filled = cells.filter(({ value }) => value !== '');
    const first = (role: ColumnRole) => filled.find((cell) => cell.role === role)?.value ?? '';
    const all = (role: ColumnRole) => filled.filter((cell) => cell.role === role);
    const fields: [string, string][] = all('field').map(({ column, value }) => [column, value]);
    const title = first('title').replaceAll(/\s+/g, ' ');
    if (title === '') untitled++;
    const listName = first(listRole);
    if (!lists.has(listName))
      lists.set(listName, { id: listName, name: listName, isDone: !isOwn && isDoneName(listName) });
    const status = first('status');
    const isCardStatus = listRole === 'list' && !isOwn;
    if (isCardStatus && status && progressOfName(status) === null) fields.push(['Status', status]);
    const written = first('due');
    const due = written === '' ? null : readDay(written, dateOrder, timezone);
    const unread: ColumnRole[] = [];
    if (written !== '' && due === null) {
      fields.push([columnNamed(cells, 'due'), written]);
      unread.push('due');
    }
    const effortText = first('effort');
    const effort = effortText === '' ? null : Number(effortText.replace(',', '.'));
    const isEffort = effort !== null && Number.isFinite(effort) && Math.abs(effort) < 2 ** 31;
    if (effortText !== '' && (!isEffort || !Number.isInteger(effort)))
      fields.push([columnNamed(cells, 'effort'), effortText]);
    if (effortText !== '' && !isEffort) unread.push('effort');
    const done = first('done');
    const id = first('id');
    return {
      ...emptyCard,
      content: isOwn ? first('text') : null,
      status: isOwn ? status : isCardStatus ? ownStatusOf(status) : '',
      id: idOf(id === '' ? `title ${title}` : id),
      where: typeof table.lines[at] === 'string' ? table.lines[at] : `line ${table.lines[at]}`,
      title,
      body: joinBlocks(
        ...all('text').map(({ value }) => (isJira ? markdownOfWiki(value) : value)),
        ...all('checklist').map(({ value }) =>
          checklistText(
            '',
            value
              .split('\n')
              .filter((line) => line.trim() !== '')
              .map(checklistItem),
          ),
        ),
      ),
      list: listName,
      isDone: isOwn ? /^(?:Done|.*, done)$/.test(status) : (isCardStatus && isDoneName(status)) || !no.test(done),
      isArchived: isOwn ? /^Archived/.test(status) : !no.test(first('archived')),
      people: all('owner').flatMap(({ value }) => (isOwn || value.includes('@') ? [value] : listed(value))),
      tags: [...new Set(all('tags').flatMap(({ value }) => listed(value)))],
      priority: first('priority'),
      effort: isEffort ? Math.round(effort) : null,
      due: due ?? '',
      milestone: first('milestone'),
      run: first('run'),
      parent: first('parent'),
      comments: all('comment').map(({ value }, index) => commentOf(value, index)),
      links: all('link').flatMap(({ value, column }) => {
        const url = /https?:\/\/\S+/.exec(value)?.[0];
        if (url === undefined) fields.push([column, value]);
        // Jira: `date;author;name;address`.
        return url === undefined ? [] : [{ name: isJira ? (value.split(';').at(-2) ?? url) : url, url }];
      }),
      files: table.files?.[at] ?? [],
      fields,
      unread,
    };
  });
  const left = table.columns.filter(
    (_, index) => roles[index] === 'leave' && table.rows.some((row) => row[index]?.trim()),
  );
  if (left.length > 0) notes.push(`Columns that are left out: ${left.join(', ').slice(0, 1_000)}.`);
  if (untitled > 0) notes.push(`${untitled} rows have no title: their cards are called “Untitled”.`);
  return {
    format: program === null ? 'CSV' : `CSV of ${program}`,
    name: table.name.replace(/\.[^.]{1,5}$/, ''),
    // Its cards are known by their ids, whatever the file is called.
    key: isOwn ? 'Decktop' : `csv ${table.name}`,
    lists: [...lists.values()],
    cards,
    says: isOwn ? new Set(roles) : null,
    hasTagsInText: isOwn,
    notes,
  };
}

const columnNamed = (cells: readonly { role: ColumnRole; column: string }[], role: ColumnRole) =>
  cells.find((cell) => cell.role === role)?.column ?? role;
function checklistItem(line: string) {
  const [marks = '', box] = /^\s*(?:[-*+]\s+)?(?:\[([ xX])\]\s+)?/.exec(line) ?? [];
  return { text: line.slice(marks.length), isDone: box !== undefined && box !== ' ' };
}
