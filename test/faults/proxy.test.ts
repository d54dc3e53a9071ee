/** Checks how the real client reports each fault of a connection, and whether the service performed the request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlimitedRequestBudget } from '../../electron/client/budget.ts';
import { createServiceClient, type ServiceClient } from '../../electron/client/client.ts';
import { systemClock } from '../../electron/client/clock.ts';
import { createHttpSender } from '../../electron/client/http-sender.ts';
import { type HttpService, openHttpService } from '../workspace/http-service.ts';
import { type FaultProxy, type ProxyFault, startFaultProxy } from './proxy.ts';

let service: HttpService;
let proxy: FaultProxy;
let client: ServiceClient;

beforeAll(async () => {
  service = await openHttpService();
  proxy = await startFaultProxy(service.baseUrl);
  const { baseUrl } = proxy;
  client = createServiceClient({
    baseUrl,
    token: service.token,
    send: createHttpSender(baseUrl, (request) => fetch(request)),
    clock: systemClock,
    budget: unlimitedRequestBudget,
  });
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

const lost = { kind: 'offline', answerLost: true };
const cases: [ProxyFault, 'acts' | 'does nothing', object][] = [
  [{ kind: 'cutBefore' }, 'does nothing', lost],
  [{ kind: 'cutAfter' }, 'acts', lost],
  [{ kind: 'truncate' }, 'acts', lost],
  [{ kind: 'garble' }, 'acts', lost],
  [{ kind: 'html' }, 'does nothing', lost],
  [{ kind: 'htmlAfter' }, 'acts', lost],
  [{ kind: 'error', status: 502 }, 'does nothing', lost],
  [{ kind: 'errorAfter', status: 504 }, 'acts', lost],
  [{ kind: 'throttle', retryAfter: 3 }, 'does nothing', { kind: 'throttled', retryAfter: 3 }],
];

describe('through a bad network', () => {
  test.each(cases)('%j: the service %s; the client reports it correctly', async (fault, acts, failure) => {
    const content = `Sent through ${JSON.stringify(fault)}`;
    const deckId = service.service.engine.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0`)[0]?.id;
    proxy.fault = () => fault;
    expect(await client.dispatch('cards/create', { content, deckId })).toMatchObject({ ok: false, failure });
    const query = { _root: [{ account: ['name'] }] };
    const answerLost = false;
    const asked = 'answerLost' in failure ? { ...failure, answerLost } : failure;
    expect(await client.query(query, {})).toMatchObject({ ok: false, failure: asked });
    const made = service.service.engine.rows.where('card', `"content" = ?`, content);
    expect(made).toHaveLength(acts === 'acts' ? 1 : 0);
    proxy.fault = () => null;
    expect(await client.query(query, {})).toMatchObject({ ok: true });
  });

  test('an answer that only takes long is accepted', async () => {
    proxy.fault = () => ({ kind: 'latency', ms: 40 });
    expect(await client.query({ _root: [{ account: ['name'] }] }, {})).toMatchObject({ ok: true });
    expect(proxy.exchanges.at(-1)).toMatchObject({ fault: 'latency', status: 200 });
    proxy.fault = () => null;
  });
});
