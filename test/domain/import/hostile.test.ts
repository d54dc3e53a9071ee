/** Every parser with damaged, random and huge files: it answers or refuses in words, in time that grows with the size. */
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readFiles } from '../../../electron/workspace/import/read-files.ts';
import { isDay } from '../../../shared/contract/check.ts';
import { FailureError } from '../../../shared/contract/index.ts';
import { readBoardArchive } from '../../../shared/domain/import/board-archive.ts';
import { type ImportChoices, suggestedChoices, summaryOf } from '../../../shared/domain/import/choices.ts';
import { readDay } from '../../../shared/domain/import/days.ts';
import { readMarkdownFolder } from '../../../shared/domain/import/markdown-folder.ts';
import { readObsidianBoard, readTodoTxt } from '../../../shared/domain/import/plain-lists.ts';
import { planImport } from '../../../shared/domain/import/plan.ts';
import { type ImportWorkspace, withReferences } from '../../../shared/domain/import/plan-cards.ts';
import { importLimits, parseJsonFile, type Source } from '../../../shared/domain/import/source.ts';
import { readTable, sourceOfTable, suggestedRoles } from '../../../shared/domain/import/table.ts';
import { readTrelloBoard } from '../../../shared/domain/import/trello.ts';
import { markdownOfWiki } from '../../../shared/domain/import/wiki-text.ts';
import { scanMarkdown } from '../../../shared/domain/markdown-scan.ts';

const timezone = 'Asia/Kathmandu';

async function archiveOf(files: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

const parsers: Readonly<Record<string, (text: string) => Source>> = {
  csv: (text) => {
    const table = readTable(text, 'a.csv');
    return sourceOfTable(table, { roles: suggestedRoles(table), dateOrder: 'day', timezone });
  },
  trello: (text) => readTrelloBoard(parseJsonFile(text, 'a.json'), 'a.json', timezone),
  todo: (text) => readTodoTxt(text, 'a.txt'),
  obsidian: (text) => readObsidianBoard(text, 'a.md'),
  markdown: (text) => readMarkdownFolder([{ path: 'x/a.md', text }], 'x', timezone),
  focalboard: (text) => readBoardArchive([{ path: 'b/board.jsonl', text }], new Set(), 'a', timezone),
};
const workspace: ImportWorkspace = {
  known: new Map(),
  hasDueDates: true,
  milestones: [],
  runs: [],
  zones: [],
};
const planOf = (source: Source, change: Partial<ImportChoices> = {}) =>
  planImport(source, { ...suggestedChoices(summaryOf(source), 'project', []), ...change }, workspace);

/** Undefined if the file is refused in words; any other error fails the test. */
function parsed(parse: (text: string) => Source, text: string): Source | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}

const samples: Readonly<Record<string, string>> = {
  csv: 'Title,Labels,Due date,Parent,Comment\n"A, b","x, y",2026-02-30,B,"2026-01-01;ann;""hi"""\nB,,1/2/2026,A,\n',
  trello: JSON.stringify({
    lists: [{ id: 'l', name: 'L', pos: 1 }],
    cards: [
      { id: 'c', name: 'N', idList: 'l', due: '2026-13-45T99:00:00Z', customFieldItems: [{}], attachments: [null] },
    ],
    actions: [{ type: 'commentCard', data: null }, 7],
    checklists: { not: 'a list' },
  }),
  todo: '(A) 2026-02-30 Do it +p @c due:2026-99-01 k:v\nx Done',
  obsidian: '---\nkanban-plugin: board\n---\n## A\n- [ ] one @{2026-02-31}\n\t two\n***\n## Archive\n- [x] old\n',
  markdown: '---\ntags: [a\nx: &a [*a, *a]\n---\n# T\n\ntext',
  focalboard: [
    { version: 2 },
    { type: 'board', data: { id: 'b', title: 'B', cardProperties: [{ id: 'p', type: 'date', name: 'D' }, 7, null] } },
    {
      type: 'block',
      data: {
        id: 'c',
        type: 'card',
        boardId: 'b',
        fields: { properties: { p: '{"from":9e99}' }, contentOrder: [['t'], 0] },
      },
    },
    { type: 'block', data: { id: 't', parentId: 'c', type: 'text', title: 'x', fields: [] } },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
};

test.each(Object.keys(parsers))('%s: cut off at every place', (name) => {
  const parse = parsers[name] as (text: string) => Source;
  const sample = samples[name] ?? '';
  for (let end = 0; end <= sample.length; end++) {
    const source = parsed(parse, sample.slice(0, end));
    if (source) planOf(source);
  }
});

const pieces = fc.constantFrom(
  ...'"|,|;|\t|\n|\r|---\n|## |- [ ] |- [x] |@{|}|{|[|]|:|#a|@b|$111|\0|\ud800|***|**Complete**|é|\u202e|=1+1|x |(A) |2026-01-01|Title'.split(
    '|',
  ),
);
test.each(Object.keys(parsers))('%s: random pieces', (name) => {
  const parse = parsers[name] as (text: string) => Source;
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 60 }), (parts) => {
      const source = parsed(parse, parts.join(''));
      if (source) planOf(source);
    }),
    { numRuns: 50 },
  );
});

