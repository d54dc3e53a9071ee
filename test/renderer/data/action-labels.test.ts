/** Checks the past tense of action labels, which messages about finished actions show. */
import { expect, test } from 'vitest';
import { labelInPastTense } from '../../../renderer/data/action-labels.ts';

test('only the verb changes to the past tense, whatever the names contain', () => {
  expect(labelInPastTense('Move “Take the ferry” to Done')).toBe('Moved “Take the ferry” to Done');
  expect(labelInPastTense('Take the owner off 3 cards')).toBe('Took the owner off 3 cards');
  expect(labelInPastTense('Set back “Rope”')).toBe('Set back “Rope”');
  expect(labelInPastTense('Reply')).toBe('Replied');
  expect(labelInPastTense('Watch Bugs')).toBe('Watching Bugs');
});
