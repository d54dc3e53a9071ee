/** Writes deep links; `electron/shell/deep-link.ts` reads them. */
import { shortCodeOf } from '../domain/short-code.ts';

export const linkScheme = 'decktop';

/** `rowViews` show one row and need its id, `plainViews` have no id. */
const rowViews = ['deck', 'milestone', 'run', 'person'];
const plainViews = ['hand', 'inbox'];

/** Host and port of the service's base URL. Without it, the workspace that was shown last opens. */
const workspacePart = (host: string | null, separator: '?' | '&'): string =>
  host === null ? '' : `${separator}workspace=${encodeURIComponent(host)}`;

/** Null until the service has numbered the card. */
export const linkToCard = (accountSeq: number, host: string | null): string | null =>
  accountSeq > 0 ? `${linkScheme}://card/${shortCodeOf(accountSeq)}${workspacePart(host, '?')}` : null;

interface LinkedRoute {
  readonly view: string;
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Null if there is no link for this view. */
export function linkToView({ view, id, query }: LinkedRoute, host: string | null): string | null {
  if (view === 'search' && query.q)
    return `${linkScheme}://search?q=${encodeURIComponent(query.q)}${workspacePart(host, '&')}`;
  if (rowViews.includes(view) && id !== null)
    return `${linkScheme}://${view}/${encodeURIComponent(id)}${workspacePart(host, '?')}`;
  return plainViews.includes(view) && id === null ? `${linkScheme}://${view}${workspacePart(host, '?')}` : null;
}

/** Of a workspace as one file. */
export const workspaceFileExtension = 'decktop';
