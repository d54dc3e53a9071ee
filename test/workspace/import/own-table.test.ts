/** Cards → our CSV or folder → import: nothing changes that was not edited, and what was edited changes exactly that. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Imports } from '../../../electron/workspace/import/imports.ts';
import {
  cardFileText,
  type ExportedBoard,
  exportedCardsOf,
  exportedCardsQuery,
} from '../../../renderer/views/export/card-files.ts';
import { cardFolderFiles } from '../../../renderer/views/export/card-folder.ts';
import { bridgeCommands, type ImportPreview, type ImportRun } from '../../../shared/bridge/index.ts';
import { suggestedChoices } from '../../../shared/domain/import/choices.ts';
import { readTable } from '../../../shared/domain/import/table.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { createLookups } from '../../renderer/support.ts';
import { createWorld, type World, type WorldReplica } from '../../replica/support.ts';

const windowId = 1;
let world: World;
let device: WorldReplica;
let imports: Imports;

beforeAll(async () => {
  world = createWorld();
  device = world.replica({ isLocal: true });
  await device.start();
  imports = new Imports({
    replica: device.replica,
    clock: world.clock,
    changed: () => undefined,
    canDeleteTags: true,
    log: (_, message, details) => {
      throw new Error(`${message} ${JSON.stringify(details)}`);
    },
  });
});
afterAll(async () => {
  imports.close();
  await world.close();
});

const rows = () => device.replica.store.rows;
const byId = <T extends { readonly id: string }>(list: readonly T[]) =>
  Object.fromEntries(list.map((row) => [row.id, row]));

function boardOf(ids: readonly string[]): ExportedBoard {
  const [account] = rows().find('account', {});
  const names = {
    lookups: createLookups({
      account,
      projects: rows().find('project', {}),
      decks: byId(rows().find('deck', {})),
      milestones: byId(rows().find('milestone', {})),
      sprints: byId(rows().find('sprint', {})),
      sprintConfigs: byId(rows().find('sprintConfig', {})),
    } as never),
    people: byId(rows().find('user', {})),
  } as unknown as ExportedBoard['names'];
  const answer = device.read(exportedCardsQuery(ids) as never) as never;
  async function* cards() {
    yield exportedCardsOf(answer, ids);
  }
  return { title: 'Cards', columns: [{ title: 'All', cards: cards() }], names, at: '2026-01-01T00:00:00.000Z' };
}

async function exported(ids: readonly string[]): Promise<string> {
  let text = '';
  for await (const part of cardFileText.csv(boardOf(ids))) text += part;
  return text;
}

/** By path. */
type Folder = Readonly<Record<string, string>>;

async function exportedFolder(ids: readonly string[]): Promise<Folder> {
  const files: Record<string, string> = {};
  for await (const { path, content } of cardFolderFiles(boardOf(ids)))
    files[['Cards', ...path].join('/')] = 'text' in content ? content.text : content.fileId;
  return files;
}

/** As a person writes into the fields, or the text, of the card's file. */
const editedFolder = (folder: Folder, cardId: string, column: string, cell: string): Folder =>
  Object.fromEntries(
    Object.entries(folder).map(([path, text]) => {
      if (!text.includes(`Card id: "${cardId}"`)) return [path, text];
      const end = text.indexOf('\n---\n', 4) + 5;
      const lines = text
        .slice(0, end - 4)
        .split('\n')
        .filter((each) => !each.startsWith(`${column}:`));
      if (column === 'Title') return [path, text.slice(0, end) + text.slice(end).replace(/^[^\r\n]*/, () => cell)];
      return [path, `${[...lines, `${column}: ${cell}`].join('\n')}\n---\n${text.slice(end)}`];
    }),
  );

/** As a spreadsheet writes it again. */
function edited(text: string, change: (cells: string[], column: (name: string) => number) => void): string {
  const { columns, rows: lines } = readTable(text, 'a.csv');
  const cells = lines.map((line) => [...line]);
  const indexOf = (name: string) => {
    expect(columns).toContain(name);
    return columns.indexOf(name);
  };
  for (const line of cells) change(line, indexOf);
  return [columns, ...cells]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
}

