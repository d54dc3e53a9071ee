/** Lets the system start the installed app when the person logs in. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { DesktopSettings } from '../../../shared/bridge/index.ts';
import { writeFileAtomically } from '../../workspace/durable-file.ts';
import { platform } from '../platform.ts';
import { autostartEntry, startHiddenArgument } from './autostart-entry.ts';

/**
 * Returns true if the app is installed. The system can start only an installed app at login, not a development build.
 */
export const canStartAtLogin = (): boolean => app.isPackaged;

/** Switches the start at login on or off. Does nothing in a development build. @throws disk errors */
export function setStartAtLogin(wanted: DesktopSettings['startAtLogin']): void {
  if (!canStartAtLogin()) return;
  if (platform() !== 'linux') {
    app.setLoginItemSettings({
      openAtLogin: wanted !== 'no',
      // Only Windows passes arguments at login. On macOS `startsWithoutWindow` asks the system whether the app was
      // opened at login.
      args: wanted === 'hidden' ? [startHiddenArgument] : [],
    });
    return;
  }
  const file = path.join(app.getPath('appData'), 'autostart', 'decktop.desktop');
  if (wanted === 'no') {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  // The executable inside an AppImage gets another path at each start, so the entry contains the path of the AppImage.
  writeFileAtomically(file, autostartEntry(process.env.APPIMAGE ?? process.execPath, wanted === 'hidden'));
}

/**
 * Returns true if this start opens no window.
 * @param hasHiddenArgument whether the start has the argument `--hidden`
 */
export function startsWithoutWindow(hasHiddenArgument: boolean, wanted: DesktopSettings['startAtLogin']): boolean {
  if (platform() !== 'darwin') return hasHiddenArgument;
  return wanted === 'hidden' && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
}
