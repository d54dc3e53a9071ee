/** The app's windows: the workspace that each shows, its size, and the addresses it may load. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { BrowserWindow, clipboard, Menu, nativeTheme, shell } from 'electron';
import type { AppCommand } from '../../../shared/bridge/index.ts';
import { appOrigin } from '../app-protocol.ts';
import { hashOf } from '../app-url.ts';
import { sendEvent } from '../bridge-host.ts';
import { platform } from '../platform.ts';
import type { SettingsFile } from '../settings-file.ts';
import { contextMenuTemplate } from './context-menu.ts';
import type { WindowKind, WindowPlan } from './window-plan.ts';

export interface Windows {
  open(plan: WindowPlan): BrowserWindow;
  /** The open windows of a kind. */
  ofKind(kind: WindowKind): BrowserWindow[];
  kindOf(window: BrowserWindow): WindowKind | undefined;
  workspaceOf(window: BrowserWindow): string | null;
  /** The window's current route, in the form that `open` takes. */
  routeOf(window: BrowserWindow): string;
  /**
   * The secret part of the addresses of its files, so that a page can read only files of the workspace that it shows.
   */
  filesKeyOf(window: BrowserWindow): string;
  /** The workspace of the window with this key, or null. */
  workspaceByFilesKey(key: string): string | null;
  /** Changes the workspace of the window. */
  show(window: BrowserWindow, workspaceId: string | null): void;
  showing(workspaceId: string): BrowserWindow[];
  /** Sends a command to the window's page, at once or when its first view is complete. */
  command(window: BrowserWindow, command: AppCommand): void;
  /** The page can run commands from now on. */
  viewComplete(window: BrowserWindow): void;
  /** The `main` or `card` window that had the focus last: it gets menu commands. */
  front(): BrowserWindow | undefined;
}

export interface WindowsOptions {
  readonly settings: SettingsFile;
  /** Address of the renderer's development server; null for the bundle. */
  readonly devUrl: string | null;
  readonly onRelease: (windowId: number) => void;
  /** Another window is in front now, or none. */
  readonly onFrontChange: () => void;
}

interface OpenWindow {
  readonly window: BrowserWindow;
  readonly kind: WindowKind;
  readonly filesKey: string;
  workspaceId: string | null;
  /** Commands until its first view is complete, then null. */
  waiting: AppCommand[] | null;
}

const mainSize = { width: 1280, height: 800 };
const mainMinSize = { width: 480, height: 400 };

const takesMenuCommands = (kind: WindowKind) => kind === 'main' || kind === 'card';

/** Whether a link in a text may be opened in the system's browser. */
export function isSafeLink(url: string): boolean {
  return URL.canParse(url) && /^(https?|mailto):$/.test(new URL(url).protocol);
}

/** Moves the window before all others, also from the taskbar. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

export function createWindows({ settings, devUrl, onRelease, onFrontChange }: WindowsOptions): Windows {
  const all = new Map<number, OpenWindow>();
  const origin = devUrl ? new URL(devUrl).origin : appOrigin;
  let front: BrowserWindow | undefined;

  function open(plan: WindowPlan): BrowserWindow {
    const { kind, workspaceId, route, page = 'index.html', bounds, minSize = mainMinSize } = plan;
    const last = bounds ? undefined : settings.window;
    const { width, height } = last ?? mainSize;
    const window = new BrowserWindow({
      ...(bounds ?? { width, height }),
      minWidth: minSize.width,
      minHeight: minSize.height,
      show: false,
      frame: plan.frame ?? true,
      resizable: plan.resizable ?? true,
      alwaysOnTop: plan.alwaysOnTop ?? false,
      skipTaskbar: plan.skipTaskbar ?? false,
      title: 'Decktop',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181b' : '#f6f6f4',
      webPreferences: {
        preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        // Except on macOS, Chromium would download dictionaries from a third party's server.
        spellcheck: platform() === 'darwin',
      },
    });
    const opened: OpenWindow = { window, kind, filesKey: randomUUID(), workspaceId, waiting: [] };
    all.set(window.id, opened);
    if (plan.show !== false)
      window.once('ready-to-show', () => {
        if (last?.maximized) window.maximize();
        window.show();
      });
    if (takesMenuCommands(kind)) {
      front ??= window;
      window.on('focus', () => {
        front = window;
        onFrontChange();
      });
    }
    window.on('close', () => {
      if (bounds) return;
      const { width, height } = window.getBounds();
      settings.remember({ window: { width, height, maximized: window.isMaximized() } });
    });
    window.on('closed', () => {
      all.delete(window.id);
      onRelease(window.id);
      if (front !== window) return;
      front = undefined;
      onFrontChange();
    });
    // A new document makes new watches, so the old ones end. Not at `did-start-loading`, which also occurs after a change of
    // the page's own #route.
    window.webContents.on('did-navigate', () => {
      onRelease(window.id);
      opened.waiting ??= [];
    });
    window.webContents.setWindowOpenHandler(({ url }) => {
      if (isSafeLink(url)) void shell.openExternal(url);
      return { action: 'deny' };
    });
    window.webContents.on('will-navigate', (event) => {
      if (new URL(event.url).origin !== origin && !event.url.startsWith(`${origin}/`)) event.preventDefault();
    });
    showContextMenus(window);
    void window.loadURL(`${origin}/${page}${hashOf(route)}`);
    return window;
  }

  const windowsWhere = (test: (opened: OpenWindow) => boolean) =>
    [...all.values()].filter(test).map(({ window }) => window);

  return {
    open,
    ofKind: (wanted) => windowsWhere(({ kind }) => kind === wanted),
    kindOf: (window) => all.get(window.id)?.kind,
    workspaceOf: (window) => all.get(window.id)?.workspaceId ?? null,
    routeOf: (window) => {
      const url = window.webContents.getURL();
      return URL.canParse(url) ? new URL(url).hash : '';
    },
    filesKeyOf: (window) => all.get(window.id)?.filesKey ?? '',
    workspaceByFilesKey: (key) => [...all.values()].find(({ filesKey }) => filesKey === key)?.workspaceId ?? null,
    show: (window, workspaceId) => {
      const opened = all.get(window.id);
      // The page keeps its watches if the workspace stays the same.
      if (!opened || opened.workspaceId === workspaceId) return;
      opened.workspaceId = workspaceId;
      onRelease(window.id);
    },
    showing: (wanted) => windowsWhere(({ workspaceId }) => workspaceId === wanted),
    command(window, command) {
      const waiting = all.get(window.id)?.waiting;
      if (waiting) waiting.push(command);
      else sendEvent(window, 'app/command', command);
    },
    viewComplete(window) {
      const opened = all.get(window.id);
      if (!opened) return;
      const waiting = opened.waiting ?? [];
      opened.waiting = null;
      for (const command of waiting) sendEvent(window, 'app/command', command);
    },
    front: () => front ?? windowsWhere(({ kind }) => takesMenuCommands(kind))[0],
  };
}

/** Shows the context menu at right clicks that the page leaves to the system. */
function showContextMenus(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
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
}