async function choicesFor(given: string | Folder) {
  const files = typeof given === 'string' ? { 'Cards.csv': given } : given;
  const { summary } = await imports.read(
    windowId,
    Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
    'Europe/Berlin',
  );
  const project = String(rows().find('project', {})[0]?.id);
  return suggestedChoices(summary, project, rows().find('user', {}), rows().find('account', {})[0]?.priorityLabels);
}
const previewOf = async (text: string | Folder): Promise<ImportPreview> =>
  imports.preview(windowId, await choicesFor(text));

async function importAll(text: string | Folder): Promise<ImportRun> {
  const { id } = imports.run(windowId, await choicesFor(text));
  for (;;) {
    const run = imports.list().find((each) => each.id === id);
    if (!run) throw new Error('The run is gone');
    if (run.state !== 'running') return run;
    await world.clock.advance(50);
    await device.idle();
  }
}

const runs = () =>
  rows()
    .find('sprint', { isDeleted: false, completedAt: null })
    .map((run) => ({ id: run.id, name: runLabel(run, rows().get('sprintConfig', run.sprintConfigId)) }));
const onlyOnce = <T extends { readonly name: string }>(list: readonly T[]) =>
  list.filter(({ name }) => list.filter((other) => other.name === name).length === 1);

test('an unchanged export of all cards changes nothing and loses nothing', async () => {
  const cards = rows().find('card', {});
  const ids = cards.map(({ cardId }) => cardId);
  const deleted = cards.filter(({ visibility }) => visibility === 'deleted').length;
  for (const files of [await exported(ids), await exportedFolder(ids)]) {
    const { counts, losses } = await previewOf(files);
    expect(losses.filter(({ what }) => !what.startsWith('Cards that were deleted here'))).toEqual([]);
    expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: cards.length - deleted, leftOut: deleted });
  }
});

