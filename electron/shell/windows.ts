/** The app's windows: the workspace that each shows, its size, and the addresses it may load. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { BrowserWindow, clipboard, Menu, nativeTheme, shell } from 'electron';
import type { AppCommand } from '../../shared/bridge/index.ts';
import { appOrigin } from './app-protocol.ts';
import { hashOf } from './app-url.ts';
import { sendEvent } from './bridge-host.ts';
import { contextMenuTemplate } from './context-menu.ts';
import type { SettingsFile } from './settings-file.ts';

/** What a window shows first. */
export interface WindowPlan {
  /** Null while there is no workspace. */
  readonly workspaceId: string | null;
  readonly route?: string | undefined;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

export interface Windows {
  open(plan: WindowPlan): BrowserWindow;
  workspaceOf(window: BrowserWindow): string | null;
  /** The window's current route, in the form that `open` takes. */
  routeOf(window: BrowserWindow): string;
  /**
   * The secret part of the addresses of its files, so that a page can read only files of the workspace that it shows.
   */
  filesKeyOf(window: BrowserWindow): string;
  /** The workspace of the window with this key, or null. */
  workspaceByFilesKey(key: string): string | null;
  show(window: BrowserWindow, workspaceId: string | null): void;
  showing(workspaceId: string): BrowserWindow[];
  /** Sends a command to the window's page, at once or when its first view is complete. */
  command(window: BrowserWindow, command: AppCommand): void;
  /** The page can run commands from now on. */
  viewComplete(window: BrowserWindow): void;
  /** The window that gets menu commands. */
  front(): BrowserWindow | undefined;
}

export interface WindowsOptions {
  readonly settings: SettingsFile;
  /** Address of the renderer's development server; null for the bundle. */
  readonly devUrl: string | null;
  readonly onRelease: (windowId: number) => void;
}

/** Whether a link in a text may be opened in the system's browser. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && /^(https?|mailto):$/.test(new URL(url).protocol);
}

export function createWindows({ settings, devUrl, onRelease }: WindowsOptions): Windows {
  const workspaces = new Map<number, string | null>();
  const filesKeys = new Map<number, string>();
  /** Commands for pages whose first view is not complete, by window id. */
  const waiting = new Map<number, AppCommand[]>();
  const origin = devUrl ? new URL(devUrl).origin : appOrigin;
  let front: BrowserWindow | undefined;

  function open({ workspaceId, route, size }: WindowPlan): BrowserWindow {
    const last = settings.window;
    const window = new BrowserWindow({
      width: size?.width ?? last?.width ?? 1280,
      height: size?.height ?? last?.height ?? 800,
      minWidth: 480,
      minHeight: 400,
      show: false,
      title: 'Decktop',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181b' : '#f6f6f4',
      webPreferences: {
        preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        // Except on macOS, Chromium would download dictionaries from a third party's server.
        spellcheck: process.platform === 'darwin',
      },
    });
    const { id } = window;
    workspaces.set(id, workspaceId);
    filesKeys.set(id, randomUUID());
    waiting.set(id, []);
    window.once('ready-to-show', () => {
      if (!size && last?.maximized) window.maximize();
      window.show();
    });
    window.on('focus', () => {
      front = window;
    });
    window.on('close', () => {
      if (size) return;
      const { width, height } = window.getBounds();
      settings.remember({ window: { width, height, maximized: window.isMaximized() } });
    });
    window.on('closed', () => {
      workspaces.delete(id);
      filesKeys.delete(id);
      waiting.delete(id);
      if (front === window) front = undefined;
      onRelease(id);
    });
    // A new document makes new watches, so the old ones end. Not at `did-start-loading`, which also occurs after a change of
    // the page's own #route.
    window.webContents.on('did-navigate', () => {
      onRelease(id);
      if (!waiting.has(id)) waiting.set(id, []);
    });
    window.webContents.setWindowOpenHandler(({ url }) => {
      if (isSafeLink(url)) void shell.openExternal(url);
      return { action: 'deny' };
    });
    window.webContents.on('will-navigate', (event) => {
      if (new URL(event.url).origin !== origin && !event.url.startsWith(`${origin}/`)) event.preventDefault();
    });
    window.webContents.on('context-menu', (_event, params) => {
      const { webContents } = window;
      const template = contextMenuTemplate(params, {
        replaceMisspelling: (word) => webContents.replaceMisspelling(word),
        addToDictionary: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
        openLink: (url) => void shell.openExternal(url),
        copyText: (text) => void clipboard.writeText(text),
        copyImageAt: (x, y) => webContents.copyImageAt(x, y),
        saveImage: (url) => webContents.downloadURL(url),
        isSafeLink,
      });
      if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
    });
    const hash = hashOf(route);
    void window.loadURL(devUrl ? `${devUrl}${hash}` : `${appOrigin}/index.html${hash}`);
    front ??= window;
    return window;
  }

  return {
    open,
    workspaceOf: (window) => workspaces.get(window.id) ?? null,
    routeOf: (window) => {
      const url = window.webContents.getURL();
      return URL.canParse(url) ? new URL(url).hash : '';
    },
    filesKeyOf: (window) => filesKeys.get(window.id) ?? '',
    workspaceByFilesKey(key) {
      const [id] = [...filesKeys].find(([, known]) => known === key) ?? [];
      return (id === undefined ? null : workspaces.get(id)) ?? null;
    },
    show: (window, workspaceId) => {
      // The page keeps its watches if the workspace stays the same.
      if (workspaces.get(window.id) === workspaceId) return;
      workspaces.set(window.id, workspaceId);
      onRelease(window.id);
    },
    showing: (workspaceId) =>
      BrowserWindow.getAllWindows().filter((window) => workspaces.get(window.id) === workspaceId),
    command(window, command) {
      const queue = waiting.get(window.id);
      if (queue) queue.push(command);
      else sendEvent(window, 'app/command', command);
    },
    viewComplete(window) {
      const queue = waiting.get(window.id) ?? [];
      waiting.delete(window.id);
      for (const command of queue) sendEvent(window, 'app/command', command);
    },
    front: () => front ?? BrowserWindow.getAllWindows()[0],
  };
}
