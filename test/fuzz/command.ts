/**
 * Runs the fuzzer with many requests, then compares what tokens learn of hidden rows:
 * `npm run fuzz -- --requests 200000 --comparisons 100000 --seed 1`. Then measures how the time of functions grows with
 * hostile texts; `--growth` does only this. Exits with 1 at the first failure, and with 2 if an option is wrong.
 */
import { parseArgs } from 'node:util';
import { FuzzFailure, fuzz } from './fuzz.ts';
import { growthOfTime, hostileTexts, textFunctions, verdictOf } from './growth.ts';
import { compareScopes, ScopeLeak } from './scoped.ts';

/**
 * Number of requests after which the fuzzer starts a new service. A service that gets more requests has a larger
 * database, and checking the database takes too long.
 */
const requestsPerService = 20_000;

function readOptions(): { requests: number; comparisons: number; seed: number; isGrowthOnly: boolean } {
  const type = 'string';
  const { values } = parseArgs({
    options: { requests: { type }, comparisons: { type }, seed: { type }, growth: { type: 'boolean' } },
  });
  const comparisons = Number(values.comparisons ?? 100_000);
  const requests = Number(values.requests ?? 200_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(requests) || requests < 0) throw new TypeError(`--requests '${values.requests}' is no number`);
  if (!Number.isInteger(comparisons) || comparisons < 0)
    throw new TypeError(`--comparisons '${values.comparisons}' is no number`);
  if (!Number.isInteger(seed)) throw new TypeError(`--seed '${values.seed}' is no whole number`);
  return { requests, comparisons, seed, isGrowthOnly: values.growth === true };
}

/**
 * Prints how each function does with each hostile text.
 *
 * @throws FuzzFailure if the time of a function grows faster than a hostile text
 */
function measureGrowth(): void {
  const problems: string[] = [];
  for (const each of textFunctions)
    for (const [name, text] of hostileTexts()) {
      const verdict = verdictOf(each, name, growthOfTime(each, text));
      console.log(verdict.line);
      if (!verdict.isRight) problems.push(verdict.line);
    }
  if (problems.length > 0) throw new FuzzFailure(problems.join('\n'));
}

try {
  const { requests, comparisons, seed, isGrowthOnly } = readOptions();
  const began = performance.now();
  const total: Record<number, number> = {};
  let slowest = { ms: 0, request: '' };
  for (let done = 0, round = 0; !isGrowthOnly && done < requests; done += requestsPerService, round++) {
    const report = await fuzz(Math.min(requestsPerService, requests - done), seed + round, (n) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done + n} of ${requests}`);
    });
    for (const [status, count] of Object.entries(report.byStatus))
      total[Number(status)] = (total[Number(status)] ?? 0) + count;
    if (report.slowest.ms > slowest.ms) slowest = report.slowest;
  }
  const seconds = (performance.now() - began) / 1000;
  if (!isGrowthOnly) {
    console.log(`\n${requests} requests from seed ${seed} in ${seconds.toFixed(0)} s`);
    console.log(`slowest, ${slowest.ms.toFixed(0)} ms: ${slowest.request.slice(0, 300)}`);
    console.log('answers by status:', total);
    const { known, ...compared } = compareScopes(comparisons, seed);
    console.log('compared with and without hidden rows:', compared, 'known differences:', known);
  }
  measureGrowth();
} catch (error) {
  if (!(error instanceof FuzzFailure || error instanceof ScopeLeak || error instanceof TypeError)) throw error;
  console.error(`fuzz: ${error.message}`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
