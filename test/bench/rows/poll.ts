/**
 * Measures the processor time of a poll that finds no changes: request, answer of a service in this process, and
 * processing of the answer.
 */
import { statsOf } from '../support/measure.ts';
import { openSyncedReplica } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const cards = 10_000;
/**
 * On the replica's clock, polls are three seconds apart, so 18 polls take 54 seconds. After 60 seconds the replica
 * makes a full poll. A full poll reads complete lists and must not be measured here.
 */
const rounds = 18;

async function measure(): Promise<BenchResult> {
  const bench = await openSyncedReplica(cards);
  const { traffic } = bench;
  const times: number[] = [];
  const before = { ...traffic };
  for (let round = 0; round < rounds; round += 1) {
    bench.advanceClock(3_000);
    const began = process.threadCpuUsage();
    await bench.replica.sync.idle();
    const { user, system } = process.threadCpuUsage(began);
    times.push((user + system) / 1000);
  }
  const each = (name: keyof typeof traffic) => Math.round((traffic[name] - before[name]) / rounds);
  await bench.close();
  return {
    ...statsOf(times),
    note: `${each('requests')} request, ${each('asked')} bytes asked, ${each('answered')} bytes answered, ${cards} cards`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'poll', budget: { p95: 40 }, run: measure };
