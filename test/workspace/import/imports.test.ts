import { afterEach, beforeEach, expect, test } from 'vitest';
import { Imports } from '../../../electron/workspace/import/imports.ts';
import type { ImportRun } from '../../../shared/bridge/index.ts';
import { type ImportChoices, suggestedChoices } from '../../../shared/domain/import/choices.ts';
import { createWorld, type World, type WorldReplica } from '../../replica/support.ts';

const windowId = 1;
const bytesOf = (text: string) => new TextEncoder().encode(text);

let world: World;
let device: WorldReplica;
let imports: Imports;
let runs: ImportRun[];
let projectId: string;

const openImports = (replica = device.replica) =>
  new Imports({
    replica,
    clock: world.clock,
    changed: (run) => runs.push(run),
    canDeleteTags: true,
    log: (_, message, details) => {
      throw new Error(`${message} ${JSON.stringify(details)}`);
    },
  });

beforeEach(async () => {
  world = createWorld();
  device = world.replica({ isLocal: true });
  await device.start();
  runs = [];
  imports = openImports();
  projectId = String(device.replica.store.rows.find('project', {})[0]?.id);
});
afterEach(async () => {
  imports.close();
  await world.close();
});

const members = () =>
  device.replica.store.rows.find('user', {}).map(({ id, name, fullName }) => ({ id, name, fullName }));

async function choose(text: string, name = 'tasks.csv', change: Partial<ImportChoices> = {}): Promise<ImportChoices> {
  const { summary } = await imports.read(windowId, [{ path: name, bytes: bytesOf(text) }], 'Europe/Berlin');
  return { ...suggestedChoices(summary, projectId, members()), ...change };
}

/** Ends when the run does, or after the given number of batches. */
async function perform(id: number, batches = Number.POSITIVE_INFINITY, stepMs = 50): Promise<ImportRun> {
  for (;;) {
    const run = imports.list().find((each) => each.id === id);
    if (!run) throw new Error('The run is gone');
    if (run.state !== 'running' || run.done >= batches) return run;
    await world.clock.advance(stepMs);
    await device.idle();
  }
}

async function importAll(text: string, name?: string, change: Partial<ImportChoices> = {}): Promise<ImportRun> {
  const choices = await choose(text, name, change);
  return perform(imports.run(windowId, choices).id);
}

const cardsIn = (deckTitle: string) => {
  const { rows } = device.replica.store;
  const deck = rows.find('deck', { title: deckTitle }).find(({ isDeleted }) => !isDeleted);
  return deck ? rows.find('card', { deckId: deck.id }).filter(({ visibility }) => visibility !== 'deleted') : [];
};

const table = [
  'Id,Title,Status,Assignee,Labels,Priority,Due date,Parent,Comment,Extra',
  '1,First,To do,Nobody here,big bug,High,2026-05-01,,"2026-01-02;ann;Hello @lena",x',
  '2,Second #foo $111,To do,,"big bug, ui",Low,2026-05-01,1,,',
  '3,Third,Done,,ui,Odd,2026-02-30,2,,',
].join('\n');

