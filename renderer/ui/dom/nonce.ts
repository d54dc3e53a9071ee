/**
 * The nonce that the content security policy demands of style elements (`style-src 'self' 'nonce-…'`). The main process writes
 * it into the page. Undefined if the page has none: then libraries must not add style elements.
 */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return value && !value.startsWith('%') ? value : undefined;
}
