import { existsSync } from 'node:fs';
import path from 'node:path';
import { app, dialog } from 'electron';
import type { AppUpdateState } from '../../../shared/bridge/index.ts';
import { systemClock } from '../../client/clock.ts';
import { broadcastBridgeEvent } from '../bridge-host.ts';
import type { Network } from '../network/network.ts';
import { onceAtATime } from '../once-at-a-time.ts';
import { platform } from '../platform.ts';
import type { SettingsFile } from '../settings-file.ts';
import { readOwnPackageJson } from '../start-options.ts';
import { createUpdater, reasonForNoUpdates, type Updater, type UpdaterOptions } from './updater.ts';

interface UpdateControlsOptions extends Pick<UpdaterOptions, 'askProxyLogin' | 'unsent' | 'log'> {
  readonly settings: SettingsFile;
  readonly network: Network;
}

export type UpdateControls = Pick<Updater, 'state' | 'check' | 'download' | 'install' | 'beforeExit'>;

export function createUpdateControls(dependencies: UpdateControlsOptions): UpdateControls {
  const { settings, network, askProxyLogin, unsent, log } = dependencies;
  const reason = reasonForNoUpdates({
    platform: platform(),
    isPackaged: app.isPackaged,
    hasFeed: app.isPackaged && existsSync(path.join(process.resourcesPath, 'app-update.yml')),
    isSigned: readOwnPackageJson().isSigned,
    isFromStore: process.mas === true || process.windowsStore === true,
    env: process.env,
  });
  let updater: Updater | undefined;
  // Loads the library only if the app can update itself.
  if (reason === null)
    import('electron-updater')
      .then(async ({ autoUpdater }) => {
        // The library sends its requests in a session of its own. This session must use the network settings, too.
        await network.include(autoUpdater.netSession);
        updater = createUpdater({
          updater: autoUpdater,
          settings: () => settings.settings.updates,
          clock: systemClock,
          unsent,
          confirmUnsent,
          quit: () => app.quit(),
          startAgain: () => app.relaunch(),
          changed: (state) => broadcastBridgeEvent('updates/changed', state),
          askProxyLogin,
          log,
        });
        settings.onChange(updater.settingsChanged);
        updater.start();
      })
      .catch((error: unknown) => log('error', 'Updates could not be started', { error: String(error) }));
  return {
    get state(): AppUpdateState {
      if (reason !== null) return { phase: 'off', reason };
      return updater?.state ?? { phase: 'idle', checkedAt: null };
    },
    check: async () => updater?.check(),
    download: async () => updater?.download(),
    install: async (when) => updater?.install(when),
    beforeExit: async () => updater?.beforeExit() ?? false,
  };
}

const confirmUnsent = onceAtATime(async (count: number): Promise<boolean> => {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: count === 1 ? 'A change has not been sent yet' : `${count} changes have not been sent yet`,
    detail: 'They are stored on this computer and are sent after the restart, if the new version can read them.',
    buttons: ['Restart and update', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
});
