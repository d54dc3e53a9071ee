/** Checks the search for cycles of dependencies. */
import { expect, test } from 'vitest';
import { findDependencyCycle } from '../../../renderer/card-panel/dependencies/change-dependencies.ts';

const known = new Map([
  ['c', ['b']],
  ['b', ['a']],
]);

test('a cycle of dependencies is found, with the cards on it', () => {
  expect(findDependencyCycle(known, 'c', 'a')).toEqual(['c', 'b', 'a']);
  expect(findDependencyCycle(known, 'a', 'a')).toEqual(['a']);
  expect(findDependencyCycle(known, 'a', 'c')).toBeNull();
});
