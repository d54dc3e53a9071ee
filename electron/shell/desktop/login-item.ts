import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { DesktopSettings } from '../../../shared/bridge/index.ts';
import { writeFileAtomically } from '../../workspace/durable-file.ts';
import { platform } from '../platform.ts';

export const startHiddenArgument = '--hidden';

/** Quotes an argument of a desktop file's `Exec` (Desktop Entry Specification, "The Exec key"). */
const quoted = (text: string): string =>
  `"${text
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

/** Desktop Application Autostart Specification. */
export function autostartEntry(program: string, isHidden: boolean): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Decktop',
    `Exec=${quoted(program)}${isHidden ? ` ${startHiddenArgument}` : ''}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** The system cannot start a development build at login. */
export const canStartAtLogin = (): boolean => app.isPackaged;

/** Does nothing in a development build. @throws disk errors */
export function setStartAtLogin(wanted: DesktopSettings['startAtLogin']): void {
  if (!canStartAtLogin()) return;
  if (platform() !== 'linux') {
    app.setLoginItemSettings({
      openAtLogin: wanted !== 'no',
      // Only Windows passes arguments at login. On macOS `startsWithoutWindow` asks the system.
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
