/** Copies, backups and checks of workspaces: dialogs, files that the system opens, and the settings in a copy. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme } from 'electron';
import type { BackupState, CommandHandlers, CommandName } from '../../shared/bridge/index.ts';
import { workspaceFileExtension } from '../../shared/bridge/link-format.ts';
import { type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { systemClock } from '../client/clock.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import { Backups, readBackups } from '../workspace/backups.ts';
import type { SaveTarget } from '../workspace/keeper.ts';
import type { WorkspaceRegistry } from '../workspace/registry.ts';
import { broadcastBridgeEvent, sendBridgeEvent } from './bridge-host.ts';
import { chooseFolder } from './exports.ts';
import { lastUsedWorkspaceId } from './first-workspace.ts';
import { otherSettingsOfCopy, type SettingsFile, settingsForCopy, viewsOfCopy } from './settings-file.ts';
import type { WindowOpener } from './windows/window-opener.ts';
import type { AppWindows } from './windows/windows.ts';

type KeepingCommand = Extract<
  CommandName,
  | 'workspace/export'
  | 'workspace/openCopy'
  | 'workspace/restore'
  | 'workspace/closeCopy'
  | 'workspace/examine'
  | 'workspace/copyHere'
  | 'workspace/stopCopy'
  | `backups/${string}`
>;

export interface Keeping {
  readonly handlers: CommandHandlers<KeepingCommand, BrowserWindow>;
  readonly start: () => void;
  readonly stop: () => void;
  /** Asks in a window whether to restore the file. */
  readonly openFile: (file: string) => void;
}

interface KeepingOptions {
  readonly workspaces: WorkspaceRegistry;
  readonly settings: SettingsFile;
  readonly windowOpener: WindowOpener;
  readonly windows: AppWindows;
  /** Shows a workspace in the window. */
  readonly show: (window: BrowserWindow, id: string) => Promise<Outcome<unknown>>;
}

const done = { ok: true, value: null } as const;

