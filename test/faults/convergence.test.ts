import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { playHistory, type RandomHistoryOptions, stepNumbers } from './history.ts';
import { shrinkFailingSteps } from './soak/shrink.ts';

/**
 * The environment variables `SEQUENCES` and `SEED` choose the number of random histories (history.ts) and the first
 * seed.
 */
const histories = Number(process.env.SEQUENCES ?? 50);
const firstSeed = Number(process.env.SEED ?? 1);
const steps = 24;
const historiesPerTest = 50;

describe('two replicas and a direct client converge, and nothing is lost or doubled', () => {
  for (let from = firstSeed; from < firstSeed + histories; from += historiesPerTest) {
    const until = Math.min(from + historiesPerTest, firstSeed + histories);
    test(`seeds ${from} to ${until - 1}`, { timeout: 300_000 }, async () => {
      let met = 0;
      for (let seed = from; seed < until; seed += 1) {
        const { faults } = await playHistory({ seed, steps: stepNumbers(steps), isRough: seed % 2 === 0 }).catch(
          (error: Error) => {
            throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
          },
        );
        met += faults;
      }
      // The test is useful only if faults occur: on average more than one per history.
      if (until - from === historiesPerTest) expect(met).toBeGreaterThan(historiesPerTest);
    });
  }
});

describe('histories that failed once', () => {
  const folder = path.join(import.meta.dirname, 'regressions');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
    test(file, { timeout: 60_000 }, async () => {
      await playHistory(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RandomHistoryOptions);
    });
});

test('a failing history is shrunk to the steps that it fails for', async () => {
  const needed = [3, 17, 18];
  const tried: number[] = [];
  const fails = async (kept: readonly number[]) => {
    tried.push(kept.length);
    return needed.every((step) => kept.includes(step));
  };
  expect(await shrinkFailingSteps(stepNumbers(40), fails)).toEqual(needed);
  expect(tried.length).toBeLessThan(120);
});
