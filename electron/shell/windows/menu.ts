/** Keeps the application menu in step with the front window. */
import { type BrowserWindow, Menu } from 'electron';
import type { Menus } from '../../../shared/bridge/menus.ts';
import { platform } from '../platform.ts';
import { type MenuActions, menuTemplate } from './menu-template.ts';

export interface ApplicationMenu {
  /** Stores the commands that the window's page reports, and shows them if the window is in front. */
  report(window: BrowserWindow, menus: Menus): void;
  /** Shows the commands of the front window. Called when another window is in front, or none. */
  update(): void;
}

export function createApplicationMenu(front: () => BrowserWindow | undefined, actions: MenuActions): ApplicationMenu {
  const reported = new WeakMap<BrowserWindow, Menus>();
  let shown = '';

  function show(menus: Menus | null): void {
    // Everything that a menu cannot change later.
    const structure = JSON.stringify(menus, (key, value) => (key === 'isEnabled' ? undefined : value));
    if (structure !== shown) {
      shown = structure;
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menus, platform(), actions)));
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
    const window = front();
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
