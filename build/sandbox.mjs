// @ts-check
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Checks whether Chromium's sandbox can start on this Linux. Used by scripts and tests that start Electron. */

/**
 * @typedef {object} SandboxState
 * @property {number} userId
 * @property {{ uid: number, mode: number } | undefined} helper the file chrome-sandbox beside the executable
 * @property {(name: string) => string | undefined} kernelSetting reads a file in /proc/sys/kernel; returns undefined if
 *   the file does not exist
 */

/**
 * Reads the settings of this machine that decide whether Chromium's sandbox can start.
 * @param {string} folder of Electron's executable
 * @returns {SandboxState}
 */
export const sandboxState = (folder) => ({
  userId: process.getuid?.() ?? 0,
  helper: statSync(path.join(folder, 'chrome-sandbox'), { throwIfNoEntry: false }),
  kernelSetting: (name) => {
    const file = path.join('/proc/sys/kernel', name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  },
});

/**
 * Returns the switches that Electron's executable needs to start on this machine. `executable` may be a link.
 * @param {string} executable
 */
export const sandboxFlagsFor = (executable) =>
  process.platform === 'linux' && sandboxCannotStart(sandboxState(path.dirname(realpathSync(executable))))
    ? ['--no-sandbox']
    : [];

/**
 * Returns true if Chromium's sandbox cannot start on this Linux. The root user cannot use the sandbox. Other users need
 * either the helper `chrome-sandbox`, owned by root and with the setuid bit, or user namespaces. Ubuntu 24.04 allows
 * user namespaces only to installed programs with an AppArmor profile.
 * @param {SandboxState} state
 */
export function sandboxCannotStart({ userId, helper, kernelSetting }) {
  if (userId === 0) return true;
  if (helper?.uid === 0 && (helper.mode & 0o4755) === 0o4755) return false;
  return (
    kernelSetting('apparmor_restrict_unprivileged_userns') === '1' || kernelSetting('unprivileged_userns_clone') === '0'
  );
}
