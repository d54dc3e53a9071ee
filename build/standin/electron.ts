/**
 * The imitation of Electron: the app imports this module as `electron` when it runs on the stand-in. The types are
 * checked against those of Electron.
 */
import { App, app } from './app.ts';
import { clipboard } from './clipboard.ts';
import {
  crashReporter,
  dialog,
  globalShortcut,
  NativeTheme,
  Notification,
  nativeTheme,
  PowerMonitor,
  powerMonitor,
  shell,
  Tray,
} from './desktop.ts';
import { IpcMain, ipcMain } from './ipc.ts';
import { Menu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { ClientRequest, net } from './net.ts';
import { safeStorage } from './safe-storage.ts';
import { Screen, screen } from './screen.ts';
import { protocol, Session, session } from './session.ts';
import { checkUses, StrictEmitter, throwOnUnknownMembers } from './strict.ts';
import { StandinWebContents } from './web-contents.ts';
import { StandinWindow, standinWindows } from './window.ts';

const webContents = throwOnUnknownMembers('webContents', {
  fromId: (id: number) => standinWindows.get(id)?.webContents,
  getAllWebContents: () => [...standinWindows.values()].map((window) => window.webContents),
  getFocusedWebContents: () => StandinWindow.getFocusedWindow()?.webContents ?? null,
  fromDevToolsTargetId: (id: string) =>
    [...standinWindows.values()].find((w) => w.webContents.targetId === id)?.webContents,
});

for (const [name, electronClass] of Object.entries({
  ...{ app: App, BrowserWindow: StandinWindow, ClientRequest, ipcMain: IpcMain, Menu, nativeTheme: NativeTheme },
  ...{ Notification, powerMonitor: PowerMonitor, screen: Screen, Session, Tray, WebContents: StandinWebContents },
}))
  checkUses(name, electronClass as typeof StrictEmitter);

/** The class of the stand-in's `autoUpdater`. It emits no events, since the stand-in cannot install updates. */
export class AutoUpdater extends StrictEmitter {
  protected static override events = 'any' as const;
}
const autoUpdater = new AutoUpdater();

/**
 * Parts of Electron that the stand-in does not implement. The app can import them, but reading a member throws an error
 * that names the member.
 */
const inAppPurchase = throwOnUnknownMembers('inAppPurchase', {});
const MessageChannelMain = throwOnUnknownMembers('MessageChannelMain', class {});
const contentTracing = throwOnUnknownMembers('contentTracing', {});
const desktopCapturer = throwOnUnknownMembers('desktopCapturer', {});
const netLog = throwOnUnknownMembers('netLog', {});
const powerSaveBlocker = throwOnUnknownMembers('powerSaveBlocker', {});
const pushNotifications = throwOnUnknownMembers('pushNotifications', {});
const systemPreferences = throwOnUnknownMembers('systemPreferences', {});
const utilityProcess = throwOnUnknownMembers('utilityProcess', {});

const electron = throwOnUnknownMembers('electron', {
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
 * Compiles only if each member of `Ours` has a type that is compatible with the same member of `Theirs`. Does not
 * compare members that every emitter has, or members named in `Except`.
 */
type Compatible<
  Ours extends Omit<Pick<Theirs, keyof Ours & keyof Theirs>, keyof StrictEmitter | Except>,
  Theirs,
  Except extends string = never,
> = Ours;
export type ElectronTypeChecks = [
  Compatible<typeof app, Electron.App, 'dock' | 'setJumpList' | 'commandLine' | 'quit'>,
  Compatible<typeof ipcMain, Electron.IpcMain>,
  Compatible<StandinWindow, Electron.BrowserWindow, 'webContents'>,
  Compatible<StandinWebContents, Electron.WebContents, 'session'>,
  Compatible<Menu, Electron.Menu, 'items' | 'append' | 'insert' | 'getMenuItemById'>,
  Compatible<MenuItem, Electron.MenuItem, 'submenu' | 'click' | 'role'>,
  Compatible<Notification, Electron.Notification>,
  Compatible<Tray, Electron.Tray>,
  Compatible<typeof nativeTheme, Electron.NativeTheme>,
  Compatible<typeof powerMonitor, Electron.PowerMonitor>,
  Compatible<typeof screen, Electron.Screen>,
];
