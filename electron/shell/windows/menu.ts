/** Updates the application menu when the front window, its commands or a window's title changes. */
import { type BaseWindow, BrowserWindow, Menu } from 'electron';
import type { AppMenus } from '../../../shared/bridge/menus.ts';
import { platform } from '../platform.ts';
import {
  type ApplicationMenuActions,
  applicationMenuTemplate,
  isEntryEnabled,
  type WindowMenuEntry,
} from './menu-template.ts';
import { type AppWindows, bringWindowToFront, runsMenuCommands } from './windows.ts';

export interface ApplicationMenu {
  report(window: BrowserWindow, menus: AppMenus): void;
  /** Call this function after the front window or a window's title has changed. */
  update(): void;
}

export function createApplicationMenu(
  windows: Pick<AppWindows, 'front' | 'kindOf' | 'ofKind' | 'sendCommand'>,
  { newWindow, showLog }: Pick<ApplicationMenuActions, 'newWindow' | 'showLog'>,
): ApplicationMenu {
  const reported = new WeakMap<BrowserWindow, AppMenus>();
  let shownStructure = '';
  const actions: ApplicationMenuActions = { command: runCommand, newWindow, showLog };

  /**
   * On macOS the menu also gets keys from a small window, such as quick add. There they must change no board that the
   * person does not look at: undo and redo edit the small window's text, and other keys do nothing.
   */
  function runCommand(id: string, byKey: boolean, focused: BaseWindow | undefined): void {
    if (byKey && focused instanceof BrowserWindow && !runsMenuCommands(windows.kindOf(focused))) {
      if (id === 'undo') focused.webContents.undo();
      if (id === 'redo') focused.webContents.redo();
      return;
    }
    const window = windows.front();
    if (window) windows.sendCommand(window, { name: 'run', id, byKey });
  }

  /** Returns none if fewer than two windows are open, and none on macOS, which lists the windows itself. */
  function windowsToList(): WindowMenuEntry[] {
    const open = [...windows.ofKind('main'), ...windows.ofKind('card')];
    if (platform() === 'darwin' || open.length < 2) return [];
    return open.map((window) => ({
      // `window.getTitle()` still has the old title during the event `page-title-updated`.
      title: window.webContents.getTitle(),
      isFront: window === windows.front(),
      focus: () => bringWindowToFront(window),
    }));
  }

  function show(menus: AppMenus | null): void {
    const openWindows = windowsToList();
    // Electron can enable and disable the entries of an existing menu. Any other change needs a new menu.
    const structure = JSON.stringify([menus, openWindows], (key, value) => (key === 'isEnabled' ? undefined : value));
    if (structure !== shownStructure) {
      shownStructure = structure;
      Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenuTemplate(menus, platform(), actions, openWindows)));
      // On Windows and Linux this call has given every window a menu bar, and small windows have none.
      if (platform() !== 'darwin')
        for (const window of BrowserWindow.getAllWindows())
          if (!runsMenuCommands(windows.kindOf(window))) window.removeMenu();
      return;
    }
    const menu = Menu.getApplicationMenu();
    const entries = Object.values(menus ?? {}).flat();
    for (const command of entries.flatMap((entry) => (entry === null ? [] : 'id' in entry ? entry : entry.commands))) {
      const item = menu?.getMenuItemById(command.id);
      if (item) item.enabled = isEntryEnabled(command, platform());
    }
  }

  function update(): void {
    const window = windows.front();
    const menus = window ? reported.get(window) : null;
    // A new window has no commands until its page reports them. Until then, the menu before remains.
    if (menus !== undefined) show(menus);
  }

  show(null);
  return {
    report(window, menus) {
      reported.set(window, menus);
      update();
    },
    update,
  };
}
