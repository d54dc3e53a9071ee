import { linkToCard, linkToView } from '../../shared/bridge/link-format.ts';
import { copyText } from '../ui/dom/announce-to-screen-readers.ts';
import { useAppState } from './app-state.ts';
import { call, toastFailure } from './bridge.ts';
import type { Route } from './routes.ts';

/** With its port; null for a local workspace. */
function workspaceHost(): string | null {
  const baseUrl = useAppState.getState().workspace?.baseUrl ?? null;
  return baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
}

/** Null if links cannot lead to this view. */
export const workspaceLinkToView = (route: Pick<Route, 'view' | 'id' | 'query'>): string | null =>
  linkToView(route, workspaceHost());

/** One per line. Cards without a number from the service have no link and are left out. */
export function copyCardLinks(cards: readonly { readonly accountSeq: number }[]): void {
  const host = workspaceHost();
  const links = cards.flatMap(({ accountSeq }) => linkToCard(accountSeq, host) ?? []);
  copyText(links.join('\n'), links.length === 1 ? 'Copied the link' : `Copied ${links.length} links`);
}

/** In the workspace that the link names. */
export function openAppLink(link: string): void {
  call('app/openLink', { link }).catch((error: unknown) => toastFailure(error, 'The link could not be opened'));
}

/** `operationId` is the id in the outbox, which is negative. */
export const waitingUploadUrl = (operationId: number): string => fileUrl(`waiting-${-operationId}`);

/** The app's own protocol serves the file from this computer. */
export const fileUrl = (fileId: string): string =>
  `/file/${useAppState.getState().filesKey}/${encodeURIComponent(fileId)}`;
