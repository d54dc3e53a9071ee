export const proxyModes = ['system', 'none', 'manual'] as const;

export interface NetworkSettings {
  /** `system` uses the system's proxy settings, including a proxy script; `none` connects directly. */
  readonly proxy: (typeof proxyModes)[number];
  /** Address of the manual proxy, such as `http://proxy.example:3128`, or an empty text. */
  readonly address: string;
  /** Addresses to connect to without the manual proxy, separated by commas as in Electron's `proxyBypassRules`. */
  readonly bypass: string;
}

export const defaultNetworkSettings: NetworkSettings = { proxy: 'system', address: '', bypass: '' };

const schemes = /^(https?|socks5):$/;
const example = 'Write it like http://proxy.example:3128.';

/** Returns a message that explains why the address is wrong and how to correct it; null if it is valid. */
export function proxyAddressProblem(text: string): string | null {
  const address = text.trim();
  if (address === '') return `Enter the address of the proxy. ${example}`;
  // Chromium needs a port, so the address must contain one. The address is parsed with regular expressions, because
  // `new URL` drops a port that is the default of the scheme.
  const [, scheme = '', rest = ''] = /^([^/]*?:)\/\/(.*)$/.exec(address) ?? [];
  if (!scheme) return `“${address}” does not begin with http://, https:// or socks5://. ${example}`;
  if (!schemes.test(scheme.toLowerCase()))
    return `Decktop has no proxies of the kind ${scheme}//. The address must begin with http://, https:// or socks5://.`;
  if (rest.includes('@')) return 'Leave name and password out of the address. Decktop asks for them if the proxy does.';
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^\s:/?#[\]]+)(?::(\d+))?\/?$/i.exec(rest) ?? [];
  if (!host) return `“${address}” is not the address of a proxy. ${example}`;
  if (port === undefined) return `“${address}” has no port. ${example}`;
  if (Number(port) < 1 || Number(port) > 65_535) return `The port ${port} does not exist. Use one from 1 to 65535.`;
  return null;
}

/** Returns the address as it is stored: without surrounding spaces and without a slash at its end. */
export const normalizedProxyAddress = (text: string): string => text.trim().replace(/\/$/, '');

const hostPattern = /^[\w*?.-]+$/;
const bracketed = /^\[[\da-f:.]+\]$/i;
const addressBlock = /^(\d{1,3}(\.\d{1,3}){3}\/\d{1,2}|(?=[\da-f.]*:)[\da-f:.]+\/\d{1,3})$/i;

function isBypassRule(rule: string): boolean {
  if (rule === '<local>' || rule === '<-loopback>' || addressBlock.test(rule)) return true;
  const [, host = '', port = '1'] = /^(?:[a-z][a-z\d+.-]*:\/\/)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/i.exec(rule) ?? [];
  return (hostPattern.test(host) || bracketed.test(host)) && Number(port) <= 65_535;
}

/** Names the wrong entry and its correction; null if all are valid. Chromium ignores wrong ones silently. */
export function proxyBypassProblem(text: string): string | null {
  const wrong = text
    .split(/[,;]/)
    .map((rule) => rule.trim())
    .find((rule) => rule !== '' && !isBypassRule(rule));
  return wrong === undefined
    ? null
    : `“${wrong}” is not an address. Separate addresses by commas, like *.example.com, 10.0.0.0/8, <local>.`;
}
