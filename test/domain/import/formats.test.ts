/** Files in the shapes that other programs write, written by hand for these tests. */
import { expect, test } from 'vitest';
import { FailureError } from '../../../shared/contract/index.ts';
import { readBoardArchive } from '../../../shared/domain/import/board-archive.ts';
import { dateOrderOf } from '../../../shared/domain/import/days.ts';
import { readMarkdownFolder } from '../../../shared/domain/import/markdown-folder.ts';
import { readObsidianBoard, readTodoTxt } from '../../../shared/domain/import/plain-lists.ts';
import { parseJsonFile, progressOfName } from '../../../shared/domain/import/source.ts';
import { dateOrderOfTable, readTable, sourceOfTable, suggestedRoles } from '../../../shared/domain/import/table.ts';
import { readTrelloBoard } from '../../../shared/domain/import/trello.ts';

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof FailureError && 'message' in error.failure ? error.failure.message : `thrown: ${error}`;
  }
  return 'nothing thrown';
};

function cardsOf(text: string, name = 'table.csv') {
  const table = readTable(text, name);
  const roles = suggestedRoles(table);
  const dateOrder = dateOrderOfTable(table, roles)?.order ?? 'day';
  return sourceOfTable(table, { roles, dateOrder, timezone: 'Europe/Berlin' });
}

test('Jira: repeated columns are lists, comments have author and date, wiki markup is markdown', () => {
  const { format, cards, lists } = cardsOf(
    [
      'Summary,Issue key,Issue Type,Status,Priority,Assignee,Created,Labels,Labels,Comment,Comment,Custom field (Story point estimate)',
      '"Fix, now",AB-1,Bug,In Progress,High,Ann Lee,01/Mar/24 9:00 AM,ui,fast,"02/Mar/24 10:00 AM;ann;h1. Seen\n* *one*",03/Mar/24 1:00 PM;bo;Second,3',
      'Second,AB-2,Task,Done,Low,,01/Mar/24 9:00 AM,,,,,',
    ].join('\r\n'),
  );
  expect(format).toBe('CSV of Jira');
  expect(lists.map(({ name, isDone }) => [name, isDone])).toEqual([
    ['In Progress', false],
    ['Done', true],
  ]);
  expect(cards[0]).toMatchObject({
    id: 'AB-1',
    where: 'line 2',
    title: 'Fix, now',
    people: ['Ann Lee'],
    tags: ['ui', 'fast'],
    priority: 'High',
    effort: 3,
    comments: [
      { author: 'ann', at: '02/Mar/24 10:00 AM', text: '# Seen\n- **one**' },
      { author: 'bo', text: 'Second' },
    ],
    fields: [
      ['Issue Type', 'Bug'],
      ['Created', '01/Mar/24 9:00 AM'],
    ],
  });
  // Its status is its list, whose status the person can change.
  expect(cards[1]).toMatchObject({ where: 'line 4', isDone: false });
});

test('Linear: escaped cells, labels in one cell; Asana: parents by title, a date means done', () => {
  const linear = cardsOf(
    `Id,Team,Title,Description,Status,Estimate,Priority,Assignee,Labels,Cycle Name,Due Date\nENG-1,Eng,'=SUM fails,Text,Todo,2,Urgent,bo@example.org,"Bug, Web",,2026-03-01`,
  );
  expect(linear.cards[0]).toMatchObject({
    title: '=SUM fails',
    tags: ['Bug', 'Web'],
    people: ['bo@example.org'],
    due: '2026-03-01',
  });
  const asana = cardsOf(
    'Task ID;Name;Section/Column;Due Date;Parent Task;Completed At\n1;Ship;Launch;31/12/2026;;2026-01-02\n2;Test;Launch;30.2.2026;Ship;',
  );
  expect(asana.cards).toMatchObject([
    { title: 'Ship', isDone: true, due: '2026-12-31' },
    // The day does not exist, so the text takes what was written.
    { title: 'Test', isDone: false, parent: 'Ship', due: '', fields: [['Due Date', '30.2.2026']] },
  ]);
});

test('a table of no known program: delimiter, title column, both orders of dates', () => {
  const table = readTable('\ufeffA\tB\tDeadline\n1\tBuy milk\t1/2/2026\n2\tSell it\t3/4/2026\n', 'x.tsv');
  const roles = suggestedRoles(table);
  expect(roles).toEqual(['field', 'title', 'due']);
  expect(dateOrderOfTable(table, roles)).toEqual({ order: null, example: '1/2/2026' });
  const dues = (dateOrder: 'day' | 'month') =>
    sourceOfTable(table, { roles, dateOrder, timezone: 'UTC' }).cards.map(({ due }) => due);
  expect(dues('day')).toEqual(['2026-02-01', '2026-04-03']);
  expect(dues('month')).toEqual(['2026-01-02', '2026-03-04']);
});

