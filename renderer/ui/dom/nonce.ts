/**
 * For the content security policy (`style-src 'self' 'nonce-…'`). The main process writes the nonce into the page. If
 * it is undefined, UiProvider tells base-ui to add no style elements.
 */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return value && !value.startsWith('%') ? value : undefined;
}
