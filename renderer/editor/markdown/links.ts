/** Decides which addresses in a text become links, and which pictures are shown. */

const schemes = new Set(['http:', 'https:', 'mailto:']);

/** The address to open outside, or null where a text's link must stay plain text (`javascript:`, `file:`, relative …). */
export function outsideAddress(address: string): string | null {
  // The scheme is that of the parsed address, as the system's browser would read it.
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return schemes.has(url.protocol) ? url.href : null;
}

/** The address of a picture that the app itself serves, else null: a text must not make the app load anything elsewhere. */
export function ownPicture(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && url.origin !== 'null' && url.protocol !== 'data:' ? url.href : null;
}