test('a table becomes cards with zones, tags, dates, sub cards and threads; nothing is lost', async () => {
  const run = await importAll(table);
  expect(run).toMatchObject({
    state: 'done',
    failure: null,
    deckId: expect.any(String),
    report: { counts: { created: 3, comments: 1, decks: 1 } },
  });
  await device.idle();
  const { rows } = device.replica.store;
  const cards = cardsIn('tasks');
  const named = (title: string) => cards.find((card) => card.title.startsWith(title));
  const first = named('First');
  expect(first).toMatchObject({ priority: 'a', dueDate: '2026-05-01', masterTags: ['big-bug'], status: 'not_started' });
  expect(first?.content).toContain('- People: Nobody here');
  expect(first?.content).toContain('- Extra: x');
  expect(named('Second')).toMatchObject({ parentCardId: first?.cardId, tags: ['big-bug', 'ui'] });
  expect(named('Second')?.cardReferences).toEqual([]);
  expect(named('Third')).toMatchObject({ status: 'done', parentCardId: first?.cardId, dueDate: null });
  for (const lost of ['- Priority: Odd', '- Due date: 2026-02-30', '- Parent: 2'])
    expect(named('Third')?.content).toContain(lost);
  expect(rows.find('deck', { title: 'tasks' })[0]?.manualOrderLabels).toEqual(['To do', 'Done']);
  const [thread] = rows.find('resolvable', { cardId: String(first?.cardId) });
  expect(thread?.isClosed).toBe(true);
  const [entry] = rows.find('resolvableEntry', { resolvableId: String(thread?.id) });
  expect(entry?.content).toBe('**ann**, 2026-01-02\n\nHello \\@lena');
  expect(run.report.losses.map(({ what }) => what).join('\n')).toContain('Priority “Odd”');
  // The service has the same.
  const answer = await world.query({
    _root: [{ account: [{ [`decks(${JSON.stringify({ title: 'tasks' })})`]: [{ cards: ['title'] }] }] }],
  });
  expect(Object.keys(answer.card ?? {})).toHaveLength(3);
});

test('lists give their cards a status, which the person can change, and a status of the card itself wins', async () => {
  const { rows } = device.replica.store;
  const [person] = rows.find('user', {});
  const text = [
    'Title,List,Status,Assignee',
    `Mine,In Progress,,${person?.name}`,
    'Nobody’s,In Progress,,',
    'Ready,Finished,,',
    `Back,Finished,To do,${person?.name}`,
    'Kept,Done,,',
  ].join('\n');
  const suggested = await choose(text, 'board.csv');
  expect(Object.values(suggested.lists).map(({ title, status }) => [title, status])).toEqual([
    ['In Progress', 'started'],
    ['Finished', 'done'],
    ['Done', 'done'],
  ]);
  const done = Object.keys(suggested.lists).at(-1) as string;
  const lists = {
    ...suggested.lists,
    [done]: { ...(suggested.lists[done] as (typeof suggested.lists)[string]), status: 'not_started' as const },
  };
  const run = await perform(imports.run(windowId, { ...suggested, lists }).id);
  await device.idle();
  const statuses = Object.fromEntries(cardsIn('board').map((card) => [card.title, card.status]));
  expect(statuses).toEqual({
    Mine: 'started',
    'Nobody’s': 'not_started',
    Ready: 'done',
    Back: 'not_started',
    Kept: 'not_started',
  });
  expect(run.report.losses.map(({ what }) => what).join('\n')).toContain('Started cards without an owner');
});

test('the preview is the run, and keeps nothing', async () => {
  const choices = await choose(table);
  const before = device.replica.store.rows.find('card', {}).length;
  const preview = imports.preview(windowId, choices);
  expect(preview.cards).toMatchObject([
    {
      title: 'First',
      place: 'tasks › To do',
      change: 'new',
      due: '2026-05-01',
      details: ['Priority High', '#big-bug', '1 comment'],
    },
    {
      title: expect.stringContaining('Second'),
      details: expect.arrayContaining(['#big-bug', '#ui', 'Sub card of First']),
    },
    { title: 'Third', place: 'tasks › Done', details: expect.arrayContaining(['Done']) },
  ]);
  expect(device.replica.store.rows.find('card', {})).toHaveLength(before);
  expect(device.replica.operations()).toEqual([]);
});

test('dates that can be read in two ways are asked before anything is made', async () => {
  const text = 'Title,Due date\nA,12/10/2026\nB,2026-01-02';
  const choices = await choose(text, 'dates.csv');
  expect(() => imports.preview(windowId, choices)).toThrow();
  expect(() => imports.run(windowId, choices)).toThrow();
  const roles = ['title', 'due'] as const;
  const asked = { isAsked: true, example: '12/10/2026' };
  expect((await imports.columns(windowId, roles, null)).table?.dates).toEqual({ ...asked, order: null });
  expect((await imports.columns(windowId, roles, 'month')).table?.dates).toEqual({ ...asked, order: 'month' });
  expect(imports.preview(windowId, choices).cards[0]).toMatchObject({ due: '2026-12-10', details: [] });
  const decided = await imports.read(windowId, [{ path: 'a.csv', bytes: bytesOf(`${text}\nC,31/12/2026`) }], 'UTC');
  expect(decided.table?.dates).toEqual({ order: 'day', isAsked: false, example: '31/12/2026' });
});

