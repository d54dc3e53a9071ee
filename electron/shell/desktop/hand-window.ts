/** A slim window that stays above other windows and remembers its position. */
import type { BrowserWindow } from 'electron';
import { screen } from 'electron';
import { connectedDisplays, windowStateOf } from '../windows/window-memory.ts';
import { fitBoundsIntoDisplays, type Rectangle } from '../windows/window-state.ts';
import { bringWindowToFront } from '../windows/windows.ts';
import { currentWorkspaceId, type SmallWindowOptions, showWorkspaceInWindow } from './small-window.ts';

const defaultSize = { width: 300, height: 520 };
const minSize = { width: 220, height: 160 };
const marginPx = 16;

/** At the right edge of the primary display. */
function firstBounds(): Rectangle {
  const { x, y, width, height } = screen.getPrimaryDisplay().workArea;
  const own = { width: Math.min(defaultSize.width, width), height: Math.min(defaultSize.height, height) };
  return { ...own, x: x + width - own.width - marginPx, y: y + Math.round((height - own.height) / 2) };
}

interface HandWindow {
  show(): void;
  isOpen(): boolean;
}

/** Closed at first. Calls `onClosed` each time after the strip has closed. */
export function createHandWindow(options: SmallWindowOptions, onClosed: () => void): HandWindow {
  const { windows, settings } = options;
  let window: BrowserWindow | undefined;

  function open(): BrowserWindow {
    const last = settings.handWindow;
    const opened = windows.open({
      kind: 'hand',
      workspaceId: currentWorkspaceId(options),
      route: '/hand',
      bounds: last ? fitBoundsIntoDisplays(last, connectedDisplays(), minSize) : firstBounds(),
      minSize,
      alwaysOnTop: true,
      skipTaskbar: true,
    });
    opened.on('close', () => settings.remember({ handWindow: windowStateOf(opened) }));
    opened.on('closed', () => {
      window = undefined;
      onClosed();
    });
    return opened;
  }

  return {
    show() {
      if (window) {
        showWorkspaceInWindow(window, currentWorkspaceId(options), options);
        bringWindowToFront(window);
      } else window = open();
    },
    isOpen: () => window !== undefined,
  };
}
