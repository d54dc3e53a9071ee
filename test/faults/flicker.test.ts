import { expect, test } from 'vitest';
import { checkShownValues } from './flicker.ts';

/** The environment variables `RUNS` and `SEED` choose the number of changes and their random values. */
const changes = Number(process.env.RUNS ?? 400);
const seed = Number(process.env.SEED ?? 11);

/**
 * This test fails if a window shows an old value after an action: for example because pulled rows are written without
 * performing the pending operations again, or because an acknowledged operation is dropped before a read has shown its
 * effect.
 */
test(`${changes} changes under faults never show their old value again (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const checkedValues = await checkShownValues({ seed, changes });
  expect(checkedValues).toBeGreaterThan(changes);
});
