/**
 * Sends requests through Chromium, so that they follow the proxy of the settings, or the system's proxies and proxy scripts,
 * and the system's certificates. Node's `fetch` follows none of these.
 */
import { Readable } from 'node:stream';
import { type AuthInfo, app, net, type ProxyConfig, type Session, session } from 'electron';
import type { NetworkSettings } from '../../../shared/bridge/index.ts';
import type { Send } from '../../client/client.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Asks for the credentials of a proxy; null if nobody gives them. `refused`: those that the proxy refused, or null. */
export type AskProxyLogin = (
  proxy: Pick<AuthInfo, 'host' | 'port'>,
  refused: Credentials | null,
) => Promise<Credentials | null>;

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

const configOf = ({ proxy, address, bypass }: NetworkSettings): ProxyConfig => {
  if (proxy === 'manual') return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: bypass };
  return { mode: proxy === 'none' ? 'direct' : 'system' };
};

/** Host and port of the proxy that a session uses for an address; null for a direct connection. */
async function proxyFor(networkSession: Session, address: string): Promise<string | null> {
  const [first = ''] = (await networkSession.resolveProxy(address)).split(';');
  const [kind, proxy] = first.trim().split(/\s+/);
  return kind === 'DIRECT' ? null : (proxy ?? null);
}

export interface Network {
  /**
   * Sends requests of all workspaces, without cookies, cache or stored credentials. It follows no redirects: they are answers
   * with a `location`. Errors have Chromium's `code`, such as `ERR_CERT_DATE_INVALID`, and the `proxy` that caused them.
   */
  readonly send: Send;
  /** Applies settings to all sessions, and ends the connections that were made with others. */
  apply(settings: NetworkSettings): Promise<void>;
  /** Lets a session of another part of the app follow the settings. */
  include(session: Session): Promise<void>;
  /** Host and port of the proxy that is used for an address; null for a direct connection. */
  proxyFor(address: string): Promise<string | null>;
}

export function createNetwork(initial: NetworkSettings, askProxyLogin: AskProxyLogin): Network {
  let settings = initial;
  /** Resolve once the session has its proxy. */
  const included = new Map<Session, Promise<void>>();

  function include(networkSession: Session): Promise<void> {
    const isSet = included.get(networkSession) ?? networkSession.setProxy(configOf(settings));
    included.set(networkSession, isSet);
    return isSet;
  }
  async function sessionOf(name: string): Promise<Session> {
    const own = session.fromPartition(name, { cache: false });
    await include(own);
    return own;
  }

  const send: Send = async (request, onWaiting = () => undefined) => {
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    // A separate pool of connections, none of which is reused.
    const networkSession = await sessionOf(request.headers.get('connection') === 'close' ? 'network-once' : 'network');
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sending = net.request({
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        session: networkSession,
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
      let given: Credentials | null = null;
      let askedBy: string | null = null;
      sending.on('login', (proxy, answer) => {
        if (!proxy.isProxy) return answer();
        askedBy = `${proxy.host}:${proxy.port}`;
        onWaiting(true);
        void askProxyLogin(proxy, given).then((login) => {
          given = login;
          if (request.signal.aborted) return;
          onWaiting(false);
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
          const error = new Error('The proxy refused the request');
          return reject(Object.assign(error, { code: 'ERR_PROXY_AUTH_REQUESTED', proxy: askedBy }));
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
        const [code = ''] = /ERR_\w+/.exec(error.message) ?? [];
        const named = /PROXY|TUNNEL|SOCKS/.test(code) ? proxyFor(networkSession, request.url) : Promise.resolve(null);
        void named.then((proxy) => reject(Object.assign(error, { code: code || undefined, proxy })), reject);
      });
      sending.end(body);
    });
  };

  return {
    send,
    include,
    async apply(changed) {
      settings = changed;
      const config = configOf(changed);
      await Promise.all(
        [...included.keys()].map(async (networkSession) => {
          const isSet = networkSession.setProxy(config);
          included.set(networkSession, isSet);
          await isSet;
          await networkSession.closeAllConnections();
        }),
      );
    },
    proxyFor: async (address) => proxyFor(await sessionOf('network'), address),
  };
}
