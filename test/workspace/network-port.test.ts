/** Tests requests that the main process performs for a worker thread, over a real message channel and real sockets. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestSender } from '../../electron/client/client.ts';
import { errorCodeOf } from '../../electron/client/failures.ts';
import { limitBodySize } from '../../electron/client/http-sender.ts';
import { connectRpc } from '../../electron/engine/thread-rpc.ts';
import {
  createNetworkRelay,
  createWorkerNetwork,
  type NetworkFunctions,
} from '../../electron/workspace/network-port.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let base: string;
let send: RequestSender;
let stopServer: () => void;
let worker: MessagePort;

beforeEach(async () => {
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const channel = new MessageChannel();
  const main = channel.port2;
  worker = channel.port1;
  connectRpc(
    main,
    createNetworkRelay((request) => fetch(request)),
  );
  send = createWorkerNetwork(connectRpc<NetworkFunctions>(worker, {}));
  stopServer = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => {
  worker.close();
  stopServer();
});

test('method, headers and body arrive, and so do status, headers and body of the answer', async () => {
  answer = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(201, { 'x-answer': 'yes' }).end(`${request.method} ${request.headers['x-ask']} ${body}`);
  };
  const response = await send(new Request(`${base}/`, { method: 'POST', headers: { 'x-ask': 'this' }, body: 'ä' }));
  expect([response.status, response.headers.get('x-answer'), await response.text()]).toEqual([
    201,
    'yes',
    'POST this ä',
  ]);
});

test('a redirect is an answer, and an answer without body has none', async () => {
  answer = (_request, response) => response.writeHead(302, { location: '/other' }).end();
  const moved = await send(new Request(base, { redirect: 'manual' }));
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/other']);
  answer = (_request, response) => response.writeHead(204).end();
  expect((await send(new Request(base))).body).toBe(null);
});

test('an error keeps its code', async () => {
  stopServer();
  const error = await send(new Request(base)).catch((error: unknown) => error);
  expect(errorCodeOf(error)).toBe('ECONNREFUSED');
});

test('a request that is cancelled before its answer closes the connection', async () => {
  const stop = new AbortController();
  const closed = Promise.withResolvers<void>();
  answer = (request) => {
    request.socket.once('close', () => closed.resolve());
    stop.abort(new Error('enough'));
  };
  await expect(send(new Request(base, { signal: stop.signal }))).rejects.toThrow('enough');
  await closed.promise;
});

test('a body that is cancelled while it arrives fails and closes the connection', async () => {
  const stop = new AbortController();
  const closed = Promise.withResolvers<void>();
  answer = (request, response) => {
    request.socket.once('close', () => closed.resolve());
    response.write('some');
  };
  const response = await send(new Request(base, { signal: stop.signal }));
  const text = limitBodySize(response, 1000, stop.signal, () => stop.abort(new Error('enough'))).text();
  await expect(text).rejects.toThrow('enough');
  await closed.promise;
});

test('an answer that is too large closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  answer = async (request, response) => {
    request.socket.once('close', () => closed.resolve());
    while (!request.socket.destroyed)
      if (!response.write(Buffer.alloc(64 * 1024))) await once(response, 'drain').catch(() => undefined);
  };
  const { signal } = new AbortController();
  const response = await send(new Request(base, { signal }));
  await expect(limitBodySize(response, 1024 * 1024, signal).text()).rejects.toThrow('larger than 1 MB');
  await closed.promise;
});
