import { type AddressInfo, createServer } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { createRequestBudget, unlimitedRequestBudget } from '../../electron/client/budget.ts';
import { createServiceClient, type RequestSender, type ServiceClient } from '../../electron/client/client.ts';
import { createHttpSender, parseServiceAddress } from '../../electron/client/http-sender.ts';
import { connectToEmbeddedService, embeddedServiceBaseUrl } from '../../electron/client/port-sender.ts';
import { addRefusedQueryPart, removeRefusedQueryParts } from '../../electron/client/refused.ts';
import { connectRpc } from '../../electron/engine/thread-rpc.ts';
import type { ServicePortRequest } from '../../shared/bridge/service-port.ts';
import type { Query } from '../../shared/contract/index.ts';
import { ManualClock, waitForCallbacks } from '../faults/clock.ts';

const clock = new ManualClock();
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

function client(send: RequestSender): ServiceClient {
  return createServiceClient({
    baseUrl: 'https://service.example/base',
    token: 'secret',
    send,
    clock,
    budget: unlimitedRequestBudget,
  });
}
const answering = (response: () => Response) => client(async () => response());

// A request to a stopped service must fail at once, not wait for an answer for ever.
test('requests to a stopped embedded service fail, before and after its port closes', async () => {
  const { port1, port2 } = new MessageChannel();
  const service = connectToEmbeddedService(port1);
  const request = () => service.send(new Request(`${embeddedServiceBaseUrl}/`));
  const early = request();
  port2.close();
  await expect(early).rejects.toThrow('has stopped');
  await expect(request()).rejects.toThrow('has stopped');
});

test('requests whose signal has aborted are not posted to the embedded service', async () => {
  const { port1, port2 } = new MessageChannel();
  const service = connectToEmbeddedService(port1);
  const posted: string[] = [];
  connectRpc(port2, {
    request({ path }: ServicePortRequest) {
      posted.push(path);
      return { status: 204, headers: {}, body: '' };
    },
  });
  const send = (path: string, signal: AbortSignal) =>
    service.send(new Request(`${embeddedServiceBaseUrl}${path}`, { signal }));
  await expect(send('/aborted', AbortSignal.abort())).rejects.toThrow('aborted');
  await send('/open', new AbortController().signal);
  expect(posted).toEqual(['/open']);
  service.close();
});

test('requests whose signal has aborted are not sent, also without a limit of requests', async () => {
  const sent: string[] = [];
  const { query, dispatch } = client(async ({ url }) => {
    sent.push(url);
    return json(200, {});
  });
  const signal = AbortSignal.abort();
  const cancelled = { ok: false, failure: { kind: 'offline', answerLost: false } };
  expect(await query({}, { signal })).toMatchObject(cancelled);
  expect(await dispatch('cards/update', { id: 'x' }, { signal })).toMatchObject(cancelled);
  expect(sent).toEqual([]);
});