test('Focalboard: columns, order, texts with their boxes, properties, comments, files, templates, version 1', () => {
  const line = (type: string, data: unknown) => JSON.stringify({ type, data });
  const at = Date.UTC(2026, 4, 1, 12);
  const properties = [
    {
      id: 's',
      name: 'Status',
      type: 'select',
      options: [
        { id: 'o1', value: 'To do' },
        { id: 'o2', value: 'Done' },
      ],
    },
    { id: 'g', name: 'Priority', type: 'select', options: [{ id: 'p1', value: '1. High' }] },
    {
      id: 'm',
      name: 'Area',
      type: 'multiSelect',
      options: [
        { id: 'm1', value: 'floor' },
        { id: 'm2', value: 'wall' },
      ],
    },
    { id: 'd', name: 'Due Date', type: 'date' },
    { id: 'n', name: 'Estimate', type: 'number' },
    { id: 't', name: 'Note', type: 'text' },
    { id: 'w', name: 'Who', type: 'person' },
  ];
  const card = (id: string, title: string, fields: unknown) =>
    line('block', { id, type: 'card', boardId: 'b', parentId: 'b', title, fields });
  const part = (id: string, type: string, title: string, fields = {}) =>
    line('block', { id, type, boardId: 'b', parentId: 'c1', title, fields, createAt: at, createdBy: 'u1' });
  const text = [
    line('board', { id: 'b', title: 'Flat', cardProperties: properties }),
    line('boardMember', { boardId: 'b', userId: 'u1' }),
    line('block', {
      id: 'v',
      type: 'view',
      boardId: 'b',
      parentId: 'b',
      fields: { viewType: 'board', groupById: 's', cardOrder: ['c2', 'c1'] },
    }),
    card('c1', 'Paint', {
      properties: { s: 'o2', g: 'p1', m: ['m1', 'm2'], d: JSON.stringify({ from: at }), n: '3', t: 'blue', w: 'u1' },
      contentOrder: ['x2', ['x3', 'x1'], 'x4'],
    }),
    card('c2', 'Clean', { properties: {} }),
    card('c3', 'Template', { isTemplate: true }),
    line('block', { id: 'c4', type: 'card', boardId: 'b', title: 'Gone', deleteAt: at, fields: {} }),
    part('x1', 'checkbox', 'roof'),
    part('x2', 'text', 'First **this**'),
    part('x3', 'checkbox', 'walls', { value: true }),
    part('x4', 'image', '', { fileId: '7a.png' }),
    part('x5', 'attachment', 'plan.pdf', { fileId: '7lost.pdf' }),
    part('k', 'comment', 'Looks good'),
  ].join('\n');
  const source = readBoardArchive(
    [{ path: 'b/board.jsonl', text }],
    new Set(['b/7a.png']),
    'flat.boardarchive',
    'Europe/Berlin',
  );
  const named = new Map(source.lists.map(({ id, name }) => [id, name]));
  expect([...named.values()]).toEqual(['To do', 'Done', '']);
  expect(source.cards.map(({ title, list }) => [title, named.get(list)])).toEqual([
    ['Clean', ''],
    ['Paint', 'Done'],
  ]);
  expect(source.cards[1]).toMatchObject({
    where: 'b/board.jsonl, line 4',
    body: 'First **this**\n\n- [x] walls\n- [ ] roof\n\nplan.pdf\n\nMissing file: 7lost.pdf',
    tags: ['floor', 'wall'],
    priority: '1. High',
    due: '2026-05-01',
    effort: 3,
    people: ['Focalboard member u1'],
    fields: [['Note', 'blue']],
    files: [{ name: '7a.png', path: 'b/7a.png' }],
    comments: [{ id: 'k', author: 'Focalboard member u1', at: '2026-05-01', text: 'Looks good' }],
  });
  expect(source.notes.join('\n')).toContain('1 cards of templates');
  const first = [
    { version: 1, date: at },
    { type: 'block', data: { id: 'b', type: 'board', title: 'Old', fields: { cardProperties: properties } } },
    {
      type: 'block',
      data: { id: 'c', type: 'card', rootId: 'b', parentId: 'b', title: 'One', fields: { properties: { s: 'o1' } } },
    },
  ];
  const old = readBoardArchive(
    [{ path: 'old', text: first.map((each) => JSON.stringify(each)).join('\n') }],
    new Set(),
    'old',
    'UTC',
  );
  expect(old.cards).toMatchObject([{ title: 'One', list: 'b o1' }]);
});

