import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textBeforeChange, textsBeforeChanges } from '../../../../renderer/card-panel/history/history-labels.ts';
import { fileSizeText } from '../../../../renderer/data/files/attachments.ts';
import { checkboxIndexesByLine, splitTitleAndBody, titleLineOf } from '../../../../renderer/editor/checkbox-lines.ts';
import { mentionIdsToNames } from '../../../../renderer/editor/mention-resolver.ts';
import { checkboxesIn, contentWithCheckboxSet, replaceMentionsWithIds } from '../../../../shared/domain/content.ts';
import { decodeTextDiff, encodeTextDiff } from '../../../../shared/domain/text-diff.ts';

const word = fc.constantFrom(
  'a',
  'cat',
  ' ',
  '\n',
  '- [ ] x',
  '🎨',
  'é',
  'sat on the mat and looked at the moon for a long while',
);
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));

test('the text before any change is restored', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = decodeTextDiff(encodeTextDiff(before, after));
      if (!parts) throw new Error('not decoded');
      expect(textBeforeChange(after, parts)).toBe(before);
    }),
  );
});

test('several versions are restored, up to the first that cannot be read', () => {
  const [v1, v2, v3] = ['one', 'one two', 'two three'];
  expect(textsBeforeChanges(v3, [encodeTextDiff(v2, v3), undefined, encodeTextDiff(v1, v2)])).toEqual([v2, v2, v1]);
  expect(textsBeforeChanges(v3, ['another form', encodeTextDiff(v1, v2)])).toEqual([undefined, undefined]);
  expect(textsBeforeChanges('something else', [encodeTextDiff(v2, v3)])).toEqual([undefined]);
});

test('the checkbox on a line has the number that the service gives it', () => {
  const line = fc.constantFrom(
    '- [ ] a',
    '- [x] b',
    '  * [ ] c',
    '```',
    'text',
    '1. [X] d',
    '> - [ ] q',
    '',
    '- [ ]',
    '`- [ ] x`',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const content = lines.join('\n');
      const found = checkboxIndexesByLine(content);
      expect([...found.values()]).toEqual(checkboxesIn(content).map((_, index) => index));
      for (const [at, index] of found) {
        const changed = contentWithCheckboxSet(content, index, !checkboxesIn(content)[index]?.checked).split('\n');
        expect(changed.map((other, i) => (other === lines[i] ? null : i)).filter((i) => i !== null)).toEqual([at]);
      }
    }),
  );
});

test('a text is split into title and body', () => {
  expect(splitTitleAndBody('Title\n\n\nBody\nmore')).toEqual({ body: 'Body\nmore', bodyLine: 3 });
  expect(splitTitleAndBody('Title')).toEqual({ body: '', bodyLine: 1 });
  expect(splitTitleAndBody('```\ncode\n```')).toEqual({ body: '```\ncode\n```', bodyLine: 0 });
  expect(splitTitleAndBody('')).toEqual({ body: '', bodyLine: 1 });
  expect(['Title\nBody', 'Title\r\nBody', 'Title', ''].map(titleLineOf)).toEqual(['Title', 'Title', 'Title', '']);
});

test('mentions are stored by id and edited by name', () => {
  const people = { u1: { id: 'u1', name: 'ana' }, u2: { id: 'u2', name: 'has space' } };
  expect(replaceMentionsWithIds('ask @ana.', Object.values(people))).toBe('ask @[userId:u1].');
  expect(mentionIdsToNames('ask @[userId:u1], @[userId:u2], @[userId:gone]', people)).toBe(
    'ask @ana, @[userId:u2], @[userId:gone]',
  );
  // What could not be converted back stays, and so does code.
  for (const stored of ['@[userId:u1]s', '@[userId:u1].example', '`@[userId:u1]`', '[a](@[userId:u1])'])
    expect(mentionIdsToNames(stored, people)).toBe(stored);
});

test('sizes of files are rounded to a readable unit', () => {
  expect([0, 999, 1500, 12_400_000].map(fileSizeText)).toEqual(['0 B', '999 B', '1.5 KB', '12 MB']);
  expect([9_949, 9_960, 999_600].map(fileSizeText)).toEqual(['9.9 KB', '10 KB', '1.0 MB']);
});
