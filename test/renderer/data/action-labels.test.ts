/** The past tense of labels (renderer/data/action-labels.ts). The type of labels says which verbs there are. */
import { expect, test } from 'vitest';
import { pastTense } from '../../../renderer/data/action-labels.ts';

test('what was done is pastTense as done, whatever the names in it say', () => {
  expect(pastTense('Move “Take the ferry” to Done')).toBe('Moved “Take the ferry” to Done');
  expect(pastTense('Take the owner off 3 cards')).toBe('Took the owner off 3 cards');
  expect(pastTense('Set back “Rope”')).toBe('Set back “Rope”');
  expect(pastTense('Reply')).toBe('Replied');
  expect(pastTense('Watch Bugs')).toBe('Watching Bugs');
});