test('the order of dates is asked only if the dates do not show it', () => {
  expect(dateOrderOf(['2026-12-10', '10 Dec 2026', '11/11/2026', 'soon', ''])).toBeNull();
  expect(dateOrderOf(['2026-12-31', '1/2/2026', '31/12/2026'])).toEqual({ order: 'day', example: '31/12/2026' });
  expect(dateOrderOf(['1/2/2026', '12/31/2026 10:00'])).toEqual({ order: 'month', example: '12/31/2026 10:00' });
  expect(dateOrderOf(['12.10.2026'])).toEqual({ order: 'day', example: '12.10.2026' });
  expect(dateOrderOf(['2026-12-31', '12/10/2026'])).toEqual({ order: null, example: '12/10/2026' });
  // Nobody can read both by one order.
  expect(dateOrderOf(['31/12/2026', '12/31/2026'])).toEqual({ order: null, example: '31/12/2026' });
});

test('dates of notes that can be read in two ways stay in the text, and a note says so', () => {
  const files = ['12/10/2026', '11/11/2026', '2026-10-12'].map((due, at) => ({
    path: `${at}.md`,
    text: `---\ndue: ${due}\n---\n# Card ${at}`,
  }));
  const { cards, notes } = readMarkdownFolder(files, 'notes', 'UTC');
  expect(cards.map(({ due, fields }) => [due, ...fields])).toEqual([
    ['', ['Due', '12/10/2026']],
    ['2026-11-11'],
    ['2026-10-12'],
  ]);
  expect(notes.join('')).toContain('“12/10/2026” can be read in two ways');
});

test('bad tables are refused with line and column', () => {
  expect(messageOf(() => readTable('Title,Text\nOne,"open\nTwo,2', 'a.csv'))).toContain('“a.csv”, line 2, column 5');
  expect(messageOf(() => readTable('', 'a.csv'))).toContain('empty');
  expect(messageOf(() => readTable('Title', 'a.csv'))).toContain('one line');
  const wide = `${'a,'.repeat(99_999)}a\n${'1,'.repeat(99_999)}1`;
  expect(messageOf(() => readTable(wide, 'a.csv'))).toContain('100000 columns in line 1');
});

const board = {
  id: 'b1',
  name: 'Board',
  lists: [
    { id: 'l2', name: 'Done', pos: 2 },
    { id: 'l1', name: 'To do', pos: 1 },
  ],
  labels: [
    { id: 'x', name: '', color: 'green_dark' },
    { id: 'y', name: 'big bug', color: 'red' },
  ],
  members: [{ id: 'm', fullName: 'Ann Lee', username: 'ann' }],
  checklists: [
    {
      id: 'c',
      name: 'Steps',
      checkItems: [
        { name: 'two', state: 'complete', pos: 2 },
        { name: 'one', state: 'incomplete', pos: 1 },
      ],
    },
  ],
  customFields: [{ id: 'f', name: 'Size', options: [{ id: 'o', value: { text: 'XL' } }] }],
  actions: [
    { id: 'a2', type: 'commentCard', date: '2026-01-03T00:00:00Z', data: { text: 'second', card: { id: 'k' } } },
    {
      id: 'a1',
      type: 'commentCard',
      date: '2026-01-02T00:00:00Z',
      memberCreator: { fullName: 'Bo' },
      data: { text: 'first', card: { id: 'k' } },
    },
  ],
  cards: [
    {
      id: 'k',
      idShort: 7,
      name: 'Card',
      desc: 'Text',
      idList: 'l1',
      pos: 1,
      due: '2026-05-01T22:30:00.000Z',
      idMembers: ['m', 'gone'],
      idLabels: ['x', 'y'],
      idChecklists: ['c'],
      attachments: [{ name: 'plan', url: 'https://trello.example/plan.pdf', isUpload: true }],
      customFieldItems: [{ idCustomField: 'f', idValue: 'o' }],
    },
    { id: 'old', name: 'Old', idList: 'lost', closed: true, pos: 2 },
  ],
};

test('Trello: order, labels without names, checklists, comments, local days, archived cards, lost lists', () => {
  const source = readTrelloBoard(board, 'b.json', 'Europe/Berlin');
  expect(source.lists.map(({ name, isDone }) => [name, isDone])).toEqual([
    ['To do', false],
    ['Done', true],
    ['', false],
  ]);
  expect(source.cards).toMatchObject([
    {
      where: 'card 7',
      body: 'Text\n\n**Steps**\n\n- [ ] one\n- [x] two',
      // 22:30 in UTC is the next day in Berlin.
      due: '2026-05-02',
      people: ['Ann Lee', 'Trello member gone'],
      tags: ['green', 'big bug'],
      comments: [
        { author: 'Bo', text: 'first' },
        { author: '', text: 'second' },
      ],
      links: [{ name: 'plan' }],
      fields: [['Size', 'XL']],
    },
    { title: 'Old', isArchived: true, list: 'lost' },
  ]);
  expect(source.notes[0]).toContain('1 attachments are files at Trello');
  expect(messageOf(() => readTrelloBoard({ a: 1 }, 'b.json', 'UTC'))).toContain('no export of a Trello board');
});

