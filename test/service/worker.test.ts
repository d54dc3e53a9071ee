/** Tests the service in its worker thread, which the main process starts, over real message ports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, test } from 'vitest';
import { connectRpc } from '../../electron/engine/thread-rpc.ts';
import type { EmbeddedServiceWorkerData } from '../../electron/service/worker.ts';
import type {
  ServiceCommit,
  ServicePortFunctions,
  ServicePortListener,
  ServiceReadyInfo,
  ServiceThreadFunctions,
  ServiceThreadListener,
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
  const { promise: started, resolve, reject } = Promise.withResolvers<{ ready?: ServiceReadyInfo; failed?: string }>();
  const thread = connectRpc<ServiceThreadFunctions<MessagePort>, ServiceThreadListener>(worker, {
    ready: (ready) => resolve({ ready }),
    failed: ({ message }) => resolve({ failed: message }),
    accountName: () => undefined,
    defect: reject,
  });
  worker.once('error', reject);
  const { ready, failed } = await started;
  return { worker, thread, ready: ready as ServiceReadyInfo, failed };
}

function connect({ thread }: Awaited<ReturnType<typeof start>>, commit: ServicePortListener['commit'] = () => {}) {
  const { port1, port2 } = new MessageChannel();
  thread.post('port', { port: port2 });
  return connectRpc<ServicePortFunctions, ServicePortListener>(port1, { commit });
}

const ask = (token: string, body: unknown, at = '/') => ({
  method: 'POST',
  path: at,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('answers requests, announces commits on every port and manages tokens', async () => {
  const started = await start({ file: ':memory:', demo: true });
  const { ready } = started;
  expect(ready.isNew).toBe(true);
  const { promise: commit, resolve } = Promise.withResolvers<ServiceCommit>();
  const one = connect(started);
  connect(started, resolve);
  const answer = await one.call('request', ask(ready.token, { query: { _root: ['account', 'loggedInUser'] } }));
  expect(answer.status).toBe(200);
  expect(JSON.parse(Buffer.from(answer.body).toString())._root).toEqual({
    account: ready.accountId,
    loggedInUser: ready.userId,
  });

  const create = ask(ready.token, { content: 'New', deckId: null }, '/dispatch/cards/create');
  const created = await one.call('request', create);
  expect((await commit).card).toContain(JSON.parse(created.body as string).id);

  const administration = 'tokens/create';
  const params = { kind: 'organization', permission: 'read', label: 'Reader', projectIds: [] };
  const made = await one.call('administer', { administration, params });
  expect(made).toMatchObject({ value: { token: expect.stringMatching(/^cdxat_/) } });
  const refused = await one.call('administer', { administration, params: { kind: 'organization' } });
  expect(refused).toMatchObject({
    error: { code: 'invalid_param', message: expect.stringContaining("'permission'") },
  });
});

// The app's own token is valid only until the next start. After a restart, the service must refuse the old token.
test('creates a new token at every start and revokes the old one', async () => {
  const data = { file: path.join(folder, 'service.sqlite') };
  const before = await start(data);
  await before.worker.terminate();
  const after = await start(data);
  expect(after.ready).toMatchObject({ isNew: false, accountId: before.ready.accountId, userId: before.ready.userId });
  const service = connect(after);
  const statusFor = async (token: string) =>
    (await service.call('request', ask(token, { query: { _root: ['account'] } }))).status;
  expect([await statusFor(before.ready.token), await statusFor(after.ready.token)]).toEqual([401, 200]);
});

test('reports why it cannot start, and does not change the file', async () => {
  const { failed } = await start({ file: '/nowhere/at/all/service.sqlite' });
  expect(failed).toMatch(/\/nowhere\/at\/all.*check that its folder exists/);
});
