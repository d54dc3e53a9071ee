/**
 * A token learns nothing of rows that it does not see. `npm run fuzz` compares more, with new seeds. If the test fails,
 * the message names the seed. To compare with another seed, set the environment variable `FUZZ_SEED`.
 */
import { expect, test } from 'vitest';
import { compareScopes } from './scoped.ts';

test('answers, refusals and visible rows are the same with and without hidden rows', () => {
  const { queries, actions, refusals } = compareScopes(1000, Number(process.env.FUZZ_SEED ?? 20_261));
  // The comparison must reach queries, performed actions and refusals.
  expect(queries).toBeGreaterThan(100);
  expect(actions).toBeGreaterThan(100);
  expect(refusals).toBeGreaterThan(100);
}, 300_000);
