/** The app outside its main windows: tray, icon, quick add, Hand strip, start at login, and the end of the last window. */
import { app, dialog } from 'electron';
import type { DesktopSettings, DesktopStatus } from '../../../shared/bridge/index.ts';
import type { Log } from '../log.ts';
import { platform } from '../platform.ts';
import { createTray } from '../tray/tray.ts';
import type { Openings } from '../windows/openings.ts';
import { createHandWindow } from './hand-window.ts';
import { showIconTasks } from './icon-tasks.ts';
import { applyLoginItem, canStartAtLogin } from './login-item.ts';
import { createQuickAdd } from './quick-add.ts';
import { currentWorkspace, type SmallWindowOptions } from './small-window.ts';

export interface Desktop {
  /** Opens quick add in a workspace, by default the current one. */
  showQuickAdd(text?: string, workspaceId?: string | null): void;
  showHand(): void;
  /**
   * Shows the tray icon, gives the app's icon its tasks and registers the key; later calls do nothing. Call when the first
   * view is complete.
   */
  start(): void;
  /** Applies settings that the person changed. @throws errors of the disk */
  apply(settings: DesktopSettings, before: DesktopSettings): void;
  status(): DesktopStatus;
  /** Quits the app or lets it run in the tray, as the person wants. Called after the last main or card window was closed. */
  lastWindowClosed(): void;
}

export interface DesktopOptions extends SmallWindowOptions {
  readonly openings: Openings;
  readonly log: Log;
}

export function createDesktop(options: DesktopOptions): Desktop {
  const { windows, workspaces, settings, openings, log } = options;
  let isStarted = false;
  let isKeyRefused = false;
  const current = () => settings.settings.desktop;
  const quickAdd = createQuickAdd(options);
  const hand = createHandWindow(options, () => {
    if (!windows.front()) lastWindowClosed();
  });
  const appTray = createTray({
    workspaces,
    currentWorkspace: () => currentWorkspace(options),
    actions: {
      openApp: openings.showMain,
      openRoute: (route) => openings.showRoute(currentWorkspace(options), route),
      quickAdd: () => quickAdd.show(),
      showHand: hand.show,
      quit: () => app.quit(),
    },
    log,
  });

  function setKey(accelerator: string | null): void {
    isKeyRefused = !quickAdd.setKey(accelerator);
    if (isKeyRefused) log('warn', 'The system refused the key of quick add', { key: accelerator });
    else if (accelerator !== null) quickAdd.prepare();
  }

  /** Asks once whether the app stays in the tray; the answer is kept if the person wants that. */
  async function staysInTray(): Promise<boolean> {
    const { afterLastWindow, tray: hasTray } = current();
    if (!hasTray || !appTray.isShown() || afterLastWindow === 'quit') return false;
    if (afterLastWindow === 'stay') return true;
    const { response, checkboxChecked } = await dialog.showMessageBox({
      type: 'question',
      message: 'Keep Decktop running in the tray?',
      detail: 'Your Hand, quick add and sync stay available. To see the window again, click the icon or start Decktop.',
      buttons: ['Keep running', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      checkboxLabel: 'Remember my answer',
      checkboxChecked: true,
    });
    const stays = response === 0;
    if (checkboxChecked) settings.remember({ desktop: { ...current(), afterLastWindow: stays ? 'stay' : 'quit' } });
    return stays;
  }

  function lastWindowClosed(): void {
    // On macOS an app runs without windows until the person quits it.
    if (platform() === 'darwin' || hand.isOpen()) return;
    void staysInTray().then((stays) => {
      if (!stays && !windows.front() && !hand.isOpen()) app.quit();
    });
  }

  return {
    showQuickAdd: quickAdd.show,
    showHand: hand.show,
    start() {
      if (isStarted) return;
      isStarted = true;
      const { tray: hasTray, quickAddKey } = current();
      appTray.setShown(hasTray);
      const refusal = showIconTasks({
        quickAdd: () => quickAdd.show(),
        newWindow: () => openings.newWindow(),
        openHand: () => openings.showRoute(currentWorkspace(options), '#/hand'),
      });
      if (refusal) log('warn', 'Windows refused the jump list', { reason: refusal });
      setKey(quickAddKey);
    },
    apply(wanted, before) {
      appTray.setShown(wanted.tray);
      if (wanted.quickAddKey !== before.quickAddKey) setKey(wanted.quickAddKey);
      if (wanted.startAtLogin !== before.startAtLogin) applyLoginItem(wanted.startAtLogin);
    },
    status: () => ({ isQuickAddKeyRefused: isKeyRefused, canStartAtLogin: canStartAtLogin() }),
    lastWindowClosed,
  };
}
