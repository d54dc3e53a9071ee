/**
 * The app's parts outside its main windows: tray icon, tasks of the app's icon, quick add, Hand strip, start at login.
 */
import { app, dialog } from 'electron';
import type { DesktopSettings, DesktopStatus } from '../../../shared/bridge/index.ts';
import { linkScheme } from '../../../shared/bridge/link-format.ts';
import type { Log } from '../log.ts';
import { onceAtATime } from '../once-at-a-time.ts';
import { platform } from '../platform.ts';
import { isQuitting } from '../quitting.ts';
import { createTray } from '../tray/tray.ts';
import type { WindowOpener } from '../windows/window-opener.ts';
import { createHandWindow } from './hand-window.ts';
import { setAppIconTasks } from './icon-tasks.ts';
import { canStartAtLogin, setStartAtLogin } from './login-item.ts';
import { createQuickAddController } from './quick-add.ts';
import { currentWorkspaceId, type SmallWindowOptions } from './small-window.ts';

export interface DesktopIntegration {
  /** By default for the current workspace. */
  showQuickAdd(text?: string, workspaceId?: string | null): void;
  showHand(): void;
  /**
   * Call this function when the first view is complete, or after a start without a window. Later calls have no effect.
   */
  start(): void;
  /** @throws disk errors */
  apply(settings: DesktopSettings, before: DesktopSettings): void;
  status(): DesktopStatus;
  /** Quits the app or keeps it in the tray, as the settings or the person decide. */
  lastWindowClosed(): void;
}

interface DesktopIntegrationOptions extends SmallWindowOptions {
  readonly windowOpener: WindowOpener;
  readonly log: Log;
}

export function createDesktopIntegration(options: DesktopIntegrationOptions): DesktopIntegration {
  const { windows, workspaces, settings, windowOpener, log } = options;
  let isStarted = false;
  let isKeyRefused = false;
  const desktopSettings = () => settings.settings.desktop;
  const quickAdd = createQuickAddController(options);
  const hand = createHandWindow(options, () => {
    if (!windows.front()) lastWindowClosed();
  });
  const appTray = createTray({
    workspaces,
    currentWorkspaceId: () => currentWorkspaceId(options),
    actions: {
      openApp: windowOpener.showMain,
      openRoute: windowOpener.showRoute,
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

  /** Stores the person's answer if the person wants that. Does not ask if the windows close because the app quits. */
  async function staysInTray(): Promise<boolean> {
    const { afterLastWindow, tray: hasTray } = desktopSettings();
    if (isQuitting() || !hasTray || !appTray.isShown() || afterLastWindow === 'quit') return false;
    return afterLastWindow === 'stay' || askWhetherToStay();
  }
  const askWhetherToStay = onceAtATime(async () => {
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
    if (checkboxChecked)
      settings.remember({ desktop: { ...desktopSettings(), afterLastWindow: stays ? 'stay' : 'quit' } });
    return stays;
  });

  function lastWindowClosed(): void {
    // On macOS an app continues to run without windows until the person quits the app.
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
      const { tray: hasTray, quickAddKey } = desktopSettings();
      appTray.setShown(hasTray);
      const refusal = setAppIconTasks({
        quickAdd: () => quickAdd.show(),
        newWindow: () => windowOpener.newWindow(),
        openHand: () => windowOpener.showRoute(currentWorkspaceId(options), '#/hand'),
      });
      if (refusal) log('warn', 'Windows refused the jump list', { reason: refusal });
      setKey(quickAddKey);
    },
    apply(wanted, before) {
      appTray.setShown(wanted.tray);
      if (wanted.quickAddKey !== before.quickAddKey) setKey(wanted.quickAddKey);
      if (wanted.startAtLogin !== before.startAtLogin) setStartAtLogin(wanted.startAtLogin);
    },
    status: () => ({
      isQuickAddKeyRefused: isKeyRefused,
      canStartAtLogin: canStartAtLogin(),
      opensLinks: !app.isPackaged || app.isDefaultProtocolClient(linkScheme),
      isWayland: platform() === 'linux' && process.env.XDG_SESSION_TYPE === 'wayland',
    }),
    lastWindowClosed,
  };
}
