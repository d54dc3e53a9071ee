import { describe, expect, test } from 'vitest';
import { playSequence } from './sequence.ts';

/** Histories per run; `SEQUENCES` and `SEED` in the environment play more, or one again. */
const sequences = Number(process.env.SEQUENCES ?? 300);
const first = Number(process.env.SEED ?? 1);
const batch = 50;

describe('two replicas and a direct client converge, and nothing is lost or doubled', () => {
  for (let from = first; from < first + sequences; from += batch) {
    const until = Math.min(from + batch, first + sequences);
    test(`seeds ${from} to ${until - 1}`, { timeout: 300_000 }, async () => {
      let met = 0;
      for (let seed = from; seed < until; seed += 1) {
        const { faults } = await playSequence(seed).catch((error: Error) => {
          throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
        });
        met += faults;
      }
      // A harness that lets every request through proves nothing.
      if (until - from === batch) expect(met).toBeGreaterThan(batch);
    });
  }
});
