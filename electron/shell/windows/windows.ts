/** The app's windows: the workspace that each shows, its size, and the addresses it may load. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import type { AppCommand } from '../../../shared/bridge/index.ts';
import { appOrigin } from '../app-protocol.ts';
import { hashOf } from '../app-url.ts';
import { sendEvent } from '../bridge-host.ts';
import { platform } from '../platform.ts';
import type { SettingsFile } from '../settings-file.ts';
import { guardPage, showContextMenus } from './page-guard.ts';
import { createWindowMemory, type RememberedWindow } from './window-memory.ts';
import type { RememberedKind, WindowKind, WindowPlan } from './window-plan.ts';
import type { Size } from './window-state.ts';

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
  /** Stores the routes of the windows for the next start. Call after one shows something else. */
  noteRoute(): void;
  /** The `main` or `card` window that had the focus last: it gets menu commands. */
  front(): BrowserWindow | undefined;
  /** The main window that had the focus last; with an id, of those that show this workspace. */
  frontMain(workspaceId?: string | null): BrowserWindow | undefined;
}

export interface WindowsOptions {
  readonly settings: SettingsFile;
  /** Address of the renderer's development server; null for the bundle. */
  readonly devUrl: string | null;
  readonly onRelease: (windowId: number) => void;
  /** Another window is in front now, or none, or a window has another title. */
  readonly onMenuChange: () => void;
  /** The last `main` or `card` window was closed. */
  readonly onLastClosed: () => void;
}

interface OpenWindow {
  readonly window: BrowserWindow;
  readonly kind: WindowKind;
  readonly filesKey: string;
  workspaceId: string | null;
  /** Commands until its first view is complete, then null. */
  waiting: AppCommand[] | null;
  /** Counts up with each focus of any window; 0 before the first. */
  lastFocus: number;
  /** It has the bounds of its plan, which are not remembered. */
  readonly isFixed: boolean;
}

const sizes: Readonly<Record<RememberedKind, { readonly size: Size; readonly minSize: Size }>> = {
  main: { size: { width: 1280, height: 800 }, minSize: { width: 480, height: 400 } },
  card: { size: { width: 860, height: 760 }, minSize: { width: 400, height: 320 } },
};

/** Whether windows of the kind get menu commands and open again at the next start. */
const isRemembered = (kind: WindowKind): kind is RememberedKind => kind === 'main' || kind === 'card';

/** Moves the window before all others, also from the taskbar. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

export function createWindows(options: WindowsOptions): Windows {
  const { settings, devUrl, onRelease, onMenuChange, onLastClosed } = options;
  const all = new Map<number, OpenWindow>();
  const origin = devUrl ? new URL(devUrl).origin : appOrigin;
  let focusCount = 0;

  /** Main and card windows, the front one first. */
  const inFront = () =>
    [...all.values()].filter(({ kind }) => isRemembered(kind)).toSorted((a, b) => b.lastFocus - a.lastFocus);
  const memory = createWindowMemory(settings, () =>
    inFront().flatMap(({ window, kind, workspaceId, isFixed }): RememberedWindow[] =>
      isFixed || !isRemembered(kind) ? [] : [{ window, kind, workspaceId, route: routeOf(window) }],
    ),
  );

  function open(plan: WindowPlan): BrowserWindow {
    const { kind, workspaceId, route, page = 'index.html', bounds } = plan;
    const { minSize } = isRemembered(kind) ? sizes[kind] : plan;
    const zoomLevel = inFront()[0]?.window.webContents.getZoomLevel() ?? settings.windows.zoomLevel;
    const placed = isRemembered(kind) && !bounds ? memory.boundsFor(kind, plan.state, sizes[kind]) : undefined;
    const window = new BrowserWindow({
      ...(placed?.bounds ?? bounds),
      ...(minSize ? { minWidth: minSize.width, minHeight: minSize.height } : {}),
      show: false,
      frame: plan.frame ?? true,
      resizable: plan.resizable ?? true,
      alwaysOnTop: plan.alwaysOnTop ?? false,
      skipTaskbar: plan.skipTaskbar ?? false,
      ...(plan.isPanel && platform() === 'darwin' ? { type: 'panel' } : {}),
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
    const opened: OpenWindow = {
      window,
      kind,
      filesKey: randomUUID(),
      workspaceId,
      waiting: [],
      lastFocus: plan.isInactive ? 0 : ++focusCount,
      isFixed: bounds !== undefined,
    };
    all.set(window.id, opened);
    if (plan.show !== false)
      window.once('ready-to-show', () => {
        if (placed?.isFullScreen) window.setFullScreen(true);
        else if (placed?.isMaximized) window.maximize();
        if (plan.isInactive) window.showInactive();
        else window.show();
      });
    if (isRemembered(kind)) {
      if (!bounds) memory.track(window, kind);
      // Chromium has one zoom for all pages of an origin, so a new window must not reset it.
      window.webContents.once('did-navigate', () => window.webContents.setZoomLevel(zoomLevel));
      window.on('focus', () => {
        opened.lastFocus = ++focusCount;
        onMenuChange();
      });
      window.on('page-title-updated', onMenuChange);
    }
    // Small windows without a title bar have no menu either.
    else if (platform() !== 'darwin') window.removeMenu();
    window.on('closed', () => {
      all.delete(window.id);
      onRelease(window.id);
      if (!isRemembered(kind)) return;
      onMenuChange();
      if (inFront().length === 0) onLastClosed();
    });
    // The page knows its kind by the query of its address.
    const address = `${origin}/${page}?window=${kind}${hashOf(route)}`;
    guardPage(window, origin, address);
    // A new document makes new watches, so the old ones end. Not at `did-start-loading`, which also occurs after a change of
    // the page's own #route.
    window.webContents.on('did-navigate', () => {
      onRelease(window.id);
      opened.waiting ??= [];
    });
    showContextMenus(window);
    void window.loadURL(address);
    return window;
  }

  const windowsWhere = (test: (opened: OpenWindow) => boolean) =>
    [...all.values()].filter(test).map(({ window }) => window);

  return {
    open,
    ofKind: (wanted) => windowsWhere(({ kind }) => kind === wanted),
    kindOf: (window) => all.get(window.id)?.kind,
    workspaceOf: (window) => all.get(window.id)?.workspaceId ?? null,
    routeOf,
    filesKeyOf: (window) => all.get(window.id)?.filesKey ?? '',
    workspaceByFilesKey: (key) => [...all.values()].find(({ filesKey }) => filesKey === key)?.workspaceId ?? null,
    show: (window, workspaceId) => {
      const opened = all.get(window.id);
      // The page keeps its watches if the workspace stays the same.
      if (!opened || opened.workspaceId === workspaceId) return;
      opened.workspaceId = workspaceId;
      memory.note();
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
    noteRoute: memory.note,
    front: () => inFront()[0]?.window,
    frontMain: (wanted) =>
      inFront().find(({ kind, workspaceId }) => kind === 'main' && (wanted === undefined || workspaceId === wanted))
        ?.window,
  };
}

/** The hash of the page's address. */
function routeOf(window: BrowserWindow): string {
  const url = window.webContents.getURL();
  return URL.canParse(url) ? new URL(url).hash : '';
}
