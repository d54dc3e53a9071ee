/** Checks that every rule has a check, that checks name only existing rules, and that coverage.md is up to date. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverageFile, ruleCoveragePage, rulesWithoutCheck, unknownRuleIds } from './coverage.ts';

test('checks refer to existing rules only', () => {
  expect(unknownRuleIds()).toEqual([]);
});

test('every rule has a check', () => {
  expect(rulesWithoutCheck().map(({ id }) => id)).toEqual([]);
});

// This test fails after a rule or a check is added. Run the command in its title to write coverage.md again.
test('coverage.md is up to date; run node test/conformance/coverage.ts', () => {
  expect(readFileSync(coverageFile, 'utf8')).toBe(ruleCoveragePage());
});
