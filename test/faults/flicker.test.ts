import { expect, test } from 'vitest';
import { playChanges } from './flicker.ts';

/** `RUNS` and `SEED` in the environment make more changes, or the same ones again. */
const changes = Number(process.env.RUNS ?? 400);
const seed = Number(process.env.SEED ?? 11);

/**
 * Fails when a pull, a rebase or a lost answer ever shows the old value between an action and its acknowledgement: for
 * example when `decide` applies rows directly, or when an acknowledged operation is dropped before its rows were read
 * back.
 */
test(`${changes} changes under faults never show their old value again (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const { drawn } = await playChanges({ seed, changes });
  expect(drawn).toBeGreaterThan(changes);
});