export function createKeeping({ workspaces, settings, windowOpener, windows, show }: KeepingOptions): Keeping {
  const { keeper, threads } = workspaces;
  let fileOfSystem: string | null = null;
  let copying: AbortController | undefined;
  const settingsOf = (id: string) => settingsForCopy(settings.settings, id);
  /** Without a folder for backups, in the data folder. */
  const saveTarget = (): SaveTarget => ({
    folder: settings.backupFolder ?? path.join(app.getPath('userData'), 'backups'),
    settings: settingsOf,
    at: new Date().toISOString(),
  });
  const backups = new Backups({
    clock: systemClock,
    folder: () => settings.backupFolder,
    // One that was never opened has no files.
    workspaces: () => workspaces.list().filter(({ id }) => existsSync(threads.folder(id))),
    versionOf: (id) => versionOf(threads.folder(id)),
    pack: (request) => keeper.pack({ ...request, settings: settingsOf(request.id) }),
    // Without a window, Settings › Backups still says it.
    onFailure(message) {
      const window = windows.front();
      const text = `The backup did not work. ${message} Settings › Backups says more.`;
      if (window) windows.sendCommand(window, { name: 'notice', text });
    },
    onChange: (state) => broadcastBridgeEvent('backups/changed', state),
  });
  const state = (): Outcome<BackupState> => ({ ok: true, value: backups.state });
  const backUp = async (): Promise<Outcome<BackupState>> => {
    const running = backups.run({ all: true });
    broadcastBridgeEvent('backups/changed', backups.state);
    await running;
    return state();
  };

  /** Main windows leave what they show of the workspace, such as its undo; others close. */
  function hideWindowsOf(id: string | null): { readonly window: BrowserWindow; readonly id: string }[] {
    if (id === null) return [];
    return windows.windowsOf(id).flatMap((window) => {
      if (windows.kindOf(window) !== 'main') {
        window.close();
        return [];
      }
      windows.setWorkspace(window, null);
      sendBridgeEvent(window, 'workspace/changed', null);
      return [{ window, id }];
    });
  }

  async function chooseCopy(window: BrowserWindow): Promise<string | undefined> {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: 'Restore a workspace',
      buttonLabel: 'Open',
      properties: ['openFile'],
      // Earlier versions exported a folder with the database.
      filters: [{ name: 'Workspaces', extensions: [workspaceFileExtension, 'sqlite'] }],
    });
    return canceled ? undefined : filePaths[0];
  }

  return {
    start: () => backups.start(),
    stop: () => backups.stop(),
    openFile(file) {
      fileOfSystem = path.resolve(file);
      const front = windows.front();
      const workspaceId = front ? windows.workspaceOf(front) : lastUsedWorkspaceId(workspaces, settings);
      windowOpener.run(workspaceId, { name: 'run', id: 'workspace.restore', byKey: false });
    },
    handlers: {
      'workspace/export': async ({ id }, window) => {
        const folder = await chooseFolder(window, 'Save this workspace as a file', 'Export here');
        return folder === undefined ? done : keeper.exportTo(id, folder, settingsOf(id));
      },
      'workspace/openCopy': async ({ from }, window) => {
        let file: string | undefined;
        if (from === 'choice') {
          file = fileOfSystem ?? (await chooseCopy(window));
          fileOfSystem = null;
        } else {
          const folder = settings.backupFolder ?? '';
          const known = readBackups(folder).find(({ name }) => name === from.backup);
          file = known && path.join(folder, known.name);
        }
        return file === undefined ? done : keeper.openCopy(file);
      },
      'workspace/restore': async ({ copyId, where, settings: takesSettings }, window) => {
        const hidden = where === 'inPlace' ? hideWindowsOf(keeper.presentIdOf(copyId)) : [];
        const restored = await keeper.restore(copyId, where, saveTarget());
        for (const { window: each, id } of hidden) await show(each, id);
        if (!restored.ok) return restored;
        const { workspace, savedTo, settings: text, viewsOf } = restored.value;
        const views = text === null ? {} : viewsOfCopy(text, viewsOf, workspace.id);
        const others = text !== null && takesSettings ? otherSettingsOfCopy(text) : {};
        if (Object.keys({ ...views, ...others }).length > 0)
          broadcastBridgeEvent('settings/changed', settings.change({ ...others, views }));
        if (others.theme) nativeTheme.themeSource = others.theme;
        const shown = await show(window, workspace.id);
        return shown.ok ? { ok: true, value: { workspace, savedTo } } : shown;
      },
      'workspace/closeCopy': ({ copyId }) => keeper.closeCopy(copyId),
      'workspace/examine': ({ id, mends }) => keeper.examine(id, mends ? saveTarget() : null),
      'workspace/copyHere': async ({ id }) => {
        if (copying) return rejectedOutcome('copy', 'Another copy is being made. Wait for its end, or stop it.');
        copying = new AbortController();
        try {
          return await keeper.copyHere(id, copying.signal);
        } finally {
          copying = undefined;
        }
      },
      'workspace/stopCopy': () => copying?.abort(),
      'backups/state': state,
      'backups/chooseFolder': async (_params, window) => {
        const folder = await chooseFolder(window, 'Folder for backups', 'Keep here');
        if (folder === undefined) return done;
        settings.change({ backupFolder: folder });
        return backUp();
      },
      'backups/turnOff': () => {
        settings.change({ backupFolder: null });
        return state();
      },
      'backups/run': backUp,
    },
  };
}

/** Times and sizes of what cannot be fetched again. */
function versionOf(folder: string): string {
  return ['service.sqlite', replicaFileNames.outbox]
    .flatMap((name) => [name, `${name}-wal`])
    .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false }))
    .map((stat) => `${stat?.mtimeMs} ${stat?.size}`)
    .join();
}
