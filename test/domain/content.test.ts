import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkboxesIn,
  contentWithCheckboxSet,
  contentWithTitle,
  markdownLineToPlainText,
  mentionedPersonIdsIn,
  oneLineText,
  renameTagInContent,
  replaceMentionsWithIds,
  replaceTagWithWord,
  shortCodesIn,
  tagsIn,
  titleOfContent,
  wholeTitleOf,
} from '../../shared/domain/content.ts';

const people = [
  { id: 'u1', name: 'ann' },
  { id: 'u2', name: 'bob.b' },
  { id: 'u3', name: 'Zoë' },
  { id: 'u4', name: '' },
  { id: 'u5', name: 'अमित' },
  { id: 'u6', name: 'José' },
  { id: 'u7', name: 'Strauß' },
  { id: 'u8', name: 'İrem' },
];

describe('title', () => {
  test.each([
    ['Plain', 'Plain'],
    ['', ''],
    ['\nSecond line only', ''],
    ['First\r\nSecond', 'First'],
    ['# Heading', 'Heading'],
    ['### Heading ###', 'Heading'],
    ['#tag stays', '#tag stays'],
    ['**Bold** and *slanted* and ***both***', 'Bold and slanted and both'],
    ['__Bold__ and _slanted_ but snake_case_name', 'Bold and slanted but snake_case_name'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['~~gone~~ here', 'gone here'],
    ['`code *as* is`', 'code *as* is'],
    ['A [link](https://example.org) and ![picture](x.png)', 'A link and picture'],
    ['[Foo](https://example.org/Foo_(bar)) and [more](a(b)c)', 'Foo and more'],
    ['- [ ] A task', 'A task'],
    ['> 1. quoted', '1. quoted'],
    ['\\*not slanted\\*', '*not slanted*'],
    ['<https://example.org> <b>loud</b>', 'https://example.org loud'],
    ['5 < 6 and 7 > 2', '5 < 6 and 7 > 2'],
    // wekan/wekan#5219
    ['The XML tag <person> must be renamed', 'The XML tag <person> must be renamed'],
    ['Map<String, Foo> fails', 'Map<String, Foo> fails'],
    ['if a<b and c>d', 'if a<b and c>d'],
    ['Use <Button> here, H<sub>2</sub>O<br/>', 'Use <Button> here, H2O'],
    ['Option<U> fails, fix the <i> tag', 'Option<U> fails, fix the <i> tag'],
    ['</b> <b>a <i>b</b> c</i> <B>d</b><br>e', '</b> a <i>b c</i> d e'],
    ['<!-- hidden -->Shown', 'Shown'],
    // wekan/wekan#2685
    ['4. October', '4. October'],
    ['404. Page not found', '404. Page not found'],
    ['- 20 degrees', '- 20 degrees'],
    ['- one', 'one'],
    ['1. [x] done', '1. done'],
    // commonmark/commonmark-spec#650, github/cmark-gfm#83
    ['**注意：**请先备份', '注意：请先备份'],
    ['见 https://example.com/a_b_c，详见 *b*', '见 https://example.com/a_b_c，详见 b'],
    ['[a [b](c) d](e)', '[a b d](e)'],
    ['*a **b** c* __d__ ~~e~~ ~~~f~~~', 'a b c d e ~~~f~~~'],
    ['[x](<a b> "t*") <a@b.example> ``a`b``', 'x a@b.example a`b'],
    ['```js\n\nconst a = *b*;\n```', 'const a = *b*;'],
    ['```\n```', ''],
    ['~~~\n~~ a', '~~ a'],
    ['Tom &amp; Jerry, a &lt; b, &#35;1, &#x1F680; **R&amp;D**', 'Tom & Jerry, a < b, #1, 🚀 R&D'],
    ['[R&amp;D](x?a&amp;b) &copy;&NotEqualTilde; &nbsp;', 'R&D ©≂̸'],
    [
      'Ask R&D; then &foo; `&amp;` \\&amp; &amp &#x; &#12345678;',
      'Ask R&D; then &foo; &amp; &amp; &amp &#x; &#12345678;',
    ],
    ['a&#10;b&Tab;c', 'a b c'],
  ])('of %j is %j', (content, title) => {
    expect(titleOfContent(content)).toBe(title);
  });

  test('is cut after 80 code points, never inside one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (content) => {
        const title = titleOfContent(content);
        expect([...title].length).toBeLessThanOrEqual(80);
        if (content.isWellFormed()) expect(title.isWellFormed()).toBe(true);
      }),
    );
    expect(titleOfContent('😀'.repeat(90))).toBe('😀'.repeat(80));
    expect(titleOfContent('👩‍👩‍👧'.repeat(30))).toBe('👩‍👩‍👧'.repeat(16));
    expect(titleOfContent(`${'a'.repeat(79)}e\u0301b`)).toBe('a'.repeat(79));
    expect(titleOfContent(`${'a'.repeat(79)} b`)).toBe(`${'a'.repeat(79)} `);
    expect(titleOfContent(`${'a'.repeat(79)} `)).toBe('a'.repeat(79));
  });

  test('is whole where the text is known, so that one of exactly 80 code points is not taken for a cut one', () => {
    for (const line of ['a'.repeat(80), 'a'.repeat(81), `${'a'.repeat(78)}👩‍👩‍👧`]) {
      expect(wholeTitleOf(`# **${line}** \nrest`)).toBe(line);
      expect(oneLineText(wholeTitleOf(line), 200)).toBe(line);
    }
  });

  test('is never cut within a grapheme', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 120 }), (text) => {
        const line = `a${text.replace(/[\p{P}\p{S}\p{Z}\p{C}\n]/gu, 'b')}`;
        const title = titleOfContent(line);
        const ends = [...segmenter.segment(line)].map(({ index }) => index);
        expect([...ends, line.length]).toContain(title.length);
      }),
    );
  });

  test('replaces the first line only', () => {
    expect(contentWithTitle('Old\nrest\n', 'New')).toBe('New\nrest\n');
    expect(contentWithTitle('Old', 'New')).toBe('New');
    expect(contentWithTitle('', 'New')).toBe('New');
    expect(contentWithTitle('```\ncode\n```', 'New')).toBe('New\n```\ncode\n```');
  });

  test('plain text of a text without markdown is the same text', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z][a-z ]{0,40}[a-z]$/),
        (line) => void expect(markdownLineToPlainText(line)).toBe(line),
      ),
    );
  });
});

