/** If a key is set, the hidden window is loaded in advance, so that it opens without delay. */
import { type BrowserWindow, globalShortcut, screen } from 'electron';
import { platform } from '../platform.ts';
import { isQuitting } from '../quitting.ts';
import { currentWorkspaceId, type SmallWindowOptions, showWorkspaceInWindow } from './small-window.ts';

interface QuickAddController {
  /** Adds `text` to the text that the person typed before. */
  show(text?: string, workspaceId?: string | null): void;
  /** Null removes the key. Returns false if the system refuses the key. */
  setKey(accelerator: string | null): boolean;
  prepare(): void;
}

const windowSize = { width: 620, height: 216 };

export function createQuickAddController(options: SmallWindowOptions): QuickAddController {
  const { windows } = options;
  let window: BrowserWindow | undefined;
  let key: string | null = null;

  function open(): BrowserWindow {
    const opened = windows.open({
      kind: 'quickAdd',
      workspaceId: currentWorkspaceId(options),
      bounds: windowSize,
      frame: false,
      resizable: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      isPanel: true,
      show: false,
    });
    // Lets the window appear above programs in full screen, too. Without the second option the whole app would lose its
    // icon in the Dock and its menu (electron/electron#26350).
    if (platform() === 'darwin')
      opened.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true });
    opened.on('close', (event) => {
      if (isQuitting()) return;
      event.preventDefault();
      opened.hide();
    });
    opened.on('closed', () => {
      window = undefined;
    });
    return opened;
  }

  function show(text = '', workspaceId = currentWorkspaceId(options)): void {
    window ??= open();
    showWorkspaceInWindow(window, workspaceId, options);
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    window.setPosition(
      Math.round(workArea.x + (workArea.width - windowSize.width) / 2),
      Math.round(workArea.y + workArea.height / 5),
    );
    windows.sendCommand(window, { name: 'compose', text });
    window.show();
  }

  return {
    show,
    setKey(accelerator) {
      if (key !== null) globalShortcut.unregister(key);
      key = null;
      if (accelerator === null) return true;
      try {
        // False if the key is taken, or without global keys (Wayland). Throws for an invalid key.
        if (globalShortcut.register(accelerator, () => show())) key = accelerator;
      } catch {
        return false;
      }
      return key !== null;
    },
    prepare() {
      window ??= open();
    },
  };
}
