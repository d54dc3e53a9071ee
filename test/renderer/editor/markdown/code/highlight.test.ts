import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlight, longestCode } from '../../../../../renderer/editor/markdown/code/highlight.ts';

/** The coloured words of a block, as `kind:text`. */
const coloured = (code: string, language: string) =>
  (highlight(code, language) ?? []).flatMap(({ text, kind }) => (kind ? [`${kind}:${text}`] : []));

test.each([
  ['ts', "const a = 'x'; // end", ['keyword:const', "string:'x'", 'comment:// end']],
  ['js', 'return /a[/]b/g.test(n / 2)', ['keyword:return', 'string:/a[/]b/g', 'name:test', 'number:2']],
  ['json', '{"a": [1.5, true, "b"]}', ['name:"a"', 'number:1.5', 'keyword:true', 'string:"b"']],
  ['css', '.card { color: #fff; }', ['mark:.card', 'name:color', 'number:#fff']],
  [
    'html',
    '<a href="x">if</a><!-- n -->',
    ['mark:<a', 'name:href', 'string:"x"', 'mark:>', 'mark:</a>', 'comment:<!-- n -->'],
  ],
  [
    'py',
    "def go(self): # why\n  '''x\ny'''",
    ['keyword:def', 'name:go', 'keyword:self', 'comment:# why', "string:'''x\ny'''"],
  ],
  ['rust', "fn f<'a>(x: &'a str) {}", ['keyword:fn']],
  ['c', '#include <a.h>\nint x = 0xff;', ['mark:#include', 'keyword:int', 'number:0xff']],
  ['sh', 'ls --all "$HOME" # x', ['mark:--all', 'string:"$HOME"', 'comment:# x']],
])('%s', (language, code, expected) => {
  expect(coloured(code, language)).toEqual(expected);
});

test('script and style within a page are coloured as what they are', () => {
  expect(coloured('<script>let a</script><style> .b {}</style>', 'html')).toEqual(
    expect.arrayContaining(['keyword:let', 'mark:.b']),
  );
});

test('an unknown language and a very long block stay plain', () => {
  expect(highlight('let a', 'cobol')).toBeNull();
  expect(highlight('x'.repeat(longestCode + 1), 'js')).toBeNull();
});

test('the pieces are the code again, whatever it is', () => {
  const languages = ['ts', 'json', 'css', 'html', 'python', 'c', 'sh'];
  const bits = fc.constantFrom(
    '"',
    "'",
    '`',
    '/*',
    '*/',
    '//',
    '#',
    '<',
    '>',
    '<script>',
    '<!--',
    '\\',
    '\n',
    ' ',
    'if',
    '1',
    'é',
    '😀',
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.array(fc.oneof(bits, fc.string()), { maxLength: 60 }),
      (language, parts) => {
        const code = parts.join('');
        expect((highlight(code, language) ?? []).map(({ text }) => text).join('')).toBe(code);
      },
    ),
    { numRuns: 500 },
  );
});

test('a hostile block of the longest kind is cut in one pass', () => {
  // Would take minutes were a pattern to try the rest of the text again from each of its characters.
  for (const part of ['"\\', '/*', '<a ', '<script>', '`', "'''", '${', '/['])
    for (const language of ['ts', 'json', 'css', 'html', 'python', 'c', 'sh'])
      highlight(part.repeat(Math.floor(longestCode / part.length)), language);
});
