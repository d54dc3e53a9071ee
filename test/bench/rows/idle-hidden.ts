/** Measures the processor time of the app with hidden windows, in ms per second (10 ms are 1 % of a core). */
import { measureIdleProcessorTime } from '../support/idle.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

async function measure(): Promise<BenchResult> {
  const hidden = await measureIdleProcessorTime({
    launch: { args: ['--size=1280x800'] },
    hasBoard: true,
    isHidden: true,
  });
  return {
    ...statsOf(hidden),
    note: 'ms of processor time per second (10 are 1 % of a core), all processes, local workspace, windows hidden',
  };
}

export const { name, budget, run }: BenchRow = { name: 'idle-hidden', budget: { p95: 10 }, run: measure };
