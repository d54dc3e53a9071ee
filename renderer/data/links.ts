/** Links to cards and views of the shown workspace, and opening links of the app. */
import { linkToCard, linkToView } from '../../shared/bridge/link-format.ts';
import { copyText } from '../ui/dom/copy-text.ts';
import { toast } from '../ui/popups/toast.ts';
import { useApp } from './app-state.ts';
import { call, failureOf } from './bridge.ts';
import { failureText } from './failures.ts';
import type { Route } from './routes.ts';

/** Host of the service with its port; null for a local workspace. */
function workspaceHost(): string | null {
  const baseUrl = useApp.getState().workspace?.baseUrl ?? null;
  return baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
}

/** The link to a view; null for views that links cannot name. */
export const viewLink = (route: Pick<Route, 'view' | 'id' | 'query'>): string | null =>
  linkToView(route, workspaceHost());

/** Copies the links of the cards that the service has numbered, one per line. */
export function copyCardLinks(cards: readonly { readonly accountSeq: number }[]): void {
  const host = workspaceHost();
  const links = cards.flatMap(({ accountSeq }) => linkToCard(accountSeq, host) ?? []);
  copyText(links.join('\n'), links.length === 1 ? 'Copied the link' : `Copied ${links.length} links`);
}

/** Opens a link of the app, in the workspace that it names. */
export function openLink(link: string): void {
  call('app/openLink', { link }).catch((error: unknown) =>
    toast({ title: 'The link could not be opened', detail: failureText(failureOf(error)), tone: 'danger' }),
  );
}