describe('tags', () => {
  test.each([
    ['one #bug two', ['bug']],
    ['#bug #Bug #BUG', ['bug']],
    ['# Heading', []],
    ['a#b https://x.org/#part #', []],
    ['we are #1', []],
    ['#2nd-try, #snake_case. (#in) #trailing-', ['2nd-try', 'snake_case', 'in', 'trailing']],
    ['#größe #日本', ['größe', '日本']],
    ['`#include` and\n```\n#define\n```\n#real', ['real']],
    ['~~~\n#never closed', []],
    ['``a ` #no`` #yes', ['yes']],
    // friendica/friendica#15076
    ['See https://en.wikipedia.org/wiki/Port_(harbour)#audio', []],
    ['https://a.example/?a=#frag <https://a.example/(a)#b> ![a](x.png "#t") [b](<#c>)', []],
    ['mailto:a@b.example?subject=#x magnet:?xt=#y, mailto: #z', ['z']],
    ['[a]: /b#c "#d"\n\n<img src="#e"> <!-- #f\n\n#g --> #h', ['f', 'g', 'h']],
    ['<!-- #f\n\n- [ ] #g --> #h', ['h']],
    ['https://a.example/b，#c', ['c']],
    ['#️⃣ #_a #\u0301a #🚀 #👩‍👩‍👧 #fafafa #می‌خواهم', ['🚀', '👩‍👩‍👧', 'fafafa', 'می‌خواهم']],
    ['修复#bug a#b \\#c $#d', ['bug']],
    ['- a\n\n      #code\n\n  #text', ['text']],
    // Links to pages and headings, as other programs write them.
    ['[[#x]] [[Page#y|#z]] ![[a #b]] [[#c]](d) [[#e] #f]', ['c', 'e', 'f']],
    ['&#35;a', []],
  ])('in %j are %j', (content, tags) => {
    expect(tagsIn(content)).toEqual(tags);
  });

  test('are not the addresses of links, and not in code with Windows line breaks', () => {
    expect(tagsIn('See [Setup](#setup) (#real)')).toEqual(['real']);
    expect(renameTagInContent('[Setup](#setup) #setup', 'setup', 'install')).toBe('[Setup](#setup) #install');
    expect(tagsIn('```c\r\n#include <a>\r\n```\r\n#real')).toEqual(['real']);
  });

  test('are renamed everywhere except in code, in any letter case', () => {
    expect(renameTagInContent('#Bug and #bugs, `#bug` #BUG', 'bug', 'defect')).toBe(
      '#defect and #bugs, `#bug` #defect',
    );
  });

  test('become plain words', () => {
    expect(replaceTagWithWord('fix #bug now', 'BUG')).toBe('fix bug now');
    expect(tagsIn(replaceTagWithWord('#a #b', 'a'))).toEqual(['b']);
  });
});

