import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkboxesIn,
  contentWithCheckboxSet,
  contentWithTitle,
  markdownLineToPlainText,
  mentionedPersonIdsIn,
  renameTagInContent,
  replaceMentionsWithIds,
  replaceTagWithWord,
  shortCodesIn,
  tagsIn,
  titleOfContent,
} from '../../shared/domain/content.ts';

const people = [
  { id: 'u1', name: 'ann' },
  { id: 'u2', name: 'bob.b' },
  { id: 'u3', name: 'Zoë' },
  { id: 'u4', name: '' },
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
  });

  test('replaces the first line only', () => {
    expect(contentWithTitle('Old\nrest\n', 'New')).toBe('New\nrest\n');
    expect(contentWithTitle('Old', 'New')).toBe('New');
    expect(contentWithTitle('', 'New')).toBe('New');
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

test('card codes are found, each once, in lower case, outside code and prices', () => {
  expect(shortCodesIn('see $45J and $45j, not $1, $12345678, US$111, $$111, `$111` or \\$112')).toEqual(['45j']);
});
