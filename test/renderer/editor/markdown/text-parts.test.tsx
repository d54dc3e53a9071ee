/** Checks that a long markdown text gives the same HTML whether it is rendered in parts or as a whole. */
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, test } from 'vitest';
import { hasLongCardBody, splitMarkdown } from '../../../../renderer/editor/markdown/parts.ts';

const html = (text: string) => renderToStaticMarkup(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>);
/**
 * Removes differences that cutting a text can cause: a list that is cut becomes two lists, and its items can lose their
 * paragraph elements.
 */
const joined = (text: string) =>
  text
    .replaceAll(/\s+</g, '<')
    .replaceAll(/>\s+/g, '>')
    .replaceAll(/<\/ul><ul(?: class="contains-task-list")?>/g, '')
    .replaceAll(' class="contains-task-list"', '')
    .replaceAll(/(<li[^>]*>)<p>/g, '$1')
    .replaceAll(/<\/p>(<\/li>|<ul)/g, '$1')
    .trim();

test('a short text is one part, and so is a text with definitions that affect all of it', () => {
  const long = Array.from({ length: 400 }, (_, index) => `Line ${index}\n`).join('\n');
  expect(splitMarkdown('a\n\nb')).toHaveLength(1);
  expect([hasLongCardBody('a\n\nb'), hasLongCardBody(long)]).toEqual([false, true]);
  expect(splitMarkdown(long).length).toBeGreaterThan(10);
  expect(splitMarkdown(`${long}\n[^1]: a note`)).toHaveLength(1);
  expect(splitMarkdown(`${long}\n<!-- begin\n\nend -->`)).toHaveLength(1);
});

test('every part knows the addresses of reference links', () => {
  const long = Array.from({ length: 200 }, (_, index) => `See [the map] and [${index}][map].\n`).join('\n');
  const text = `${long}\n[the map]: https://example.com/map\n[map]: https://example.com/other`;
  for (const part of splitMarkdown(text)) expect(html(part.text)).not.toContain('[');
});

// A text must not be cut inside a block, such as a code fence, a quote, a list item with several paragraphs or a
// numbered list.
test('parts rendered one after the other equal the whole', () => {
  const block = fc.oneof(
    fc.constantFrom(
      'A line of words.',
      '## A heading',
      '> quoted\n> twice',
      '> quoted\nlazily',
      '```ts\nconst a = 1;\n\n## no heading\n- no item\n```',
      '~~~\nfence\n\n```\n~~~',
      '1. one\n2. two\n\n   of two\n3. three',
      '- loose\n\n- list\n\n  with words',
      '- [ ] to do\n- [x] done\n  - [ ] below',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '    code by\n    indentation',
      'Setext\n===',
      '---',
      'words\n- then an item\nlazily on',
      '* other\n+ marks\n- each its own',
    ),
    fc.integer({ min: 3, max: 90 }).map((count) => Array.from({ length: count }, (_, at) => `- item ${at}`).join('\n')),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 30, maxLength: 90 }), fc.constantFrom('\n\n', '\n'), (blocks, between) => {
      const text = blocks.join(between);
      const parts = splitMarkdown(text);
      expect(parts.map((part) => part.text).join('\n')).toBe(text);
      expect(parts.map(({ firstLine }) => firstLine)).toEqual(
        parts.map((_, index) => parts.slice(0, index).reduce((sum, { lineCount }) => sum + lineCount, 0)),
      );
      expect(joined(parts.map((part) => html(part.text)).join('\n'))).toBe(joined(html(text)));
    }),
    { numRuns: 12 },
  );
});