describe('mentions', () => {
  test.each([
    ['@ann hello', ['u1']],
    ['@ANN and @ann', ['u1']],
    ['ask @bob.b.', ['u2']],
    ['ask @ann.', ['u1']],
    ['@zoë!', ['u3']],
    ['mail ann@ann.example', []],
    ['@anna @', []],
    ['@[userId:u9] and `@ann`', ['u9']],
    // danielBingham/communities#192
    ['https://medium.com/@ann/x npm i @ann/tools foo/@ann @ann@b.example @ann.example \\@ann', []],
    ['请@ann看 @ann-led', ['u1']],
    ['@[userId:u9](x)', ['u9']],
    // frappe/frappe#25534
    ['@अमित @Jose\u0301 @JOSÉ', ['u5', 'u6']],
    ['@STRAUSS @irem', ['u7', 'u8']],
    ['@strauẞ, @I\u0307REM', ['u7', 'u8']],
  ])('in %j are %j', (content, ids) => {
    expect(mentionedPersonIdsIn(content, people)).toEqual(ids);
  });

  test('are stored by id where the name is known', () => {
    expect(replaceMentionsWithIds('@ann, see @bob.b. and @nobody `@ann` @[userId:u9]', people)).toBe(
      '@[userId:u1], see @[userId:u2]. and @nobody `@ann` @[userId:u9]',
    );
  });

  test('refer to the same people before and after being stored by id', () => {
    const word = fc.constantFrom('@ann', '@bob.b', '@Zoë', '@nobody', 'text', '`@ann`', '.', ',', '\n');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const content = words.join(' ');
        expect(mentionedPersonIdsIn(replaceMentionsWithIds(content, people), [])).toEqual(
          mentionedPersonIdsIn(content, people),
        );
      }),
    );
  });
});

describe('checkboxes', () => {
  const content =
    'List\n- [ ] one **bold**\n* [x] two\n1. [X] three\n  - [ ] nested\n> - [ ] quoted\n```\n- [ ] code\n```\n- [] no';

  test('are the same as on GitHub', () => {
    expect(checkboxesIn(content)).toEqual([
      { label: 'one bold', checked: false },
      { label: 'two', checked: true },
      { label: 'three', checked: true },
      { label: 'nested', checked: false },
      { label: 'quoted', checked: false },
    ]);
  });

  test.each([
    ['    - [ ] code', 0],
    ['- a\n    - [ ] nested\n        - [x] deeper', 2],
    ['- a\n\t- [ ] nested by a tab', 1],
    ['text\n\n\t- [ ] code', 0],
    ['1. a\n   - [ ] nested\n\n- [ ] next list', 2],
    ['> - a\n>   - [ ] nested in a quote', 1],
    ['- [ ]\n- [x]no space', 0],
    ['T\r\n- [ ] a\r\n- [x] b\r\n', 2],
    ['```\r\n- [ ] code\r\n```\r\n- [ ] box\r\n', 1],
  ])('in %j number %i: only deeper indentation than the list makes code', (content, count) => {
    expect(checkboxesIn(content)).toHaveLength(count);
  });

  test('are set one by one, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.boolean(), (index, checked) => {
        const result = contentWithCheckboxSet(content, index, checked);
        expect(result.length).toBe(content.length);
        const wanted = checkboxesIn(content).map((box, at) => (at === index ? { ...box, checked } : box));
        expect(checkboxesIn(result)).toEqual(wanted);
      }),
    );
    expect(contentWithCheckboxSet(content, 5, true)).toBe(content);
  });
});

