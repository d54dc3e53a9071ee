/** The recovery page appears after two crashes in a row. */
import { app, shell } from 'electron';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import type { RecoveryPageHandlers } from '../bridge-host.ts';
import { chooseFolder } from '../exports.ts';
import type { AppWindows } from '../windows/windows.ts';
import { type CrashRecord, maxCrashesInARow } from './crash-record.ts';
import { type CrashedWindowRestorer, recoveryPageFileName } from './crashes.ts';

const done = { ok: true, value: null } as const;

interface RecoveryPageOptions {
  readonly record: CrashRecord;
  readonly crashes: CrashedWindowRestorer;
  readonly workspaces: WorkspaceRegistry;
  readonly windows: AppWindows;
}

interface RecoveryPage {
  readonly handlers: RecoveryPageHandlers;
  /**
   * Resolves to true if the page was shown and the person continued. The caller must then open only one new window,
   * since one of the earlier windows may have caused the crashes.
   */
  beforeStart(): Promise<boolean>;
}

export function createRecoveryPage({ record, crashes, workspaces, windows }: RecoveryPageOptions): RecoveryPage {
  const continued = Promise.withResolvers<void>();
  return {
    async beforeStart() {
      if (record.crashes < maxCrashesInARow) return false;
      const bounds = { width: 560, height: 520 };
      const window = windows.open({ kind: 'main', workspaceId: null, page: recoveryPageFileName, bounds });
      await continued.promise;
      // Closes the recovery page only after another window has opened, since the app quits when its last window closes.
      app.once('browser-window-created', () => setImmediate(() => window.close()));
      return true;
    },
    handlers: {
      'recovery/openFolder': async ({ folder }) => {
        await shell.openPath(app.getPath(folder === 'reports' ? 'crashDumps' : 'userData'));
      },
      'recovery/exportOutbox': async (_params, window) => {
        const folder = await chooseFolder(window, 'Export changes that were not sent', 'Export here');
        return folder === undefined ? done : workspaces.exportOutboxes(folder);
      },
      'recovery/continue': (_params, window) => {
        record.forget();
        if (!crashes.restore(window)) continued.resolve();
      },
    },
  };
}
