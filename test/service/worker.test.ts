/** Tests the service in its worker thread, which the main process starts, over real message ports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { EmbeddedServiceWorkerData } from '../../electron/service/worker.ts';
import type {
  ServiceAdminAnswerMessage,
  ServiceAnswerMessage,
  ServiceCommitMessage,
  ServiceReadyInfo,
} from '../../shared/bridge/service-port.ts';

const file = new URL('../../electron/service/worker.ts', import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), 'decktop-service-'));
const workers: Worker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(data: EmbeddedServiceWorkerData) {
  const worker = new Worker(file, { workerData: data });
  workers.push(worker);
  const first = await new Promise<{ ready: ServiceReadyInfo } & { failed?: { message: string } }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { worker, ...first };
}

function connect(worker: Worker): { port: MessagePort; next<T>(is: (message: T) => boolean): Promise<T> } {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ port: port2 }, [port2]);
  return {
    port: port1,
    next: (is) =>
      new Promise((resolve) => {
        const listen = (message: unknown) => {
          if (!is(message as Parameters<typeof is>[0])) return;
          port1.off('message', listen);
          resolve(message as Parameters<typeof is>[0]);
        };
        port1.on('message', listen);
      }),
  };
}

const ask = (token: string, body: unknown, at = '/') => ({
  method: 'POST',
  path: at,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('answers requests, announces commits on every port and manages tokens', async () => {
  const { worker, ready } = await start({ file: ':memory:', demo: true });
  expect(ready.isNew).toBe(true);
  const [one, two] = [connect(worker), connect(worker)];
  one.port.postMessage({ id: 1, ...ask(ready.token, { query: { _root: ['account', 'loggedInUser'] } }) });
  const answer = await one.next<ServiceAnswerMessage>((message) => message.id === 1);
  expect(answer.status).toBe(200);
  expect(JSON.parse(Buffer.from(answer.body).toString())._root).toEqual({
    account: ready.accountId,
    loggedInUser: ready.userId,
  });

  const commit = two.next<ServiceCommitMessage>((message) => 'commit' in message);
  one.port.postMessage({ id: 2, ...ask(ready.token, { content: 'New', deckId: null }, '/dispatch/cards/create') });
  const created = await one.next<ServiceAnswerMessage>((message) => message.id === 2);
  expect((await commit).commit.card).toContain(JSON.parse(created.body as string).id);

  const params = { kind: 'organization', permission: 'read', label: 'Reader', projectIds: [] };
  one.port.postMessage({ id: 3, administration: 'tokens/create', params });
  const made = await one.next<ServiceAdminAnswerMessage>((message) => message.id === 3);
  expect((made.value as { token: string }).token).toMatch(/^cdxat_/);
  one.port.postMessage({ id: 4, administration: 'tokens/create', params: { kind: 'organization' } });
  const refused = await one.next<ServiceAdminAnswerMessage>((message) => message.id === 4);
  expect(refused.error).toMatchObject({ code: 'invalid_param', message: expect.stringContaining("'permission'") });
});

// The app's own token is valid only until the next start. After a restart, the service must refuse the old token.
test('creates a new token at every start and revokes the old one', async () => {
  const data = { file: path.join(folder, 'service.sqlite') };
  const before = await start(data);
  await before.worker.terminate();
  const after = await start(data);
  expect(after.ready).toMatchObject({ isNew: false, accountId: before.ready.accountId, userId: before.ready.userId });
  const { port, next } = connect(after.worker);
  for (const [id, token, status] of [
    [1, before.ready.token, 401],
    [2, after.ready.token, 200],
  ] as const) {
    port.postMessage({ id, ...ask(token, { query: { _root: ['account'] } }) });
    expect((await next<ServiceAnswerMessage>((message) => message.id === id)).status).toBe(status);
  }
});

test('reports why it cannot start, and does not change the file', async () => {
  const { failed } = await start({ file: '/nowhere/at/all/service.sqlite' });
  expect(failed?.message).toMatch(/\/nowhere\/at\/all.*check that its folder exists/);
});
