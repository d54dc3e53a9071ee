import type { Element, Nodes } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import {
  cardFileText,
  csvCell,
  type ExportedCard,
  exportedCardsOf,
} from '../../../../renderer/views/export/card-files.ts';
import { type PageLayout, pageLayouts, pageText } from '../../../../renderer/views/export/page.tsx';
import { createLookups } from '../../support.ts';

const names = {
  lookups: createLookups(),
  people: { ann: { id: 'ann', name: 'ann', fullName: 'Ann Ox' } },
} as unknown as Parameters<typeof pageText>[0]['names'];

const card = (cardId: string, content: string, more: object = {}): ExportedCard =>
  ({
    row: {
      cardId,
      content,
      title: content.split('\n')[0],
      accountSeq: 1,
      derivedStatus: 'started',
      assigneeId: 'ann',
      tags: ['big', 'small'],
      effort: -3,
      createdAt: '2026-11-01T10:00:00.000Z',
      lastUpdatedAt: '2026-11-02T10:00:00.000Z',
      ...more,
    },
    heroTitle: null,
    attachments: ['plan.pdf'],
    threads: [
      {
        row: { id: 'r1', context: 'comment' },
        entries: [
          { entryId: 'e1', authorId: 'ann', createdAt: '2026-11-03T10:00:00.000Z', content: 'Hi @[userId:ann]' },
        ],
      },
    ],
  }) as unknown as ExportedCard;

async function* parts(...cards: ExportedCard[]): AsyncIterable<readonly ExportedCard[]> {
  for (const one of cards) yield [one];
}

async function textOf(extension: keyof typeof cardFileText | PageLayout, ...cards: ExportedCard[]): Promise<string> {
  const columns = [
    { title: 'To do', cards: parts(...cards) },
    { title: 'Empty', cards: parts() },
  ];
  let whole = '';
  const board = { title: 'A "board"', columns, names, at: '2026-11-29T10:00:00.000Z' };
  const texts =
    extension in pageLayouts
      ? pageText({ ...board, layout: extension as PageLayout, burnUp: null }, false)
      : cardFileText[extension as keyof typeof cardFileText](board);
  for await (const text of texts) whole += text;
  return whole;
}

test('CSV has a heading row and a row per card, and quotes what needs it', async () => {
  const [heading = '', row = '', end] = (await textOf('csv', card('c1', 'Say "hi", Bob'))).split('\r\n');
  expect(heading).toMatch(/^\u{feff}Column,Title,Text,Code,Status,Owner,Priority,Effort,.*,Card id$/u);
  expect(row).toMatch(/^To do,"Say ""hi"", Bob","Say ""hi"", Bob",\$\w+,Started,Ann Ox,,-3,.*"big, small",.*,c1$/);
  expect(end).toBe('');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1+1', '＋1', '－1', '＠A'])(
  'a spreadsheet takes the text %j as text',
  (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
  },
);
test('a text that begins with a line is no formula either', () => expect(csvCell('\n=1')).toBe('"\'\n=1"'));
test('a number is no text', () => expect(csvCell(-1)).toBe('-1'));

test('JSON has the rows of the interface in their columns, with comments', async () => {
  const exported = JSON.parse(await textOf('json', card('c1', 'One'), card('c2', 'Two')));
  expect(exported.columns.map(({ title }: { title: string }) => title)).toEqual(['To do', 'Empty']);
  const [first, second] = exported.columns[0].cards;
  expect([first.cardId, second.cardId]).toEqual(['c1', 'c2']);
  expect(first.resolvables[0].entries[0].content).toBe('Hi @[userId:ann]');
});

test('Markdown has columns, fields, text and comments with the names of people', async () => {
  const text = await textOf('md', card('c1', 'One *star*\n- [ ] a box for @[userId:ann]'));
  expect(text).toContain('# A "board"\n\n## To do\n\n### One \\*star\\*\n');
  expect(text).toContain('Status: Started · Owner: Ann Ox');
  expect(text).toContain('\n- [ ] a box for @Ann Ox\n');
  expect(text).toContain('> **Ann Ox**, 2026-11-03:\n> Hi @Ann Ox\n');
});

const elementsOf = (node: Nodes): Element[] => [
  ...(node.type === 'element' ? [node] : []),
  ...('children' in node ? node.children.flatMap(elementsOf) : []),
];
const textIn = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textIn).join('') : '';

test('a page of HTML runs no script and loads nothing', async () => {
  const hostile =
    'T <script>1</script>\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert) ![p](https://x.example/p.png)\n\n**b**';
  const page = await textOf('cards', card('c1', hostile));
  const elements = elementsOf(unified().use(rehypeParse).parse(page));
  const named = (...names: string[]) => elements.filter(({ tagName }) => names.includes(tagName));
  expect(named('script', 'img', 'iframe', 'link')).toEqual([]);
  expect(named('a').map(({ properties }) => properties.href)).toEqual(['https://x.example/p.png']);
  expect(named('h3').map(textIn)).toEqual(['T <script>1</script>']);
  expect(named('strong').map(textIn)).toEqual(['b']);
  expect(page).toContain('default-src &#x27;none&#x27;');
});

test('a text that would take too long to format is plain', async () => {
  const page = await textOf('cards', card('c1', `T\n${'> '.repeat(3_000)}deep`));
  expect(page).toContain('<pre>');
});

test('cards keep the order in which they were asked for, and cards that are gone are left out', () => {
  const answer = { card: { a: { cardId: 'a' }, b: { cardId: 'b' } } } as never;
  expect(exportedCardsOf(answer, ['b', 'gone', 'a']).map(({ row }) => row.cardId)).toEqual(['b', 'a']);
});

const elementsNamed = (node: Nodes, name: string) => elementsOf(node).filter(({ tagName }) => tagName === name);

test('a board has its columns side by side, and a list a line per card', async () => {
  const tree = unified()
    .use(rehypeParse)
    .parse(await textOf('board', card('c1', 'Nets\nof hemp'), card('c2', 'Oars')));
  const sections = elementsNamed(tree, 'section');
  expect(sections.map((section) => elementsNamed(section, 'h2').map(textIn))).toEqual([
    ['To do 2 cards', 'Empty 0 cards'],
  ]);
  expect(elementsNamed(tree, 'article').map(textIn)[0]).toMatch(/^NetsStarted · Ann Ox · Effort -3 · \$/);
  const list = unified()
    .use(rehypeParse)
    .parse(await textOf('list', card('c1', 'Nets'), card('c2', 'Oars')));
  // The cards come in two parts: one heading, and the names of the columns once.
  expect(elementsNamed(list, 'h2').map(textIn)).toEqual(['To do', 'Empty']);
  expect(elementsNamed(list, 'tr').map((row) => textIn(row.children[0] as Element))).toEqual(['Title', 'Nets', 'Oars']);
});
