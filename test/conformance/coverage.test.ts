/** The coverage page is part of the project: it must say what is true now. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverage, coverageFile, missingRules, unknownRules } from './coverage.ts';

test('checks name rules that exist', () => {
  expect(unknownRules()).toEqual([]);
});

test('every rule is shown by a check', () => {
  expect(missingRules().map(({ id }) => id)).toEqual([]);
});

// A new rule or check without a new page breaks this.
test('coverage.md is up to date; run node test/conformance/coverage.ts', () => {
  expect(readFileSync(coverageFile, 'utf8')).toBe(coverage());
});
