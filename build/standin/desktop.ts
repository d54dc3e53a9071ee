/** The desktop parts of Electron: dialogs, shell, power, notifications, tray and theme. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseAccelerator } from './menu.ts';
import { theme } from './registry.ts';
import { record, StrictEmitter, strict, unlessGone } from './strict.ts';
import { windows } from './window.ts';

// ---- dialogs: none is drawn. Each is recorded and answered as if the person had cancelled; tests put their own answer
// in place (`dialog.showOpenDialog = async () => …`). Their text is written to the terminal.
type MessageBox = Electron.MessageBoxOptions;
const asked = (method: string, args: unknown[]) => {
  const options = args.at(-1) ?? {};
  record.dialogs.push({ method, options });
  return options;
};
const messageBox = (method: string, args: unknown[]): number => {
  const { message, detail, buttons = [], cancelId, defaultId } = asked(method, args) as MessageBox;
  console.error(`[dialog] ${message}${detail ? `\n${detail}` : ''}`);
  const cancel = buttons.findIndex((button) => /^(cancel|no)$/i.test(button));
  return cancelId ?? (cancel === -1 ? (defaultId ?? 0) : cancel);
};
export const dialog = strict('dialog', {
  async showOpenDialog(...args: unknown[]) {
    asked('showOpenDialog', args);
    return { canceled: true, filePaths: [] as string[] };
  },
  showOpenDialogSync(...args: unknown[]): string[] | undefined {
    asked('showOpenDialogSync', args);
    return undefined;
  },
  async showSaveDialog(...args: unknown[]) {
    asked('showSaveDialog', args);
    return { canceled: true, filePath: '' };
  },
  showSaveDialogSync(...args: unknown[]): string {
    asked('showSaveDialogSync', args);
    return '';
  },
  async showMessageBox(...args: unknown[]) {
    return { response: messageBox('showMessageBox', args), checkboxChecked: false };
  },
  showMessageBoxSync: (...args: unknown[]) => messageBox('showMessageBoxSync', args),
  showErrorBox(title: string, content: string) {
    asked('showErrorBox', [{ title, content }]);
    console.error(`[dialog] ${title}\n${content}`);
  },
} satisfies Partial<Electron.Dialog>);

/** Hands a link or file to the desktop, where there is one, and records it. */
function open(what: string): void {
  record.opened.push(what);
  if (!process.env.DISPLAY || process.env.STANDIN_OPEN === '0') return;
  spawn('xdg-open', [what], { stdio: 'ignore', detached: true })
    .on('error', () => console.error(`[stand-in] would open ${what}`))
    .unref();
}
export const shell = strict('shell', {
  async openExternal(url: string) {
    open(url);
  },
  async openPath(file: string) {
    open(file);
    return '';
  },
  showItemInFolder(file: string) {
    open(path.dirname(file));
  },
  async trashItem(file: string) {
    await rm(file, { recursive: true });
  },
  beep() {},
} satisfies Partial<Electron.Shell>);

export class Notification extends StrictEmitter {
  protected static override events = ['show', 'click', 'close', 'reply', 'action', 'failed'];
  title: string;
  body: string;
  silent: boolean;
  actions: Electron.NotificationAction[];
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    // macOS and Windows only, as in Electron.
    this.actions = process.platform === 'linux' ? [] : (options.actions ?? []);
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    record.notifications.push(this);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}

export class Tray extends StrictEmitter {
  protected static override events = ['click', 'right-click', 'double-click', 'balloon-click'];
  #destroyed = false;
  #tip = '';
  contextMenu: unknown = null;
  constructor(_image: unknown) {
    super();
    record.trays.push(this);
  }
  setToolTip(tip: string): void {
    this.#tip = tip;
  }
  getToolTip(): string {
    return this.#tip;
  }
  setContextMenu(menu: unknown): void {
    this.contextMenu = menu;
  }
  setImage(_image: unknown): void {}
  setTitle(_title: string): void {}
  destroy(): void {
    this.#destroyed = true;
    record.trays.splice(record.trays.indexOf(this), 1);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}

/** Tests press the keys by `standinRecord.shortcuts`; keys in `takenKeys` belong to another program. */
const { shortcuts, takenKeys } = record;
export const globalShortcut = strict('globalShortcut', {
  register(accelerator: string, callback: () => void) {
    parseAccelerator(accelerator, 0);
    if (takenKeys.has(accelerator)) return false;
    shortcuts.set(accelerator, callback);
    return true;
  },
  isRegistered: (accelerator: string) => shortcuts.has(accelerator),
  unregister(accelerator: string) {
    shortcuts.delete(accelerator);
  },
  unregisterAll() {
    shortcuts.clear();
  },
} satisfies Partial<Electron.GlobalShortcut>);

export class NativeTheme extends StrictEmitter {
  protected static override events = ['updated'];
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
  get shouldUseDarkColors(): boolean {
    return theme.source === 'dark';
  }
  get themeSource(): 'system' | 'light' | 'dark' {
    return theme.source;
  }
  set themeSource(source: 'system' | 'light' | 'dark') {
    theme.source = source;
    for (const window of windows.values()) unlessGone(window.ready.then(() => window.webContents.emulateMedia()));
    this.emit('updated', {});
  }
}
export const nativeTheme = new NativeTheme();

export class PowerMonitor extends StrictEmitter {
  protected static override events = [
    ...['suspend', 'resume', 'on-ac', 'on-battery', 'shutdown', 'lock-screen', 'unlock-screen'],
    ...['thermal-state-change', 'speed-limit-change', 'user-did-become-active', 'user-did-resign-active'],
  ];
  readonly onBatteryPower = false;
  getSystemIdleTime(): number {
    return 0;
  }
  getSystemIdleState(_seconds: number): 'active' {
    return 'active';
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}
export const powerMonitor = new PowerMonitor();

export const crashReporter = strict('crashReporter', { start(_options: unknown) {} });
