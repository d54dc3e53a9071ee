/** Serves the service API over HTTP on this computer's loopback address. Refuses requests that web pages send. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { embeddedServiceLimits } from '../../shared/contract/index.ts';
import { bodyTooLargeRefusal } from './body.ts';
import {
  type AuthorizedRequest,
  busyRefusal,
  errorAnswer,
  type RequestAuthorizer,
  type RequestHead,
  refusalAnswer,
  type ServiceAnswer,
  type ServiceRequest,
} from './message.ts';
import { Turns } from './turns.ts';

const loopback = '127.0.0.1';

export interface RunningServer {
  readonly baseUrl: string;
  /** Stops listening. Requests that have begun get a second to finish. */
  close(): Promise<void>;
}

/** The message names the port and says how to correct the problem. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

interface ListenOptions {
  /** Maximum number of seconds until a request has arrived completely. */
  readonly requestSeconds?: number;
  /** Connections that are served at the same time. */
  readonly maxConnections?: number;
  /** Total bytes of the request bodies in memory at the same time. */
  readonly maxArrivingBytes?: number;
  /** Total bytes of the answers that wait to be read, after which no more are made. */
  readonly maxUnreadBytes?: number;
}

/** In a row. Without a limit, one chunk of pipelined requests without a token takes a long turn again and again. */
const maxRefusals = 32;

interface ConnectionUse {
  /** Accepted requests in progress. */
  running: number;
  /** Since the last accepted request. */
  refusals: number;
  hasBeenAccepted: boolean;
}

/**
 * Open connections, the longest unused first. A connection that arrives while all are taken replaces one without an
 * accepted request in progress, so that idle connections of programs without a token keep nobody out.
 */
class Connections {
  readonly #most: number;
  /** Number of requests in progress of each sender. */
  readonly #runningOf = new Map<string, number>();
  readonly #open = new Map<Socket, ConnectionUse>();

  constructor(most: number) {
    this.#most = most;
  }

