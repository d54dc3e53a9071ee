/**
 * Sends requests through Chromium, so that they follow the system's proxies, proxy scripts and certificates. Node's
 * `fetch` follows neither.
 */
import { Readable } from 'node:stream';
import { type AuthInfo, app, net, type Session, session } from 'electron';
import type { Send } from '../../client/client.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Asks for the credentials of a proxy; null if nobody gives them. `isRetry`: the proxy refused the last ones. */
export type AskProxyLogin = (proxy: AuthInfo, isRetry: boolean) => Promise<Credentials | null>;

/**
 * Over HTTP/2 and HTTP/3 all requests share a connection, and Chromium repeats a request by itself if a connection that
 * it reuses breaks. Over HTTP/1.1 a request with `connection: close` has its own. Must run before the app is ready.
 */
export function keepConnectionsApart(): void {
  app.commandLine.appendSwitch('disable-http2');
  app.commandLine.appendSwitch('disable-quic');
}

/** Bodies that `Response` refuses. */
const withoutBody = new Set([101, 204, 205, 304]);

/**
 * The network of all workspaces. It has no cookies, cache or stored credentials. It follows no redirects: they are
 * answers with a `location`. Errors have Chromium's `code`, such as `ERR_CERT_DATE_INVALID`.
 */
export function createNetwork(askProxyLogin: AskProxyLogin): Send {
  const sessions = new Map<string, Session>();
  const sessionOf = (name: string): Session => {
    const known = sessions.get(name) ?? session.fromPartition(name, { cache: false });
    sessions.set(name, known);
    return known;
  };

  return async (request) => {
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sending = net.request({
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        // A separate pool of connections, none of which is reused.
        session: sessionOf(request.headers.get('connection') === 'close' ? 'network-once' : 'network'),
        // Also prevents questions for the service's own credentials.
        credentials: 'omit',
        redirect: 'manual',
        priority: 'medium',
      });
      const abort = () => {
        sending.abort();
        reject(request.signal.reason);
      };
      request.signal.addEventListener('abort', abort, { once: true });
      let logins = 0;
      sending.on('login', (proxy, answer) => {
        if (!proxy.isProxy) return answer();
        logins += 1;
        void askProxyLogin(proxy, logins > 1).then((login) => {
          if (request.signal.aborted) return;
          if (login) answer(login.username, login.password);
          else answer();
        });
      });
      sending.on('redirect', (status, _method, location) => {
        sending.abort();
        resolve(new Response(null, { status, headers: { location } }));
      });
      sending.on('response', (incoming) => {
        request.signal.removeEventListener('abort', abort);
        const { statusCode: status } = incoming;
        if (status === 407) {
          sending.abort();
          return reject(
            Object.assign(new Error('The proxy refused the request'), { code: 'ERR_PROXY_AUTH_REQUESTED' }),
          );
        }
        const stream = incoming as unknown as Readable;
        // A body that is no longer read must not load further.
        stream.once('close', () => sending.abort());
        if (withoutBody.has(status)) stream.destroy();
        const headers = Object.entries(incoming.headers).flatMap(([name, values]) =>
          [values].flat().map((value) => [name, value] as [string, string]),
        );
        resolve(
          new Response(withoutBody.has(status) ? null : (Readable.toWeb(stream) as ReadableStream<Uint8Array>), {
            status,
            headers,
          }),
        );
      });
      sending.on('error', (error) => {
        const [code] = /ERR_\w+/.exec(error.message) ?? [];
        reject(Object.assign(error, { code }));
      });
      sending.end(body);
    });
  };
}