test('any bytes, and good files with changed bytes: read, or refused in words', async () => {
  const names = fc.constantFrom('a.csv', 'a.json', 'a.txt', 'a.md', 'x/a.md', 'a', 'a.boardarchive');
  const good = [
    ...Object.values(samples).map((sample) => new TextEncoder().encode(sample)),
    await archiveOf({ 'b/board.jsonl': samples.focalboard ?? '' }),
  ];
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .tuple(
        fc.constantFrom(...good),
        fc.array(fc.tuple(fc.nat(600), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
      )
      .map(([sample, changes]) => {
        const changed = sample.slice();
        for (const [at, value] of changes) changed[at % changed.length] = value;
        return changed;
      }),
  );
  await fc.assert(
    fc.asyncProperty(names, bytes, async (path, content) => {
      try {
        const found = await readFiles([{ path, bytes: content }], timezone);
        if ('source' in found) planOf(found.source);
        else planOf(sourceOfTable(found.table, { roles: suggestedRoles(found.table), dateOrder: 'day', timezone }));
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
      }
    }),
    { numRuns: 300 },
  );
});

test('files and rows beyond what memory takes are refused with their number', async () => {
  const message = (text: string, path = 'a.csv') => refusalOf({ path, bytes: new TextEncoder().encode(text) });
  const { rows, textBytes } = importLimits;
  expect(await message('x'.repeat(textBytes + 1))).toContain('21 MB; at most 20 MB');
  expect(await message(`Title\n${'a\n'.repeat(1_000_000)}`)).toContain(`more than ${rows} rows`);
  expect(await message('x a\n'.repeat(1_000_000), 'a.txt')).toContain(`more than ${rows} tasks`);
  const longest = planOf(sourceOf(`Title,Text\nT,${'x'.repeat(9_000_000)}`));
  expect(longest.losses).toMatchObject([{ what: 'Texts of more than 1,000,000 letters: cut', count: 1 }]);
  // The text is in the step and in its note.
  expect(JSON.stringify(longest.batches).length).toBeLessThan(2_100_000);
});

/** '' if the file can be read. */
const refusalOf = (file: { readonly path: string; readonly bytes: Uint8Array }): Promise<string> =>
  readFiles([file], timezone).then(
    () => '',
    (error: unknown) => ((error as FailureError).failure as { message: string }).message,
  );

test('archives: bombs, names that leave the folder, damaged lines and cut files are refused in words', async () => {
  const refusal = async (bytes: Uint8Array) => refusalOf({ path: 'a.boardarchive', bytes });
  const bomb = await archiveOf({ 'b/board.jsonl': '{}', 'b/a.png': Buffer.alloc(importLimits.bytes + 1) });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await refusal(bomb)).toContain('49 MB when it is unpacked; at most 48 MB');
  // What the head says is the least: the data must keep to it.
  const changed = (zip: Uint8Array, from: string, to: string) =>
    Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1');
  const large = await archiveOf({ 'b/board.jsonl': '{}', 'b/a.png': Buffer.alloc(1_000_000) });
  const liar = changed(large, '\x40\x42\x0f\0', '\x40\x42\0\0');
  expect(await refusal(liar)).toContain('no complete archive');
  const outside = changed(await archiveOf({ 'ab/board.jsonl': '{}' }), 'ab/board', '../board');
  expect(await refusal(outside)).toContain('invalid relative path');
  const good = await archiveOf({ 'b/board.jsonl': samples.focalboard ?? '' });
  for (const end of [4, 30, good.length - 30, good.length - 1])
    expect(await refusal(good.subarray(0, end))).toContain('no complete archive');
  expect(await refusal(await archiveOf({ 'b/board.jsonl': '{"type":"board","data":{}}\n{"type":' }))).toContain(
    '“b/board.jsonl” is not complete JSON: it breaks off or is damaged in line 2, column 9',
  );
  expect(await refusal(await archiveOf({ 'a.csv': 'Title\nA' }))).toContain('a zip without boards');
});

