/**
 * Tests how the main process sends requests through proxies, on the Electron stand-in, with real proxies and servers on
 * this computer.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { failureOfUnansweredRequest } from '../../../electron/client/failures.ts';
import { createNetwork, type Network, type ProxyCredentials } from '../../../electron/shell/network/network.ts';
import { createConnectionTester } from '../../../electron/shell/network/network-commands.ts';
import { defaultNetworkSettings, type NetworkSettings } from '../../../shared/bridge/index.ts';
import { ManualClock } from '../../faults/clock.ts';
import { type CompanyNetwork, openCompanyNetwork } from '../../support/tls-proxy.ts';

vi.mock('electron', async () => {
  const [{ app }, { net }, { session }] = await Promise.all([
    import('../../../build/standin/app.ts'),
    import('../../../build/standin/net.ts'),
    import('../../../build/standin/session.ts'),
  ]);
  return { app, net, session };
});

const fileName = '日本 é.png';
const login = { username: 'ann', password: 'a proxy: password' };
let server: Server;
let address: string;
let company: CompanyNetwork;
let locked: CompanyNetwork;
let network: Network;
/** What the person enters when a proxy asks for a login, in order. Null: the person cancels. */
let answers: (ProxyCredentials | null)[];
let refused: (ProxyCredentials | null)[];

beforeAll(async () => {
  server = createServer((request, response) => {
    // Node writes the text as Latin-1, so these are the bytes of the UTF-8 text.
    if (request.url === '/named')
      response.setHeader('content-disposition', Buffer.from(`filename="${fileName}"`).toString('latin1'));
    if (request.url === '/impossible') response.statusCode = 999;
    response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  [answers, refused] = [[], []];
  company = await openCompanyNetwork(address, null);
  locked = await openCompanyNetwork(address, login);
  network = createNetwork(defaultNetworkSettings, async (_proxy, last) => {
    refused.push(last);
    return answers.shift() ?? null;
  });
});
afterEach(async () => {
  await network.apply(defaultNetworkSettings);
  await company.close();
  await locked.close();
});

/** Returns settings that use the proxy for all requests, even for requests to this computer. */
const manual = (proxy: CompanyNetwork, bypass = ''): NetworkSettings => ({
  proxy: 'manual',
  address: proxy.proxyUrl,
  bypass: `<-loopback>,${bypass}`,
});
const get = async (url = address) => (await network.send(new Request(url))).text();
const failureText = (url = address) =>
  get(url).then(
    () => 'answered',
    (error: unknown) => failureOfUnansweredRequest(error, 'query', false).message,
  );
const hostOf = (url: string) => new URL(url).host;

test('a changed setting applies to the next request', async () => {
  expect(await get()).toBe('here');
  await network.apply(manual(company));
  expect(await get()).toBe('here');
  expect(company.forwarded).toEqual([address]);
  expect(await network.proxyFor(address)).toBe(hostOf(company.proxyUrl));
  await network.apply({ ...manual(company), proxy: 'none' });
  expect(await get()).toBe('here');
  expect(company.forwarded).toHaveLength(1);
  expect(await network.proxyFor(address)).toBe(null);
});

// Electron reads headers as UTF-8, but the constructor of `Response` accepts only characters up to U+00FF.
test('headers have the bytes that the server sent, whatever they are', async () => {
  const { headers } = await network.send(new Request(`${address}named`));
  expect(Buffer.from(headers.get('content-disposition') ?? '', 'latin1').toString()).toBe(`filename="${fileName}"`);
});

test('an answer that cannot be represented fails the request', async () => {
  await expect(network.send(new Request(`${address}impossible`))).rejects.toThrow(RangeError);
});

test('a proxy that is set before the start applies to the first request, and to a session of another part of the app', async () => {
  const { session } = await import('electron');
  network = createNetwork(manual(company), async () => null);
  const updates = session.fromPartition('electron-updater');
  await network.include(updates);
  expect(await updates.resolveProxy(address)).toBe(`PROXY ${hostOf(company.proxyUrl)}`);
  await network.apply(manual(locked));
  expect(await updates.resolveProxy(address)).toBe(`PROXY ${hostOf(locked.proxyUrl)}`);
});

test.each(['127.0.0.1', '127.0.0.0/8', '*.0.0.1', 'http://127.*'])('%s goes around the proxy', async (bypass) => {
  await network.apply(manual(company, bypass));
  expect(await get()).toBe('here');
  expect(company.forwarded).toEqual([]);
});

test.each(['127.0.0.1:1', 'https://127.0.0.1', '10.0.0.0/8', '<local>'])(
  '%s does not go around the proxy',
  async (bypass) => {
    await network.apply(manual(company, bypass));
    expect(await get()).toBe('here');
    expect(company.forwarded).toEqual([address]);
  },
);

test('a proxy asks for its login until it is right, once per session', async () => {
  const wrong = { ...login, password: 'wrong' };
  answers = [wrong, login];
  await network.apply(manual(locked));
  expect(await get()).toBe('here');
  expect(await get()).toBe('here');
  expect(refused).toEqual([null, wrong]);
  expect(locked.forwarded).toHaveLength(2);
});

test('failures name the proxy', async () => {
  await network.apply(manual(locked));
  const lockedHost = hostOf(locked.proxyUrl);
  const asks = `The proxy ${lockedHost} asks for a name and a password.`;
  expect(await failureText()).toContain(asks);
  // For an https address, the proxy refuses to open a tunnel without a login, so the server gets no request. The error
  // message must be the same as for plain HTTP.
  expect(await failureText(locked.baseUrl)).toContain(asks);
  await locked.toggleProxy();
  const isDown = `The proxy ${lockedHost} cannot be reached. Check the proxy in Settings → Network.`;
  expect(await failureText()).toBe(isDown);
  expect(await failureText(locked.baseUrl)).toBe(isDown);
  await locked.toggleProxy();
});

test('the test of a connection says what happened', async () => {
  const { run } = createConnectionTester(network, new ManualClock());
  const host = hostOf(address);
  expect(await run(address)).toEqual({ ok: true, value: { host, proxy: null } });
  await network.apply(manual(company));
  expect(await run(address)).toEqual({ ok: true, value: { host, proxy: hostOf(company.proxyUrl) } });
  expect(await run(company.baseUrl)).toMatchObject({
    failure: { kind: 'offline', message: expect.stringContaining("does not trust the server's certificate") },
  });
  expect(company.tunnels).toEqual([`${hostOf(company.baseUrl)}:443`]);
  await network.apply(manual(locked));
  expect(await run(address)).toMatchObject({ failure: { message: expect.stringContaining('asks for a name') } });
});

test('the test of a connection waits for the person, not for a server, and can be cancelled', async () => {
  const clock = new ManualClock();
  const questions: PromiseWithResolvers<ProxyCredentials | null>[] = [];
  network = createNetwork(manual(locked), () => {
    const question = Promise.withResolvers<ProxyCredentials | null>();
    questions.push(question);
    return question.promise;
  });
  const { run, stop } = createConnectionTester(network, clock);
  const cancelled = run(address);
  await expect.poll(() => questions.length).toBe(1);
  stop();
  expect(await cancelled).toMatchObject({ ok: false, failure: { message: 'The test was cancelled.' } });
  const reached = run(address);
  await expect.poll(() => questions.length).toBe(2);
  await clock.advance(120_000);
  questions[1]?.resolve(login);
  expect(await reached).toMatchObject({ ok: true });
});
