/**
 * Sends the requests of all workspaces through Chromium. Unlike Node's `fetch`, Chromium uses the proxy of the settings
 * or of the system, proxy scripts and the system's certificates.
 */
import { Readable } from 'node:stream';
import { type AuthInfo, app, net, type ProxyConfig, type Session, session } from 'electron';
import type { NetworkSettings } from '../../../shared/bridge/index.ts';
import type { RequestSender } from '../../client/client.ts';

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** Null if the person declines. `refused`: what the proxy has just refused; null at first. */
export type ProxyLoginAsker = (
  proxy: Pick<AuthInfo, 'host' | 'port'>,
  refused: ProxyCredentials | null,
) => Promise<ProxyCredentials | null>;

/**
 * Limits Chromium to HTTP/1.1, where a request with `connection: close` gets a connection of its own. On a shared
 * connection, as with HTTP/2 and HTTP/3, Chromium may repeat a request when the connection breaks. A repeated request
 * may perform an action twice. Call this function before Electron's `ready` event.
 */
export function limitToHttp1(): void {
  app.commandLine.appendSwitch('disable-http2');
  app.commandLine.appendSwitch('disable-quic');
}

/** HTTP statuses for which the constructor of `Response` accepts no body. */
const statusesWithoutBody = new Set([101, 204, 205, 304]);

const configOf = ({ proxy, address, bypass }: NetworkSettings): ProxyConfig => {
  if (proxy === 'manual') return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: bypass };
  return { mode: proxy === 'none' ? 'direct' : 'system' };
};

/**
 * Returns a header's bytes as Latin-1 text, which `Response` accepts. Electron reads them as UTF-8, and a character
 * above U+00FF then makes the constructor throw (electron/electron#42244, electron/electron#46819).
 */
const headerBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Null for a direct connection. */
async function proxyFor(networkSession: Session, address: string): Promise<string | null> {
  const [first = ''] = (await networkSession.resolveProxy(address)).split(';');
  const [kind, proxy] = first.trim().split(/\s+/);
  return kind === 'DIRECT' ? null : (proxy ?? null);
}

export interface Network {
  /**
   * Sends a request without cookies, cache or stored credentials. Does not follow a redirect: returns it as an answer
   * with the header `location`. Errors have Chromium's `code`, such as `ERR_CERT_DATE_INVALID`. If a proxy caused the
   * error, the error also has `proxy`.
   */
  readonly send: RequestSender;
  /** Also closes connections that were opened with the old settings. */
  apply(settings: NetworkSettings): Promise<void>;
  /** Applies the current and all later settings to one more session. */
  include(session: Session): Promise<void>;
  /** Host and port; null for a direct connection. */
  proxyFor(address: string): Promise<string | null>;
}

export function createNetwork(initial: NetworkSettings, askProxyLogin: ProxyLoginAsker): Network {
  let settings = initial;
  const proxyReady = new Map<Session, Promise<void>>();

  function include(networkSession: Session): Promise<void> {
    const isSet = proxyReady.get(networkSession) ?? networkSession.setProxy(configOf(settings));
    proxyReady.set(networkSession, isSet);
    return isSet;
  }
  async function sessionOf(name: string): Promise<Session> {
    const own = session.fromPartition(name, { cache: false });
    await include(own);
    return own;
  }

  const send: RequestSender = async (request, onWaiting = () => undefined) => {
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    // Requests with `connection: close` have a session of their own, so that they never reuse an open connection.
    const networkSession = await sessionOf(request.headers.get('connection') === 'close' ? 'network-once' : 'network');
    request.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sending = net.request({
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        session: networkSession,
        // `omit` also prevents Chromium from asking for a login when the service demands one.
        credentials: 'omit',
        redirect: 'manual',
        priority: 'medium',
      });
      const abort = () => {
        sending.abort();
        reject(request.signal.reason);
      };
      request.signal.addEventListener('abort', abort, { once: true });
      /** An error in a listener would reach the whole process, and the request would never end. */
      const rejectOnError =
        <Args extends unknown[]>(listener: (...args: Args) => void) =>
        (...args: Args) => {
          try {
            listener(...args);
          } catch (error) {
            reject(error);
            sending.abort();
          }
        };
      let lastCredentials: ProxyCredentials | null = null;
      let askingProxy: string | null = null;
      sending.on(
        'login',
        rejectOnError((proxy, answer) => {
          if (!proxy.isProxy) return answer();
          askingProxy = `${proxy.host}:${proxy.port}`;
          onWaiting(true);
          askProxyLogin(proxy, lastCredentials)
            .then((login) => {
              lastCredentials = login;
              if (request.signal.aborted) return;
              onWaiting(false);
              if (login) answer(login.username, login.password);
              else answer();
            })
            .catch(reject);
        }),
      );
      sending.on(
        'redirect',
        rejectOnError((status, _method, location) => {
          sending.abort();
          resolve(new Response(null, { status, headers: { location: headerBytes(location) } }));
        }),
      );
      const onResponse = (incoming: Electron.IncomingMessage) => {
        request.signal.removeEventListener('abort', abort);
        const { statusCode: status } = incoming;
        if (status === 407) {
          sending.abort();
          const error = new Error('The proxy refused the request');
          return reject(Object.assign(error, { code: 'ERR_PROXY_AUTH_REQUESTED', proxy: askingProxy }));
        }
        const stream = incoming as unknown as Readable;
        // Stops the download when the reader of the body stops early.
        stream.once('close', () => sending.abort());
        const hasBody = !statusesWithoutBody.has(status);
        if (!hasBody) stream.destroy();
        const headers = Object.entries(incoming.headers).flatMap(([name, values]) =>
          [values].flat().map((value) => [name, headerBytes(value ?? '')] as [string, string]),
        );
        const answerBody = hasBody ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>) : null;
        resolve(new Response(answerBody, { status, headers }));
      };
      sending.on('response', rejectOnError(onResponse));
      sending.on('error', (error) => {
        const [code = ''] = /ERR_\w+/.exec(error.message) ?? [];
        const failedProxy = /PROXY|TUNNEL|SOCKS/.test(code)
          ? proxyFor(networkSession, request.url)
          : Promise.resolve(null);
        void failedProxy.then((proxy) => reject(Object.assign(error, { code: code || undefined, proxy })), reject);
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
        [...proxyReady.keys()].map(async (networkSession) => {
          const isSet = networkSession.setProxy(config);
          proxyReady.set(networkSession, isSet);
          await isSet;
          await networkSession.closeAllConnections();
        }),
      );
    },
    proxyFor: async (address) => proxyFor(await sessionOf('network'), address),
  };
}