const word = fc.constantFrom(
  'Plan',
  'a, b',
  '"quoted"',
  'x;y',
  '=1+1',
  "'=2",
  "''@a",
  '-',
  '#ui',
  '  two  spaces ',
  '\t',
  'ß',
  "'＝1",
  '日本',
  '**b**',
  '@[x]',
  '\\',
);
const line = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const content = fc
  .tuple(
    fc.constantFrom('', "'", "'＝", '=', '# ', '  ', '- [ ] '),
    fc.constantFrom('Card', 'Other'),
    fc.array(line, { maxLength: 4 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([start, name, lines, newline]) => [`${start}${name}`, ...lines].join(newline));
const card = fc.record({
  content,
  effort: fc.option(fc.integer({ min: -3, max: 13 })),
  priority: fc.option(fc.constantFrom('a', 'b', 'c')),
  owner: fc.nat(),
  dueDate: fc.option(fc.constantFrom('2026-02-28', '2027-12-01')),
  masterTags: fc.uniqueArray(fc.constantFrom('ui', 'two words', 'ärger'), { maxLength: 2 }),
  milestone: fc.nat(),
  run: fc.nat(),
  status: fc.constantFrom('not_started', 'done', 'started'),
});

interface Edit {
  readonly column: string;
  readonly property: string;
  readonly cell: string;
  readonly value: unknown;
}
const edits = (): readonly Edit[] => {
  const [person] = onlyOnce(
    rows()
      .find('user', {})
      .filter(({ kind }) => kind === 'human'),
  );
  const [milestone] = onlyOnce(rows().find('milestone', { isDeleted: false }));
  const [run] = onlyOnce(runs());
  return [
    { column: 'Tags', property: 'masterTags', cell: '', value: expect.not.arrayContaining(['two words']) },
    { column: 'Title', property: 'title', cell: 'Edited, "here"', value: 'Edited, "here"' },
    { column: 'Effort', property: 'effort', cell: '21', value: 21 },
    { column: 'Effort', property: 'effort', cell: '', value: null },
    { column: 'Priority', property: 'priority', cell: 'Low', value: 'c' },
    { column: 'Due date', property: 'dueDate', cell: '2028-02-29', value: '2028-02-29' },
    { column: 'Due date', property: 'dueDate', cell: '', value: null },
    { column: 'Tags', property: 'masterTags', cell: 'edited', value: expect.arrayContaining(['edited']) },
    { column: 'Owner', property: 'assigneeId', cell: String(person?.fullName ?? person?.name), value: person?.id },
    { column: 'Milestone', property: 'milestoneId', cell: String(milestone?.name), value: milestone?.id },
    { column: 'Milestone', property: 'milestoneId', cell: '', value: null },
    { column: 'Run', property: 'sprintId', cell: String(run?.name), value: run?.id },
    { column: 'Status', property: 'status', cell: 'Done', value: 'done' },
    { column: 'Status', property: 'status', cell: 'Started', value: 'started' },
    { column: 'Status', property: 'status', cell: 'Not started', value: 'not_started' },
  ];
};
/** What follows from a change by the rules of the workspace, or tells of it. */
const followers: Readonly<Record<string, readonly string[]>> = {
  title: ['content', 'checkboxInfo', 'checkboxStats'],
  masterTags: ['tags', 'content', 'title'],
  status: ['derivedStatus', 'assigneeId', 'sprintId', 'doneAt', 'startedAt'],
  assigneeId: ['derivedStatus', 'status'],
};
const always = ['version', 'lastUpdatedAt'];

test('random cards: unchanged cells change nothing, an edited cell changes exactly that', async () => {
  const deck = rows().find('deck', { isDeleted: false, deckType: 'task', defaultProjectTagId: null })[0];
  const people = rows()
    .find('user', {})
    .filter(({ kind }) => kind === 'human');
  const milestones = rows().find('milestone', { isDeleted: false });
  const list = edits();
  await fc.assert(
    fc.asyncProperty(
      fc.array(card, { minLength: 2, maxLength: 3 }),
      fc.constantFrom(...list),
      fc.boolean(),
      async (made, { column, property, cell, value }, isFolder) => {
        const ids = made.map(({ owner, milestone, run, status, ...params }) => {
          const { id } = device.actOrThrow([
            'cards/create',
            {
              ...params,
              deckId: deck?.id,
              assigneeId: people[owner % (people.length + 1)]?.id ?? null,
              milestoneId: milestones[milestone % (milestones.length + 1)]?.id ?? null,
              sprintId: runs()[run % (runs().length + 1)]?.id ?? null,
            },
          ]);
          if (status !== 'not_started') device.actOrThrow(['cards/update', { id, status }]);
          return String(id);
        });
        await device.idle();
        const now = ids.map((id) => device.replica.store.ids.renamed(id));
        const text = await exported(now);
        const folder = isFolder ? await exportedFolder(now) : null;
        const same = await previewOf(folder ?? text);
        expect(same.losses).toEqual([]);
        expect(same.counts).toMatchObject({ created: 0, updated: 0, unchanged: made.length });

        const [changedId] = now;
        const before = now.map((id) => ({ ...rows().get('card', id) }) as Record<string, unknown>);
        const run = await importAll(
          folder
            ? editedFolder(folder, String(changedId), column, cell)
            : edited(text, (cells, at) => {
                if (cells[at('Card id')] === changedId) cells[at(column)] = cell;
              }),
        );
        expect(run).toMatchObject({ state: 'done', report: { counts: { created: 0 } } });
        for (const [index, id] of now.entries()) {
          const after = rows().get('card', id) as unknown as Record<string, unknown>;
          const was = before[index] ?? {};
          const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(was[key]));
          const allowed = index === 0 ? [property, ...(followers[property] ?? []), ...always] : [];
          expect(changed.filter((key) => !allowed.includes(key))).toEqual([]);
        }
        expect(rows().get('card', String(changedId))).toMatchObject({ [property]: value });
      },
    ),
    { numRuns: 24 },
  );
}, 60_000);

test('cards of another workspace: statuses, runs and milestones are carried, or written into the text', async () => {
  const [milestone] = onlyOnce(rows().find('milestone', { isDeleted: false }));
  const [run] = onlyOnce(runs());
  const me = rows().get('user', world.userId);
  const heading = 'Column,Title,Text,Status,Owner,Milestone,Run,Deck,Kind,Hero card id,Card id';
  const table = [
    heading,
    `All,Begun,Begun,Started,${me?.fullName || me?.name},${milestone?.name},${run?.name},Elsewhere,Task,,foreign-1`,
    'All,Alone,Alone,Started,,,,Elsewhere,Task,,foreign-2',
    'All,Stuck,Stuck,Blocked,,No such milestone,No such run,Elsewhere,Task,,foreign-3',
    'All,Notes,Notes,Document,,,,Elsewhere,Document,,foreign-4',
    'All,Ready,Ready,Done,,,,Elsewhere,Task,,foreign-5',
  ].join('\n');
  const { report } = await importAll(table);
  expect(report.counts).toMatchObject({ created: 5 });
  const named = (title: string) => rows().find('card', { title }).at(-1);
  expect(named('Begun')).toMatchObject({
    content: 'Begun',
    status: 'started',
    milestoneId: milestone?.id,
    sprintId: run?.id,
  });
  expect(named('Alone')).toMatchObject({
    status: 'not_started',
    assigneeId: null,
    content: 'Alone\n\n- Status: Started',
  });
  for (const line of ['- Status: Blocked', '- Milestone: No such milestone', '- Run: No such run'])
    expect(named('Stuck')?.content).toContain(line);
  expect(named('Notes')).toMatchObject({ isDoc: true, content: 'Notes' });
  expect(named('Ready')).toMatchObject({ status: 'done' });
  expect(report.losses.map(({ what }) => what)).toContain('Status “Blocked”: written into the text');
  // The same file once more changes nothing, and what stands in the text stays.
  expect((await previewOf(table)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
});

test('what a table cannot set on cards that exist here is reported, and absent columns change nothing', async () => {
  const { id } = device.actOrThrow([
    'cards/create',
    { content: 'Here', deckId: rows().find('deck', {})[0]?.id, effort: 5 },
  ]);
  await device.idle();
  const cardId = device.replica.store.ids.renamed(String(id));
  const before = rows().get('card', cardId);
  const table = (status: string) =>
    `Title,Text,Status,Milestone,Due date,Hero card id,Card id,Extra\nHere,Here,${status},Nowhere,soon,,${cardId},x`;
  const { counts, losses } = await previewOf(table('In review'));
  expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  expect(losses.map(({ what }) => what)).toEqual([
    'Milestone “Nowhere”: left as it is in cards that exist here',
    '“Extra”: not carried to cards that exist here',
    '“Due date”: not carried to cards that exist here',
    expect.stringContaining('Status “In review”'),
  ]);
  expect(rows().get('card', cardId)).toEqual(before);
});

test('undo takes back an update of a card named by its id, unless somebody changed the card since', async () => {
  const deckId = rows().find('deck', { isDeleted: false, defaultProjectTagId: null })[0]?.id;
  const ids = ['Left alone', 'Changed since'].map((content) => {
    const { id } = device.actOrThrow(['cards/create', { content, deckId, effort: 1 }]);
    return String(id);
  });
  await device.idle();
  const [alone = '', since = ''] = ids.map((id) => device.replica.store.ids.renamed(id));
  const run = await importAll(
    edited(await exported([alone, since]), (cells, at) => {
      cells[at('Effort')] = '8';
    }),
  );
  expect(run.report.counts).toMatchObject({ updated: 2 });
  device.actOrThrow(['cards/update', { id: since, priority: 'a' }]);
  await device.idle();
  expect(imports.undo(run.id).left).toEqual(['Changed since']);
  await device.idle();
  expect([alone, since].map((id) => rows().get('card', id)?.effort)).toEqual([1, 8]);
});

test('a folder: new files become cards in the deck of their neighbours, and editors may change ends of lines', async () => {
  const deck = rows().find('deck', { isDeleted: false, deckType: 'task', defaultProjectTagId: null })[0];
  const { id } = device.actOrThrow(['cards/create', { content: 'Sails: "white"\n\nText', deckId: deck?.id }]);
  await device.idle();
  const cardId = device.replica.store.ids.renamed(String(id));
  const folder = await exportedFolder([cardId]);
  expect(Object.keys(folder)).toEqual(['Cards/Sails white.md']);
  const written = Object.fromEntries(
    Object.entries(folder).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
  );
  const { report } = await importAll({ ...written, 'Cards/New.md': 'By hand\n\nMore\n', 'Cards/Empty.md': '' });
  expect(report.losses).toEqual([]);
  expect(report.counts).toMatchObject({ created: 2, updated: 0, unchanged: 1 });
  for (const content of ['By hand\n\nMore', 'Empty'])
    expect(
      rows()
        .find('card', { content })
        .map(({ deckId }) => rows().get('deck', String(deckId))?.title),
    ).toEqual([deck?.title]);
});

test('a folder of another workspace brings the attachments of its cards; cards that exist here keep theirs', async () => {
  const deck = rows().find('deck', { isDeleted: false, deckType: 'task', defaultProjectTagId: null })[0];
  const { id } = device.actOrThrow(['cards/create', { content: 'With a picture', deckId: deck?.id }]);
  await device.idle();
  const cardId = device.replica.store.ids.renamed(String(id));
  const folder: Folder = {
    ...(await exportedFolder([cardId])),
    'Cards/With a picture files/b.png': 'second',
    'Cards/With a picture files/a.png': 'first',
    'Cards/Another files/c.png': 'of no card',
  };
  expect((await previewOf(folder)).counts).toMatchObject({ unchanged: 1, files: 0 });
  const foreign = Object.fromEntries(
    Object.entries(folder).map(([path, text]) => [path, text.replace(cardId, 'foreign-with-file')]),
  );
  const { report } = await importAll(foreign);
  expect(report.counts).toMatchObject({ created: 1, files: 2 });
  const { uploads } = device.replica;
  const attached = uploads.list().map((file) => {
    const { content } = rows().get('card', file.cardId) ?? {};
    return [content, file.name, Buffer.from(uploads.bytes(file.id) ?? []).toString()];
  });
  expect(attached).toEqual([
    ['With a picture', 'a.png', 'first'],
    ['With a picture', 'b.png', 'second'],
  ]);
  for (const file of uploads.list()) uploads.remove(file.id);
});

test('names of files are allowed on every system and differ without letter case', async () => {
  const titles = ['../up', 'CON', 'a/b\\c:d', 'Same', 'same', '. dots .', '\u202eevil.exe', 'x'.repeat(300), '???'];
  const cards = titles.map((title, index) => ({
    row: {
      cardId: `c${index}`,
      title,
      content: title,
      tags: [],
      parentCardId: null,
      deckId: null,
      derivedStatus: 'unassigned',
    },
    heroTitle: null,
    attachments: [
      { title: '../../evil.png', fileId: 'f1' },
      { title: 'EVIL.png', fileId: 'f2' },
    ],
    threads: [],
  }));
  async function* part() {
    yield cards as never;
  }
  const paths: string[] = [];
  const board = { ...boardOf([]), columns: ['A', 'a'].map((title) => ({ title, cards: part() })) };
  const { path: given } = bridgeCommands['export/file'].params.shape;
  for await (const file of cardFolderFiles(board)) {
    expect(given.safeParse(file.path)).toMatchObject({ success: true });
    paths.push(file.path.join('/'));
  }
  expect(paths).toHaveLength(2 * titles.length * 3);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(paths.filter((path) => path.endsWith('.md')).slice(0, titles.length)).toEqual([
    'A/up.md',
    'A/CON_.md',
    'A/a b c d.md',
    'A/Same.md',
    'A/same 2.md',
    'A/dots.md',
    'A/evil.exe.md',
    `A/${'x'.repeat(60)}.md`,
    'A/Untitled.md',
  ]);
});
