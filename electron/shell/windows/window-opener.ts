import type { BrowserWindow } from 'electron';
import type { CommandToWindow } from '../../../shared/bridge/index.ts';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import { parseDeepLink, workspaceIdForLinkHost } from '../deep-link.ts';
import { currentWorkspaceId } from '../desktop/small-window.ts';
import type { Log } from '../log.ts';
import type { SettingsFile } from '../settings-file.ts';
import type { NewWindowOptions } from './window-state.ts';
import { type AppWindows, bringAppToFront, bringWindowToFront } from './windows.ts';

export interface WindowOpener {
  /** Opens a main window with the workspace of the front window. If no window is open, uses the last used workspace. */
  newWindow(): void;
  /** Brings the last focused main or card window to the front. If no such window is open, opens a main window. */
  showMain(): void;
  run(workspaceId: string | null, command: CommandToWindow): void;
  showRoute(workspaceId: string | null, route: string): void;
  /** If the card already has a window, brings this window to the front. */
  openCard(workspaceId: string | null, cardId: string): void;
  openLink(link: string): void;
  /** The windows of the last exit, front first. False if none of a known workspace is stored. */
  openLast(): boolean;
}

interface WindowOpenerOptions {
  readonly windows: AppWindows;
  readonly workspaces: WorkspaceRegistry;
  readonly settings: SettingsFile;
  readonly log: Log;
  readonly compose: (text: string, workspaceId: string | null) => void;
}

export function createWindowOpener({ windows, workspaces, settings, log, compose }: WindowOpenerOptions): WindowOpener {
  const currentId = () => currentWorkspaceId({ windows, workspaces, settings });

  /** If `open` is undefined, opens a main window of the workspace. */
  function show(open: BrowserWindow | undefined, workspaceId: string | null): BrowserWindow {
    if (open) {
      bringWindowToFront(open);
      return open;
    }
    bringAppToFront();
    return windows.open({ kind: 'main', workspaceId });
  }
  const showMainWindow = (workspaceId: string | null) => show(windows.frontMain(workspaceId), workspaceId);

  return {
    newWindow: () => void show(undefined, currentId()),
    showMain: () => void show(windows.front(), currentId()),
    run: (workspaceId, command) => windows.sendCommand(showMainWindow(workspaceId), command),
    showRoute: (workspaceId, route) => windows.sendCommand(showMainWindow(workspaceId), { name: 'go', route }),
    openCard(workspaceId, cardId) {
      const route = `#/card/${encodeURIComponent(cardId)}`;
      const open = windows
        .ofKind('card')
        .find((window) => windows.workspaceOf(window) === workspaceId && windows.routeOf(window) === route);
      if (open) bringWindowToFront(open);
      else windows.open({ kind: 'card', workspaceId, route });
    },
    openLink(link) {
      const parsed = parseDeepLink(link);
      if (typeof parsed === 'string') {
        log('warn', 'A link was refused', { link: link.slice(0, 24), reason: parsed });
        return windows.sendCommand(showMainWindow(currentId()), { name: 'notice', text: parsed });
      }
      const workspaceId = workspaceIdForLinkHost(parsed.workspaceHost, workspaces.list(), currentId());
      if (parsed.target.name === 'compose') compose(parsed.target.text, workspaceId);
      else windows.sendCommand(showMainWindow(workspaceId), parsed.target);
    },
    openLast() {
      const known = new Set<string | null>(workspaces.list().map(({ id }) => id));
      const [front, ...others] = settings.windows.open.filter(({ workspaceId }) => known.has(workspaceId));
      if (!front) return false;
      // A main window that showed the last stored view of its workspace opens without a route. Its page then opens this
      // view itself, and also restores the scroll positions.
      const isLastView =
        front.workspaceId !== null && settings.viewAndScrollOf(front.workspaceId)?.route === front.route;
      const plan: NewWindowOptions = {
        ...front,
        route: isLastView && front.kind === 'main' ? undefined : front.route,
      };
      // Opens the other windows once the front window is visible, so that they do not delay its first view.
      windows.open(plan).once('show', () => {
        for (const other of others.toReversed()) windows.open({ ...other, isInactive: true });
      });
      return true;
    },
  };
}
