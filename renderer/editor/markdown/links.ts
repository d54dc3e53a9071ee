/** Decides which addresses in a text become links, and which pictures are loaded. */
import { linkScheme } from '../../../shared/bridge/link-format.ts';

const schemes = new Set(['http:', 'https:', 'mailto:', `${linkScheme}:`]);

/** The address to open in the browser, or in the app for its own links; null for links that must stay plain text (`javascript:`, `file:`, relative …). */
export function outsideAddress(address: string): string | null {
  // Checks the scheme after parsing, as the browser will read it.
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return schemes.has(url.protocol) ? url.href : null;
}

/** The address of a picture from the app's own origin, else null: a text must not make the app load anything from elsewhere. */
export function ownPicture(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && url.origin !== 'null' && url.protocol !== 'data:' ? url.href : null;
}