test('a file of two encodings keeps its letters, and its lines are named', async () => {
  const line = (text: string, encoding: 'utf8' | 'latin1') => Buffer.from(text, encoding);
  const mixed = Buffer.concat([
    line('Title\n', 'utf8'),
    line('Größe\n', 'utf8'),
    line('Grün\n', 'latin1'),
    line('Łódź', 'utf8'),
  ]);
  const found = await readFiles([{ path: 'a.csv', bytes: new Uint8Array(mixed) }], timezone);
  const table = 'table' in found ? found.table : undefined;
  expect(table?.rows).toEqual([['Größe'], ['Grün'], ['Łódź']]);
  expect(table?.notes.join('')).toContain('“a.csv” mixes encodings: lines that are not UTF-8, such as 3,');
});

test('Trello: any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (lists, cards, actions) => {
      const wrapped = (value: unknown) => (Array.isArray(value) ? value : [value]);
      const source = readTrelloBoard({ lists: wrapped(lists), cards: wrapped(cards), actions }, 'a', timezone);
      planOf(source);
    }),
    { numRuns: 50 },
  );
});

const hostileTexts: readonly (readonly [format: string, text: string])[] = [
  ['csv', `Title\n"${'a"b '.repeat(200_000)}"`],
  ['csv', `Title\n${'"'.repeat(400_001)}`],
  ['csv', `Title,Text\n${'a'.repeat(10_000)},${' "x'.repeat(200_000)}`],
  ['todo', '+'.repeat(500_000)],
  ['todo', `${'a:'.repeat(250_000)}`],
  ['obsidian', `---\nkanban-plugin: board\n---\n- [ ] ${'@{'.repeat(250_000)}`],
  ['obsidian', `---\nkanban-plugin: board\n---\n- [ ] a\n${'\n'.repeat(300_000)}`],
  ['obsidian', `---\n${'kanban\n'.repeat(100_000)}`],
  ['markdown', `---\n${'- '.repeat(40_000)}\n---\n`],
  ['markdown', `---\n${'['.repeat(90_000)}\n---\n`],
  ['markdown', `${'# '.repeat(250_000)}`],
  ['trello', '['.repeat(100_000)],
  ['trello', `{"a":"${'\\'.repeat(400_001)}`],
];
test('large hostile texts take a time that grows with the text', () => {
  for (const [name, text] of hostileTexts) {
    // The time of the processor, because other work delays the test.
    const began = process.cpuUsage();
    const source = parsed(parsers[name] as (text: string) => Source, text);
    if (source) planOf(source);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000, `${name}: ${text.slice(0, 40)}`).toBeLessThan(5_000);
  }
});

test('wiki markup in linear time', () => {
  for (const piece of ['*', '[a|', '{{', 'h1. *a', '[http:', '{code}\n']) markdownOfWiki(piece.repeat(100_000));
});

test('dates are days that exist, or no dates', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9_999 })),
      fc.constantFrom('.', '/', '-'),
      fc.constantFrom('day' as const, 'month' as const),
      ([a, b, c], separator, order) => {
        const day = readDay([a, b, c].join(separator), order, timezone);
        expect(day === null || isDay(day)).toBe(true);
      },
    ),
  );
  expect(readDay('2026-05-01T22:30:00.000Z', 'day', 'Europe/Berlin')).toBe('2026-05-02');
  expect(readDay('2026-05-01T01:30:00-0700', 'day', 'UTC')).toBe('2026-05-01');
  expect(readDay('02/Mar/24 5:04 PM', 'month', 'UTC')).toBe('2024-03-02');
  expect(readDay('Mon, Mar 2, 2026', 'day', 'UTC')).toBe('2026-03-02');
  expect(readDay('31.02.2026', 'day', 'UTC')).toBeNull();
});

