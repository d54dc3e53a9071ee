/** Receives deep links: from the command lines of this and later starts, and from macOS. */
import type { Workspace } from '../../shared/bridge/index.ts';
import { deepLinkOfArgument } from './deep-link.ts';

/** Returns the first link among command line arguments. Electron may have added switches and changed the order. */
export const firstDeepLinkIn = (argv: readonly string[]): string | undefined =>
  argv.flatMap((argument) => deepLinkOfArgument(argument) ?? [])[0];

/** Receives deep links. Passes them to windows as soon as windows can show them. */
export interface DeepLinkQueue {
  /** Passes the link to the listener of `deliverTo`. Before `deliverTo` is called, stores the link. */
  readonly receive: (link: string) => void;
  /** Returns the links received so far, and passes later links to the listener. */
  readonly deliverTo: (listener: (link: string) => void) => readonly string[];
}

/**
 * Stores links that arrive before windows can show them. On macOS, the link that starts the app arrives before
 * Electron's event `ready`.
 */
export function createDeepLinkQueue(): DeepLinkQueue {
  const earlyLinks: string[] = [];
  let deliver: (link: string) => void = (link) => earlyLinks.push(link);
  return {
    receive: (link) => deliver(link),
    deliverTo(listener) {
      deliver = listener;
      return earlyLinks;
    },
  };
}

/**
 * Returns the id of the workspace in which a link opens: the workspace whose service has the host of the link. If
 * several workspaces have this host, prefers the current workspace. If no workspace has this host, or if the link names
 * no host, returns `currentId`.
 */
export function workspaceIdForLinkHost(
  workspaceHost: string | null,
  workspaces: readonly Pick<Workspace, 'id' | 'baseUrl'>[],
  currentId: string | null,
): string | null {
  if (workspaceHost === null) return currentId;
  const matching = workspaces.filter(
    ({ baseUrl }) => baseUrl !== null && URL.canParse(baseUrl) && new URL(baseUrl).host === workspaceHost,
  );
  return (matching.find(({ id }) => id === currentId) ?? matching[0])?.id ?? currentId;
}
