/** Sends random requests to the embedded service. Checks each answer, and at intervals the whole database. */
import { createHash } from 'node:crypto';
import { tableDefinitionOf, tableDefinitions } from '../../electron/engine/store/schema.ts';
import type { ServiceAnswer } from '../../electron/service/message.ts';
import { rowModelNames } from '../../shared/contract/index.ts';
import { invariantViolations } from '../support/invariants.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ExistingRowIds, type FuzzRequest, FuzzRequestGenerator } from './requests.ts';

export interface FuzzReport {
  readonly seed: number;
  readonly requests: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** The slowest request and its time in milliseconds. */
  readonly slowest: { readonly ms: number; readonly request: string };
  /**
   * Hash of all requests and the status of their answers. Runs with the same seed and number of requests have the same
   * hash.
   */
  readonly hash: string;
}

/** If the answer to a request takes longer than this, in milliseconds, the fuzzer reports that the service hangs. */
const timeoutMs = 10_000;
/** Number of requests between two checks of the whole database. */
const requestsPerDatabaseCheck = 1000;
/** The generator of requests gets at most this number of existing ids of each model. */
const maxKnownIds = 60;

export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
}

function knownIdsOf({ service }: TestService, random: SeededRandom): ExistingRowIds {
  const { db } = service.engine;
  return new Map(
    rowModelNames
      .filter((model) => tableDefinitionOf(model).key.length === 1)
      .map((model) => {
        const [key] = tableDefinitionOf(model).key;
        const ids = db.prepare(`SELECT "${key}" FROM "${model}" ORDER BY "${key}"`).pluck().all() as string[];
        return [model, ids.length <= maxKnownIds ? ids : Array.from({ length: maxKnownIds }, () => random.pick(ids))];
      }),
  );
}

/**
 * Checks the whole database. Returns its problems: damage that SQLite finds, also in the full-text index, or data that
 * breaks the invariants of `invariantViolations`.
 */
export function databaseProblems({ service }: TestService): string[] {
  const { db } = service.engine;
  try {
    const state = db.pragma('integrity_check', { simple: true });
    if (state !== 'ok') return [String(state)];
    for (const name of tableDefinitions.keys()) db.prepare(`SELECT count(*) FROM "${name}"`).get();
    return invariantViolations(service.engine);
  } catch (error) {
    return [String((error as Error).stack)];
  }
}

const describeRequest = ({ method, path, body }: FuzzRequest) =>
  `${method} ${path} ${typeof body === 'string' ? body : Buffer.from(body ?? []).toString('base64')}`.slice(0, 4000);

function answerProblem(answer: ServiceAnswer): string | undefined {
  if (answer.status >= 500) return `answered ${answer.status}: ${String(answer.body)}`;
  if (answer.status < 400) return undefined;
  const { error, message, statusCode } = JSON.parse(String(answer.body)) as Record<string, unknown>;
  const isPlain = typeof error === 'string' && typeof message === 'string' && statusCode === answer.status;
  return isPlain ? undefined : `answered ${String(answer.body)}`;
}

/**
 * Sends random requests and returns a report. Equal seeds give the same sequence of requests.
 * @param requests number of requests
 * @param progress called at intervals with the number of requests so far
 * @throws FuzzFailure with the seed and the request that failed. If a check of the database fails, the error has the
 * seed and the number of requests before this check.
 */
export async function fuzz(requests: number, seed: number, progress?: (done: number) => void): Promise<FuzzReport> {
  let defect: unknown;
  const test = await startTestService({
    demo: true,
    onDefect: (error) => {
      defect = error;
    },
  });
  const random = seededRandom(seed);
  const byStatus: Record<number, number> = {};
  let slowest = { ms: 0, request: '' };
  const hash = createHash('sha256');
  let maker = new FuzzRequestGenerator(random, knownIdsOf(test, random));
  const tokens = Object.values(test.tokens);
  try {
    for (let n = 1; n <= requests; n++) {
      const request = maker.next();
      if (random.next() < 0.02) {
        test.advance({ hours: random.integerBelow(60) });
        // Run the scheduler before the time measurement of the next request starts, so that the request does not seem
        // slow because of the scheduler.
        test.service.runScheduler();
      }
      const token = random.next() < 0.97 ? random.pick(tokens) : 'cdxat_no_token';
      const began = performance.now();
      const answer = test.service.answer({
        ...request,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // Each request comes from another IP address. Otherwise the service refuses requests after some invalid tokens,
        // because it limits failed attempts per address.
        ip: `fuzz-${n}`,
      });
      const ms = performance.now() - began;
      hash.update(`${describeRequest(request)} ${answer.status}\n`);
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
      if (ms > slowest.ms) slowest = { ms, request: describeRequest(request) };
      const wrong = answerProblem(answer) ?? (ms > timeoutMs ? `took ${ms} ms` : undefined);
      if (wrong !== undefined)
        throw new FuzzFailure(
          `seed ${seed}, request ${n}: ${describeRequest(request)}\n${wrong}\n${(defect as Error | undefined)?.stack ?? ''}`,
        );
      if (n % requestsPerDatabaseCheck === 0 || n === requests) {
        const found = databaseProblems(test);
        if (found.length > 0)
          throw new FuzzFailure(`seed ${seed}, up to request ${n}: ${found.slice(0, 10).join('\n')}`);
        maker = new FuzzRequestGenerator(random, knownIdsOf(test, random));
        progress?.(n);
      }
    }
    return { seed, requests, byStatus, slowest, hash: hash.digest('hex') };
  } finally {
    await test.close();
  }
}
