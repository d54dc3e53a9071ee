/** Checks that hostile texts are rendered with bounded work, and that ordinary texts never exceed the bounds. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isTooComplex } from '../../../../renderer/editor/markdown/budget.ts';
import { Markdown } from '../../../../renderer/editor/markdown/Markdown.tsx';
import { TextArea } from '../../../../renderer/ui/forms/FormField.tsx';
import { LongText } from '../../../../renderer/ui/text/LongText.tsx';
import { hasLongLine, longWordBreaks, piecesOf } from '../../../../renderer/ui/text/long-lines.ts';
import { excessMarksIn, withoutExcessMarks } from '../../../../renderer/ui/text/text.ts';

const html = (text: string) =>
  renderToStaticMarkup(
    <Markdown
      text={text}
      mentions={{ card: () => undefined, person: () => undefined, tag: () => undefined }}
      origin="https://bundle.app"
      openCard={() => {}}
      openOutside={() => {}}
    />,
  );
const repeated = (seed: string, length: number) => seed.repeat(Math.ceil(length / seed.length));

test.each([
  ['marks', repeated('*a_ ', 60_000)],
  ['marks within the bound of a paragraph', repeated('*a_ ', 19_000)],
  ['spaces', ' '.repeat(100_000)],
  ['spaces before a word', `a${' '.repeat(100_000)}a`],
  ['quotes', '> '.repeat(3000)],
  ['quotes without spaces', '>'.repeat(3000)],
  ['lists', '* - + '.repeat(1000)],
  ['numbered lists', '1. '.repeat(3000)],
  ['indented lists', Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
  ['links', repeated('[a](', 60_000)],
  ['link titles', repeated('[a](b "', 60_000)],
  ['pictures', repeated('![', 60_000)],
  ['comments', repeated('x<!-- ', 60_000)],
  ['strikethrough', repeated('~~a~ ', 60_000)],
  ['headings', repeated('a\n===\n', 60_000)],
  ['a wide table', `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'||\n'.repeat(900)}`],
  ['footnotes', repeated('[^a\n', 60_000)],
  ['used definitions', Array.from({ length: 2000 }, (_, at) => `[l${at}]: /a\n\nSee [l${at}]\n`).join('\n')],
  ['definitions', repeated('[a]: b\n\nc\n\n', 60_000)],
  ['combining marks', `a${'\u0301'.repeat(200_000)}`],
])('a text of %s takes bounded time and keeps its words', (_name, text) => {
  const began = process.cpuUsage();
  const out = html(text);
  const { user, system } = process.cpuUsage(began);
  expect(out.length).toBeGreaterThan(0);
  // Without the bounds, most of these take more than ten seconds or overflow the stack.
  expect((user + system) / 1000).toBeLessThan(4000);
});

test('what exceeds the budget is plain text that can be shown anyway', () => {
  for (const text of ['> '.repeat(3000), repeated('*a_ ', 60_000), repeated('*a_ ', 4000)]) {
    expect(html(text)).toContain('Show anyway');
    expect(html(text).replaceAll(/<[^>]*>|&gt;/g, '').length).toBeGreaterThan(text.length / 4);
  }
});

test('long ordinary texts stay within the budget', () => {
  const paragraph = 'Some *words*, [a link](https://example.com/a_b) and `code_with_names`. '.repeat(20);
  const list = '- [ ] **one** of many things to do\n'.repeat(400);
  const nested = Array.from({ length: 10 }, (_, at) => `${'    '.repeat(at)}- deep`).join('\n');
  const table = `| a | b | c |\n| - | - | - |\n${'| `one` | **two** | three |\n'.repeat(300)}`;
  const code = `\`\`\`yaml\n${'                    - a: { b: [c] }\n'.repeat(500)}\`\`\``;
  for (const text of [paragraph, list, nested, table, code, `${paragraph}\n\n`.repeat(50)])
    expect(html(text)).not.toContain('Show anyway');
});

test('a run of combining marks is cut, and words of every script stay whole', () => {
  expect(withoutExcessMarks(`a${'\u0301'.repeat(200)}b`)).toBe(`a${'\u0301'.repeat(30)}…b`);
  expect(excessMarksIn(`a${'\u0301'.repeat(200)}b`)).toEqual([{ from: 31, to: 201 }]);
  for (const word of ['क्षत्रिय', 'เบี้ยว', 'Việt', 'שָׁלוֹם', '👩🏽‍🚀']) expect(withoutExcessMarks(word)).toBe(word);
  expect(isTooComplex(['> '.repeat(31)])).toBe(false);
});

test('many links, tags or marks make a bounded number of elements, and keep their words', () => {
  const numbered = (count: number, each: (at: number) => string) => Array.from({ length: count }, (_, at) => each(at));
  for (const text of [
    numbered(10_000, (at) => `#t${at}`).join(' '),
    numbered(9000, (at) => `$${at.toString(36)}`).join(' '),
    repeated('@[userId:u1] ', 19_500),
    repeated('http://a.b/ ', 19_500),
    repeated('a@b.cd ', 19_500),
    numbered(40, () => repeated('*a* ', 450)).join('\n\n'),
  ]) {
    const out = html(text);
    expect(out.match(/<[a-z]/g)?.length).toBeLessThan(2500);
    expect(out).toContain('Show anyway');
  }
  const tags = numbered(2000, (at) => `#t${at}`).join(' ');
  expect(html(tags).replaceAll(/<[^>]*>/g, '')).toContain(tags);
});

// What the browser shapes at once takes the square of its length: letters of a long line must not depend on each other
// (the class), and scripts with joined letters are cut (the elements `wbr`).
test('no line is shaped at once for longer than the bound', () => {
  const longestPiece = (out: string) =>
    Math.max(...out.split(/<wbr\/>|<br\/>|\s/).map((piece) => piece.replaceAll(/<[^>]*>/g, '').length));
  for (const seed of [
    '[a](',
    'A-',
    '1x',
    '\u0628',
    '\u07ca',
    '1\u2044',
    'a\u0301',
    '**\u0628**',
    '`\u0628',
    `[${'\u0628'.repeat(500)}](x)`,
  ]) {
    for (const length of [5000, 19_000, 60_000]) {
      const out = html(repeated(seed, length));
      expect(out).toContain('plain-shaping');
      expect(longestPiece(out)).toBeLessThan(600);
    }
  }
  expect(longWordBreaks('abc def', 499)).toEqual([1]);
  expect(html('word '.repeat(1000))).not.toContain('<wbr/>');
  expect(html('\u0628'.repeat(900))).not.toContain('plain-shaping');
});

test('lines of a text field are wrapped, except with a long word', () => {
  const field = (text: string) => renderToStaticMarkup(<TextArea value={text} readOnly />);
  expect(field('\u0628'.repeat(600))).toContain('wrap="off"');
  expect(field('word '.repeat(1000))).toMatch(/wrap="soft".*plain-shaping/);
});

test('a long word is cut between characters, and nothing is lost', () => {
  for (const text of [
    'x'.repeat(1999),
    '\ud83d\ude80'.repeat(1000),
    'e\u0301'.repeat(900),
    `${'a'.repeat(700)} b`,
    '',
  ]) {
    const pieces = piecesOf(text, longWordBreaks(text));
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThan(505);
      expect(piece).not.toMatch(/^[\p{M}\udc00-\udfff]|[\ud800-\udbff]$/u);
    }
  }
  expect(hasLongLine(`${'a '.repeat(400)}\n`.repeat(100))).toBe(false);
  expect(renderToStaticMarkup(<LongText text="short" />)).toBe('short');
});
