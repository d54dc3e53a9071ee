/**
 * The nonce that the page's style elements need (`style-src 'self' 'nonce-…'`). Main writes it into the page. Without one it
 * returns undefined, and no library may add a style element.
 */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return value && !value.startsWith('%') ? value : undefined;
}
