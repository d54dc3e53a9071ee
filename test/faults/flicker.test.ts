import { expect, test } from 'vitest';
import { checkNoOldValueReappears } from './flicker.ts';

/** The environment variables `RUNS` and `SEED` choose the number of changes and their random values. */
const changes = Number(process.env.RUNS ?? 400);
const seed = Number(process.env.SEED ?? 11);

/**
 * If this test fails, a window has shown an old value after an action. Possible causes: pulled rows were written, but
 * the pending operations were not performed again; or an acknowledged operation was dropped before a read had shown its
 * effect.
 */
test(`${changes} changes under faults never show their old value again (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const checkedValues = await checkNoOldValueReappears({ seed, changes });
  expect(checkedValues).toBeGreaterThan(changes);
});
