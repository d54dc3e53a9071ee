/**
 * Measures functions by the processor time of this thread, which other programs hardly influence. Functions that are
 * compared run alternately, so that each finds the processor's caches in a similar state. The functions must not wait
 * for I/O. This file also compares query answers, and measures the heap.
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
 * Usual length of a sample. Linux counts processor time in steps of up to 4 ms, so the measured time of such a sample
 * is wrong by at most a thirtieth.
 */
const usualSampleMs = 120;

/**
 * Measures functions alternately, with `rounds` samples of each function. Returns the time of one call in ms. A sample
 * repeats the call until the sample takes about `sampleMs`. Each call gets the number of the round.
 */
export function measureAlternately<W extends string>(
  ways: Readonly<Record<W, (round: number) => unknown>>,
  rounds: number,
  sampleMs = usualSampleMs,
): Record<W, Stats> {
  const entries = Object.entries(ways) as [W, (round: number) => unknown][];
  const times = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<W, number[]>;
  const repeats = new Map(entries.map(([name, work]) => [name, repeatsFor(work, sampleMs)]));
  for (let round = 0; round < rounds; round += 1)
    for (let place = 0; place < entries.length; place += 1) {
      // Rotate the order in each round, so that each function is first equally often.
      const [name, work] = entries[(round + place) % entries.length] as [W, (round: number) => unknown];
      const turns = repeats.get(name) ?? 1;
      const began = process.threadCpuUsage();
      for (let turn = 0; turn < turns; turn += 1) work(round);
      const { user, system } = process.threadCpuUsage(began);
      times[name].push((user + system) / 1000 / turns);
    }
  return Object.fromEntries(entries.map(([name]) => [name, statsOf(times[name])])) as Record<W, Stats>;
}

/**
 * Measures one asynchronous function, in samples of about `sampleMs`. The function must not wait for anything outside
 * this thread.
 */
export async function measureAsync(
  work: () => Promise<unknown>,
  rounds: number,
  sampleMs = usualSampleMs,
): Promise<Stats> {
  const spent = async (turns: number) => {
    const began = process.threadCpuUsage();
    for (let turn = 0; turn < turns; turn += 1) await work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  await spent(5);
  const warmed = 10;
  const turns = Math.max(1, Math.round((warmed * sampleMs) / (await spent(warmed))));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await spent(turns)) / turns);
  return statsOf(times);
}

/** Warms up the function. Returns the number of calls that fill one sample. */
function repeatsFor(work: (round: number) => unknown, sampleMs: number): number {
  const began = process.threadCpuUsage();
  let turns = 0;
  const spent = () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  while (turns < 30 || spent() < 2 * sampleMs) work(turns++);
  return Math.max(1, Math.round((turns * sampleMs) / spent()));
}

/**
 * Throws an error if two query answers differ. The order of a list counts only if the query of the list has `$order`.
 */
export function assertSameAnswers(ours: unknown, theirs: unknown): void {
  assert.deepEqual(withSortedLists(ours), withSortedLists(theirs));
}

function withSortedLists(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withSortedLists(item));
    return key.includes('"$order"')
      ? items
      : items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withSortedLists(item, name)]));
}

/** Returns the bytes on the heap and in external buffers, after a garbage collection. */
export function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
