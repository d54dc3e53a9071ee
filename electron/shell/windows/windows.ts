import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';
import type { CommandToWindow } from '../../../shared/bridge/index.ts';
import { urlHashOfRoute } from '../app-url.ts';
import { sendBridgeEvent } from '../bridge-host.ts';
import { platform } from '../platform.ts';
import type { SettingsFile } from '../settings-file.ts';
import { installContextMenus, preventLeavingAppPages } from './page-guard.ts';
import { createOpenWindowsStore, type WindowToStore } from './window-memory.ts';
import type { NewWindowOptions, RememberedWindowKind, WindowKind, WindowSize } from './window-state.ts';

export interface AppWindows {
  open(options: NewWindowOptions): BrowserWindow;
  ofKind(kind: WindowKind): BrowserWindow[];
  kindOf(window: BrowserWindow): WindowKind | undefined;
  workspaceOf(window: BrowserWindow): string | null;
  /** The hash of the window's address. `open` accepts a route in this form. */
  routeOf(window: BrowserWindow): string;
  /**
   * The secret key in the addresses of this window's files. It gives access only to files of the window's workspace, so
   * that a page cannot read files of other workspaces.
   */
  filesKeyOf(window: BrowserWindow): string;
  /** Null if no window has the key (`filesKeyOf`). */
  workspaceByFilesKey(key: string): string | null;
  setWorkspace(window: BrowserWindow, workspaceId: string | null): void;
  windowsOf(workspaceId: string): BrowserWindow[];
  /** Sends a command to the window's page, at once or when its first view is complete. */
  sendCommand(window: BrowserWindow, command: CommandToWindow): void;
  /** Call this function when the page's first view is complete. */
  viewComplete(window: BrowserWindow): void;
  /** Call this function after a window has changed its route. */
  storeRoutesSoon(): void;
  /** The `main` or `card` window that had the focus last. Menu commands run in it. */
  front(): BrowserWindow | undefined;
  /** The one that had the focus last. */
  frontMain(workspaceId: string | null): BrowserWindow | undefined;
}

/** Texts for the person, such as that a file was damaged. One main window shows each, and keeps it until it is closed. */
export function createNoticeQueue() {
  const texts: string[] = [];
  let deliver = () => {};
  return {
    add(text: string): void {
      texts.push(text);
      deliver();
    },
    /** Removes them. */
    take: (): string[] => texts.splice(0),
    onAdd(listener: () => void): void {
      deliver = listener;
    },
  };
}

interface AppWindowsOptions {
  readonly settings: SettingsFile;
  readonly origin: string;
  readonly notices: ReturnType<typeof createNoticeQueue>;
  /** Called when a window no longer needs its watches (live queries): its page is gone or shows another workspace. */
  readonly onRelease: (windowId: number) => void;
  /** Called after the front window or the title of a window has changed. */
  readonly onMenuChange: () => void;
  /** Called after the last `main` or `card` window was closed. */
  readonly onLastClosed: () => void;
}

interface OpenWindow {
  readonly window: BrowserWindow;
  readonly kind: WindowKind;
  readonly filesKey: string;
  workspaceId: string | null;
  /** Commands that wait for the page's first view; null once that view is complete. */
  waitingCommands: CommandToWindow[] | null;
  /**
   * The later the window had the focus, the higher the value. Opening a window counts as focus. A window that opens
   * without the focus has 0 until its first focus.
   */
  lastFocus: number;
  /** Whether the caller of `open` set the bounds. Such a window is not stored for the next start. */
  readonly hasFixedBounds: boolean;
}

const sizes: Readonly<Record<RememberedWindowKind, { readonly size: WindowSize; readonly minSize: WindowSize }>> = {
  main: { size: { width: 1280, height: 800 }, minSize: { width: 480, height: 400 } },
  card: { size: { width: 860, height: 760 }, minSize: { width: 400, height: 320 } },
};

