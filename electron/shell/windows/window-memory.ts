/** Remembers which windows are open and where, and gives new windows their bounds. Used by windows.ts. */
import { app, type BrowserWindow, screen } from 'electron';
import type { SettingsFile } from '../settings-file.ts';
import { maxStoredWindows, type StoredWindow } from './stored-windows.ts';
import type { RememberedKind } from './window-plan.ts';
import {
  cascadedBounds,
  centredBounds,
  placeWindow,
  type Rectangle,
  type Size,
  stateFor,
  type WindowState,
  withState,
} from './window-state.ts';

export interface RememberedWindow extends Omit<StoredWindow, 'state'> {
  readonly window: BrowserWindow;
}

export interface WindowMemory {
  /** Where a new window opens: where `state` says, else where the last one of its kind was. */
  boundsFor(kind: RememberedKind, state: WindowState | undefined, sizes: { size: Size; minSize: Size }): NewBounds;
  /** Call when the window is created: stores its changes. */
  track(window: BrowserWindow, kind: RememberedKind): void;
  /** Stores which windows are open. Call after a window shows something else. */
  note(): void;
}

export type NewBounds = { readonly bounds: Rectangle } & Pick<WindowState, 'isMaximized' | 'isFullScreen'>;

/** Changes of size come by the dozen while the person drags. */
const noteDelayMs = 500;

export function stateOf(window: BrowserWindow): WindowState {
  const { id, workArea } = screen.getDisplayMatching(window.getBounds());
  return {
    bounds: window.getNormalBounds(),
    display: { id, workArea },
    isMaximized: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
  };
}

/** The primary display first. */
export function connectedDisplays() {
  const primary = screen.getPrimaryDisplay();
  return [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)];
}

/** @param openWindows the remembered windows, the front one first */
export function createWindowMemory(
  settings: SettingsFile,
  openWindows: () => readonly RememberedWindow[],
): WindowMemory {
  let timer: NodeJS.Timeout | undefined;
  /** While the app quits, its windows close one by one, and all of them are to open again. */
  let isQuitting = false;

  function store(): void {
    clearTimeout(timer);
    timer = undefined;
    const open = openWindows();
    const [front] = open;
    if (isQuitting || !front) return;
    settings.rememberWindows({
      ...settings.windows,
      open: open.slice(0, maxStoredWindows).map(({ window, ...rest }) => ({ ...rest, state: stateOf(window) })),
      zoomLevel: front.window.webContents.getZoomLevel(),
    });
  }
  const note = () => {
    timer ??= setTimeout(store, noteDelayMs).unref();
  };

  app.on('before-quit', () => {
    store();
    isQuitting = true;
  });

  return {
    boundsFor(kind, state, { size, minSize }) {
      const displays = connectedDisplays();
      const [primary] = displays;
      const last = state ?? stateFor(settings.windows.last[kind] ?? [], displays);
      if (!last || !primary)
        return { bounds: centredBounds(screen.getPrimaryDisplay(), size), isMaximized: false, isFullScreen: false };
      const bounds = placeWindow(last, displays, minSize);
      const others = openWindows().map(({ window }) => window.getNormalBounds());
      return {
        bounds: state ? bounds : cascadedBounds(bounds, others, screen.getDisplayMatching(bounds)),
        isMaximized: last.isMaximized,
        // A second window in full screen would hide the first.
        isFullScreen: last.isFullScreen && (state !== undefined || others.length === 0),
      };
    },
    track(window, kind) {
      for (const event of ['resize', 'move'] as const) window.on(event as 'resize', note);
      window.on('focus', () => {
        // The person goes on: a window refused to close.
        isQuitting = false;
        note();
      });
      window.on('close', () => {
        const last = withState(settings.windows.last[kind] ?? [], stateOf(window));
        settings.rememberWindows({ ...settings.windows, last: { ...settings.windows.last, [kind]: last } });
        // Includes this window, which opens again if it is the last one.
        store();
      });
      window.on('closed', note);
      // Windows ends the session without asking the app to quit.
      window.on('session-end', () => {
        store();
        settings.flush();
      });
    },
    note,
  };
}
