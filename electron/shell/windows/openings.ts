/** Opens windows or brings them to the front: at the start, for deep links, and when a page or the person asks. */
import type { BrowserWindow } from 'electron';
import type { AppCommand } from '../../../shared/bridge/index.ts';
import type { Workspaces } from '../../workspace/registry.ts';
import { parseDeepLink } from '../deep-link.ts';
import { lastUsed } from '../first-workspace.ts';
import { workspaceOfLink } from '../links.ts';
import type { Log } from '../log.ts';
import type { SettingsFile } from '../settings-file.ts';
import type { WindowPlan } from './window-plan.ts';
import { bringToFront, type Windows } from './windows.ts';

export interface Openings {
  /** Opens a main window of the front window's workspace, or of the one used last. */
  newWindow(route?: string): void;
  /** Brings a main window to the front; opens one where there is none. */
  showMain(): void;
  /** Runs the command in a main window of the workspace, in front. */
  run(workspaceId: string | null, command: AppCommand): void;
  /** Shows a route in a main window of the workspace. */
  showRoute(workspaceId: string | null, route: string): void;
  /** Opens a card in a window of its own, or brings that window to the front. */
  openCard(workspaceId: string | null, cardId: string): void;
  openLink(link: string): void;
  /** Opens the windows of the last time, the front one first; returns false if none is stored. */
  openLast(): boolean;
}

export interface OpeningsOptions {
  readonly windows: Windows;
  readonly workspaces: Workspaces;
  readonly settings: SettingsFile;
  readonly log: Log;
  /** Opens quick add with a text. */
  readonly compose: (text: string, workspaceId: string | null) => void;
}

export function createOpenings({ windows, workspaces, settings, log, compose }: OpeningsOptions): Openings {
  const currentWorkspace = () => {
    const front = windows.front();
    return front ? windows.workspaceOf(front) : lastUsed(workspaces, settings);
  };

  /** A main window of the workspace, in front. */
  function mainWindow(workspaceId: string | null): BrowserWindow {
    const window = windows.frontMain(workspaceId) ?? windows.open({ kind: 'main', workspaceId });
    bringToFront(window);
    return window;
  }

  return {
    newWindow(route) {
      windows.open({ kind: 'main', workspaceId: currentWorkspace(), route });
    },
    showMain() {
      bringToFront(windows.front() ?? windows.open({ kind: 'main', workspaceId: currentWorkspace() }));
    },
    run: (workspaceId, command) => windows.command(mainWindow(workspaceId), command),
    showRoute: (workspaceId, route) => windows.command(mainWindow(workspaceId), { name: 'go', route }),
    openCard(workspaceId, cardId) {
      const route = `#/card/${encodeURIComponent(cardId)}`;
      const open = windows
        .ofKind('card')
        .find((window) => windows.workspaceOf(window) === workspaceId && windows.routeOf(window) === route);
      if (open) bringToFront(open);
      else windows.open({ kind: 'card', workspaceId, route });
    },
    openLink(link) {
      const parsed = parseDeepLink(link);
      if (typeof parsed === 'string') {
        log('warn', 'A link was refused', { link: link.slice(0, 24), reason: parsed });
        return windows.command(mainWindow(currentWorkspace()), { name: 'notice', text: parsed });
      }
      const workspaceId = workspaceOfLink(parsed.workspaceHost, workspaces.list(), currentWorkspace());
      if (parsed.target.name === 'compose') compose(parsed.target.text, workspaceId);
      else windows.command(mainWindow(workspaceId), parsed.target);
    },
    openLast() {
      const known = new Set<string | null>(workspaces.list().map(({ id }) => id));
      const [front, ...others] = settings.windows.open.filter(({ workspaceId }) => known.has(workspaceId));
      if (!front) return false;
      // The page restores its scroll positions where it finds its place by itself.
      const isLastPlace = front.workspaceId !== null && settings.placeOf(front.workspaceId)?.route === front.route;
      const plan: WindowPlan = { ...front, route: isLastPlace && front.kind === 'main' ? undefined : front.route };
      // The front window shows its first view sooner if the others wait for it.
      windows.open(plan).once('show', () => {
        for (const other of others.toReversed()) windows.open({ ...other, isInactive: true });
      });
      return true;
    },
  };
}
