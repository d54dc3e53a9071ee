import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { DesktopSettings } from '../../../shared/bridge/index.ts';
import { writeFileAtomically } from '../../workspace/durable-file.ts';
import { platform } from '../platform.ts';
import { autostartEntry, startHiddenArgument } from './autostart-entry.ts';

/** The system cannot start a development build at login. */
export const canStartAtLogin = (): boolean => app.isPackaged;

/** Does nothing in a development build. @throws disk errors */
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

/** @param hasHiddenArgument whether the start has the argument `--hidden` */
export function startsWithoutWindow(hasHiddenArgument: boolean, wanted: DesktopSettings['startAtLogin']): boolean {
  if (platform() !== 'darwin') return hasHiddenArgument;
  return wanted === 'hidden' && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
}
