/** Measures the processor time of the app with an open, unused window, in ms per second (10 ms are 1 % of a core). */
import { emptyAppFolder } from '../support/app.ts';
import { measureIdleProcessorTime } from '../support/idle.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

async function measure(): Promise<BenchResult> {
  const ours = await measureIdleProcessorTime({ launch: { args: ['--size=1280x800'] }, hasBoard: true });
  const empty = await measureIdleProcessorTime({ launch: { app: emptyAppFolder }, hasBoard: false });
  return {
    ...statsOf(ours),
    besides: [{ what: 'an empty window of the same shell', ...statsOf(empty) }],
    note: 'ms of processor time per second (10 are 1 % of a core), all processes, local workspace with a board open',
  };
}

export const { name, budget, run }: BenchRow = { name: 'idle', budget: { p95: 10 }, run: measure };
