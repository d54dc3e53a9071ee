/** Imitates Electron's `Menu` and `MenuItem`, and handles the shortcuts of the application menu. */
import { app } from './app.ts';
import type { MenuShortcut } from './page/preload-runtime.ts';
import { menuShortcuts } from './registry.ts';
import { StrictEmitter, standinRecord, throwNotInStandin } from './strict.ts';
import { type StandinWindow, standinWindows } from './window.ts';

type Template = Electron.MenuItemConstructorOptions;
type Role = NonNullable<Template['role']>;

const focusedPage = (window: StandinWindow) => window.webContents;
const zoomBy = (steps: number) => (window: StandinWindow) => {
  const page = focusedPage(window);
  page.setZoomLevel(steps === 0 ? 0 : page.getZoomLevel() + steps);
};
const edit = (command: string) => (window: StandinWindow) =>
  void focusedPage(window).executeJavaScript(`document.execCommand(${JSON.stringify(command)})`);

/**
 * Label, accelerator and action of each role. Editing roles have no accelerator, since Chromium handles these keys
 * itself.
 */
const roles: Partial<Record<Role, { label: string; accelerator?: string; act(window: StandinWindow): void }>> = {
  quit: { label: 'Quit', accelerator: 'CommandOrControl+Q', act: () => void app.quit() },
  close: { label: 'Close Window', accelerator: 'CommandOrControl+W', act: (window) => window.close() },
  minimize: { label: 'Minimize', accelerator: 'CommandOrControl+M', act: (window) => window.minimize() },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: process.platform === 'darwin' ? 'Control+Command+F' : 'F11',
    act: (window) => window.setFullScreen(!window.isFullScreen()),
  },
  reload: { label: 'Reload', accelerator: 'CommandOrControl+R', act: (window) => focusedPage(window).reload() },
  forceReload: {
    label: 'Force Reload',
    accelerator: 'Shift+CommandOrControl+R',
    act: (window) => focusedPage(window).reload(),
  },
  resetZoom: { label: 'Actual Size', accelerator: 'CommandOrControl+0', act: zoomBy(0) },
  zoomIn: { label: 'Zoom In', accelerator: 'CommandOrControl+Plus', act: zoomBy(0.5) },
  zoomOut: { label: 'Zoom Out', accelerator: 'CommandOrControl+-', act: zoomBy(-0.5) },
  toggleDevTools: {
    label: 'Toggle Developer Tools',
    act: () => console.error('[stand-in] Developer tools: start with --remote-debugging-port and connect a browser'),
  },
  undo: { label: 'Undo', act: edit('undo') },
  redo: { label: 'Redo', act: edit('redo') },
  cut: { label: 'Cut', act: edit('cut') },
  copy: { label: 'Copy', act: edit('copy') },
  paste: { label: 'Paste', act: edit('paste') },
  pasteAndMatchStyle: { label: 'Paste and Match Style', act: edit('paste') },
  delete: { label: 'Delete', act: edit('delete') },
  selectAll: { label: 'Select All', act: edit('selectAll') },
  about: { label: 'About', act: () => {} },
  // Roles that only macOS has.
  services: { label: 'Services', act: () => {} },
  hide: { label: 'Hide', accelerator: 'Command+H', act: () => {} },
  hideOthers: { label: 'Hide Others', accelerator: 'Command+Alt+H', act: () => {} },
  unhide: { label: 'Show All', act: () => {} },
  zoom: { label: 'Zoom', act: (window) => window.maximize() },
  front: { label: 'Bring All to Front', act: () => {} },
};

