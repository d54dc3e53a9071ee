/**
 * Finds the proxy that a session uses for an address. Applies the settings of `setProxy` and the bypass rules as
 * Chromium does.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const modes = new Set(['direct', 'fixed_servers', 'system']);
const isThisComputer = (host: string) => /^(localhost|.*\.localhost|\[::1\]|127(\.\d+){3})$/.test(host);

/** @throws Error for settings that the stand-in does not implement, and for rules that Chromium ignores */
export function checkProxyConfig(config: Electron.ProxyConfig): void {
  const { mode = 'fixed_servers', proxyRules, proxyBypassRules, ...others } = config;
  const [other] = Object.keys(others);
  if (other) throw new Error(`The stand-in lacks '${other}' of session.setProxy`);
  if (!modes.has(mode)) throw new Error(`The stand-in lacks the mode '${mode}' of session.setProxy`);
  if (mode !== 'fixed_servers') return;
  if (!/^(https?|socks5):\/\/[^\s/@]+:\d+$/i.test(proxyRules ?? ''))
    throw new Error(`The stand-in does not read the rules '${proxyRules}' of session.setProxy`);
  for (const rule of rulesOf(proxyBypassRules)) matches(rule, new URL('http://example.com'));
}

const rulesOf = (text = ''): string[] =>
  text
    .split(/[,;]/)
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);
const escaped = (pattern: string) => pattern.replace(/[+^${}()|[\]\\.]/g, '\\$&');

/**
 * Returns true if a bypass rule matches an address, with the same result as Chromium's `SchemeHostPortMatcherRule`.
 * @throws Error for a rule that Chromium ignores
 */
function matches(rule: string, url: URL): boolean {
  const host = url.hostname;
  const bare = host.replace(/^\[|\]$/g, '');
  if (rule === '<local>') return !host.includes('.') && !host.includes(':');
  if (rule === '<-loopback>') return false;
  const [, scheme = '', rest = ''] = /^(?:([^:]+):\/\/)?(.*)$/.exec(rule) ?? [];
  if (scheme && `${scheme.toLowerCase()}:` !== url.protocol) return false;
  if (rest.includes('/')) {
    const [address = '', bits] = rest.split('/');
    const block = new BlockList();
    block.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
    return (isIPv4(bare) || isIPv6(bare)) && block.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  }
  const [, pattern = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(rest) ?? [];
  if (!pattern) throw new Error(`Chromium ignores the rule '${rule}' of session.setProxy`);
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  const wanted = escaped(pattern.replace(/^\./, '*.')).replaceAll('*', '.*').replaceAll('?', '.');
  return new RegExp(`^${wanted}$`, 'i').test(host);
}

/** Returns the proxy from the environment variables that Chromium reads if the desktop has no proxy settings. */
function systemProxy(url: URL): string | undefined {
  const { env } = process;
  return url.protocol === 'https:' ? (env.HTTPS_PROXY ?? env.https_proxy) : (env.HTTP_PROXY ?? env.http_proxy);
}

/** Returns the proxy that a session uses for an address; undefined for a direct connection. */
export function proxyFor(url: URL, { mode, proxyRules, proxyBypassRules }: Electron.ProxyConfig): URL | undefined {
  if (mode === 'direct') return undefined;
  const isManual = mode === 'fixed_servers';
  const proxy = isManual ? proxyRules : systemProxy(url);
  const rules = isManual ? rulesOf(proxyBypassRules) : [];
  // Chromium connects to this computer without a proxy, unless the bypass list contains `<-loopback>`.
  const isBypassed =
    (isThisComputer(url.hostname) && !rules.includes('<-loopback>')) || rules.some((rule) => matches(rule, url));
  return proxy && !isBypassed ? new URL(proxy) : undefined;
}
