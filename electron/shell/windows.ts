/** The app's windows: which workspace each shows, where it is, and what it may load. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { BrowserWindow, clipboard, Menu, nativeTheme, shell } from 'electron';
import { appOrigin } from './app-protocol.ts';
import { hashOf } from './app-url.ts';
import { contextMenuTemplate } from './context-menu.ts';
import type { SettingsFile } from './settings-file.ts';

/** Everything a window needs to know before its page runs. */
export interface WindowPlan {
  /** Null while there is no workspace. */
  readonly workspaceId: string | null;
  readonly route?: string | undefined;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

export interface Windows {
  open(plan: WindowPlan): BrowserWindow;
  workspaceOf(window: BrowserWindow): string | null;
  /** What the window shows now, as `open` takes it. */
  routeOf(window: BrowserWindow): string;
  /** The unguessable part of the addresses of its files: a page asks for those of the workspace it shows, no others. */
  filesKeyOf(window: BrowserWindow): string;
  /** The workspace of the window with this key; null where there is none. */
  workspaceByFilesKey(key: string): string | null;
  show(window: BrowserWindow, workspaceId: string | null): void;
  showing(workspaceId: string): BrowserWindow[];
  /** The window that menu commands go to. */
  front(): BrowserWindow | undefined;
}

export interface WindowsOptions {
  readonly settings: SettingsFile;
  /** Where the renderer is served while developing, null for the bundle. */
  readonly devUrl: string | null;
  readonly released: (windowId: number) => void;
}

/** Links of the interface's texts may lead anywhere; only these open, and only in the system's browser. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && /^(https?|mailto):$/.test(new URL(url).protocol);
}

export function createWindows({ settings, devUrl, released }: WindowsOptions): Windows {
  const workspaces = new Map<number, string | null>();
  const filesKeys = new Map<number, string>();
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
        // Elsewhere Chromium would fetch its dictionaries from a third party's server; macOS has its own.
        spellcheck: process.platform === 'darwin',
      },
    });
    const { id } = window;
    workspaces.set(id, workspaceId);
    filesKeys.set(id, randomUUID());
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
      if (front === window) front = undefined;
      released(id);
    });
    // A new document makes new watches; the old one's must not outlive it. Not at `did-start-loading`, which a change of
    // the page's own #route brings about as well.
    window.webContents.on('did-navigate', () => released(id));
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
      // The page keeps what it watches where the workspace stays the same.
      if (workspaces.get(window.id) === workspaceId) return;
      workspaces.set(window.id, workspaceId);
      released(window.id);
    },
    showing: (workspaceId) =>
      BrowserWindow.getAllWindows().filter((window) => workspaces.get(window.id) === workspaceId),
    front: () => front ?? BrowserWindow.getAllWindows()[0],
  };
}