test('JSON that breaks off is refused with line and column', () => {
  const text = JSON.stringify(board, null, 1);
  expect(messageOf(() => parseJsonFile(text.slice(0, 40), 'b.json'))).toMatch(/line 4, column \d+/);
  expect(messageOf(() => parseJsonFile('{"a": [1, 2,]}', 'b.json'))).toContain('line 1, column 13');
  expect(messageOf(() => parseJsonFile('{"a": x}', 'b.json'))).toContain('line 1, column 7');
});

test('todo.txt: dates and priority in any order, projects as lists', () => {
  const { cards } = readTodoTxt(
    'x (A) 2026-01-03 2026-01-01 Pay bill +home @phone due:2026-01-05 key:v\n(B) Call\n\nx 2026-01-02 (C) Old http://a.b/c',
    't.txt',
  );
  expect(cards).toMatchObject([
    {
      title: 'Pay bill',
      isDone: true,
      priority: 'A',
      list: 'home',
      tags: ['phone'],
      due: '2026-01-05',
      fields: [
        ['key', 'v'],
        ['Completed', '2026-01-03'],
        ['Created', '2026-01-01'],
      ],
    },
    { title: 'Call', isDone: false, priority: 'B', where: 'line 2' },
    { title: 'Old http://a.b/c', priority: 'C' },
  ]);
});

test('Obsidian Kanban: lanes, dates, indented text, complete lane, archive, settings', () => {
  const text = `---

kanban-plugin: board

---

## Zu erledigen (3)

- [ ] Erste #tag @{2026-02-03} @@{10:30}
\tzweite Zeile
\t- [ ] Punkt

## Fertig

**Complete**
- [x] Zweite


***

## Archive

- [ ] Dritte

%% kanban:settings
{"kanban-plugin":"board"}
%%`;
  const { cards, lists, notes } = readObsidianBoard(text, 'Board.md');
  expect(lists.map(({ name, isDone }) => [name, isDone])).toEqual([
    ['Zu erledigen (3)', false],
    ['Fertig', true],
  ]);
  expect(cards).toMatchObject([
    {
      title: 'Erste #tag',
      body: 'zweite Zeile\n- [ ] Punkt',
      due: '2026-02-03',
      fields: [['Time', '10:30']],
      where: 'line 9',
    },
    { title: 'Zweite', isDone: true },
    { title: 'Dritte', isArchived: true },
  ]);
  expect(notes).toEqual([]);
});

test('a folder of Markdown files: frontmatter, CRLF, titles twice, frontmatter that is no YAML', () => {
  const { cards, lists, notes } = readMarkdownFolder(
    [
      {
        path: 'To do/a.md',
        text: '---\r\ntitle: First\r\ntags: [x, "#y"]\r\ndue: 2026-03-04\r\nestimate: 5\r\nfoo: bar\r\n---\r\n\r\nText',
      },
      { path: 'To do/b.md', text: '# First\n\nOther' },
      { path: 'c.md', text: '---\na: [1\n---\nText' },
    ],
    'Notes',
    'UTC',
  );
  expect(lists.map(({ name }) => name)).toEqual(['To do', '']);
  expect(cards).toMatchObject([
    { title: 'First', body: 'Text', tags: ['x', 'y'], due: '2026-03-04', effort: 5, fields: [['foo', 'bar']] },
    { title: 'First', body: 'Other' },
    { title: 'c' },
  ]);
  expect(cards[2]?.body).toContain('a: [1');
  expect(notes).toEqual(['c.md: the fields stay in the text (line 2 is not understood).']);
  const written = [
    '---',
    '# a comment',
    'title: "A: \\"b\\" # c"',
    'tags:',
    '  - one',
    "  - 'two, three'",
    'labels: ["x, y", z]',
    'empty: ~',
    'note: |',
    '  first',
    '  second',
    '---',
  ];
  expect(readMarkdownFolder([{ path: 'x.md', text: written.join('\n') }], 'Notes', 'UTC').cards).toMatchObject([
    { title: 'A: "b" # c', tags: ['one', 'two, three', 'x, y', 'z'], fields: [['note', 'first\nsecond']] },
  ]);
});

test.each([
  ['Done', 'done'],
  ['✅ Done', 'done'],
  ['In Progress', 'started'],
  ['🚧 Doing (4)', 'started'],
  ['Blocked', 'started'],
  ['In Review', 'started'],
  ['To Do', 'not_started'],
  ['Backlog', 'not_started'],
  ['Kitchen', null],
  ['Doing taxes', null],
])('a list called “%s” holds work that is %s', (name, progress) => {
  expect(progressOfName(name)).toBe(progress);
});