/** Label and entries of the roles that represent whole menus. */
const roleMenus: Partial<Record<Role, { label: string; roles: Role[] }>> = {
  fileMenu: { label: 'File', roles: ['quit'] },
  editMenu: { label: 'Edit', roles: ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll'] },
  viewMenu: { label: 'View', roles: ['reload', 'forceReload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'] },
  windowMenu: { label: 'Window', roles: ['minimize', 'close'] },
};

/**
 * Converts an accelerator such as 'CommandOrControl+Shift+N' to the properties of a key press.
 * @throws Error if the accelerator names no key
 */
export function parseAccelerator(accelerator: string, id: number): MenuShortcut {
  const shortcut: MenuShortcut = { id, key: '', ctrl: false, shift: false, alt: false, meta: false, beforePage: false };
  const mac = process.platform === 'darwin';
  const names: Record<string, string> = {
    ...{ plus: '+', space: ' ', esc: 'escape', return: 'enter', up: 'arrowup', down: 'arrowdown' },
    ...{ left: 'arrowleft', right: 'arrowright', del: 'delete', ins: 'insert' },
  };
  for (const part of accelerator.toLowerCase().split('+')) {
    if (/^(commandorcontrol|cmdorctrl)$/.test(part)) shortcut[mac ? 'meta' : 'ctrl'] = true;
    else if (/^(control|ctrl)$/.test(part)) shortcut.ctrl = true;
    else if (/^(command|cmd|super|meta)$/.test(part)) shortcut.meta = true;
    else if (/^(alt|option|altgr)$/.test(part)) shortcut.alt = true;
    else if (part === 'shift') shortcut.shift = true;
    else shortcut.key = names[part] ?? part;
  }
  if (!shortcut.key) throw new Error(`Invalid accelerator: ${accelerator}`);
  // On macOS, keys with Cmd reach the page before the menu, and other keys reach the menu first.
  shortcut.beforePage = mac && !shortcut.meta;
  return shortcut;
}

let lastCommand = 0;

export class MenuItem {
  readonly commandId = ++lastCommand;
  readonly id: string;
  readonly type: NonNullable<Template['type']>;
  readonly role: Role | undefined;
  readonly accelerator: string | null;
  readonly submenu: Menu | undefined;
  readonly registerAccelerator: boolean;
  label: string;
  sublabel: string;
  toolTip: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  /**
   * Performs the item's action. As in Electron, a call by program gives the listener only what it passes here, and the
   * role of an item does nothing without a window. Electron also passes the window's contents, which nothing here uses.
   */
  readonly click: (event?: unknown, window?: unknown) => void;

  constructor(options: Template) {
    const role = options.role && roles[options.role];
    const menu = options.role && roleMenus[options.role];
    // A menu item with a submenu may have any role. Roles such as 'help' and 'window' only tell macOS where to put the
    // submenu.
    if (options.role && !role && !menu && !options.submenu) throwNotInStandin(`The menu role '${options.role}'`);
    const submenu = menu ? menu.roles.map((name): Template => ({ role: name })) : options.submenu;
    this.id = options.id ?? '';
    this.role = options.role;
    this.type = options.type ?? (submenu ? 'submenu' : 'normal');
    this.label = options.label ?? role?.label ?? menu?.label ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.accelerator = options.accelerator ?? role?.accelerator ?? null;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as Menu | undefined);
    this.click = (event, window) => {
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.checked = true;
      const click = options.click as ((...args: unknown[]) => void) | undefined;
      if (role && (window || options.role === 'quit')) role.act(window as StandinWindow);
      else click?.(this, window, event);
    };
  }
}

export class Menu extends StrictEmitter {
  protected static override events = ['menu-will-show', 'menu-will-close'];
  static #application: Menu | null = null;
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: (Template | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
    const items = new Map<number, MenuItem>();
    const collect = (list: MenuItem[]) => {
      for (const item of list) {
        if (item.submenu) collect(item.submenu.items);
        // macOS ignores `registerAccelerator` and registers every accelerator (electron/electron#18295).
        const isRegistered = item.registerAccelerator || process.platform === 'darwin';
        if (item.accelerator && isRegistered) items.set(item.commandId, item);
      }
    };
    collect(menu?.items ?? []);
    menuShortcuts.list = [...items].map(([id, item]) => parseAccelerator(item.accelerator as string, id));
    menuShortcuts.press = (id, window) => {
      // The accelerator of a hidden item works too (`acceleratorWorksWhenHidden` is true by default).
      const item = items.get(id);
      if (item?.enabled) item.click({ triggeredByAccelerator: true }, window);
    };
    // As in Electron, every window gets the menu, even one whose menu was removed.
    for (const window of standinWindows.values()) window.setMenu(menu);
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }
  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  /** Records the menu instead of drawing it (`standinRecord.popups`). */
  popup(options?: Electron.PopupOptions): void {
    this.emit('menu-will-show', {});
    standinRecord.popups.push(this);
    queueMicrotask(() => {
      this.emit('menu-will-close', {});
      options?.callback?.();
    });
  }
  closePopup(): void {}
}
