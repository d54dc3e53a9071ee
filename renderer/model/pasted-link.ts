/** Recognises links in a pasted text: the app's own, and those of a service's web app to a card. */
import { linkScheme } from '../../shared/bridge/link-format.ts';
import { seqOf } from '../../shared/domain/short-code.ts';

/** A link of the app, or the short code of the card that a web link names, with its `$`. */
export type PastedLink =
  | { readonly kind: 'app'; readonly link: string }
  | { readonly kind: 'card'; readonly code: string };

/** `baseUrl` is that of the workspace's service; null for a local workspace. Returns null for other texts. */
export function pastedLink(text: string, baseUrl: string | null): PastedLink | null {
  if (/\s/.test(text)) return null;
  if (text.toLowerCase().startsWith(`${linkScheme}://`)) return { kind: 'app', link: text };
  if (!/^https?:/i.test(text) || baseUrl === null || !URL.canParse(text) || !URL.canParse(baseUrl)) return null;
  const { hostname, pathname } = new URL(text);
  if (siteOf(hostname) !== siteOf(new URL(baseUrl).hostname)) return null;
  // A card's page is `…/card/<code>-<title>`.
  const [, code = ''] = /\/card\/([0-9a-z]+)(?:-[^/]*)?\/?$/i.exec(pathname) ?? [];
  return seqOf(code) === undefined ? null : { kind: 'card', code: `$${code.toLowerCase()}` };
}

/** A service and its web app have hosts such as `api.example.com` and `team.example.com`. */
const siteOf = (hostname: string): string =>
  /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
