/** Imitates Electron's `session` and `protocol`. */
import type http from 'node:http';
import { type SchemeHandler, schemeHandlers, webRequestHooks } from './intercept.ts';
import { permissionHandlers } from './permissions.ts';
import { checkProxyConfig, proxyFor } from './proxy-rules.ts';
import { registeredWindows } from './registry.ts';
import { logErrorUnlessWindowClosed, StrictEmitter, throwOnUnknownMembers } from './strict.ts';

type BeforeRequest = NonNullable<typeof webRequestHooks.before>;

/**
 * Returns a function that checks whether a URL matches one of the `webRequest` patterns. A pattern is `<all_urls>`, or
 * a URL in which `*` represents any text.
 */
function urlMatcher(urls: string[]): (url: string) => boolean {
  const rules = urls.map((pattern) =>
    pattern === '<all_urls>'
      ? /^/
      : new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`),
  );
  return (url) => rules.some((rule) => rule.test(url));
}

const protocolOf = {
  handle: (scheme: string, handler: SchemeHandler) => {
    if (schemeHandlers.has(scheme)) throw new Error(`The scheme '${scheme}' has a handler already`);
    schemeHandlers.set(scheme, handler);
  },
  unhandle: (scheme: string) => {
    schemeHandlers.delete(scheme);
  },
  isProtocolHandled: (scheme: string) => schemeHandlers.has(scheme),
};

export class Session extends StrictEmitter {
  protected static override events = ['will-download', 'preconnect', 'spellcheck-dictionary-initialized'];
  readonly protocol = throwOnUnknownMembers('session.protocol', protocolOf);
  readonly webRequest = throwOnUnknownMembers('session.webRequest', {
    onBeforeRequest: (
      filter: Electron.WebRequestFilter | BeforeRequest | null,
      listener?: BeforeRequest | null,
    ): void => {
      const rule = typeof filter === 'function' ? filter : (listener ?? null);
      const matches = filter && typeof filter !== 'function' ? urlMatcher(filter.urls ?? ['<all_urls>']) : () => true;
      webRequestHooks.before =
        rule && ((details, callback) => (matches(details.url) ? rule(details, callback) : callback({})));
      for (const window of registeredWindows.values()) logErrorUnlessWindowClosed(window.webContents.intercept());
    },
  });
  /** Connection pools of Node, by protocol and proxy. */
  readonly agents = new Map<string, http.Agent>();
  /** The last credentials that the app gave, by host and port of the proxy. */
  readonly logins = new Map<string, { username: string; password: string }>();
  #proxy: Electron.ProxyConfig = { mode: 'system' };

  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    checkProxyConfig(config);
    this.#proxy = config;
  }
  proxyFor(url: URL): URL | undefined {
    return proxyFor(url, this.#proxy);
  }
  /**
   * Returns the proxy in the format of a PAC script: `PROXY`, `HTTPS` or `SOCKS5` with host and port. Returns `DIRECT`
   * for a direct connection.
   */
  async resolveProxy(address: string): Promise<string> {
    const proxy = this.proxyFor(new URL(address));
    const kind = { 'http:': 'PROXY', 'https:': 'HTTPS', 'socks5:': 'SOCKS5' }[proxy?.protocol ?? ''];
    return proxy && kind ? `${kind} ${proxy.host}` : 'DIRECT';
  }
  /** Closes all connections. This also ends the requests on these connections. */
  async closeAllConnections(): Promise<void> {
    for (const agent of this.agents.values()) agent.destroy();
    this.agents.clear();
  }
  setPermissionRequestHandler(handler: typeof permissionHandlers.request): void {
    permissionHandlers.request = handler;
    for (const window of registeredWindows.values()) window.webContents.applyPermissions();
  }
  setPermissionCheckHandler(handler: typeof permissionHandlers.check): void {
    permissionHandlers.check = handler;
    for (const window of registeredWindows.values()) window.webContents.applyPermissions();
  }
  setDevicePermissionHandler(_handler: unknown): void {}
  addWordToSpellCheckerDictionary(_word: string): boolean {
    return true;
  }
  setSpellCheckerEnabled(_enabled: boolean): void {}
  async clearCache(): Promise<void> {}
  async clearStorageData(_options?: unknown): Promise<void> {}
}

const defaultSession = new Session();
const partitions = new Map<string, Session>();
/**
 * Returns the session of a partition. The session has its own proxy and connections. It shares all handlers with the
 * default session.
 */
function fromPartition(name: string, _options?: Electron.FromPartitionOptions): Session {
  const known = partitions.get(name) ?? new Session();
  partitions.set(name, known);
  return known;
}
export const session = throwOnUnknownMembers('session', { defaultSession, fromPartition });

export const protocol = throwOnUnknownMembers('protocol', {
  ...protocolOf,
  // Does nothing, because the stand-in gives each of the app's schemes an https origin, which already has the
  // privileges that the app requests here.
  registerSchemesAsPrivileged: (_schemes: Electron.CustomScheme[]) => {},
} satisfies Partial<Record<keyof Electron.Protocol, unknown>>);
