/** Checks the comparison of two texts by lines and by words. */
import { describe, expect, test } from 'vitest';
import { diffLines, splitByChangedWords } from '../../../../renderer/ui/text/compare-texts.ts';

describe('two texts side by side', () => {
  test('show the lines that differ, without equal lines far from these', () => {
    const many = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    expect(diffLines([...many, 'north', 'end'].join('\n'), [...many, 'south', 'about', 'end'].join('\n'))).toEqual([
      { kind: 'skipped', count: 18 },
      { kind: 'equal', lines: ['line 18', 'line 19'] },
      { kind: 'different', mine: ['north'], theirs: ['south', 'about'] },
      { kind: 'equal', lines: ['end'] },
    ]);
  });
});

test('changed lines are shown whole, with the words that the other side does not have marked', () => {
  const mine = 'The cat slept on the old red mat today.';
  const theirs = 'The cat sat on the new blue mat today.';
  const shownLines = (own: string, other: string) =>
    splitByChangedWords(own, other)
      .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
      .join('');
  expect(shownLines(mine, theirs)).toBe('The cat [slept] on the [old red] mat today.');
  expect(shownLines(theirs, mine)).toBe('The cat [sat] on the [new blue] mat today.');
  expect(shownLines('Only here', '')).toBe('[Only here]');
  expect(shownLines('', 'Only there')).toBe('');
});

test('a large change of one line is marked as a whole', () => {
  const words = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word}${at}`).join(' ');
  expect(splitByChangedWords(words('a'), words('b'))).toEqual([{ text: words('a'), isChanged: true }]);
});
