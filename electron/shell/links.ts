/** Deep links that reach the app: from its own start, from a second start, or from macOS. */
import type { Workspace } from '../../shared/bridge/index.ts';
import { linkOf } from './deep-link.ts';

/** The link among the arguments of a start; undefined where there is none. Electron adds switches and changes the order. */
export const linkIn = (argv: readonly string[]): string | undefined =>
  argv.flatMap((argument) => linkOf(argument) ?? [])[0];

export interface LinkInbox {
  /** Passes the link on, or stores it until `deliverTo`. */
  readonly receive: (link: string) => void;
  /** Returns the links so far; later ones go to the listener. */
  readonly deliverTo: (listener: (link: string) => void) => readonly string[];
}

/** Links arrive before windows can show them: macOS sends the one that starts the app before `ready`. */
export function createLinkInbox(): LinkInbox {
  const early: string[] = [];
  let deliver: (link: string) => void = (link) => early.push(link);
  return {
    receive: (link) => deliver(link),
    deliverTo(listener) {
      deliver = listener;
      return early;
    },
  };
}

/** The workspace of a link: the one with this host, else the current one. */
export function workspaceOfLink(
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
