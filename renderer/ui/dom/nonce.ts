/**
 * Returns the nonce that the content security policy demands of style elements (`style-src 'self' 'nonce-…'`). The main
 * process writes the nonce into the page. Returns undefined if the page has no nonce; libraries must not add style
 * elements then.
 */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return value && !value.startsWith('%') ? value : undefined;
}
