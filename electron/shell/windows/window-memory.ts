import { app, type BrowserWindow, screen } from 'electron';
import { maxStoredWindows, type SettingsFile, type StoredWindow } from '../settings-file.ts';
import {
  addWindowState,
  cascadeWindowBounds,
  centreBoundsOnDisplay,
  fitBoundsIntoDisplays,
  type Rectangle,
  type RememberedWindowKind,
  type WindowSize,
  type WindowState,
  windowStateForDisplays,
} from './window-state.ts';

/** It has no state, because `storeNow` reads the state from `window`. */
export interface WindowToStore extends Omit<StoredWindow, 'state'> {
  readonly window: BrowserWindow;
}

interface OpenWindowsStore {
  /**
   * The bounds fit the connected displays. Without `state`, they are those of the last closed window of this kind,
   * moved so that no open window has the same top left corner; if there is none, they are centred.
   */
  boundsFor(
    kind: RememberedWindowKind,
    state: WindowState | undefined,
    sizes: { size: WindowSize; minSize: WindowSize },
  ): NewWindowBounds;
  /** Call this function once per window. */
  track(window: BrowserWindow, kind: RememberedWindowKind): void;
  /** Call this function after a window has changed its route or workspace. */
  storeSoon(): void;
}

type NewWindowBounds = { readonly bounds: Rectangle } & Pick<WindowState, 'isMaximized' | 'isFullScreen'>;

/** Delay before changes are stored, since moving or resizing a window causes many events. */
const storeDelayMs = 500;

export function windowStateOf(window: BrowserWindow): WindowState {
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

/** @param openWindows returns the windows to store, the front window first */
export function createOpenWindowsStore(
  settings: SettingsFile,
  openWindows: () => readonly WindowToStore[],
): OpenWindowsStore {
  let timer: NodeJS.Timeout | undefined;
  /** Nothing is stored while the app closes its windows at a quit, so that all of them open again. */
  let isQuitting = false;

  function storeNow(): void {
    clearTimeout(timer);
    timer = undefined;
    const open = openWindows();
    const [front] = open;
    if (isQuitting || !front) return;
    settings.rememberWindows({
      ...settings.windows,
      open: open.slice(0, maxStoredWindows).map(({ window, ...rest }) => ({ ...rest, state: windowStateOf(window) })),
      zoomLevel: front.window.webContents.getZoomLevel(),
    });
  }
  const storeSoon = () => {
    timer ??= setTimeout(storeNow, storeDelayMs).unref();
  };

  app.on('before-quit', () => {
    storeNow();
    isQuitting = true;
  });

  return {
    boundsFor(kind, state, { size, minSize }) {
      const displays = connectedDisplays();
      const last = state ?? windowStateForDisplays(settings.windows.last[kind] ?? [], displays);
      if (!last) {
        const bounds = centreBoundsOnDisplay(screen.getPrimaryDisplay(), size);
        return { bounds, isMaximized: false, isFullScreen: false };
      }
      const bounds = fitBoundsIntoDisplays(last, displays, minSize);
      const others = openWindows().map(({ window }) => window.getNormalBounds());
      return {
        bounds: state ? bounds : cascadeWindowBounds(bounds, others, screen.getDisplayMatching(bounds)),
        isMaximized: last.isMaximized,
        // A new window opens in full screen only if there is no other window that it would hide.
        isFullScreen: last.isFullScreen && (state !== undefined || others.length === 0),
      };
    },
    track(window, kind) {
      for (const event of ['resize', 'move'] as const) window.on(event as 'resize', storeSoon);
      window.on('focus', () => {
        // If a window gets the focus while the app quits, a window has refused to close, so the app no longer quits.
        isQuitting = false;
        storeSoon();
      });
      window.on('close', () => {
        const last = addWindowState(settings.windows.last[kind] ?? [], windowStateOf(window));
        settings.rememberWindows({ ...settings.windows, last: { ...settings.windows.last, [kind]: last } });
        // While the closing window is still in the list: if it is the last, the next start opens it again.
        storeNow();
      });
      window.on('closed', storeSoon);
      // Stores the windows, because Electron sends no `before-quit` at the end of a Windows session.
      window.on('session-end', () => {
        storeNow();
        settings.flush();
      });
    },
    storeSoon,
  };
}
