/**
 * A short run of the fuzzer; `npm run fuzz` sends more requests. The message of a failure has the seed; to repeat the
 * run, set the environment variable `FUZZ_SEED`.
 */
import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

test('survives random and damaged requests without a 5xx, a hang or a broken database', async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
  const { byStatus } = await fuzz(2000, seed);
  // The fuzzer must send both valid and invalid requests.
  expect(byStatus[200]).toBeGreaterThan(100);
  expect(byStatus[400]).toBeGreaterThan(100);
}, 120_000);
