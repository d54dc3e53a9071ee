/** Checks the past tense of action labels, which messages about finished actions show. */
import { expect, test } from 'vitest';
import { pastTense } from '../../../renderer/data/action-labels.ts';

test('only the verb changes to the past tense, whatever the names contain', () => {
  expect(pastTense('Move “Take the ferry” to Done')).toBe('Moved “Take the ferry” to Done');
  expect(pastTense('Take the owner off 3 cards')).toBe('Took the owner off 3 cards');
  expect(pastTense('Set back “Rope”')).toBe('Set back “Rope”');
  expect(pastTense('Reply')).toBe('Replied');
  expect(pastTense('Watch Bugs')).toBe('Watching Bugs');
});
