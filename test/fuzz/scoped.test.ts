/**
 * A token learns nothing of rows that it does not see. `npm run fuzz` compares more. If the test fails, the message
 * names the seed. To repeat the comparison, set the environment variable `FUZZ_SEED` to this seed.
 */
import { expect, test } from 'vitest';
import { compareScopes } from './scoped.ts';

test('answers, refusals and visible rows are the same with and without hidden rows', () => {
  const { queries, actions, refusals } = compareScopes(1000, Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000));
  // The comparison must reach queries, performed actions and refusals.
  expect(queries).toBeGreaterThan(100);
  expect(actions).toBeGreaterThan(100);
  expect(refusals).toBeGreaterThan(100);
}, 300_000);
