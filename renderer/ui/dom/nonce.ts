/**
 * The nonce that this page's style elements must carry (`style-src 'self' 'nonce-…'`). Main writes it into the page as it
 * serves it; undefined where it did not, and then no library may add a style element.
 */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return value && !value.startsWith('%') ? value : undefined;
}
