/** After two crashes in a row a window shows the recovery page instead of its view. */
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { decodedUrlPart } from '../app-url.ts';
import type { Log } from '../log.ts';
import { isQuitting } from '../quitting.ts';
import type { SettingsFile } from '../settings-file.ts';
import type { AppWindows } from '../windows/windows.ts';
import { type CrashRecord, maxCrashesInARow } from './crash-record.ts';

export const recoveryPageFileName = 'recovery.html';

/** The view then names the card. `route`: of a crashed window; the stored view by default. */
export function closeLastCard(settings: SettingsFile, workspaceId: string, route?: string): void {
  const place = settings.viewAndScrollOf(workspaceId);
  const [path = '', search = ''] = (route || place?.route || '').split('?');
  const query = new URLSearchParams(search);
  // As `parseRoute` of the page reads it: addresses of links may lack the slash.
  const page = /^#?\/?card\/(.+)$/.exec(path)?.[1];
  const cardId = query.get('card') ?? decodedUrlPart(page ?? '');
  if (!cardId) return;
  query.delete('card');
  query.set('leftClosed', cardId);
  const view = page === undefined ? path : '#/home';
  settings.storeViewAndScroll(workspaceId, { route: `${view}?${query}`, scroll: place?.scroll ?? {} });
}

interface CrashedWindowRestorerOptions {
  readonly record: CrashRecord;
  readonly windows: AppWindows;
  readonly settings: SettingsFile;
  readonly log: Log;
  readonly addressOf: (page: string) => string;
}

export interface CrashedWindowRestorer {
  /** The last view without its card, which may be the cause. False if the window showed none before. */
  restore(window: BrowserWindow): boolean;
}

/** Call this function before the first window opens. */
export function createCrashedWindowRestorer(dependencies: CrashedWindowRestorerOptions): CrashedWindowRestorer {
  const { record, windows, settings, log, addressOf } = dependencies;
  /** Addresses of the views that the recovery page has replaced, by window id. */
  const replacedAddresses = new Map<number, string>();
  app.on('quit', () => record.end());
  // At a shutdown the system may end the app without Electron's event `quit`.
  powerMonitor.on('shutdown', () => record.end());

  function handleCrash(window: BrowserWindow): void {
    record.noteCrash();
    const { webContents } = window;
    if (webContents.getURL() === addressOf(recoveryPageFileName)) {
      dialog.showErrorBox(
        'Decktop cannot show its windows',
        `Your changes are stored on this computer. Crash reports are in ${app.getPath('crashDumps')}.`,
      );
      app.quit();
      return;
    }
    if (record.crashes >= maxCrashesInARow) {
      replacedAddresses.set(window.id, webContents.getURL());
      void window.loadURL(addressOf(recoveryPageFileName));
      return;
    }
    webContents.once('did-navigate', () =>
      windows.sendCommand(window, {
        name: 'notice',
        text: 'This window crashed and was opened again. Your texts are kept.',
      }),
    );
    webContents.reload();
  }

  async function askAboutHang(window: BrowserWindow, recovered: AbortSignal): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'This window does not respond',
      detail: 'You can wait, or open the window again. Texts that you stopped typing are kept.',
      buttons: ['Wait', 'Open again'],
      defaultId: 0,
      cancelId: 0,
      signal: recovered,
    });
    if (response !== 1 || recovered.aborted || window.isDestroyed()) return;
    log('warn', 'A hung window was opened again');
    // Electron cannot reload a hung page before its process has ended (see Electron's documentation). The listener of
    // `render-process-gone` then reloads the page.
    window.webContents.forcefullyCrashRenderer();
  }

  app.on('browser-window-created', (_event, window) => {
    const { id, webContents } = window;
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (isQuitting() || reason === 'clean-exit') return;
      log('error', 'A window crashed', { reason, exitCode });
      handleCrash(window);
    });
    let responsive = new AbortController();
    window.on('unresponsive', () => {
      log('warn', 'A window does not respond');
      responsive.abort();
      responsive = new AbortController();
      void askAboutHang(window, responsive.signal);
    });
    window.on('responsive', () => responsive.abort());
    window.on('closed', () => {
      responsive.abort();
      replacedAddresses.delete(id);
    });
    window.on('session-end', () => record.end());
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log('warn', 'A helper process ended', { type, reason, exitCode });
  });

  return {
    restore(window) {
      const view = replacedAddresses.get(window.id);
      if (view === undefined) return false;
      replacedAddresses.delete(window.id);
      const workspaceId = windows.workspaceOf(window);
      if (workspaceId !== null) closeLastCard(settings, workspaceId, URL.parse(view)?.hash);
      // Without a route, the page opens the last view of the workspace.
      if (windows.kindOf(window) === 'main') void window.loadURL(addressOf('index.html'));
      else {
        windows.open({ kind: 'main', workspaceId });
        window.close();
      }
      return true;
    },
  };
}
