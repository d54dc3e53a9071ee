/** Which addresses of a text become links, and which pictures are shown. */

const schemes = new Set(['http:', 'https:', 'mailto:']);

/** The address to open outside, or null where a text's link must stay plain text (`javascript:`, `file:`, relative …). */
export function outsideAddress(address: string): string | null {
  // Schemes are matched on what the system browser would parse, not on the text as written.
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return schemes.has(url.protocol) ? url.href : null;
}

/** The picture's address when it comes from the app itself, else null: a text must not make the app call elsewhere. */
export function ownPicture(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && url.origin !== 'null' && url.protocol !== 'data:' ? url.href : null;
}
