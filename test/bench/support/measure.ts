/**
 * Measures the processor time of this thread, so that other programs count little. The compared functions take turns,
 * so that effects on the caches are alike for all. None of the measured work waits.
 */
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Stats } from './row.ts';

export function statsOf(times: readonly number[]): Stats {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

/**
 * Minimum work per sample in ms. Processor time is counted in steps of up to 4 ms, so a step is a thirtieth of a
 * sample. Benchmarks that sample many different pieces of work can use less.
 */
const usualSampleMs = 120;

/**
 * Returns the time of one call of each function, over `rounds` samples. A function may do different work in each round;
 * a sample repeats the work of its round.
 */
export function takeTurns<W extends string>(
  ways: Readonly<Record<W, (round: number) => unknown>>,
  rounds: number,
  sample = usualSampleMs,
): Record<W, Stats> {
  const entries = Object.entries(ways) as [W, (round: number) => unknown][];
  const times = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<W, number[]>;
  const repeats = new Map(entries.map(([name, work]) => [name, repeatsFor(work, sample)]));
  for (let round = 0; round < rounds; round += 1)
    for (let place = 0; place < entries.length; place += 1) {
      // Each function is first equally often, because the first one finds the caches of the previous one.
      const [name, work] = entries[(round + place) % entries.length] as [W, (round: number) => unknown];
      const turns = repeats.get(name) ?? 1;
      const began = process.threadCpuUsage();
      for (let turn = 0; turn < turns; turn += 1) work(round);
      const { user, system } = process.threadCpuUsage(began);
      times[name].push((user + system) / 1000 / turns);
    }
  return Object.fromEntries(entries.map(([name]) => [name, statsOf(times[name])])) as Record<W, Stats>;
}

/** Like `takeTurns`, for one asynchronous function that waits for nothing outside this thread. */
export async function timeLater(work: () => Promise<unknown>, rounds: number, sample = usualSampleMs): Promise<Stats> {
  const spent = async (turns: number) => {
    const began = process.threadCpuUsage();
    for (let turn = 0; turn < turns; turn += 1) await work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  await spent(5);
  const warmed = 10;
  const turns = Math.max(1, Math.round((warmed * sample) / (await spent(warmed))));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await spent(turns)) / turns);
  return statsOf(times);
}

/** Warms up and returns the number of calls for one sample. */
function repeatsFor(work: (round: number) => unknown, sample: number): number {
  const began = process.threadCpuUsage();
  let turns = 0;
  const spent = () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  while (turns < 30 || spent() < 2 * sample) work(turns++);
  return Math.max(1, Math.round((turns * sample) / spent()));
}

/**
 * Throws unless both answers are equal, because times of different work cannot be compared. Lists without an order are
 * compared sorted.
 */
export function assertSame(ours: unknown, theirs: unknown): void {
  assert.deepEqual(settled(ours), settled(theirs));
}

function settled(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => settled(item));
    return key.includes('"$order"')
      ? items
      : items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, settled(item, name)]));
}

/** Bytes on the heap and in buffers that it references, after a garbage collection. */
export function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
