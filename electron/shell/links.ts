import type { Workspace } from '../../shared/bridge/index.ts';
import { deepLinkOfArgument } from './deep-link.ts';

/** Electron may have added switches to the command line and changed the order. */
export const firstDeepLinkIn = (argv: readonly string[]): string | undefined =>
  argv.flatMap((argument) => deepLinkOfArgument(argument) ?? [])[0];

export interface DeepLinkQueue {
  readonly receive: (link: string) => void;
  /** Returns the links received so far, and passes later links to the listener. */
  readonly deliverTo: (listener: (link: string) => void) => readonly string[];
}

/**
 * Stores links that arrive before windows can show them: on macOS, the link that starts the app arrives before
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
 * The workspace whose service has the host of the link; of several, the current one is preferred. If there is none, or
 * the link names no host, returns `currentId`.
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
