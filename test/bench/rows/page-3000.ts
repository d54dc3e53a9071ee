/**
 * Measures the processor time of the service's worker thread for an HTTP query that returns 3,000 cards, the most that
 * one query may return. Compares it with `JSON.stringify` of the same answer.
 */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { filteredRelationKey, models, type QueryAnswer, serviceLimits } from '../../../shared/contract/index.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';
import type { ServiceThreadCpuTime, ServiceThreadReady } from '../support/service-thread.ts';

const rounds = 15;
/**
 * A sample has several pages: one page takes too little time to measure, because Linux counts processor time in steps
 * of up to 4 ms.
 */
const pagesPerSample = 8;

async function measure(): Promise<BenchResult> {
  const worker = new Worker(path.join(import.meta.dirname, '../support/service-thread.ts'));
  const [{ baseUrl, token }] = (await once(worker, 'message')) as [ServiceThreadReady];
  const cards = filteredRelationKey('cards', { $order: '-accountSeq', $limit: serviceLimits.queryLimit });
  const body = JSON.stringify({ query: { _root: [{ account: [{ [cards]: Object.keys(models.card.fields) }] }] } });
  const page = async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(baseUrl, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`The service answered ${response.status} ${text.slice(0, 300)}`);
    return text;
  };
  const spent = async () => {
    worker.postMessage('time');
    const [time] = (await once(worker, 'message')) as [ServiceThreadCpuTime];
    return time.spent;
  };

  const text = await page();
  const answer = JSON.parse(text) as QueryAnswer;
  const shown = Object.keys(answer.card ?? {}).length;
  if (shown !== serviceLimits.queryLimit) throw new Error(`${shown} cards instead of ${serviceLimits.queryLimit}`);
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const before = await spent();
    for (let turn = 0; turn < pagesPerSample; turn += 1) await page();
    const after = await spent();
    const began = process.threadCpuUsage();
    for (let turn = 0; turn < pagesPerSample; turn += 1) JSON.stringify(answer);
    const { user, system } = process.threadCpuUsage(began);
    // Rounds below 0 only warm up the code.
    if (round < 0) continue;
    ours.push((after - before) / pagesPerSample);
    baseline.push((user + system) / 1000 / pagesPerSample);
  }
  await worker.terminate();
  return {
    ...statsOf(ours),
    baseline: { what: 'JSON.stringify of the same answer', ...statsOf(baseline) },
    note: `${shown} cards with all fields, ${(text.length / 1e6).toFixed(1)} MB`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'page-3000', budget: { ratio: 2 }, run: measure };
