import path from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import { mainProcessCallerId } from '../../workspace/messages.ts';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import type { Log } from '../log.ts';
import { type Platform, platform } from '../platform.ts';
import { createHandWatcher } from './hand-source.ts';
import { type TrayActions, type TrayState, trayMenuTemplate, trayTooltip } from './tray-menu.ts';

interface AppTray {
  setShown(isShown: boolean): void;
  isShown(): boolean;
}

interface TrayOptions {
  readonly workspaces: WorkspaceRegistry;
  readonly currentWorkspaceId: () => string | null;
  readonly actions: Omit<TrayActions, 'openRoute' | 'setStatus' | 'setSyncPaused'> & {
    readonly openRoute: (workspaceId: string | null, route: string) => void;
  };
  readonly log: Log;
}

/** Electron finds variants such as `tray@2x.png` by itself. macOS recolours a template image to fit the menu bar. */
const icons: Readonly<Record<Platform, string>> = {
  darwin: 'trayTemplate.png',
  win32: 'tray.ico',
  linux: 'tray.png',
};

export function createTray({ workspaces, currentWorkspaceId, actions, log }: TrayOptions): AppTray {
  let tray: Tray | undefined;
  let shownMenu = '';

  const hand = createHandWatcher(workspaces, () => update());

  const pauseSync = async (id: string, offline: boolean) => {
    const done = await workspaces.threads.call(id, mainProcessCallerId, 'sync/offline', { offline });
    if (!done.ok) log('warn', 'The sync could not be paused or resumed', { reason: done.failure.message });
  };
  /**
   * The workspace whose Hand the menu shows: the person may meanwhile bring a window of another workspace to the front.
   */
  const actionsIn = (workspaceId: string | null): TrayActions => ({
    ...actions,
    openRoute: (route) => actions.openRoute(workspaceId, route),
    setStatus: (card, status) => {
      if (workspaceId !== null) void setCardStatus({ workspaceId, card, status }, { workspaces, log });
    },
    setSyncPaused: (isPaused) => {
      if (workspaceId !== null) void pauseSync(workspaceId, isPaused);
    },
  });

  function stateOf(id: string | null): TrayState {
    const workspace = workspaces.list().find((listed) => listed.id === id) ?? null;
    hand.watch(id, workspace?.userId ?? null);
    return {
      workspaceName: workspace?.name ?? null,
      hand: hand.cards,
      sync: workspaces.statuses().find((status) => status.id === id)?.status ?? null,
    };
  }

  function update(): void {
    if (!tray) return;
    const id = currentWorkspaceId();
    const now = stateOf(id);
    const template = trayMenuTemplate(now, actionsIn(id));
    const menuKey = JSON.stringify([id, now]);
    // Setting a menu closes the menu if it is open.
    if (menuKey === shownMenu) return;
    shownMenu = menuKey;
    tray.setToolTip(trayTooltip(now));
    tray.setContextMenu(Menu.buildFromTemplate(template));
  }

  workspaces.threads.onEvent(() => update());
  workspaces.onListChange(update);

  return {
    setShown(isShown) {
      if (isShown === (tray !== undefined)) return;
      if (!isShown) {
        hand.stop();
        tray?.destroy();
        tray = undefined;
        shownMenu = '';
        return;
      }
      tray = new Tray(
        nativeImage.createFromPath(path.join(app.getAppPath(), 'build/identity/tray', icons[platform()])),
      );
      // On Windows a click opens the app. On Linux and macOS a click opens the menu instead.
      if (platform() === 'win32') tray.on('click', actions.openApp);
      update();
    },
    isShown: () => tray !== undefined,
  };
}

interface CardStatusChange {
  readonly workspaceId: string;
  readonly card: { readonly id: string; readonly title: string };
  readonly status: 'started' | 'done';
}

/**
 * Logs a change that is refused at once. If the service refuses it later, the person sees the refusal in the outbox.
 */
export async function setCardStatus(
  { workspaceId, card, status }: CardStatusChange,
  { workspaces, log }: { readonly workspaces: WorkspaceRegistry; readonly log: Log },
): Promise<void> {
  const done = await workspaces.threads.call(workspaceId, mainProcessCallerId, 'data/act', {
    label: `${status === 'done' ? 'Finish' : 'Start'} “${card.title}”`,
    steps: [{ action: 'cards/update', params: { id: card.id, status } }],
  });
  if (!done.ok) log('warn', 'A change of a card was refused', { status, reason: done.failure.message });
}