// nextcloud/deck#3251
test('boxes with code have their code as label', () => {
  expect(checkboxesIn('- [ ] `npm install`\n- [x] `npm test` passes\n- [ ] <Button> **a**')).toEqual([
    { label: 'npm install', checked: false },
    { label: 'npm test passes', checked: true },
    { label: '<Button> a', checked: false },
  ]);
});

// Doenet/DoenetML#453
test('prices are no card codes', () => {
  expect(shortCodesIn('$129.99 to $149/month, $149,50; see $45j. Or $45k/')).toEqual(['45j', '45k']);
});

describe('what is stored outside of an edited token never changes', () => {
  const bit = fc.constantFrom(
    ...[
      '#a',
      '#A',
      '#ab',
      '@ann',
      '@[userId:u1]',
      '$45j',
      ' ',
      ' ',
      '\n',
      '\n\n',
      '`',
      '```\n',
      '- [ ] x',
      '- [x] y',
      '    ',
    ],
    ...[
      'https://x.example/#a',
      '<https://x.example/@ann>',
      '](',
      '[',
      ')',
      '<!--',
      '-->',
      '修复',
      '.',
      '/',
      '"',
      '\\',
      '> ',
      '\r\n',
    ],
  );
  const text = fc.array(bit, { maxLength: 20 }).map((bits) => bits.join(''));

  test('a tag that is renamed there and back is as before, but for letter case', () => {
    fc.assert(
      fc.property(text, (content) => {
        const there = renameTagInContent(content, 'a', 'other-tag');
        expect(renameTagInContent(there, 'other-tag', 'a').toLowerCase()).toBe(content.toLowerCase());
        expect(tagsIn(there)).toEqual(tagsIn(content).map((tag) => (tag.toLowerCase() === 'a' ? 'other-tag' : tag)));
      }),
    );
  });
  test('a removed tag loses its sign', () => {
    fc.assert(
      fc.property(text, (content) => {
        const removed = replaceTagWithWord(content, 'a');
        expect(removed.replaceAll('#', '')).toBe(content.replaceAll('#', ''));
        expect(mentionedPersonIdsIn(removed, people)).toEqual(mentionedPersonIdsIn(content, people));
      }),
    );
  });
  test('a mention that is stored by id leaves the rest', () => {
    fc.assert(
      fc.property(text, (content) => {
        const stored = replaceMentionsWithIds(content, people);
        const bare = (value: string) => value.replaceAll('@[userId:u1]', '@ann');
        expect(bare(stored)).toBe(bare(content));
        expect(replaceMentionsWithIds(stored, people)).toBe(stored);
      }),
    );
  });
  test('a box that is set changes one character', () => {
    fc.assert(
      fc.property(text, fc.nat(3), fc.boolean(), (content, index, checked) => {
        const result = contentWithCheckboxSet(content, index, checked);
        expect(result.length).toBe(content.length);
        expect([...result].filter((character, at) => character !== [...content][at]).length).toBeLessThanOrEqual(1);
        expect(checkboxesIn(result).length).toBe(checkboxesIn(content).length);
      }),
    );
  });
});

test('card codes are found, each once, in lower case, outside code and prices', () => {
  expect(shortCodesIn('see $45J and $45j, not $1, $12345678, US$111, $$111, `$111` or \\$112')).toEqual(['45j']);
});
