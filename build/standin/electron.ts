/** The module that the app imports as `electron`. Its types are checked against Electron's own. */
import { app } from './app.ts';
import { clipboard } from './clipboard.ts';
import {
  crashReporter,
  dialog,
  globalShortcut,
  Notification,
  nativeTheme,
  powerMonitor,
  shell,
  Tray,
} from './desktop.ts';
import { ipcMain } from './ipc.ts';
import { Menu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { net } from './net.ts';
import { safeStorage } from './safe-storage.ts';
import { screen } from './screen.ts';
import { protocol, session } from './session.ts';
import { StrictEmitter, strict } from './strict.ts';
import type { StandinWebContents } from './web-contents.ts';
import { StandinWindow, windows } from './window.ts';

/** The members of `import … from 'electron'` in the main process. */

const webContents = strict('webContents', {
  fromId: (id: number) => windows.get(id)?.webContents,
  getAllWebContents: () => [...windows.values()].map((window) => window.webContents),
  getFocusedWebContents: () => StandinWindow.getFocusedWindow()?.webContents ?? null,
  fromDevToolsTargetId: (id: string) => [...windows.values()].find((w) => w.webContents.targetId === id)?.webContents,
});

/** Never emits: updates come from a release server, to an installed app. */
export class AutoUpdater extends StrictEmitter {
  protected static override events = 'any' as const;
}
const autoUpdater = new AutoUpdater();

/** Parts of Electron that the stand-in lacks: importing them is allowed, and using one is an error that names it. */
const inAppPurchase = strict('inAppPurchase', {});
const MessageChannelMain = strict('MessageChannelMain', class {});
const contentTracing = strict('contentTracing', {});
const desktopCapturer = strict('desktopCapturer', {});
const netLog = strict('netLog', {});
const powerSaveBlocker = strict('powerSaveBlocker', {});
const pushNotifications = strict('pushNotifications', {});
const systemPreferences = strict('systemPreferences', {});
const utilityProcess = strict('utilityProcess', {});

const electron = strict('electron', {
  ...{ app, autoUpdater, BrowserWindow: StandinWindow, clipboard, contentTracing, crashReporter, desktopCapturer },
  ...{ dialog, globalShortcut, inAppPurchase, ipcMain, Menu, MenuItem, MessageChannelMain, nativeImage, nativeTheme },
  ...{ net, netLog, Notification, powerMonitor, powerSaveBlocker, protocol, pushNotifications, safeStorage, screen },
  ...{ session, shell, systemPreferences, Tray, utilityProcess, webContents },
} satisfies Partial<Record<keyof typeof Electron, unknown>>);

export default electron;
export {
  app,
  autoUpdater,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  // The value of require('electron').
  electron as 'module.exports',
  globalShortcut,
  inAppPurchase,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  StandinWindow as BrowserWindow,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  webContents,
};

/**
 * Members that both have must have compatible types, except for the emitter's overloads and `Except`, the members that
 * return the stand-in's own windows.
 */
type Fits<
  Ours extends Omit<Pick<Theirs, keyof Ours & keyof Theirs>, keyof StrictEmitter | Except>,
  Theirs,
  Except extends string = never,
> = Ours;
export type Checked = [
  Fits<typeof app, Electron.App, 'dock' | 'setJumpList' | 'commandLine' | 'quit'>,
  Fits<typeof ipcMain, Electron.IpcMain>,
  Fits<StandinWindow, Electron.BrowserWindow, 'webContents'>,
  Fits<StandinWebContents, Electron.WebContents, 'session'>,
  Fits<Menu, Electron.Menu, 'items' | 'append' | 'insert' | 'getMenuItemById'>,
  Fits<MenuItem, Electron.MenuItem, 'submenu' | 'click' | 'role'>,
  Fits<Notification, Electron.Notification>,
  Fits<Tray, Electron.Tray>,
  Fits<typeof nativeTheme, Electron.NativeTheme>,
  Fits<typeof powerMonitor, Electron.PowerMonitor>,
  Fits<typeof screen, Electron.Screen>,
];
