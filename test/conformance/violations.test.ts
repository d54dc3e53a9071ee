/**
 * Proves that the conformance checks can fail: for each deliberate violation of a rule, at least one check of this rule
 * must fail.
 */
import { AssertionError } from 'node:assert';
import { describe, expect, test } from 'vitest';
import { isContractRuleId } from '../../shared/contract/rules.ts';
import { checks } from './checks/index.ts';
import { startEmbeddedService } from './embedded.ts';
import type { Check } from './subject.ts';
import { deliberateViolations } from './violations.ts';

/**
 * Returns whether the check fails on an embedded service whose behaviour `testHooks` changes. `read` checks run on a
 * generated workspace of 300 cards.
 */
async function fails(check: Check, testHooks: object | undefined): Promise<boolean> {
  const { subject, close } = await startEmbeddedService({
    ...(check.kind === 'read' && { demo: 300 }),
    ...check.setting,
    ...(testHooks && { testHooks }),
  });
  try {
    await check.run(subject);
    return false;
  } catch (error) {
    if (error instanceof AssertionError || error instanceof TypeError || error instanceof SyntaxError) return true;
    throw error;
  } finally {
    await close();
  }
}

const checksOf = (rule: string) => checks.filter(({ rules }) => rules.includes(rule));

test('there are at least 40 deliberate violations, all of existing rules', () => {
  expect(deliberateViolations.length).toBeGreaterThanOrEqual(40);
  expect(deliberateViolations.filter(({ rule }) => !isContractRuleId(rule))).toEqual([]);
});

describe('each violation is noticed', () => {
  for (const { rule, what, testHooks } of deliberateViolations)
    test(`${rule}: ${what}`, async () => {
      const results = [];
      for (const check of checksOf(rule)) results.push(await fails(check, testHooks));
      expect(results).toContain(true);
    });
});

test('without a violation the reading checks pass on the generated workspace too', async () => {
  const rules = new Set(deliberateViolations.map(({ rule }) => rule));
  const reading = checks.filter((check) => check.kind === 'read' && check.rules.some((rule) => rules.has(rule)));
  for (const check of reading) expect([check.rules, await fails(check, undefined)]).toEqual([check.rules, false]);
});
