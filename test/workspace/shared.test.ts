/** Checks that all windows see the same rows, and that workspaces of one service share one request budget. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadWorkspaceRegistry, type WorkspaceRegistry } from '../../electron/workspace/registry.ts';
import type { Query } from '../../shared/contract/index.ts';
import { noKeychain } from '../support/no-keychain.ts';
import { type HttpService, openHttpService } from './http-service.ts';

const script = (file: string) => path.join(import.meta.dirname, '../../electron', file);
let userData: string;
let at: WorkspaceRegistry;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  userData = mkdtempSync(path.join(tmpdir(), 'decktop-shared-'));
  const created = await loadWorkspaceRegistry({
    userData,
    keychain: noKeychain,
    network: (request) => fetch(request),
    workers: {
      replica: script('workspace/worker.ts'),
      service: script('service/worker.ts'),
      keep: script('keep/worker.ts'),
    },
    log: () => undefined,
  });
  if (!created.ok) throw new Error(created.failure.message);
  at = created.value;
});
afterEach(async () => {
  await at.threads.close();
  for (const close of closers.splice(0)) await close();
  rmSync(userData, { recursive: true, force: true });
});

interface ReceivedRequest {
  readonly service: number;
  readonly path: string;
  readonly at: number;
}

interface SharedAddress {
  readonly baseUrl: string;
  readonly arrivals: ReceivedRequest[];
  /**
   * If not null, the next request of the first organization is answered with status 429 and this `retry-after` in
   * seconds.
   */
  throttle: number | null;
  /** Time of the answer with status 429, in milliseconds since 1970. 0 until this answer. */
  throttledAt: number;
}

/**
 * Simulates a hosted service with several organizations: the server forwards each request to the service that has the
 * request's token.
 */
async function openSharedAddress(services: readonly HttpService[]): Promise<SharedAddress> {
  const server = createServer((request, response) => {
    const index = services.findIndex(({ token }) => request.headers.authorization === `Bearer ${token}`);
    const { url = '/', method, headers } = request;
    sharedAddress.arrivals.push({ service: index, path: url, at: Date.now() });
    if (index === 0 && sharedAddress.throttle !== null) {
      response.writeHead(429, { 'retry-after': String(sharedAddress.throttle), 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'rate_limit', message: 'rate_limit', statusCode: 429 }));
      sharedAddress.throttle = null;
      sharedAddress.throttledAt = Date.now();
      return;
    }
    const target = new URL(services[index]?.baseUrl ?? '');
    const onward = send(new URL(url, target), { method, headers: { ...headers, host: target.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sharedAddress: SharedAddress = {
    baseUrl: `http://127.0.0.1:${port}`,
    arrivals: [],
    throttle: null,
    throttledAt: 0,
  };
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return sharedAddress;
}

async function connected(baseUrl: string, token: string): Promise<string> {
  const synced = new Set<string>();
  let look: () => void = () => undefined;
  at.threads.onEvent((id, _window, event, payload) => {
    const { phase, waiting } = payload as { phase?: string; waiting?: number };
    if (event === 'sync/status' && phase === 'fresh' && waiting === 0) synced.add(id);
    look();
  });
  const outcome = await at.connector.connect({ baseUrl, token, userId: null });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { id } = outcome.value;
  await new Promise<void>((resolve) => {
    look = () => {
      if (synced.has(id)) resolve();
    };
    look();
  });
  return id;
}

test('workspaces of one service all wait when it asks one of them to', async () => {
  // Each embedded service has only one organization, so two services stand for one hosted service.
  const services = [await openHttpService(), await openHttpService({ empty: true })];
  closers.push(...services.map((service) => () => service.close()));
  const sharedAddress = await openSharedAddress(services);
  const [first, second] = [
    await connected(sharedAddress.baseUrl, services[0]?.token ?? ''),
    await connected(sharedAddress.baseUrl, services[1]?.token ?? ''),
  ];
  expect(first).not.toBe(second);
  const seconds = 2;
  const create = (content: string) => ({
    label: content,
    steps: [{ action: 'cards/create', params: { content, deckId: null } }],
  });
  sharedAddress.throttle = seconds;
  await at.threads.call(first, 1, 'data/act', create('Of the first'));
  while (sharedAddress.throttledAt === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // Wait until the workspace that got status 429 has no requests left in its budget. The other workspaces share this
  // budget, so they have no requests left either.
  while (
    ((await at.threads.call(first, 1, 'sync/status', {})) as { value: { budgetLeft: number } }).value.budgetLeft > 0
  )
    await new Promise((resolve) => setTimeout(resolve, 5));
  await at.threads.call(second, 2, 'data/act', create('Of the second'));
  const made = (index: number) => services[index]?.service.engine.rows.where('card', `"title" LIKE 'Of the %'`);
  while (made(0)?.length !== 1 || made(1)?.length !== 1) await new Promise((resolve) => setTimeout(resolve, 20));
  const sent = sharedAddress.arrivals.find(({ service, path }) => service === 1 && path === '/dispatch/cards/create');
  expect((sent?.at ?? 0) - sharedAddress.throttledAt).toBeGreaterThanOrEqual(seconds * 1000 - 50);
});

test('windows of one workspace show the same data, whichever of them acts', async () => {
  const service = await openHttpService();
  closers.push(() => service.close());
  const id = await connected(service.baseUrl, service.token);
  const query: Query = { _root: [{ account: [{ cards: ['title'] }] }] };
  const received = new Map<number, string>();
  const both = new Promise<void>((resolve) =>
    at.threads.onEvent((_id, windowId, event, payload) => {
      if (event !== 'data/patch' || windowId === null) return;
      const { text } = payload as { text: string };
      if (text.includes('Seen by both')) received.set(windowId, (payload as { watchId: string }).watchId);
      if (received.size === 2) resolve();
    }),
  );
  for (const window of [1, 2]) await at.threads.call(id, window, 'data/watch', { query, watchId: 'cards' });
  await at.threads.call(id, 2, 'data/act', {
    label: 'Create',
    steps: [{ action: 'cards/create', params: { content: 'Seen by both', deckId: null } }],
  });
  await both;
  expect(received).toEqual(
    new Map([
      [1, 'cards'],
      [2, 'cards'],
    ]),
  );
});
