/** The service over HTTP on this machine's loopback address, for programs; never for web pages. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ceilings } from '../../shared/contract/index.ts';
import { bodyCeiling, tooLarge } from './body.ts';
import { errorAnswer, refusalAnswer, type ServiceAnswer, type ServiceRequest } from './message.ts';

const loopback = '127.0.0.1';

export interface Listening {
  readonly baseUrl: string;
  /** Answers what has begun, then ends. */
  close(): Promise<void>;
}

/** The port cannot be used; the message names it and the mend. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

/**
 * Serves `answer` on a port of the loopback address; 0 lets the system choose. A request that takes longer than
 * `requestSeconds` to arrive is refused.
 * @throws PortError
 */
export async function listen(
  answer: (request: ServiceRequest) => ServiceAnswer,
  port: number,
  requestSeconds: number = ceilings.requestSeconds,
): Promise<Listening> {
  const timeout = requestSeconds * 1000;
  const server = createServer(
    {
      requestTimeout: timeout,
      headersTimeout: timeout,
      connectionsCheckingInterval: Math.min(1000, timeout),
      keepAliveTimeout: 5000,
    },
    (incoming, outgoing) => {
      void respond(server, answer, incoming, outgoing);
    },
  );
  server.maxConnections = 256;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What cannot be parsed as HTTP has no request to answer: say so on the bare socket.
    const { status, body } =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? errorAnswer(408, 'request_timeout', `a request must arrive within ${requestSeconds} seconds`)
        : errorAnswer(400, 'invalid_http', 'this is not a valid HTTP request');
    if (!socket.writable) return;
    socket.end(
      `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port)));
    server.listen(port, loopback, resolve);
  });
  return {
    baseUrl: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}

function portError(error: NodeJS.ErrnoException, port: number): PortError {
  if (error.code === 'EADDRINUSE')
    return new PortError(`port ${port} is in use by another program; choose another one, or 0 for any free one`);
  if (error.code === 'EACCES') return new PortError(`port ${port} needs special rights; choose one above 1023, or 0`);
  return new PortError(`port ${port} cannot be used: ${error.message}`);
}

/** @returns why a request from another web page, or to another name, is refused; undefined when it is fine. */
function foreign(server: Server, headers: IncomingMessage['headers']): ServiceAnswer | undefined {
  const { port } = server.address() as AddressInfo;
  const own = [loopback, 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  // A page whose name resolves to this machine (DNS rebinding) still sends its own name as Host.
  if (!own.includes(headers.host ?? ''))
    return errorAnswer(403, 'foreign_host', `header 'host' must be ${own[0]}; other names are refused`);
  const { origin } = headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`))
    return errorAnswer(403, 'foreign_origin', 'requests of other web pages are refused; use a program, not a page');
  return undefined;
}

async function respond(
  server: Server,
  answer: (request: ServiceRequest) => ServiceAnswer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const refused = foreign(server, incoming.headers);
    const path = pathOf(incoming.url ?? '/');
    const most = bodyCeiling(path);
    const body = refused ? null : await bodyOf(incoming, most);
    const ip = incoming.socket.remoteAddress ?? '';
    const made =
      refused ??
      (body === 'too large'
        ? refusalAnswer(tooLarge(most))
        : answer({ method: incoming.method ?? 'GET', path, headers: textHeaders(incoming), body, ip }));
    const bytes = typeof made.body === 'string' ? Buffer.from(made.body) : made.body;
    // A body that was not read to its end would be taken for the next request.
    const isUnread = !incoming.complete;
    outgoing.writeHead(made.status, {
      ...made.headers,
      ...(made.status === 204 ? {} : { 'content-length': bytes.byteLength }),
      ...(isUnread ? { connection: 'close' } : {}),
    });
    outgoing.end(bytes);
    if (isUnread) outgoing.once('finish', () => incoming.socket.destroySoon());
  } catch {
    // Only a connection that broke while its body arrived ends here: nobody is left to answer.
    incoming.socket.destroy();
  }
}

/** Servers take whole addresses in the request line too, as proxies send them (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function textHeaders(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** Reads no more than `most` bytes, whatever `content-length` says. Rejects when the connection breaks. */
async function bodyOf(incoming: IncomingMessage, most: number): Promise<Uint8Array | null | 'too large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > most) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) {
        incoming.pause();
        resolve('too large');
      } else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(size === 0 ? null : Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The connection broke')));
  });
}
