import { expect, test } from 'vitest';
import { playChanges } from './flicker.ts';

/** `RUNS` and `SEED` in the environment play more, or the same again. */
const changes = Number(process.env.RUNS ?? 400);
const seed = Number(process.env.SEED ?? 11);

/**
 * Breaks when a pull, a rebase or a lost answer ever shows the old value between the act and its settling: for instance
 * when `decide` applies rows straight, or when an acknowledged operation is dropped before it was read back.
 */
test(`${changes} changes under faults never show their old value again (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const { drawn } = await playChanges({ seed, changes });
  expect(drawn).toBeGreaterThan(changes);
});
