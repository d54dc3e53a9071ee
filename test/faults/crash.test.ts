import { expect, test } from 'vitest';
import { playCrashes } from './crashes.ts';

/** `KILLS` and `SEED` in the environment kill more often, or at the same moments again. */
const kills = Number(process.env.KILLS ?? 15);
const seed = Number(process.env.SEED ?? 7);

test(`${kills} kills at random moments (seed ${seed}) lose and double nothing`, { timeout: 600_000 }, async () => {
  const { promised, crashed } = await playCrashes({ seed, kills });
  expect(promised).toBeGreaterThan(kills);
  expect(crashed).toBeGreaterThan(0);
});
