import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  highlightCodeBlock,
  maxHighlightedCodeLength,
} from '../../../../../renderer/editor/markdown/code/highlight.ts';

/** Returns the highlighted words of a code block, each as `class:text`. */
const highlightedWords = async (code: string, language: string) =>
  ((await highlightCodeBlock(code, language)) ?? []).flatMap(({ text, classes }) =>
    classes ? [`${classes.split(' ')[0]}:${text}`] : [],
  );

test.each([
  ['ts', "const a = 'x'; // end", ['tok-keyword:const', "tok-string:'x'", 'tok-comment:// end']],
  ['js', 'return /a[/]b/g.test(n / 2)', ['tok-keyword:return', 'tok-string2:/a[/]b/g', 'tok-number:2']],
  ['jsonc', '{"a": [1.5, true, "b"]}', ['tok-propertyName:"a"', 'tok-number:1.5', 'tok-bool:true', 'tok-string:"b"']],
  ['css', '.card { color: #fff; }', ['tok-className:card', 'tok-propertyName:color', 'tok-literal:#fff']],
  [
    'htm',
    '<a href="x">if</a><!-- n -->',
    ['tok-typeName:a', 'tok-propertyName:href', 'tok-string:"x"', 'tok-comment:<!-- n -->'],
  ],
  ['py', 'def go(self): # why', ['tok-keyword:def', 'tok-variableName:go', 'tok-comment:# why']],
  ['rust', "fn f<'a>(x: &'a str) {}", ['tok-keyword:fn', 'tok-typeName:str']],
  ['c', '#include <a.h>\nint x = 0xff;', ['tok-meta:#include', 'tok-typeName:int', 'tok-number:0xff']],
  ['console', 'ls --all "$HOME" # x', ['tok-variableName:$HOME', 'tok-comment:# x']],
])('%s', async (language, code, expected) => {
  expect(await highlightedWords(code, language)).toEqual(expect.arrayContaining(expected));
});

test('script and style elements of a page are highlighted in their own languages', async () => {
  expect(await highlightedWords('<script>let a</script><style> .b {}</style>', 'html')).toEqual(
    expect.arrayContaining(['tok-keyword:let', 'tok-className:b']),
  );
});

test('an unknown language and a very long block stay plain', async () => {
  expect(await highlightCodeBlock('let a', 'cobold')).toBeNull();
  expect(await highlightCodeBlock('x'.repeat(maxHighlightedCodeLength + 1), 'js')).toBeNull();
});

test('the highlighted pieces contain exactly the code, in any language', async () => {
  const languages = ['ts', 'json', 'css', 'html', 'python', 'c', 'sh'];
  const bits = fc.constantFrom(
    ...['"', "'", '`', '/*', '*/', '//', '#', '<', '>', '<script>', '<!--', '\\', '\n', ' ', 'if', '1', 'é', '😀'],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...languages),
      fc.array(fc.oneof(bits, fc.string()), { maxLength: 60 }),
      async (language, parts) => {
        const code = parts.join('');
        const pieces = await highlightCodeBlock(code, language);
        if (pieces) expect(pieces.map(({ text }) => text).join('')).toBe(code);
      },
    ),
    { numRuns: 300 },
  );
});

test('a hostile block of maximum length stays plain, within the time budget', async () => {
  // Without the highlighter's time limit, these texts take minutes or overflow the stack.
  for (const part of ['"\\', '/*', '<a ', '<script>', '`', "'''", '${', '/[', 'x('])
    for (const language of ['ts', 'json', 'css', 'html', 'python', 'c', 'sh'])
      await highlightCodeBlock(part.repeat(Math.floor(maxHighlightedCodeLength / part.length)), language);
}, 60_000);
