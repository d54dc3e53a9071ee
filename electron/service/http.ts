/** Serves the interface over HTTP on this computer's loopback address, for programs but never for web pages. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ceilings } from '../../shared/contract/index.ts';
import { tooLarge } from './body.ts';
import {
  type Admit,
  type Admitted,
  busy,
  errorAnswer,
  type RequestHead,
  refusalAnswer,
  type ServiceAnswer,
} from './message.ts';

const loopback = '127.0.0.1';

export interface Listening {
  readonly baseUrl: string;
  /** Ends after answering the requests that have begun. */
  close(): Promise<void>;
}

/** The port cannot be used; the message names it and the correction. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

interface ListenLimits {
  /** Seconds that a request may take to arrive. */
  readonly requestSeconds?: number;
  /** Maximum number of connections that are served at the same time. */
  readonly maxConnections?: number;
  /** Bytes of all bodies that are being received. */
  readonly maxArrivingBytes?: number;
}

/** Maximum number of further connections that get a 503 instead of a reset. */
const refusedPerAnswered = 4;
/** Bytes of a refused body that are read on, since a client that is still writing reads no answer. */
const maxDrainedBytes = ceilings.uploadBytes;

/**
 * Serves requests on a port of the loopback address; 0 lets the system choose. What breaks a limit is answered 408, 413
 * or 503.
 * @throws PortError
 */
export async function listen(admit: Admit, port: number, limits: ListenLimits = {}): Promise<Listening> {
  const {
    requestSeconds = ceilings.requestSeconds,
    maxConnections = ceilings.connections,
    maxArrivingBytes = ceilings.arrivingBytes,
  } = limits;
  const timeoutMs = requestSeconds * 1000;
  const bodies = new Bodies(maxArrivingBytes);
  /** Sockets whose request was refused before its body had arrived; the rest of the body is still read. */
  const answered = new WeakSet<Socket>();
  const open = new Set<Socket>();
  const excess = new WeakSet<Socket>();
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    const admission = () => {
      if (excess.has(socket)) return refusalAnswer(busy(`more than ${maxConnections} connections are open`));
      return foreign(server, incoming.headers) ?? admit(headOf(incoming));
    };
    void respond(admission, bodies, incoming, outgoing, answered);
  };
  const server = createServer(
    {
      requestTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: Math.min(1000, timeoutMs),
      keepAliveTimeout: 5000,
    },
    serve,
  );
  // Without this listener Node asks for the body of a request before the headers have been checked.
  server.on('checkContinue', serve);
  server.maxConnections = maxConnections * (1 + refusedPerAnswered);
  server.on('connection', (socket) => {
    if (open.size >= maxConnections) {
      excess.add(socket);
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Bytes that are not HTTP belong to no request, so the answer is written to the socket.
    const { status, body } =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? errorAnswer(408, 'request_timeout', `a request must arrive within ${requestSeconds} seconds`)
        : errorAnswer(400, 'invalid_http', 'this is not a valid HTTP request');
    if (!socket.writable) return;
    if (answered.has(socket as Socket)) socket.destroy();
    else
      socket.end(
        `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port)));
    server.listen({ port, host: loopback, backlog: server.maxConnections }, resolve);
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

/** The reason to refuse a request of another web page, or to another host name; undefined for an allowed one. */
function foreign(server: Server, headers: IncomingMessage['headers']): ServiceAnswer | undefined {
  const { port } = server.address() as AddressInfo;
  const own = [loopback, 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  // A page whose name resolves to this machine (DNS rebinding) still sends its own name as Host.
  if (!own.includes(headers.host ?? ''))
    return errorAnswer(403, 'foreign_host', `header 'host' must be ${own[0]}; other names are refused`);
  // Browsers send this header also for pictures, forms and links, which have no `Origin`.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return errorAnswer(403, 'foreign_origin', 'requests of other web pages are refused; use a program, not a page');
  const { origin } = headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`))
    return errorAnswer(403, 'foreign_origin', 'requests of other web pages are refused; use a program, not a page');
  return undefined;
}

async function respond(
  admission: () => ServiceAnswer | Admitted,
  bodies: Bodies,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answered: WeakSet<Socket>,
): Promise<void> {
  try {
    const admitted = admission();
    const answer = 'status' in admitted ? admitted : await answerOf(admitted, bodies, incoming, outgoing);
    const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    const isUnread = !incoming.complete && lengthOf(incoming) > 0;
    // A client that asked whether to send a body may send none, so the start of its next request cannot be found.
    const waits = isUnread && incoming.headers.expect !== undefined;
    // Node reads a short rest of the body automatically and then accepts the next request.
    const closes = answer.status === 503 || waits || (isUnread && lengthOf(incoming) > maxRestBytes);
    outgoing.writeHead(answer.status, {
      ...answer.headers,
      ...(answer.status === 204 ? {} : { 'content-length': bytes.byteLength }),
      ...(closes ? { connection: 'close' } : {}),
    });
    if (isUnread) {
      answered.add(incoming.socket);
      incoming.once('end', () => answered.delete(incoming.socket));
    }
    if (isUnread && closes && !waits) {
      // Ending the answer closes the connection. With unread bytes that resets it, and the client loses the answer.
      outgoing.write(bytes);
      await drain(incoming);
      outgoing.end();
    } else outgoing.end(bytes);
  } catch {
    // This happens only if the connection broke during the body, so nothing can be answered.
    incoming.socket.destroy();
  }
}

async function answerOf(
  admitted: Admitted,
  bodies: Bodies,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<ServiceAnswer> {
  const { maxBodyBytes } = admitted;
  if (maxBodyBytes === 0) return admitted.answer(null);
  if (incoming.headers['content-length'] !== undefined && lengthOf(incoming) > maxBodyBytes)
    return refusalAnswer(tooLarge(maxBodyBytes));
  if (incoming.headers.expect !== undefined) outgoing.writeContinue();
  const read = await bodies.read(incoming, maxBodyBytes);
  if (read === 'too large') return refusalAnswer(tooLarge(maxBodyBytes));
  if (read === 'no room') return refusalAnswer(busy('too many request bodies arrive at once'));
  try {
    return admitted.answer(read.body);
  } finally {
    read.release();
  }
}

/** An unneeded body up to this size is read to its end, so that its connection can be used again. */
const maxRestBytes = 64 * 1024;

/** Length of the body in bytes by its header; infinite for chunked bodies. */
function lengthOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** Reads and drops the rest of a body, so that its sender reads the answer. Gives up on a very long one. */
function drain(incoming: IncomingMessage): Promise<void> {
  let drainedBytes = 0;
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Buffer) => {
      drainedBytes += chunk.length;
      if (drainedBytes > maxDrainedBytes) {
        incoming.pause();
        resolve();
      }
    });
    incoming.on('end', resolve);
    incoming.on('error', () => resolve());
    incoming.on('close', resolve);
    incoming.resume();
  });
}

