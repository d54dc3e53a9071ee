/** The icon in the tray, kept in step with the current workspace. */
import path from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { CommandName } from '../../../shared/bridge/index.ts';
import { mainProcessId } from '../../workspace/messages.ts';
import type { Workspaces } from '../../workspace/registry.ts';
import type { Log } from '../log.ts';
import { type Platform, platform } from '../platform.ts';
import { createHandSource } from './hand-source.ts';
import { type TrayActions, type TrayState, trayTemplate, trayTooltip } from './tray-menu.ts';

export interface AppTray {
  /** Shows or removes the icon. */
  setShown(isShown: boolean): void;
  isShown(): boolean;
}

export interface TrayOptions {
  readonly workspaces: Workspaces;
  readonly currentWorkspace: () => string | null;
  readonly actions: Omit<TrayActions, 'setStatus' | 'workOffline'>;
  readonly log: Log;
}

/** Electron adds `@2x` and the like by itself. macOS colours a template image as the menu bar needs it. */
const icons: Readonly<Record<Platform, string>> = {
  darwin: 'trayTemplate.png',
  win32: 'tray.ico',
  linux: 'tray.png',
};

export function createTray({ workspaces, currentWorkspace, actions, log }: TrayOptions): AppTray {
  let tray: Tray | undefined;
  let shownMenu = '';

  const hand = createHandSource(workspaces, () => update());

  const run = async (command: CommandName, params: unknown) => {
    const id = currentWorkspace();
    if (id === null) return;
    const done = await workspaces.call(id, mainProcessId, command, params);
    if (!done.ok) log('warn', 'A command of the tray was refused', { command, reason: done.failure.message });
  };
  const allActions: TrayActions = {
    ...actions,
    setStatus: (card, status) =>
      void run('data/act', {
        label: `${status === 'done' ? 'Finish' : 'Start'} “${card.title}”`,
        steps: [{ action: 'cards/update', params: { id: card.id, status } }],
      }),
    workOffline: (offline) => void run('sync/offline', { offline }),
  };

  function state(): TrayState {
    const id = currentWorkspace();
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
    const now = state();
    const template = trayTemplate(now, allActions);
    const text = JSON.stringify([trayTooltip(now), now]);
    // A new menu closes the one that is open.
    if (text === shownMenu) return;
    shownMenu = text;
    tray.setToolTip(trayTooltip(now));
    tray.setContextMenu(Menu.buildFromTemplate(template));
  }

  workspaces.onEvent(() => update());
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
      // Elsewhere a click opens the menu.
      if (platform() === 'win32') tray.on('click', actions.openApp);
      update();
    },
    isShown: () => tray !== undefined,
  };
}
