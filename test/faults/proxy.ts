/**
 * A loopback HTTP proxy in front of a real service. `fault` chooses a fault for each request. The proxy really closes
 * sockets and cuts bodies, so that tests cover the client's network code.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ProxyFault =
  /** The request and its answer are delayed. The two delays together take `ms` milliseconds. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** The connection breaks before the service receives anything. */
  | { readonly kind: 'cutBefore' }
  /** The service performs the request. The connection breaks before the first byte of its answer. */
  | { readonly kind: 'cutAfter' }
  /** The service performs the request. Its answer ends in the middle. */
  | { readonly kind: 'truncate' }
  /** The service performs the request. Its answer is damaged and no longer valid JSON. */
  | { readonly kind: 'garble' }
  /** A captive portal answers instead of the service. */
  | { readonly kind: 'html' }
  /** The service performs the request. A gateway answers with an HTML page. */
  | { readonly kind: 'htmlAfter' }
  | { readonly kind: 'throttle'; readonly retryAfter: number }
  | { readonly kind: 'error'; readonly status: number }
  /** The service performs the request. A gateway answers with an error status. */
  | { readonly kind: 'errorAfter'; readonly status: number }
  /**
   * The service performs the request. `rewrite` changes its answer, for example into the answer of a service of another
   * version.
   */
  | { readonly kind: 'rewritten'; readonly rewrite: (answer: string) => string };

export type ProxyFaultKind = ProxyFault['kind'];

export interface ProxyExchange {
  /** Number of the request, from 1. */
  readonly number: number;
  readonly path: string;
  readonly fault: ProxyFaultKind | null;
  /** HTTP status of the service's answer. Null if the request did not reach the service. */
  readonly status: number | null;
}

export interface FaultProxy {
  readonly baseUrl: string;
  readonly exchanges: readonly ProxyExchange[];
  /** Returns the fault of a request. Null: the proxy forwards request and answer unchanged. */
  fault: (asked: { readonly number: number; readonly path: string; readonly body: string }) => ProxyFault | null;
  close(): Promise<void>;
}

const page = '<!doctype html><html><title>Welcome</title><p>Accept the terms of this network to go on.</html>';
const pageHeaders = { 'content-type': 'text/html; charset=utf-8' };
const rateLimited = JSON.stringify({ error: 'rate_limit', message: 'rate_limit', statusCode: 429 });

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** @param target base URL of the service */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target);
  const exchanges: ProxyExchange[] = [];

  function forward(request: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const options = { method: request.method, headers: { ...headers, host: upstream.host } };
      const sent = send(new URL(request.url ?? '/', upstream), options, (answer) => {
        bytesOf(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const number = exchanges.length + 1;
    const path = request.url ?? '/';
    const fault = proxy.fault({ number, path, body: body.toString() });
    const note = (status: number | null) => exchanges.push({ number, path, fault: fault?.kind ?? null, status });
    const plain = (status: number, headers: Record<string, string>, text: string) => {
      response.writeHead(status, headers).end(text);
    };
    switch (fault?.kind) {
      case 'cutBefore':
        note(null);
        request.socket.destroy();
        return;
      case 'html':
        note(null);
        return plain(200, pageHeaders, page);
      case 'throttle':
        note(null);
        return plain(429, { 'content-type': 'application/json', 'retry-after': String(fault.retryAfter) }, rateLimited);
      case 'error':
        note(null);
        return plain(fault.status, pageHeaders, page);
      default:
    }
    const half = fault?.kind === 'latency' ? fault.ms / 2 : 0;
    if (half > 0) await wait(half);
    const answer = await forward(request, body);
    note(answer.status);
    if (half > 0) await wait(half);
    sendAnswer(request, response, answer, fault);
  }

  const server = createServer((request, response) => {
    // If the client or the service closes its connection, break the connection to the client.
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    fault: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** Sends the service's answer to the client, with the fault applied. */
function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: ProxyFault | null,
): void {
  const { 'transfer-encoding': _encoding, connection: _connection, ...headers } = answer.headers;
  const { status, body } = answer;
  switch (fault?.kind) {
    case 'cutAfter':
      request.socket.destroy();
      return;
    case 'truncate': {
      // Announce the full length, send half of the body and break the connection. If the answer has no body, break the
      // connection before the header.
      if (body.length === 0) return void request.socket.destroy();
      response.writeHead(status, { ...headers, 'content-length': body.length });
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroy());
      return;
    }
    case 'garble': {
      const garbled = Buffer.concat([body]);
      const from = Math.floor(garbled.length / 3);
      // JSON allows no raw control characters, so an answer with byte 0x01 is never valid.
      garbled.fill(0x01, from, from + Math.max(1, from));
      const damaged = garbled.length === 0 ? Buffer.from([0x01]) : garbled;
      response.writeHead(status, { ...headers, 'content-length': damaged.length }).end(damaged);
      return;
    }
    case 'rewritten': {
      const rewritten = Buffer.from(fault.rewrite(body.toString()));
      response.writeHead(status, { ...headers, 'content-length': rewritten.length }).end(rewritten);
      return;
    }
    case 'htmlAfter':
      response.writeHead(200, pageHeaders).end(page);
      return;
    case 'errorAfter':
      response.writeHead(fault.status, pageHeaders).end(page);
      return;
    default:
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
