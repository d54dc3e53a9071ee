import { expect, test } from 'vitest';
import { checkNoOldValueReappears } from './flicker.ts';

/** The environment variables `RUNS` and `SEED` choose the number of changes and their random values. */
const changes = Number(process.env.RUNS ?? 400);
const seed = Number(process.env.SEED ?? 11);

/**
 * This test fails if a window shows an old value after an action. Possible causes: pulled rows are written, but the
 * pending operations are not performed again; or an acknowledged operation is dropped before a read has shown its
 * effect.
 */
test(`${changes} changes under faults never show their old value again (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const checkedValues = await checkNoOldValueReappears({ seed, changes });
  expect(checkedValues).toBeGreaterThan(changes);
});
