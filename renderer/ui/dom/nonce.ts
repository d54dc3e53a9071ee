/**
 * Returns the nonce that style elements need under the content security policy (`style-src 'self' 'nonce-…'`). The main
 * process writes the nonce into the page. Returns undefined if the page has no nonce. UiProvider then tells base-ui to
 * add no style elements.
 */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return value && !value.startsWith('%') ? value : undefined;
}