test('circles of parents, parents of parents, parents that are missing', () => {
  const { batches, losses } = planOf(
    sourceOf('Id,Title,Parent\n1,A,2\n2,B,1\n3,C,3\n4,D,nobody\n5,E,\n6,F,5\n7,G,6\n8,H,1'),
  );
  const parents = batches.flatMap(({ steps }) => steps).filter(({ params }) => 'parentCardId' in params);
  expect(parents.map(({ params }) => [params.parentCardId, params.ids])).toEqual([
    ['\0card 5', ['\0card 6', '\0card 7']],
  ]);
  expect(losses.find(({ what }) => what.startsWith('Parents that are not'))?.count).toBe(5);
  expect(losses.find(({ what }) => what.startsWith('Parents of parents'))?.count).toBe(1);
});
const sourceOf = (text: string) => (parsers.csv as (text: string) => Source)(text);

test('a long chain of parents and 10,000 letters in names', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => `${index},T${index},${index - 1}`);
  planOf(sourceOf(`Id,Title,Parent\n${chain.join('\n')}`));
  const long = 'x'.repeat(10_000);
  const { batches } = planOf(
    sourceOf(`Title,Labels,Assignee,Status,Priority,${long}\n${[long, long, long, long, long, long].join(',')}`),
  );
  expect(JSON.stringify(batches)).toContain(long);
});

test('signs of other programs name nothing here, and no word of the source is lost', () => {
  const words = fc.array(
    fc.constantFrom('#tag', '@name', '$111', '$129.99', 'a', '`#code`', '\\', 'https://x.y/#a', '\n', '- [ ]', '#1'),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(words, words, fc.constantFrom('text' as const, 'threads' as const), (title, text, comments) => {
      const cells = [`T${title.join(' ')}`, text.join(' '), `x;y;${text.join(' ')}`].map(
        (cell) => `"${cell.replaceAll('"', '""')}"`,
      );
      const source = sourceOf(`Title,Text,Comment,Other\n${cells.join(',')},"${text.join(' ').replaceAll('"', '""')}"`);
      const { batches } = planOf(source, { comments });
      const contents = batches.flatMap(({ steps }) =>
        steps.flatMap(({ params }) =>
          Array.isArray(params.cards)
            ? params.cards.map((card) => String(card.content))
            : typeof params.content === 'string'
              ? [params.content]
              : [],
        ),
      );
      for (const content of contents) expect(scanMarkdown(content).tokens).toEqual([]);
      const all = contents.join('\n').replaceAll('\\', '');
      for (const word of [...title, ...text].filter((each) => /\w/.test(each)))
        expect(all).toContain(word.replaceAll('\\', ''));
    }),
    { numRuns: 60 },
  );
});

test('references are replaced in any depth, and cannot come from a text', () => {
  const idOf = (item: string) => (item === 'card 1' ? 'id-1' : undefined);
  expect(withReferences({ a: ['\0card 1', '\0card 2', 'card 1'], b: { c: '\0card 1' } }, idOf)).toEqual({
    a: ['id-1', 'card 1'],
    b: { c: 'id-1' },
  });
  const [card] = sourceOf('Title\n\0card 1\n').cards;
  expect(card?.title).toBe('card 1');
});

// An object finds these names in its prototype.
test.each(['constructor', '__proto__', 'toString', 'valueOf'])('names such as %s are names like others', (name) => {
  const text = `Title,Deck,Assignee,Priority,${name}\nA,${name},${name},${name},kept`;
  expect(suggestedRoles(readTable(text, 'a.csv'))).toEqual(['title', 'list', 'owner', 'priority', 'field']);
  expect(parsers.markdown?.(`---\n${name}: kept\n---\n# A`).cards[0]?.fields).toEqual([[name, 'kept']]);
  for (const missing of [{}, { people: {}, priorities: {}, fields: {}, lists: {} }]) {
    const { batches } = planOf(sourceOf(text), missing);
    const created = batches.flatMap(({ steps }) => steps).find(({ action }) => action === 'cards/createMany');
    expect(created?.params.cards).toEqual([
      { content: `A\n\n- People: ${name}\n- Priority: ${name}\n- ${name}: kept` },
    ]);
  }
});

// The spaces around an item must not match in several ways: 2,000 took 2.8 s.
test('a list of spaces in the head of a note takes linear time', () => {
  const spaced = (count: number) => `---\ntags: [${'\t'.repeat(count)}"b]\n---\nText`;
  const milliseconds = (count: number) => {
    const before = process.cpuUsage();
    parsed(parsers.markdown as (text: string) => Source, spaced(count));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  milliseconds(1000);
  expect(milliseconds(20_000)).toBeLessThan(500);
});
