import { linkScheme } from '../../../shared/bridge/link-format.ts';

const allowedSchemes = new Set(['http:', 'https:', 'mailto:', `${linkScheme}:`]);

/**
 * Opened in the app if the address has the app's own scheme, otherwise in the browser. Null if the link must stay plain
 * text, as for `javascript:`, `file:` or a relative address.
 */
export function safeLinkAddress(address: string): string | null {
  // In the raw text, white space can hide a scheme such as `javascript:`. The browser ignores it, and so does the
  // parser.
  const url = URL.parse(address);
  return url && allowedSchemes.has(url.protocol) ? url.href : null;
}

/** Null for other origins: a text must never make the app load data from other servers. */
export function sameOriginPictureUrl(address: string, origin: string): string | null {
  const url = URL.parse(address, origin);
  return url && url.origin === origin && url.origin !== 'null' && url.protocol !== 'data:' ? url.href : null;
}
