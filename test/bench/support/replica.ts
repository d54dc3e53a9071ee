/**
 * Creates a synced replica of a generated workspace in this process, with its service and a clock that benchmarks
 * advance.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unlimitedRequestBudget } from '../../../electron/client/budget.ts';
import type { Clock } from '../../../electron/client/clock.ts';
import { remotePollIntervals } from '../../../electron/replica/pull/poll-intervals.ts';
import { openReplica, type Replica } from '../../../electron/replica/replica.ts';
import { requireLocalPersonId } from '../../../electron/service/seed.ts';
import { createService, type Service } from '../../../electron/service/service.ts';
import { largeWorkspaceContent } from '../../support/large-workspace.ts';

export interface BenchReplica {
  readonly replica: Replica;
  readonly service: Service;
  readonly userId: string;
  /**
   * Totals so far: number of requests, characters sent (`asked`) and received (`answered`), and the service's own
   * processor time.
   */
  readonly traffic: { requests: number; asked: number; answered: number; servedMs: number };
  /** Advances the clock. Timers do not fire, so the caller must wake the sync loop. */
  advanceClock(ms: number): void;
  /** If false, all requests fail. */
  connected: boolean;
  /** If true, the service performs the next action, but its answer gets lost; then it is false again. */
  loseNextAnswer: boolean;
  /** Called before each request is sent, with its path; the request waits for the promise. */
  onRequest: ((path: string) => Promise<void> | undefined) | undefined;
  close(): Promise<void>;
}

/** Returns a user of the service with a new token that has every scope. */
export function createPersonToken(service: Service): { readonly userId: string; readonly token: string } {
  const userId = requireLocalPersonId(service.engine.rows);
  const { token } = service.administration.createToken({
    kind: 'personal',
    permission: 'admin',
    label: 'bench',
    userId,
  });
  return { userId, token };
}

export async function openSyncedReplica(cards: number): Promise<BenchReplica> {
  let now = Date.UTC(2026, 0, 2);
  // Timers never fire, so that nothing runs during a measurement except the measured work.
  const clock: Clock = { now: () => now, after: () => () => undefined };
  const service = createService({
    file: ':memory:',
    content: largeWorkspaceContent(cards),
    rateLimit: false,
    clock: clock.now,
  });
  const { userId, token } = createPersonToken(service);
  const directory = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  const traffic = { requests: 0, asked: 0, answered: 0, servedMs: 0 };
  const opened = openReplica({
    directory,
    baseUrl: 'http://localhost',
    token,
    userId,
    async send(request) {
      if (!bench.connected) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } });
      await bench.onRequest?.(new URL(request.url).pathname);
      const body = await request.clone().text();
      const began = process.threadCpuUsage();
      const response = await service.handle(request, { ip: '127.0.0.1' });
      const text = await response.text();
      const { user, system } = process.threadCpuUsage(began);
      traffic.servedMs += (user + system) / 1000;
      traffic.requests += 1;
      traffic.asked += body.length;
      traffic.answered += text.length;
      if (bench.loseNextAnswer && request.url.includes('/dispatch/')) {
        bench.loseNextAnswer = false;
        throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
      }
      return new Response(text || null, { status: response.status, headers: response.headers });
    },
    clock,
    budget: unlimitedRequestBudget,
    intervals: remotePollIntervals,
    events: {
      patched: () => undefined,
      renamed: () => undefined,
      status: () => undefined,
      outbox: () => undefined,
      notifications: () => undefined,
    },
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const replica = opened.value;
  const bench: BenchReplica = {
    replica,
    service,
    userId,
    traffic,
    connected: true,
    loseNextAnswer: false,
    onRequest: undefined,
    advanceClock(ms) {
      now += ms;
    },
    async close() {
      await replica.close();
      service.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  replica.start();
  await replica.sync.idle();
  return bench;
}
