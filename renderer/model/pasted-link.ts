import { linkScheme } from '../../shared/bridge/link-format.ts';
import { accountSeqOfShortCode } from '../../shared/domain/short-code.ts';

/** For a card, the short code (with `$`) to which a link of the web app leads. */
type PastedLink = { readonly kind: 'app'; readonly link: string } | { readonly kind: 'card'; readonly code: string };

/**
 * A link of this app, or to a card in the web app of the workspace's service; else null. `baseUrl` is the address of
 * the service; null for a local workspace.
 */
export function parsePastedLink(text: string, baseUrl: string | null): PastedLink | null {
  if (/\s/.test(text)) return null;
  if (text.toLowerCase().startsWith(`${linkScheme}://`)) return { kind: 'app', link: text };
  if (!/^https?:/i.test(text) || baseUrl === null || !URL.canParse(text) || !URL.canParse(baseUrl)) return null;
  const { hostname, pathname } = new URL(text);
  if (domainOf(hostname) !== domainOf(new URL(baseUrl).hostname)) return null;
  // The web app's page of a card is `…/card/<code>-<title>`.
  const [, code = ''] = /\/card\/([0-9a-z]+)(?:-[^/]*)?\/?$/i.exec(pathname) ?? [];
  return accountSeqOfShortCode(code) === undefined ? null : { kind: 'card', code: `$${code.toLowerCase()}` };
}

/**
 * The service (`api.example.com`) and its web app (`team.example.com`) share the last two labels of the host name.
 * Returns an IP address unchanged.
 */
const domainOf = (hostname: string): string =>
  /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
