/** Starts the app when the person logs in, where the app is installed. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { DesktopSettings } from '../../../shared/bridge/index.ts';
import { type Platform, platform } from '../platform.ts';
import { autostartEntry, hiddenArgument } from './autostart-entry.ts';

export const canStartAtLogin = (): boolean => app.isPackaged;

/** @throws errors of the disk */
export function applyLoginItem(wanted: DesktopSettings['startAtLogin'], system: Platform = platform()): void {
  if (!canStartAtLogin()) return;
  if (system !== 'linux') {
    app.setLoginItemSettings({
      openAtLogin: wanted !== 'no',
      // Windows only; macOS says at the start that it opened the app at login.
      args: wanted === 'hidden' ? [hiddenArgument] : [],
    });
    return;
  }
  const file = path.join(app.getPath('appData'), 'autostart', 'decktop.desktop');
  if (wanted === 'no') {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  // An AppImage runs from a folder that changes with each start.
  writeFileSync(file, autostartEntry(process.env.APPIMAGE ?? process.execPath, wanted === 'hidden'));
}

/** Whether this start shows no window: it happens at login and the person wants it so. */
export function startsHidden(isAsked: boolean, wanted: DesktopSettings['startAtLogin']): boolean {
  if (platform() !== 'darwin') return isAsked;
  return wanted === 'hidden' && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
}
