import { expect, test } from 'vitest';
import { killProgramsAtRandom } from './crashes.ts';

/** The environment variables `KILLS` and `SEED` choose the number of kills and their random moments. */
const kills = Number(process.env.KILLS ?? 15);
const seed = Number(process.env.SEED ?? 7);

test(`${kills} kills at random moments (seed ${seed}) lose and double nothing`, { timeout: 600_000 }, async () => {
  const { promised, crashed } = await killProgramsAtRandom({ seed, kills });
  expect(promised).toBeGreaterThan(kills);
  expect(crashed).toBeGreaterThan(0);
});