describe('an action', () => {
  const create = (response: () => Response) =>
    answering(response).dispatch('cards/create', { content: 'c', deckId: null });

  test('is posted to a path below the base address, with the token', async () => {
    let seen: Request | undefined;
    await client(async (request) => {
      seen = request;
      return json(200, { id: 'x', accountSeq: 1 });
    }).dispatch('cards/create', { content: 'c', deckId: null });
    expect(seen?.url).toBe('https://service.example/base/dispatch/cards/create');
    expect(seen?.headers.get('authorization')).toBe('Bearer secret');
    expect(seen?.redirect).toBe('manual');
  });

  test('accepts an answer as it is or in an envelope', async () => {
    const value = { id: 'x', accountSeq: 7 };
    expect(await create(() => json(200, value))).toEqual({ ok: true, value });
    expect(await create(() => json(200, { payload: value, actionId: 'a', ...value }))).toMatchObject({
      ok: true,
      value,
    });
    expect(await create(() => json(200, { payload: value, actionId: 'a' }))).toMatchObject({ ok: true, value });
    const updated = answering(() => new Response(null)).dispatch('cards/update', { id: 'x' });
    expect(await updated).toEqual({ ok: true, value: {} });
  });

  test('that is refused for its scopes is remembered until it succeeds or the denied scopes are cleared', async () => {
    let allowed = false;
    const learning = answering(() =>
      allowed ? new Response(null) : json(403, { message: 'requires handCard:writeOwn' }),
    );
    const bookmark = () => learning.dispatch('bookmarks/removeCards', { ids: [], userId: 'u' });
    await bookmark();
    // The action needs only one of these scopes, and the token has neither.
    expect(learning.deniedScopes).toEqual(['handCard:writeOwn', 'handCard:writeAny']);
    allowed = true;
    await bookmark();
    expect(learning.deniedScopes).toEqual([]);
    allowed = false;
    await bookmark();
    learning.clearDeniedScopes();
    expect(learning.deniedScopes).toEqual([]);
  });

  test('counts as refused if a 2xx answer contains an error', async () => {
    expect(await create(() => json(200, { errors: [{ message: 'no' }] }))).toMatchObject({
      failure: { kind: 'rejected', message: 'no' },
    });
    expect(await create(() => json(200, { payload: { error: 'full' }, actionId: 'a' }))).toMatchObject({
      failure: { kind: 'rejected', code: 'full' },
    });
  });

  test('shows and stores no more than 1,000 characters of a refusal', async () => {
    const endless = 'x'.repeat(100_000);
    for (const answer of [{ errors: [endless] }, { payload: { error: { message: endless, code: endless } } }])
      expect(JSON.stringify(await create(() => json(200, answer))).length).toBeLessThan(3_000);
    const refused = create(() =>
      json(403, { error: endless, message: endless, requiredScope: endless, path: endless }),
    );
    expect(JSON.stringify(await refused).length).toBeLessThan(3_000);
  });

  test.each([
    ['a 500', () => new Response('oops', { status: 500 })],
    ['a 408', () => json(408, { error: 'request_timeout', message: 'late' })],
    ['a page instead of an answer', () => new Response('<html>', { status: 200 })],
    ['a page with a 4xx', () => new Response('<html>', { status: 404 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://portal.example' } })],
    ['a cut answer', () => new Response('{"id": "x", "acc')],
    ['an answer without the promised id', () => json(200, {})],
  ])('may have happened after %s', async (_name, response) => {
    expect(await create(response)).toMatchObject({ failure: { kind: 'offline', answerLost: true } });
  });

  test('was never sent if no service was reached', async () => {
    const refused = client(async () => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    });
    expect(await refused.dispatch('cards/update', { id: 'x' })).toMatchObject({
      failure: { kind: 'offline', answerLost: false },
    });
    const reset = client(async () => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    });
    expect(await reset.dispatch('cards/update', { id: 'x' })).toMatchObject({ failure: { answerLost: true } });
  });

  test.each([
    ['a port that no browser may use', 'http://localhost:1', 'cannot use this port', false],
    ['a server without https', (port: number) => `https://localhost:${port}`, 'does not answer with https', false],
    ['a server that hangs up', (port: number) => `http://localhost:${port}/hang-up`, 'closed the connection', true],
  ] as const)('that meets %s fails with that reason', async (_name, address, reason, answerLost) => {
    const server = createServer((socket) => {
      socket.once('data', (data) => {
        if (String(data).includes('hang-up')) socket.destroy();
        else socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = typeof address === 'string' ? address : address(port);
    const failing = createServiceClient({
      baseUrl,
      token: 't',
      send: (request) => fetch(request),
      clock,
      budget: unlimitedRequestBudget,
    });
    const answer = await failing.dispatch('cards/update', { id: 'x' });
    expect(answer).toMatchObject({ failure: { kind: 'offline', answerLost } });
    expect(answer.ok ? '' : answer.failure.message).toContain(reason);
    server.close();
  });

  test.each([
    ['ERR_UNSAFE_PORT', 'cannot use this port', false],
    ['ERR_SSL_PROTOCOL_ERROR', 'does not answer with https', false],
    ['ERR_NETWORK_ACCESS_DENIED', 'firewall', false],
    ['ERR_EMPTY_RESPONSE', 'closed the connection', true],
    ['ERR_INVALID_HTTP_RESPONSE', 'no web server', true],
  ])('that Chromium ends with %s fails with the reason in words', async (code, reason, answerLost) => {
    const failing = client(async () => {
      throw Object.assign(new Error(`net::${code}`), { code });
    });
    const answer = await failing.dispatch('cards/update', { id: 'x' });
    expect(answer).toMatchObject({ failure: { kind: 'offline', answerLost } });
    expect(answer.ok ? '' : answer.failure.message).toContain(reason);
  });

  test('counts as lost after a timeout', async () => {
    const waiting = client(
      (request) =>
        new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason))),
    ).dispatch('cards/update', { id: 'x' });
    await clock.advance(31_000);
    expect(await waiting).toMatchObject({ failure: { kind: 'offline', answerLost: true } });
  });

  test.each([
    [401, { error: 'Unauthorized', message: 'token_expired' }, { kind: 'auth', code: 'token_expired' }],
    [
      400,
      { error: 'Bad Request', message: 'token_account_mismatch' },
      { kind: 'auth', code: 'token_account_mismatch' },
    ],
    [403, { error: 'Forbidden', message: 'requires card:write' }, { kind: 'scope', requiredScope: 'card:write' }],
    [400, { error: 'hand_full', message: 'The Hand has no free slot.' }, { kind: 'rejected', code: 'hand_full' }],
    [429, { error: 'rate_limit', message: 'slow down' }, { kind: 'throttled', retryAfter: 7 }],
    [503, { error: 'busy', message: 'another program' }, { kind: 'throttled', retryAfter: 7 }],
    [503, { error: 'unavailable', message: '' }, { kind: 'offline', answerLost: true }],
  ])('is refused with %i', async (status, body, failure) => {
    expect(await create(() => json(status, body, { 'retry-after': '7' }))).toMatchObject({ ok: false, failure });
  });
});

describe('a query', () => {
  test('is sent again without parts that the service does not know or allow, and remembers these', async () => {
    const asked: string[] = [];
    const learning = client(async (request) => {
      const text = await request.text();
      asked.push(text);
      if (text.includes('derivedStatus'))
        return json(400, { error: 'unknown_field', message: '', path: '_root.account.cards.derivedStatus' });
      if (text.includes('queueEntries'))
        return json(403, {
          error: 'missing_scope',
          message: '',
          path: '_root.account.queueEntries.id',
          requiredScope: 'queueEntry:read',
        });
      return json(200, { _root: { account: 'a' }, account: { a: { id: 'a' } } });
    });
    const query: Query = {
      _root: [
        {
          account: [
            { 'cards({"visibility":"default"})': ['title', 'derivedStatus'] },
            { queueEntries: ['id', 'userId'] },
          ],
        },
      ],
    };
    expect(await learning.query(query)).toMatchObject({
      ok: true,
      value: { query: { _root: [{ account: [{ 'cards({"visibility":"default"})': ['title'] }] }] } },
    });
    expect(asked).toHaveLength(3);
    await learning.query(query);
    expect(asked).toHaveLength(4);
    expect(learning.refused).toEqual({ scopes: ['queueEntry:read'], items: ['card.derivedStatus'] });
  });

  test('that cannot be reduced is answered as refused', async () => {
    const no = answering(() => json(400, { error: 'invalid_value', message: 'no', path: '_root.account.cards' }));
    expect(await no.query({ _root: ['account'] })).toMatchObject({
      failure: { kind: 'rejected', code: 'invalid_value' },
    });
  });

  test('reports deprecations', async () => {
    const old = answering(() => json(200, { _root: {} }, { deprecation: '@1', sunset: 'later', link: '<x>' }));
    await old.query({ _root: ['account'] });
    expect(old.deprecations).toEqual([{ deprecation: '@1', sunset: 'later', link: '<x>' }]);
  });
});

test('a field that was asked for and is missing becomes the neutral value, and is counted', async () => {
  const answer = {
    _root: {},
    projectTag: { t: { id: 't', projectId: 'p' } },
    card: { c: { cardId: 'c', version: 2 } },
    user: { u: { id: 'u' } },
  };
  const service = answering(() => json(200, answer));
  const asked = await service.query({
    _root: [
      { account: [{ projects: [{ tags: ['id', 'tag', 'emoji'] }] }] },
      { account: [{ cards: ['version', 'title', 'status', 'derivedStatus', { assignee: ['name'] }] }] },
    ],
    'card("c")': ['version', 'status', 'derivedStatus', { parentCard: ['status', 'derivedStatus'] }],
  });
  // No title, which one selection lacks; no `derivedStatus`, which is in preview; nothing in a row of an id only.
  expect(asked.ok && asked.value.answer).toEqual({
    _root: {},
    projectTag: { t: { id: 't', projectId: 'p', tag: '', emoji: null } },
    card: { c: { cardId: 'c', version: 2, status: 'not_started' } },
    user: { u: { id: 'u' } },
  });
  expect(service.wrongValues).toEqual({ 'projectTag.tag': 1, 'projectTag.emoji': 1, 'card.status': 1 });
});

test('a row without its id gets it from its key; without a part of an id of several parts it is dropped', async () => {
  const position = { context: 'deck', cardId: 'c', label: null };
  const answer = {
    _root: {},
    deck: { '../x': { title: 'A' } },
    cardOrder: { '../x': { context: 'deck', label: null }, '["deck","c"]': position },
  };
  const service = answering(() => json(200, answer));
  const asked = await service.query({ _root: [{ account: [{ decks: ['title'] }, { cardOrders: ['label'] }] }] });
  expect(asked.ok && asked.value.answer).toEqual({
    _root: {},
    deck: { '../x': { id: '../x', title: 'A' } },
    cardOrder: { '["deck","c"]': position },
  });
  expect(service.wrongValues).toEqual({ 'deck.id': 1, cardOrder: 1 });
});

test('an answer with more rows than any service of ours sends is not read', async () => {
  const rows = (count: number) =>
    `{"_root":{},"card":{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}}`;
  const ask = (count: number) => answering(() => new Response(rows(count))).query({ _root: ['account'] });
  expect(await ask(500_001)).toMatchObject({
    ok: false,
    failure: { kind: 'offline', message: expect.stringContaining('500000 rows') },
  });
  expect((await ask(1000)).ok).toBe(true);
});

test('an answer without `_root` is not from the service', async () => {
  for (const answer of [{}, { card: {} }, { _root: null }, { _root: [] }])
    expect(await answering(() => json(200, answer)).query({ 'card("c")': ['title'] })).toMatchObject({
      failure: { kind: 'offline', message: 'The answer of the service cannot be read.' },
    });
});

test('leaves out a plain relation to rows that may not be read', () => {
  const refused = { scopes: ['user:read'], items: [] };
  expect(
    removeRefusedQueryParts({ _root: [{ account: [{ cards: ['title', 'assignee', 'assigneeId'] }] }] }, refused),
  ).toEqual({
    _root: [{ account: [{ cards: ['title', 'assigneeId'] }] }],
  });
  expect(addRefusedQueryPart(refused, {}, { kind: 'scope', message: '', requiredScope: 'user:read' })).toBeUndefined();
});

describe('the token', () => {
  test('is sent encrypted, or within this computer', () => {
    expect(parseServiceAddress('https://a.example/x/')).toEqual({ ok: true, value: 'https://a.example/x' });
    expect(parseServiceAddress('http://127.0.0.1:8080')).toMatchObject({ ok: true });
    for (const bad of [
      'http://a.example',
      'a.example',
      'ftp://a',
      'https://u:p@a.example',
      'http://127.0.0.1.evil.example',
      'http://[::1',
    ])
      expect(parseServiceAddress(bad)).toMatchObject({ ok: false, failure: { code: 'invalid_address' } });
  });
  test('is sent to one origin only', async () => {
    const send = createHttpSender('https://a.example/base', (request) => fetch(request));
    await expect(send(new Request('https://b.example/'))).rejects.toThrow('origin');
  });
});

test('an action that must not be done twice has a connection of its own', async () => {
  const connections: (string | null)[] = [];
  const noting = client(async (request) => {
    connections.push(request.headers.get('connection'));
    return json(200, {});
  });
  await noting.dispatch('cards/create', {});
  await noting.dispatch('cards/update', {});
  await noting.dispatch('sprints/updateSprint', { id: 'run', complete: true });
  await noting.dispatch('sprints/updateSprint', { id: 'run', name: 'Beta' });
  expect(connections).toEqual(['close', null, 'close', null]);
});

test('the time in which a person answers a proxy does not count as the service’s', async () => {
  const asked = Promise.withResolvers<void>();
  const waiting = client(async ({ signal }, onWaiting) => {
    onWaiting?.(true);
    await asked.promise;
    onWaiting?.(false);
    await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    return json(200, {});
  }).query({ _root: ['account'] });
  await clock.advance(600_000);
  asked.resolve();
  await waitForCallbacks();
  await clock.advance(30_000);
  expect(await waiting).toMatchObject({ failure: { message: 'The service did not answer in time.' } });
});

describe('the budget', () => {
  test('lets 40 requests through in five seconds, urgent ones first', async () => {
    const budget = createRequestBudget(clock);
    const granted: string[] = [];
    const ask = (name: string, priority: 'action' | 'screen' | 'background', count: number) => {
      for (let index = 0; index < count; index += 1) void budget.acquire(priority).then(() => granted.push(name));
    };
    ask('rest', 'background', 60);
    await waitForCallbacks();
    expect(granted).toHaveLength(24);
    ask('screen', 'screen', 20);
    ask('action', 'action', 20);
    await waitForCallbacks();
    expect(granted).toHaveLength(40);
    expect(granted.filter((name) => name === 'screen')).toHaveLength(8);
    expect(granted.filter((name) => name === 'action')).toHaveLength(8);
    expect(budget.remainingRequests()).toBe(0);
    await clock.advance(5_300);
    expect(granted.slice(40, 52).every((name) => name === 'action')).toBe(true);
    // In the next five seconds, the budget grants the 24 waiting requests for actions and the screen. It grants no
    // background request, because 24 of the 40 requests are used, and background requests must leave sixteen free.
    expect(granted).toHaveLength(64);
  });

  test('waits as long as the service demands', async () => {
    const budget = createRequestBudget(clock);
    budget.hold(9);
    let isGranted = false;
    void budget.acquire('action').then(() => {
      isGranted = true;
    });
    await clock.advance(8_900);
    expect(isGranted).toBe(false);
    await clock.advance(200);
    expect(isGranted).toBe(true);
  });

  test('sends at once if the person wants to try now', async () => {
    const budget = createRequestBudget(clock);
    budget.hold(300);
    const granted = budget.acquire('background');
    budget.endHold();
    expect(await Promise.race([granted.then(() => 'granted'), waitForCallbacks()])).toBe('granted');
  });

  // The service demands a wait while the clock is an hour ahead. Then the clock is set back. The wait must not last an
  // hour longer.
  test('asks again if the clock was set back during a wait', async () => {
    let ahead = 3_600_000;
    const budget = createRequestBudget({ now: () => clock.now() + ahead, after: (ms, work) => clock.after(ms, work) });
    budget.hold(9);
    const granted = budget.acquire('action');
    ahead = 0;
    await clock.advance(9_100);
    expect(await Promise.race([granted.then(() => 'granted'), waitForCallbacks()])).toBe('granted');
  });

  // The service asks the client to wait for years. The client must wait only minutes: Node's timers fire at once if
  // their delay is longer than 24 days.
  test.each(['99999999999', 'Tue, 01 Jan 2199 00:00:00 GMT'])(
    'waits five minutes at most, not until %s',
    async (wait) => {
      const asking = client(async () => new Response('', { status: 429, headers: { 'retry-after': wait } }));
      expect(await asking.query({ _root: [] })).toMatchObject({ failure: { kind: 'throttled', retryAfter: 300 } });
    },
  );
});

test("the service's clock is computed from the date of its answers, within a second plus the time of the request", async () => {
  let text = '{}';
  const date = new Date(clock.now() + 3_600_000).toUTCString();
  const asking = client(async () => {
    await clock.advance(200);
    return new Response(text, { headers: { date } });
  });
  expect(asking.clockOffset).toBeUndefined();
  const sentAt = clock.now();
  await asking.query({ _root: [] });
  const from = Date.parse(date);
  expect(asking.clockOffset).toEqual({ minMs: from - sentAt - 200, maxMs: from + 1000 - sentAt });
  // This answer is a login page from another server. The client must ignore its `date` header.
  text = '<html>';
  const { clockOffset } = asking;
  await clock.advance(60_000);
  await asking.query({ _root: [] });
  expect(asking.clockOffset).toEqual(clockOffset);
});
