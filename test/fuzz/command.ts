/**
 * Runs the fuzzer with many requests: `npm run fuzz -- --requests 200000 --seed 1`. Exits with 1 at the first failure,
 * and with 2 if an option is wrong.
 */
import { parseArgs } from 'node:util';
import { FuzzFailure, fuzz } from './fuzz.ts';

/**
 * Number of requests after which the fuzzer starts a new service. A service that gets more requests has a larger
 * database, and checking the database takes too long.
 */
const requestsPerService = 20_000;

function readOptions(): { requests: number; seed: number } {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
  const requests = Number(values.requests ?? 200_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(requests) || requests < 1) throw new TypeError(`--requests '${values.requests}' is no number`);
  if (!Number.isInteger(seed)) throw new TypeError(`--seed '${values.seed}' is no whole number`);
  return { requests, seed };
}

try {
  const { requests, seed } = readOptions();
  const began = performance.now();
  const total: Record<number, number> = {};
  let slowest = { ms: 0, request: '' };
  for (let done = 0, round = 0; done < requests; done += requestsPerService, round++) {
    const report = await fuzz(Math.min(requestsPerService, requests - done), seed + round, (n) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done + n} of ${requests}`);
    });
    for (const [status, count] of Object.entries(report.byStatus))
      total[Number(status)] = (total[Number(status)] ?? 0) + count;
    if (report.slowest.ms > slowest.ms) slowest = report.slowest;
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`\n${requests} requests from seed ${seed} in ${seconds.toFixed(0)} s`);
  console.log(`slowest, ${slowest.ms.toFixed(0)} ms: ${slowest.request.slice(0, 300)}`);
  console.log('answers by status:', total);
} catch (error) {
  if (!(error instanceof FuzzFailure || error instanceof TypeError)) throw error;
  console.error(`fuzz: ${error.message}`);
  process.exitCode = error instanceof FuzzFailure ? 1 : 2;
}
