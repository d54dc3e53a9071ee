/**
 * Compares the scanner with a slow, evident version: the parser that draws texts (micromark) for what is code, address
 * or comment, and one regular expression per kind of token.
 */
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { scanMarkdown } from '../../shared/domain/markdown-scan.ts';

const before = String.raw`(?<![\p{L}\p{N}\p{M}_/\\.@`;
const tokenPatterns = [
  new RegExp(
    String.raw`${before}#$&-])#(?=[\p{L}\p{N}])(?!\p{N}+(?![\p{L}\p{N}\p{M}_-]))[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_]`,
    'gu',
  ),
  new RegExp(String.raw`${before}])@\[userId:[^[\]\s]+\]`, 'gu'),
  new RegExp(
    String.raw`${before}])@[\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}\p{M}_](?![\p{L}\p{N}_])(?![./\\@][\p{L}\p{N}])`,
    'gu',
  ),
  new RegExp(
    String.raw`${before}$])\$[1-9acefghijkoqrsuvwxyz]{3,7}(?![\p{L}\p{N}\p{M}_])(?![./\\@][\p{L}\p{N}])(?!,\d)`,
    'gu',
  ),
];

type Range = readonly [number, number];

/** Returns the parts of the text that are running text, and the parts of them that are addresses, code or comments. */
function structureOf(content: string): { shown: Range[]; opaque: Range[]; boxLines: number[] } {
  const shown: Range[] = [];
  const opaque: Range[] = [];
  const boxLines: number[] = [];
  const visit = (node: Nodes): void => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') shown.push([start, end]);
    if (node.type === 'inlineCode') opaque.push([start, end]);
    if (node.type === 'html' && node.value.trimStart().startsWith('<!--')) {
      const close = content.indexOf('-->', start) + 3;
      opaque.push([start, close]);
      // The line of a comment that is a block goes on as text, of which the parser says nothing.
      fc.pre(!/[`<[\]\\:]/.test(content.slice(close, end)));
      shown.push([start, end]);
    }
    if (node.type === 'image') {
      // The parser does not say where the label ends, or what is code in it.
      fc.pre(!/[`<[]/.test(content.slice(start + 2, end)));
      opaque.push([content.indexOf('](', start), end]);
    }
    if (node.type === 'link') {
      // After a `[` that stays open, the parser finds addresses late, does not say where, and takes `]` into them.
      fc.pre(node.position !== undefined);
      const last = node.children.at(-1)?.position?.end.offset ?? start;
      opaque.push(content[start] === '[' ? [last, end] : [start, end]);
    }
    if (node.type === 'listItem' && typeof node.checked === 'boolean')
      boxLines.push((node.position?.start.line ?? 0) - 1);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(
    fromMarkdown(content, {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    }),
  );
  return { shown, opaque, boxLines };
}

function slowTokens(content: string): string[] {
  const { shown, opaque } = structureOf(content);
  return tokenPatterns
    .flatMap((pattern) => [...content.matchAll(pattern)])
    .map((found): Range => [found.index, found.index + found[0].length])
    .filter(([start, end]) => shown.some((part) => part[0] <= start && end <= part[1]))
    .filter(([start, end]) => !opaque.some((part) => part[0] < end && start < part[1]))
    .toSorted(([a], [b]) => a - b)
    .map(([start, end]) => `${start} ${content.slice(start, end)}`);
}

const fastTokens = (content: string): string[] =>
  scanMarkdown(content).tokens.map(({ start, end }) => `${start} ${content.slice(start, end)}`);

const lineStart = fc.constantFrom(
  ...['', '', '', '- ', '  - ', '    ', '> ', '1. ', '# ', '\t', '- [ ] w ', '* [x] w ', '> - ', '   ', '      '],
);
const piece = fc.constantFrom(
  ...[
    'word',
    ' ',
    ' ',
    '#tag',
    '@ann',
    '$45j',
    '`',
    '``',
    '[',
    ']',
    '](',
    ')',
    ' https://a.example/x#tag',
    '@[userId:u1] ',
  ],
  ...[
    '<https://a.example/#tag>',
    '<!-- #tag -->',
    '\\',
    '*a',
    '![',
    '(#tag)',
    ' "#tag")',
    ' \\\\#tag',
    '**',
    '[a](/b#tag)',
  ],
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(lineStart, fc.array(piece, { maxLength: 6 }))
      .map(([mark, rest]) => mark + (rest.join('').trimStart() || 'w')),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      '',
      '```',
      '~~~',
      '  ```',
      '---',
      '===',
      '[x]: /u#tag',
      '> ```',
      '- ```',
      '    code #tag',
    ),
  },
);
const document = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));

test('finds what the slow version finds', () => {
  fc.assert(
    fc.property(document, (content) => {
      expect(fastTokens(content)).toEqual(slowTokens(content));
      expect(scanMarkdown(content).boxes.map((box) => box.line)).toEqual(structureOf(content).boxLines);
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  );
});