  /** False if all connections are in use. */
  admit(socket: Socket): boolean {
    if (this.#open.size >= this.#most) {
      const idle = [...this.#open].filter(([, { running }]) => running === 0);
      const [unused] = idle.find(([, { hasBeenAccepted }]) => !hasBeenAccepted) ?? idle[0] ?? [];
      if (!unused) return false;
      this.#open.delete(unused);
      unused.destroy();
    }
    this.#open.set(socket, { running: 0, refusals: 0, hasBeenAccepted: false });
    socket.once('close', () => this.#open.delete(socket));
    return true;
  }

  /**
   * Call it when a request is accepted. It is in progress until `outgoing` is closed. False if the sender already has
   * as many in progress as half of the connections, so that nobody keeps out the others.
   */
  accept(socket: Socket, outgoing: ServerResponse, sender: string): boolean {
    const use = this.#open.get(socket);
    const before = this.#runningOf.get(sender) ?? 0;
    if (!use || before >= Math.ceil(this.#most / 2)) return false;
    this.#runningOf.set(sender, before + 1);
    use.running += 1;
    use.refusals = 0;
    use.hasBeenAccepted = true;
    outgoing.once('close', () => {
      const running = (this.#runningOf.get(sender) ?? 1) - 1;
      if (running > 0) this.#runningOf.set(sender, running);
      else this.#runningOf.delete(sender);
      use.running -= 1;
      if (!this.#open.delete(socket) || socket.destroyed) return;
      this.#open.set(socket, use);
    });
    return true;
  }

  /** Counts a refusal. True if its answer must close the connection. */
  refused(socket: Socket): boolean {
    const use = this.#open.get(socket);
    if (use) use.refusals += 1;
    return (use?.refusals ?? maxRefusals) >= maxRefusals;
  }

  /** True after the last refusal: Node still reads what the client has sent. */
  isOver(socket: Socket): boolean {
    return (this.#open.get(socket)?.refusals ?? 0) >= maxRefusals;
  }
}

/**
 * Beyond `maxConnections`, the server accepts up to `maxConnections` times this number, only to answer their requests
 * with a 503. Node resets any further connections without an answer.
 */
const refusedConnectionsPerAllowed = 4;
/** Of a refused body, in bytes: some clients read the answer only after they have sent all of it. */
const maxDrainedBytes = embeddedServiceLimits.uploadBytes;

/**
 * With port 0 the system chooses a free port. A request beyond one of the limits is answered with 408, 413 or 503.
 * @throws PortError
 */
export async function serveHttp(
  authorize: RequestAuthorizer,
  port: number,
  limits: ListenOptions = {},
): Promise<RunningServer> {
  const {
    requestSeconds = embeddedServiceLimits.requestSeconds,
    maxConnections = embeddedServiceLimits.connections,
    maxArrivingBytes = embeddedServiceLimits.arrivingBytes,
    maxUnreadBytes = embeddedServiceLimits.unreadBytes,
  } = limits;
  const timeoutMs = requestSeconds * 1000;
  const bodies = new BodyReader(maxArrivingBytes);
  const unread = new ByteCounter(maxUnreadBytes);
  const turns = new Turns();
  /**
   * Sockets that got an answer while their request's body was still arriving. If the rest of the body is invalid HTTP,
   * the server closes the socket and sends no second answer.
   */
  const socketsWithUnreadBody = new WeakSet<Socket>();
  const connections = new Connections(maxConnections);
  const excessSockets = new WeakSet<Socket>();
  const handleRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    if (connections.isOver(socket)) return;
    const authorizeRequest = () => {
      if (excessSockets.has(socket))
        return refusalAnswer(busyRefusal(`more than ${maxConnections} connections are open`));
      return foreignRequestRefusal(server, incoming.headers) ?? authorize(headOf(incoming));
    };
    const responding = { bodies, unread, turns, timeoutMs, connections, socketsWithUnreadBody };
    void respond(authorizeRequest, responding, incoming, outgoing);
  };
  const server = createServer(
    {
      requestTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: Math.min(1000, timeoutMs),
      keepAliveTimeout: 5000,
    },
    handleRequest,
  );
  // Without this listener, Node answers `Expect: 100-continue` by itself before the headers are checked.
  server.on('checkContinue', handleRequest);
  server.maxConnections = maxConnections * (1 + refusedConnectionsPerAllowed);
  server.on('connection', (socket) => {
    if (!connections.admit(socket)) excessSockets.add(socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node creates no response object for invalid HTTP, so the answer is written to the socket.
    const { status, body } =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? errorAnswer(408, 'request_timeout', `a request must arrive within ${requestSeconds} seconds`)
        : errorAnswer(400, 'invalid_http', 'this is not a valid HTTP request');
    if (!socket.writable) return;
    if (socketsWithUnreadBody.has(socket as Socket)) socket.destroy();
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

/** Refuses a request that a web page sent or that names another host. */
function foreignRequestRefusal(server: Server, headers: IncomingMessage['headers']): ServiceAnswer | undefined {
  const { port } = server.address() as AddressInfo;
  const names = [loopback, 'localhost', '[::1]'];
  // Clients leave out the default port of HTTP.
  const allowedHosts = [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
  // DNS rebinding: a web page whose host name resolves to this computer still sends that name as `Host`.
  if (!allowedHosts.includes(headers.host ?? ''))
    return errorAnswer(403, 'foreign_host', `header 'host' must be ${allowedHosts[0]}; other names are refused`);
  // Browsers send `sec-fetch-site` also when a page loads a picture, sends a form or follows a link. Such requests can
  // lack the header `Origin`, so the check of `origin` below does not find them.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return errorAnswer(403, 'foreign_origin', 'requests of other web pages are refused; use a program, not a page');
  const { origin } = headers;
  if (origin !== undefined && !allowedHosts.some((host) => origin === `http://${host}`))
    return errorAnswer(403, 'foreign_origin', 'requests of other web pages are refused; use a program, not a page');
  return undefined;
}

interface Responding {
  readonly bodies: BodyReader;
  /** Of the answers that clients have not read yet. */
  readonly unread: ByteCounter;
  readonly turns: Turns;
  /** For the client to send a request, and to read the next piece of an answer. */
  readonly timeoutMs: number;
  readonly connections: Connections;
  readonly socketsWithUnreadBody: WeakSet<Socket>;
}

async function respond(
  authorizeRequest: () => ServiceAnswer | AuthorizedRequest,
  responding: Responding,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { unread, timeoutMs, connections, socketsWithUnreadBody } = responding;
  try {
    const allowed = authorizeRequest();
    const authorized =
      'status' in allowed || connections.accept(incoming.socket, outgoing, allowed.sender)
        ? allowed
        : refusalAnswer(busyRefusal('too many requests of one token are in progress'));
    const isRefused = 'status' in authorized;
    const isLastRefusal = isRefused && connections.refused(incoming.socket);
    const answer = isRefused ? authorized : await answerOf(authorized, responding, incoming, outgoing);
    const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    if (!isRefused) {
      unread.add(authorized.sender, bytes.byteLength);
      outgoing.once('close', () => unread.add(authorized.sender, -bytes.byteLength));
    }
    // Node sets another one for the next request of the connection.
    incoming.socket.setTimeout(timeoutMs);
    const isUnread = !incoming.complete && lengthOf(incoming) > 0;
    // A client that sent `Expect: 100-continue` may leave out the body. The server then does not know where the next
    // request begins, so it closes the connection.
    const isBodyUncertain = isUnread && incoming.headers.expect !== undefined;
    // Closes the connection if a long body was not read completely. Node reads the rest of a short body by itself, and
    // then accepts the next request on the same connection.
    const closesConnection =
      answer.status === 503 || isLastRefusal || isBodyUncertain || (isUnread && lengthOf(incoming) > maxRestBytes);
    outgoing.writeHead(answer.status, {
      ...answer.headers,
      ...(answer.status === 204 ? {} : { 'content-length': bytes.byteLength + (answer.rest?.bytes ?? 0) }),
      ...(closesConnection ? { connection: 'close' } : {}),
    });
    const { rest } = answer;
    if (rest) {
      outgoing.write(bytes);
      for (const piece of rest.pieces) {
        if (outgoing.destroyed) return;
        if (!outgoing.write(piece())) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]);
      }
      outgoing.end();
      return;
    }
    if (isUnread) {
      socketsWithUnreadBody.add(incoming.socket);
      incoming.once('end', () => socketsWithUnreadBody.delete(incoming.socket));
    }
    if (isUnread && closesConnection && !isBodyUncertain) {
      // `end` closes the connection. If unread bytes remain, the system resets it, and the client loses the answer. So
      // the server reads the rest of the body first.
      outgoing.write(bytes);
      await drain(incoming);
      outgoing.end();
    } else outgoing.end(bytes);
  } catch {
    // The connection broke while the body arrived, so no answer can be sent.
    incoming.socket.destroy();
  }
}

async function answerOf(
  authorized: AuthorizedRequest,
  { bodies, unread, turns }: Responding,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<ServiceAnswer> {
  const { maxBodyBytes, sender } = authorized;
  const takeTurn = (body: ServiceRequest['body']) =>
    turns.take(sender, () => {
      if (outgoing.destroyed) throw new Error('The connection broke');
      return unread.hasRoom(sender)
        ? authorized.answer(body)
        : refusalAnswer(busyRefusal('too many answers wait to be read'));
    });
  if (maxBodyBytes === 0) return takeTurn(null);
  if (incoming.headers['content-length'] !== undefined && lengthOf(incoming) > maxBodyBytes)
    return refusalAnswer(bodyTooLargeRefusal(maxBodyBytes));
  if (incoming.headers.expect !== undefined) outgoing.writeContinue();
  // `destroyOnReturn` would close the connection before the client has the refusal.
  if (authorized.receive) return authorized.receive(incoming.iterator({ destroyOnReturn: false }));
  const read = await bodies.read(incoming, maxBodyBytes, sender);
  if (read === 'too large') return refusalAnswer(bodyTooLargeRefusal(maxBodyBytes));
  if (read === 'no room') return refusalAnswer(busyRefusal('too many request bodies arrive at once'));
  try {
    return await takeTurn(read.body);
  } finally {
    read.release();
  }
}

/** Node reads a rest up to this length, so that the connection can be used again; else it is closed. */
const maxRestBytes = 64 * 1024;

/** The length in bytes that the headers state; infinite for chunked bodies. */
function lengthOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

/** Drops at most `maxDrainedBytes`. */
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
  /** Frees the body's share of `maxArrivingBytes`. */
  release(): void;
}

/** Of `maxBytes` in total, one sender can take half, so that nobody keeps out the others. */
class ByteCounter {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #bytesOf = new Map<string, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(sender: string, bytes: number): void {
    this.#bytes += bytes;
    const ofSender = (this.#bytesOf.get(sender) ?? 0) + bytes;
    if (ofSender > 0) this.#bytesOf.set(sender, ofSender);
    else this.#bytesOf.delete(sender);
  }

  hasRoom(sender: string): boolean {
    return this.#bytes <= this.#maxBytes && (this.#bytesOf.get(sender) ?? 0) <= this.#maxBytes / 2;
  }
}

class BodyReader {
  readonly #counter: ByteCounter;

  constructor(maxBytes: number) {
    this.#counter = new ByteCounter(maxBytes);
  }

  /**
   * Resolves to 'too large' once more than `maxBytes` have arrived, because a client can send a wrong `content-length`;
   * to 'no room' once all bodies together exceed their limit. Rejects if the connection breaks.
   */
  read(incoming: IncomingMessage, maxBytes: number, sender: string): Promise<ReadBody | 'too large' | 'no room'> {
    let chunks: Buffer[] = [];
    let size = 0;
    const release = () => {
      this.#counter.add(sender, -size);
      size = 0;
      chunks = [];
    };
    return new Promise((resolve, reject) => {
      const finishReading = (result: ReadBody | 'too large' | 'no room') => {
        incoming.off('data', addChunk);
        incoming.pause();
        resolve(result);
      };
      const addChunk = (chunk: Buffer) => {
        size += chunk.length;
        this.#counter.add(sender, chunk.length);
        const isTooLarge = size > maxBytes;
        if (!isTooLarge && this.#counter.hasRoom(sender)) {
          chunks.push(chunk);
          return;
        }
        release();
        finishReading(isTooLarge ? 'too large' : 'no room');
      };
      incoming.on('data', addChunk);
      incoming.on('end', () => {
        const body = size === 0 ? null : Buffer.concat(chunks);
        chunks = [];
        resolve({ body, release });
      });
      const rejectBroken = () => {
        if (!incoming.complete) release();
        reject(new Error('The connection broke'));
      };
      incoming.on('error', rejectBroken);
      incoming.on('close', rejectBroken);
    });
  }
}

/** The service accepts or refuses a request by its head, before it reads the body. */
const headOf = (incoming: IncomingMessage): RequestHead => ({
  method: incoming.method ?? 'GET',
  path: pathOf(incoming.url ?? '/'),
  headers: textHeaders(incoming),
  ip: incoming.socket.remoteAddress ?? '',
});

/** The target can also be a whole URL (RFC 9112, 3.2.2). */
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