export const runsMenuCommands = (kind: WindowKind | undefined): kind is RememberedWindowKind =>
  kind === 'main' || kind === 'card';

/** On macOS a window comes only before those of its own app. Call it before showing a window. */
export function bringAppToFront(): void {
  if (platform() === 'darwin') app.focus({ steal: true });
}

/** Restores the window if it is minimized. `show` because Electron does not focus a hidden window. */
export function bringWindowToFront(window: BrowserWindow): void {
  bringAppToFront();
  if (window.isMinimized()) window.restore();
  window.show();
}

export function createAppWindows(options: AppWindowsOptions): AppWindows {
  const { settings, origin, notices, onRelease, onMenuChange, onLastClosed } = options;
  const openWindows = new Map<number, OpenWindow>();
  let focusCount = 0;

  /** The last focused window first. */
  const windowsByFocus = () =>
    [...openWindows.values()]
      .filter(({ kind }) => runsMenuCommands(kind))
      .toSorted((a, b) => b.lastFocus - a.lastFocus);
  const memory = createOpenWindowsStore(settings, () =>
    windowsByFocus().flatMap(({ window, kind, workspaceId, hasFixedBounds }): WindowToStore[] =>
      hasFixedBounds || !runsMenuCommands(kind) ? [] : [{ window, kind, workspaceId, route: routeOf(window) }],
    ),
  );

  function open(plan: NewWindowOptions): BrowserWindow {
    const { kind, workspaceId, route, page = 'index.html', bounds } = plan;
    const { minSize } = runsMenuCommands(kind) ? sizes[kind] : plan;
    const zoomLevel = windowsByFocus()[0]?.window.webContents.getZoomLevel() ?? settings.windows.zoomLevel;
    const rememberedBounds =
      runsMenuCommands(kind) && !bounds ? memory.boundsFor(kind, plan.state, sizes[kind]) : undefined;
    const window = new BrowserWindow({
      ...(rememberedBounds?.bounds ?? bounds),
      ...(minSize ? { minWidth: minSize.width, minHeight: minSize.height } : {}),
      show: false,
      frame: plan.frame ?? true,
      resizable: plan.resizable ?? true,
      alwaysOnTop: plan.alwaysOnTop ?? false,
      skipTaskbar: plan.skipTaskbar ?? false,
      ...(plan.isPanel && platform() === 'darwin' ? { type: 'panel' } : {}),
      title: 'Decktop',
      // Windows and macOS take the icon of the program.
      ...(platform() === 'linux' ? { icon: path.join(app.getAppPath(), 'build/identity/icons/256x256.png') } : {}),
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181b' : '#f6f6f4',
      webPreferences: {
        preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        // Electron uses the system's spell checker only on macOS. On other systems spell checking is off, because
        // Chromium would download dictionaries from a third party's server.
        spellcheck: platform() === 'darwin',
      },
    });
    const opened: OpenWindow = {
      window,
      kind,
      filesKey: randomUUID(),
      workspaceId,
      waitingCommands: [],
      lastFocus: plan.isInactive ? 0 : ++focusCount,
      hasFixedBounds: bounds !== undefined,
    };
    openWindows.set(window.id, opened);
    if (plan.show !== false)
      whenPainted(window, () => {
        if (rememberedBounds?.isFullScreen) window.setFullScreen(true);
        else if (rememberedBounds?.isMaximized) window.maximize();
        if (plan.isInactive) window.showInactive();
        else window.show();
      });
    if (runsMenuCommands(kind)) {
      if (!bounds) memory.track(window, kind);
      // Chromium has one zoom level per origin. Without this call, a new window resets that of all.
      window.webContents.once('did-navigate', () => window.webContents.setZoomLevel(zoomLevel));
      window.on('focus', () => {
        opened.lastFocus = ++focusCount;
        onMenuChange();
      });
      window.on('page-title-updated', onMenuChange);
    }
    // Small windows have no menu bar. macOS has one menu for all windows.
    else if (platform() !== 'darwin') window.removeMenu();
    window.on('closed', () => {
      openWindows.delete(window.id);
      onRelease(window.id);
      if (!runsMenuCommands(kind)) return;
      onMenuChange();
      if (windowsByFocus().length === 0) onLastClosed();
    });
    // The page reads the kind of its window from the query of its address.
    const address = `${origin}/${page}?window=${kind}${urlHashOfRoute(route)}`;
    preventLeavingAppPages(window, origin, address);
    // A new document starts its own watches, so the watches of the old document end here. The event `did-start-loading`
    // is not suitable, because it also occurs when the page changes its own #route.
    window.webContents.on('did-navigate', () => {
      onRelease(window.id);
      opened.waitingCommands ??= [];
    });
    installContextMenus(window);
    void window.loadURL(address);
    return window;
  }

  const windowsWhere = (test: (opened: OpenWindow) => boolean) =>
    [...openWindows.values()].filter(test).map(({ window }) => window);

  function showNotices(): void {
    const [window] = windowsWhere(({ kind, waitingCommands }) => kind === 'main' && waitingCommands === null);
    if (!window) return;
    for (const text of notices.take()) sendBridgeEvent(window, 'app/command', { name: 'notice', text, stays: true });
  }
  notices.onAdd(showNotices);

  return {
    open,
    ofKind: (wanted) => windowsWhere(({ kind }) => kind === wanted),
    kindOf: (window) => openWindows.get(window.id)?.kind,
    workspaceOf: (window) => openWindows.get(window.id)?.workspaceId ?? null,
    routeOf,
    filesKeyOf: (window) => openWindows.get(window.id)?.filesKey ?? '',
    workspaceByFilesKey: (key) =>
      [...openWindows.values()].find(({ filesKey }) => filesKey === key)?.workspaceId ?? null,
    setWorkspace: (window, workspaceId) => {
      const opened = openWindows.get(window.id);
      // The page keeps its watches if the workspace stays the same.
      if (!opened || opened.workspaceId === workspaceId) return;
      opened.workspaceId = workspaceId;
      memory.storeSoon();
      onRelease(window.id);
    },
    windowsOf: (wanted) => windowsWhere(({ workspaceId }) => workspaceId === wanted),
    sendCommand(window, command) {
      const waitingCommands = openWindows.get(window.id)?.waitingCommands;
      if (waitingCommands) waitingCommands.push(command);
      else sendBridgeEvent(window, 'app/command', command);
    },
    viewComplete(window) {
      const opened = openWindows.get(window.id);
      if (!opened) return;
      const waitingCommands = opened.waitingCommands ?? [];
      opened.waitingCommands = null;
      for (const command of waitingCommands) sendBridgeEvent(window, 'app/command', command);
      showNotices();
    },
    storeRoutesSoon: memory.storeSoon,
    front: () => windowsByFocus()[0]?.window,
    frontMain: (wanted) =>
      windowsByFocus().find(({ kind, workspaceId }) => kind === 'main' && workspaceId === wanted)?.window,
  };
}

/** This long after its document has begun, a window on Linux is shown although its page has not been loaded. */
const maxHiddenMs = 1500;

/**
 * Calls `show` once, when the window's page is painted. On some Wayland compositors a hidden window is never painted
 * (electron/electron#48859). So on Linux a loaded page is enough, and also a page that takes longer than `maxHiddenMs`.
 */
function whenPainted(window: BrowserWindow, show: () => void): void {
  let isShown = false;
  const showOnce = () => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  window.once('ready-to-show', showOnce);
  if (platform() !== 'linux') return;
  window.webContents.once('did-finish-load', showOnce);
  window.webContents.once('did-navigate', () => setTimeout(showOnce, maxHiddenMs).unref());
}

/** The hash of the page's address, such as `#/hand`; empty if there is none. */
function routeOf(window: BrowserWindow): string {
  const url = window.webContents.getURL();
  return URL.canParse(url) ? new URL(url).hash : '';
}
