/** How acts are told once they are done (renderer/data/action-labels.ts). That each label can be told is what its type says. */
import { expect, test } from 'vitest';
import { told } from '../../../renderer/data/action-labels.ts';

test('what was done is told as done, whatever the names in it say', () => {
  expect(told('Move “Take the ferry” to Done')).toBe('Moved “Take the ferry” to Done');
  expect(told('Take the owner off 3 cards')).toBe('Took the owner off 3 cards');
  expect(told('Set back “Rope”')).toBe('Set back “Rope”');
  expect(told('Reply')).toBe('Replied');
  expect(told('Watch Bugs')).toBe('Watching Bugs');
});
