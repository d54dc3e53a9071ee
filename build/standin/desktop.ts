/**
 * Imitates the desktop parts of Electron: dialogs, shell, notifications, tray, global shortcuts, theme, power and crash
 * reporter.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseAccelerator } from './menu.ts';
import { pageTheme } from './registry.ts';
import { logErrorUnlessWindowClosed, StrictEmitter, standinRecord, throwOnUnknownMembers } from './strict.ts';
import { standinWindows } from './window.ts';

// The stand-in draws no dialogs. It records each dialog, and writes the text of messages to the terminal. It answers
// like a person who cancels. In a message without a cancel button, it chooses the default button or the first button.
// To answer otherwise, a test replaces a function of `dialog` (`dialog.showOpenDialog = async () => …`).
type MessageBox = Electron.MessageBoxOptions;
const recordDialog = (method: string, args: unknown[]) => {
  const options = args.at(-1) ?? {};
  standinRecord.dialogs.push({ method, options });
  return options;
};
const messageBox = (method: string, args: unknown[]): number => {
  const { message, detail, buttons = [], cancelId, defaultId } = recordDialog(method, args) as MessageBox;
  console.error(`[dialog] ${message}${detail ? `\n${detail}` : ''}`);
  const cancel = buttons.findIndex((button) => /^(cancel|no)$/i.test(button));
  return cancelId ?? (cancel === -1 ? (defaultId ?? 0) : cancel);
};
export const dialog = throwOnUnknownMembers('dialog', {
  async showOpenDialog(...args: unknown[]) {
    recordDialog('showOpenDialog', args);
    return { canceled: true, filePaths: [] as string[] };
  },
  showOpenDialogSync(...args: unknown[]): string[] | undefined {
    recordDialog('showOpenDialogSync', args);
    return undefined;
  },
  async showSaveDialog(...args: unknown[]) {
    recordDialog('showSaveDialog', args);
    return { canceled: true, filePath: '' };
  },
  showSaveDialogSync(...args: unknown[]): string {
    recordDialog('showSaveDialogSync', args);
    return '';
  },
  async showMessageBox(...args: unknown[]) {
    return { response: messageBox('showMessageBox', args), checkboxChecked: false };
  },
  showMessageBoxSync: (...args: unknown[]) => messageBox('showMessageBoxSync', args),
  showErrorBox(title: string, content: string) {
    recordDialog('showErrorBox', [{ title, content }]);
    console.error(`[dialog] ${title}\n${content}`);
  },
} satisfies Partial<Electron.Dialog>);

/** Records a link or file, and opens it with `xdg-open` if there is a display and STANDIN_OPEN is not 0. */
function openOnDesktop(what: string): void {
  standinRecord.opened.push(what);
  if (!process.env.DISPLAY || process.env.STANDIN_OPEN === '0') return;
  spawn('xdg-open', [what], { stdio: 'ignore', detached: true })
    .on('error', () => console.error(`[stand-in] would open ${what}`))
    .unref();
}
export const shell = throwOnUnknownMembers('shell', {
  async openExternal(url: string) {
    openOnDesktop(url);
  },
  async openPath(file: string) {
    openOnDesktop(file);
    return '';
  },
  showItemInFolder(file: string) {
    openOnDesktop(path.dirname(file));
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
    // Only macOS and Windows show buttons, as in Electron.
    this.actions = process.platform === 'linux' ? [] : (options.actions ?? []);
  }
  static isSupported(): boolean {
    return true;
  }
  static handleActivation(callback: (details: Electron.ActivationArguments) => void): void {
    if (process.platform !== 'win32') throw new Error('Notification.handleActivation exists on Windows only');
    standinRecord.activateNotification = () => callback({ type: 'click', arguments: '' });
  }
  show(): void {
    standinRecord.notifications.push(this);
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
    standinRecord.trays.push(this);
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
    standinRecord.trays.splice(standinRecord.trays.indexOf(this), 1);
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}

/**
 * Tests press a key by calling its function in `standinRecord.shortcuts`. Keys in `takenKeys` simulate keys that
 * another program uses: the app cannot register them.
 */
const { shortcuts, takenKeys } = standinRecord;
export const globalShortcut = throwOnUnknownMembers('globalShortcut', {
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
    return pageTheme.source === 'dark';
  }
  get themeSource(): 'system' | 'light' | 'dark' {
    return pageTheme.source;
  }
  set themeSource(source: 'system' | 'light' | 'dark') {
    pageTheme.source = source;
    for (const window of standinWindows.values())
      logErrorUnlessWindowClosed(window.ready.then(() => window.webContents.emulateMedia()));
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

export const crashReporter = throwOnUnknownMembers('crashReporter', { start(_options: unknown) {} });
