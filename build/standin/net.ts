/**
 * Imitates Electron's `net`. `net.request` uses Node's HTTP client and the proxy of its session. It trusts the
 * certificates of Node and of the system, and names errors as Chromium does. `net.fetch` also reads files and the app's
 * own schemes; it uses no proxy.
 */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { schemeHandlers } from './intercept.ts';
import { type Session, session } from './session.ts';
import { StrictEmitter, throwOnUnknownMembers } from './strict.ts';

const chromiumErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  ERR_PROXY_TUNNEL: 'ERR_TUNNEL_CONNECTION_FAILED',
};

const authorities = () => [...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')];

/** Headers that only Electron itself may set. Electron refuses a request if the app has added such a header. */
const restrictedHeaders = /^(content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding)$/i;

export class ClientRequest extends StrictEmitter {
  protected static override events = ['login', 'redirect', 'response', 'error', 'abort', 'close', 'finish'];
  #options: Electron.ClientRequestConstructorOptions;
  #url: URL;
  #chunks: Buffer[] = [];
  #sent: http.ClientRequest | undefined;
  #isAborted = false;
  #isClosed = false;

  constructor(options: Electron.ClientRequestConstructorOptions) {
    super();
    this.#options = options;
    this.#url = new URL(options.url ?? '');
    for (const name of Object.keys(options.headers ?? {}))
      if (restrictedHeaders.test(name)) throw new Error(`net::ERR_INVALID_ARGUMENT (the header ${name})`);
  }

  write(chunk: string | Buffer): this {
    this.#chunks.push(Buffer.from(chunk as string));
    return this;
  }

  end(chunk?: string | Buffer): this {
    if (chunk) this.write(chunk);
    if (!this.#isAborted) this.#send();
    return this;
  }

  abort(): void {
    if (this.#isClosed || this.#isAborted) return;
    this.#isAborted = true;
    this.#sent?.destroy();
    process.nextTick(() => {
      this.emit('abort');
      this.#close();
    });
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.emit('close');
  }

  #fail(name: string): void {
    if (this.#isAborted || this.#isClosed) return;
    this.emit('error', new Error(`net::${name}`));
    this.#close();
  }

  get #session(): Session {
    return (this.#options.session as Session | undefined) ?? session.defaultSession;
  }

  #agent(proxy: URL | undefined): http.Agent {
    const agents = this.#session.agents;
    const key = `${this.#url.protocol}${proxy?.href ?? ''}`;
    const proxyEnv = proxy ? { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href } : {};
    const options = { keepAlive: true, proxyEnv };
    const known =
      agents.get(key) ??
      (this.#url.protocol === 'https:' ? new https.Agent({ ...options, ca: authorities() }) : new http.Agent(options));
    agents.set(key, known);
    return known;
  }

  #send(): void {
    const { method = 'GET', headers = {} } = this.#options;
    const proxy = this.#session.proxyFor(this.#url);
    if (proxy?.protocol === 'socks5:') throw new Error('The stand-in speaks no SOCKS');
    const login = proxy && this.#session.logins.get(proxy.host);
    if (proxy && login) Object.assign(proxy, login);
    const library = this.#url.protocol === 'https:' ? https : http;
    const sent = library.request(this.#url, {
      method,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
      agent: this.#agent(proxy),
    });
    this.#sent = sent;
    sent.on('response', (response) => this.#onResponse(response, proxy));
    sent.on('error', (error: NodeJS.ErrnoException & { statusCode?: number }) => {
      if (error.statusCode === 407 && proxy) return this.#askLogin(proxy, () => this.#emitProxyRefusal());
      const isProxyError = proxy && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(error.code ?? '');
      this.#fail(isProxyError ? 'ERR_PROXY_CONNECTION_FAILED' : (chromiumErrors[error.code ?? ''] ?? 'ERR_FAILED'));
    });
    sent.end(Buffer.concat(this.#chunks));
  }

  /** Asks the app for credentials of the proxy. Calls `refused` if no listener exists or the app has no credentials. */
  #askLogin(proxy: URL, refused: () => void): void {
    const info = { isProxy: true, scheme: 'basic', host: proxy.hostname, port: Number(proxy.port) || 443, realm: '' };
    const isHandled = this.emit('login', info, (username?: string, password?: string) => {
      // Empty strings are sent as credentials. The proxy then refuses them, and the app is asked again.
      if (username === undefined || password === undefined) return refused();
      this.#session.logins.set(proxy.host, { username, password });
      this.#send();
    });
    if (!isHandled) refused();
  }

  /** Emits the proxy's answer 407 with a body that cannot be read, as Chromium does. */
  #emitProxyRefusal(): void {
    const body = new Readable({ read: () => body.destroy(new Error('net::ERR_TUNNEL_CONNECTION_FAILED')) });
    this.emit('response', Object.assign(body, { statusCode: 407, statusMessage: '', headers: {} }));
  }

  #onResponse(response: http.IncomingMessage, proxy: URL | undefined): void {
    const { statusCode = 0, headers } = response;
    if (statusCode === 407 && proxy && !this.#isAborted) {
      this.#askLogin(proxy, () => this.#emitProxyRefusal());
      return;
    }
    // Node reads headers as Latin-1, Electron as UTF-8 (electron/electron#42244).
    const asUtf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
    const decoded = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(asUtf8) : asUtf8(value ?? ''),
      ]),
    );
    const { location } = headers;
    if (location !== undefined && /^30[12378]$/.test(String(statusCode))) {
      const target = new URL(location, this.#url).href;
      if (this.#options.redirect !== 'manual') throw new Error('The stand-in follows no redirects');
      this.emit('redirect', statusCode, this.#options.method ?? 'GET', target, headers);
      if (!this.#isAborted) this.#fail('ERR_ABORTED');
      return;
    }
    const decoder = { gzip: zlib.createGunzip, deflate: zlib.createInflate, br: zlib.createBrotliDecompress }[
      headers['content-encoding'] as 'gzip' | 'deflate' | 'br'
    ];
    const body = decoder ? response.pipe(decoder()) : response;
    if (body !== response) response.once('error', (error) => body.destroy(error));
    body.once('close', () => this.#close());
    this.emit('response', Object.assign(body, { statusCode, statusMessage: response.statusMessage, headers: decoded }));
  }
}

export const net = throwOnUnknownMembers('net', {
  isOnline: () => true,
  request: (options: Electron.ClientRequestConstructorOptions): ClientRequest => new ClientRequest(options),
  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url;
    if (url.startsWith('file:')) return new Response(new Uint8Array(await readFile(fileURLToPath(url))));
    const handler = schemeHandlers.get(url.slice(0, url.indexOf(':')));
    return handler ? handler(new Request(input, init)) : fetch(input, init);
  },
});
