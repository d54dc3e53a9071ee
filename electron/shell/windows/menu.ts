/** Keeps the application menu in step with the front window and the titles of all. */
import { type BrowserWindow, Menu } from 'electron';
import type { Menus } from '../../../shared/bridge/menus.ts';
import { platform } from '../platform.ts';
import { type ListedWindow, type MenuActions, menuTemplate } from './menu-template.ts';
import { bringToFront, type Windows } from './windows.ts';

export interface ApplicationMenu {
  /** Stores the commands that the window's page reports, and shows them if the window is in front. */
  report(window: BrowserWindow, menus: Menus): void;
  /** Shows the commands of the front window. Call when another window is in front, or none, or one has another title. */
  update(): void;
}

export function createApplicationMenu(
  windows: Pick<Windows, 'front' | 'ofKind'>,
  actions: MenuActions,
): ApplicationMenu {
  const reported = new WeakMap<BrowserWindow, Menus>();
  let shown = '';

  /** The windows if there are several; macOS lists them by itself. */
  function listed(): ListedWindow[] {
    const open = [...windows.ofKind('main'), ...windows.ofKind('card')];
    if (platform() === 'darwin' || open.length < 2) return [];
    return open.map((window) => ({
      // The window's own title changes only after the event.
      title: window.webContents.getTitle(),
      isFront: window === windows.front(),
      focus: () => bringToFront(window),
    }));
  }

  function show(menus: Menus | null): void {
    const openWindows = listed();
    // Everything that a menu cannot change later.
    const structure = JSON.stringify([menus, openWindows], (key, value) => (key === 'isEnabled' ? undefined : value));
    if (structure !== shown) {
      shown = structure;
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menus, platform(), actions, openWindows)));
      return;
    }
    const menu = Menu.getApplicationMenu();
    const entries = Object.values(menus ?? {}).flat();
    for (const command of entries.flatMap((entry) => (entry === null ? [] : 'id' in entry ? entry : entry.commands))) {
      const item = menu?.getMenuItemById(command.id);
      if (item) item.enabled = command.isEnabled;
    }
  }

  function update(): void {
    const window = windows.front();
    const menus = window ? reported.get(window) : null;
    // A window that has not reported yet shows the menu of the one before it.
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