interface ReadBody {
  readonly body: Uint8Array | null;
  /** The bytes are no longer needed. */
  release(): void;
}

/** Reads bodies, all of them together within a number of bytes. */
class Bodies {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reads no more than `maxBytes`, whatever `content-length` says. Rejects when the connection breaks. */
  read(incoming: IncomingMessage, maxBytes: number): Promise<ReadBody | 'too large' | 'no room'> {
    let chunks: Buffer[] = [];
    let size = 0;
    const release = () => {
      this.#bytes -= size;
      size = 0;
      chunks = [];
    };
    return new Promise((resolve, reject) => {
      const stop = (result: ReadBody | 'too large' | 'no room') => {
        incoming.off('data', addChunk);
        incoming.pause();
        resolve(result);
      };
      const addChunk = (chunk: Buffer) => {
        size += chunk.length;
        this.#bytes += chunk.length;
        const isTooLarge = size > maxBytes;
        if (!isTooLarge && this.#bytes <= this.#maxBytes) {
          chunks.push(chunk);
          return;
        }
        release();
        stop(isTooLarge ? 'too large' : 'no room');
      };
      incoming.on('data', addChunk);
      incoming.on('end', () => {
        const body = size === 0 ? null : Buffer.concat(chunks);
        chunks = [];
        resolve({ body, release });
      });
      const broken = () => {
        if (!incoming.complete) release();
        reject(new Error('The connection broke'));
      };
      incoming.on('error', broken);
      incoming.on('close', broken);
    });
  }
}

/** Builds the head of a request, which the service judges before the body is read. */
const headOf = (incoming: IncomingMessage): RequestHead => ({
  method: incoming.method ?? 'GET',
  path: pathOf(incoming.url ?? '/'),
  headers: textHeaders(incoming),
  ip: incoming.socket.remoteAddress ?? '',
});

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