test('a second import updates what changed in the source, adds, and keeps edits made here', async () => {
  await importAll(table);
  const first = cardsIn('tasks').find(({ title }) => title === 'First');
  device.actOrThrow(['cards/update', { id: first?.cardId, content: `${first?.content}\n\nWritten here` }]);
  device.actOrThrow(['cards/update', { id: first?.cardId, priority: 'c' }]);
  const run = await importAll(
    `${table.replace('1,First,', '1,First one,').replace('3,Third,Done', '3,Third,To do')}\n4,Fourth,To do,,,,,,,`,
  );
  expect(run.report.counts).toMatchObject({ created: 1, updated: 2, unchanged: 1 });
  const cards = cardsIn('tasks');
  expect(cards).toHaveLength(4);
  expect(cards.find(({ cardId }) => cardId === first?.cardId)).toMatchObject({ title: 'First one', priority: 'c' });
  expect(cards.find(({ cardId }) => cardId === first?.cardId)?.content).toContain('Written here');
  expect(cards.find(({ title }) => title === 'Third')?.status).toBe('not_started');
  const again = await importAll(
    `${table.replace('1,First,', '1,First one,').replace('3,Third,Done', '3,Third,To do')}\n4,Fourth,To do,,,,,,,`,
  );
  expect(again.report.counts).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test('undo takes all back, except cards that were changed since', async () => {
  const run = await importAll(table);
  const third = cardsIn('tasks').find(({ title }) => title === 'Third');
  device.actOrThrow(['cards/update', { id: third?.cardId, effort: 5 }]);
  expect(imports.undo(run.id)).toMatchObject({ run: { state: 'undone' }, left: ['Third'] });
  await device.idle();
  expect(cardsIn('tasks').map(({ title }) => title)).toEqual(['Third']);
  // The card that stays has the tag `ui`; nothing has `big-bug` any more.
  const tags = device.replica.store.rows.find('projectTag', { projectId }).map(({ tag }) => tag);
  expect(tags).toContain('ui');
  expect(tags).not.toContain('big-bug');

  const other = await importAll('Title\nOne\nTwo', 'other.csv');
  expect(cardsIn('other')).toHaveLength(2);
  imports.undo(other.id);
  await device.idle();
  expect(device.replica.store.rows.find('deck', { title: 'other' }).every(({ isDeleted }) => isDeleted)).toBe(true);
  // What was taken back can be imported again.
  expect((await importAll('Title\nOne\nTwo', 'other.csv')).report.counts).toMatchObject({ created: 2 });
});

test('an import that the app leaves goes on after a restart, and makes no card twice', async () => {
  const rows = Array.from({ length: 230 }, (_, index) => `Card ${index},Zone ${index % 3}`);
  const choices = await choose(['Title,Status', ...rows].join('\n'));
  const { id } = imports.run(windowId, choices);
  await perform(id, 3);
  imports.close();
  await device.close();
  device = world.replica({ isLocal: true, directory: device.directory });
  await device.start();
  imports = openImports();
  imports.start();
  expect(await perform(id)).toMatchObject({ state: 'done' });
  await device.idle();
  const titles = cardsIn('tasks').map(({ title }) => title);
  expect(titles).toHaveLength(230);
  expect(new Set(titles).size).toBe(230);
});

test('a stopped import can be continued; offline the steps wait in the outbox', async () => {
  await device.offline();
  const choices = await choose(table);
  const { id } = imports.run(windowId, choices);
  // A step shorter than the pause between two batches.
  await perform(id, 1, 1);
  expect(imports.stop(id)).toMatchObject({ state: 'stopped', failure: null });
  await world.clock.advance(1_000);
  imports.continue(id);
  expect(await perform(id)).toMatchObject({ state: 'done' });
  expect(cardsIn('tasks')).toHaveLength(3);
  await device.online();
  const answer = await world.query({
    _root: [{ account: [{ [`decks(${JSON.stringify({ title: 'tasks' })})`]: [{ cards: ['title'] }] }] }],
  });
  expect(Object.keys(answer.card ?? {})).toHaveLength(3);
});

test('a full disk in the middle stops the import and says so; with space it goes on, and makes no card twice', async () => {
  imports.close();
  imports = new Imports({
    replica: device.replica,
    clock: world.clock,
    changed: () => undefined,
    canDeleteTags: true,
    log: () => undefined,
  });
  const rows = Array.from({ length: 450 }, (_, index) => `Card ${index},Zone ${index % 3},${'long '.repeat(400)}`);
  const choices = await choose(['Title,Status,Text', ...rows].join('\n'));
  const { id } = imports.run(windowId, choices);
  const { db } = device.replica.store.engine;
  await perform(id, 3);
  const pages = db.pragma('durable.page_count', { simple: true }) as number;
  db.pragma(`durable.max_page_count = ${pages}`);
  expect(await perform(id)).toMatchObject({ state: 'stopped', failure: { kind: 'conflict', code: 'disk_full' } });
  db.pragma('durable.max_page_count = 1000000');
  imports.continue(id);
  expect(await perform(id)).toMatchObject({ state: 'done', failure: null });
  await device.idle();
  const titles = cardsIn('tasks').map(({ title }) => title);
  expect([titles.length, new Set(titles).size]).toEqual([450, 450]);
});

test('a service that goes away in the middle: the rest waits in the outbox, and arrives once', async () => {
  const rows = Array.from({ length: 230 }, (_, index) => `Card ${index},Zone ${index % 3}`);
  const { id } = imports.run(windowId, await choose(['Title,Status', ...rows].join('\n')));
  await perform(id, 3);
  await device.offline();
  expect(await perform(id)).toMatchObject({ state: 'done' });
  expect(device.replica.operations().length).toBeGreaterThan(0);
  await device.online();
  await device.idle();
  const answer = await world.query({
    _root: [{ account: [{ [`decks(${JSON.stringify({ title: 'tasks' })})`]: [{ cards: ['title'] }] }] }],
  });
  const titles = Object.values(answer.card ?? {}).map(({ title }) => title);
  expect([titles.length, new Set(titles).size]).toEqual([230, 230]);
});

test('files that notes name wait to be attached to their cards, once, and go with an undo', async () => {
  const file = (path: string, content: string) => ({ path: `Notes/${path}`, bytes: bytesOf(content) });
  const notes = [
    file('a/One.md', '![Plan](../img/plan%20b.png) and [site](https://x.y/z.png)'),
    file('Two.md', 'See [[img/plan b.png]] and [paper](<img/paper.pdf> "p")'),
    file('img/plan b.png', 'picture'),
    file('img/paper.pdf', 'paper'),
    file('img/other.png', 'nobody names it'),
  ];
  const importNotes = async (files: typeof notes) => {
    const { summary } = await imports.read(windowId, files, 'UTC');
    return perform(imports.run(windowId, suggestedChoices(summary, projectId, members())).id);
  };
  const run = await importNotes(notes);
  expect(run).toMatchObject({ state: 'done', report: { counts: { created: 2, files: 3 } } });
  expect(run.report.notes.join('')).toContain('1 files that are no Markdown');
  await device.idle();
  const { uploads, store } = device.replica;
  const waiting = () =>
    uploads
      .list()
      .map(({ id, cardId, name }) => [
        store.rows.get('card', cardId)?.title,
        name,
        Buffer.from(uploads.bytes(id) ?? []).toString(),
      ]);
  const expected = [
    ['One', 'plan b.png', 'picture'],
    ['Two', 'plan b.png', 'picture'],
    ['Two', 'paper.pdf', 'paper'],
  ];
  expect(waiting().sort()).toEqual(expected.toSorted());
  expect((await importNotes(notes)).report.counts).toMatchObject({ created: 0, unchanged: 2, files: 0 });
  expect(waiting()).toHaveLength(3);
  imports.undo(run.id);
  expect(waiting()).toEqual([]);
});

test('names of 10,000 letters are carried', async () => {
  const long = 'x'.repeat(10_000);
  const run = await importAll(`Title,Labels,Deck,Priority,${long}\n${[long, long, long, long, long].join(',')}`);
  expect(run).toMatchObject({ state: 'done', failure: null });
  expect(run.report.losses.map(({ what }) => what).filter((what) => what.startsWith('Not done'))).toEqual([]);
  await device.idle();
  const [card] = cardsIn('tasks');
  expect(card?.tags).toEqual([long]);
  expect(card?.content.startsWith(`${long}\n`)).toBe(true);
  expect(device.replica.status().attention).toBe(0);
});

test('the CSV of our own export comes back: unchanged it changes nothing, edited cells change the same cards', async () => {
  await importAll(table);
  const own = (change: (cells: string[]) => string[] = (cells) => cells) =>
    [
      '\ufeffColumn,Title,Text,Code,Status,Owner,Priority,Effort,Deck,Milestone,Run,Due date,Tag,Hero card,Kind,Project,Attachments,Created by,Created,Updated,Hero card id,Card id',
      ...cardsIn('tasks').map((card) =>
        change([
          'List',
          card.title,
          card.content,
          '$111',
          card.status === 'done' ? 'Done' : 'Not started',
          '',
          card.priority === 'a' ? 'High' : card.priority === 'c' ? 'Low' : '',
          String(card.effort ?? ''),
          'tasks',
          '',
          '',
          card.dueDate ?? '',
          card.tags.join(', '),
          '',
          'Task',
          'P',
          '',
          'Ann',
          '2026-01-01',
          '2026-01-01',
          card.parentCardId ?? '',
          card.cardId,
        ])
          .map((cell) => `"${cell.replaceAll('"', '""')}"`)
          .join(','),
      ),
    ].join('\r\n');
  const same = await importAll(own(), 'export.csv');
  expect(same.report.counts).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  const edited = own((cells) => (cells[1] === 'Third' ? cells.with(1, 'Third, edited').with(7, '8') : cells));
  expect((await importAll(edited, 'export.csv')).report.counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
  const third = cardsIn('tasks').find(({ title }) => title === 'Third, edited');
  expect(third).toMatchObject({ effort: 8, status: 'done' });
  expect(third?.content).toContain('- Priority: Odd');
  expect(cardsIn('tasks')).toHaveLength(3);
});

test('files that are no text, and windows without a file, are refused in words', async () => {
  await expect(
    imports.read(windowId, [{ path: 'a.csv', bytes: new Uint8Array([1, 0, 2]) }], 'UTC'),
  ).rejects.toMatchObject({
    failure: { message: expect.stringContaining('is no text') },
  });
  const choices = await choose('Title\nOne');
  imports.release(windowId);
  expect(() => imports.preview(windowId, choices)).toThrow();
});

test('encodings: UTF-16 with its mark, and the encoding of older Windows programs', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('Title\nGrün', 'utf16le')]);
  expect((await imports.read(windowId, [{ path: 'a.csv', bytes: utf16 }], 'UTC')).table?.columns[0]?.examples).toEqual([
    'Grün',
  ]);
  const latin = new Uint8Array(Buffer.from('Title\nGrün', 'latin1'));
  expect((await imports.read(windowId, [{ path: 'a.csv', bytes: latin }], 'UTC')).table?.columns[0]?.examples).toEqual([
    'Grün',
  ]);
});
