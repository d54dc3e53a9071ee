// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sandboxCannotStart, sandboxState } from './sandbox.mjs';

/**
 * Paths and helpers for running programs, used by the scripts in build/. This file needs only Node 20 and no packages,
 * so that it can run before packages are installed.
 */

export const rootFolder = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
export const modulesFolder = path.join(rootFolder, 'node_modules');
export const standinFolder = path.join(rootFolder, 'build/standin');
const isWindows = process.platform === 'win32';

/**
 * Path of Node 24, which is a dependency in node_modules. Only scripts that npm starts directly may run on another
 * Node.
 */
export const node24Executable = path.join(modulesFolder, 'node', 'bin', isWindows ? 'node.exe' : 'node');

/**
 * The app's API token. `electronEnvironment` passes it to the program that runs the app (Electron or the stand-in).
 * Other programs do not get the token.
 */
const { DECKTOP_TOKEN: token } = process.env;
delete process.env.DECKTOP_TOKEN;

/** An error that the person can fix. It is shown without a stack. */
export class UserError extends Error {}

/** Writes one line to stderr, so that stdout contains only the output of the script's program. */
export function printToStderr(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`);
}

/** True once a signal has asked this script to end. */
let ending = false;
/** Returns true once a signal has asked this script to end. */
export const isScriptEnding = () => ending;
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** @type {(() => void)[]} */
const cleanups = [];

/** Runs `work` when this script ends, but not after SIGKILL. */
export function runAtScriptEnd(/** @type {() => void} */ work) {
  cleanups.push(work);
}
process.on('exit', () => {
  for (const work of cleanups) work();
});
/**
 * Passes the signal to the programs that this script started. If none of them is running, ends this script at once.
 * With `tellChildren: false`, does not pass the signal, because Ctrl+C has already reached the programs.
 */
function endScript(/** @type {NodeJS.Signals} */ signal, tellChildren = true) {
  ending = true;
  if (children.size === 0) process.exit(128 + os.constants.signals[signal]);
  if (tellChildren) for (const child of children) child.kill(signal);
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  // Ctrl+C in a terminal also reaches the child processes. A signal from another sender reaches only this process.
  process.on(signal, () => endScript(signal, signal !== 'SIGINT' || !process.stdin.isTTY));
}
// A signal to `npm run …` ends npm and its shell, but does not reach this process. So this process checks regularly
// whether the shell has ended.
if (process.env.npm_lifecycle_event && !isWindows) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    endScript('SIGTERM');
  }, 250);
  watch.unref();
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] added to the environment
 * @property {string} [cwd]
 * @property {'inherit' | 'stderr' | 'capture'} [output] stderr: redirects stdout to stderr; capture: returns stdout
 * and stderr as one text
 * @property {boolean} [input] whether the program reads the stdin of this script
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number; text: string }>} code: the exit code, or 128 + the number of the signal that ended
 * it
 */
export function runCommand(command, args, options = {}) {
  const { env, cwd = rootFolder, output = 'inherit', input = false } = options;
  return new Promise((resolve, reject) => {
    // npm and npx are .cmd files on Windows, which only a shell can start.
    const shell = isWindows && !path.isAbsolute(command);
    const child = spawn(
      shell ? [command, ...args].map((a) => (/\s/.test(a) ? `"${a}"` : a)).join(' ') : command,
      shell ? [] : args,
      {
        cwd,
        shell,
        env: { ...process.env, ...env },
        stdio: [
          input ? 'inherit' : 'ignore',
          output === 'capture' ? 'pipe' : output === 'stderr' ? process.stderr : 'inherit',
          output === 'capture' ? 'pipe' : 'inherit',
        ],
      },
    );
    children.add(child);
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', (error) => {
      children.delete(child);
      reject(error);
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? 128 + os.constants.signals[/** @type {NodeJS.Signals} */ (signal)], text });
    });
  });
}

/**
 * Runs a JavaScript or TypeScript program of this project or of a dependency with Node 24.
 * @param {string} file path from the project's root folder
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runNode(file, args, options) {
  const full = path.join(rootFolder, file);
  if (!existsSync(full)) throw new UserError(`${file} is missing.`);
  return runCommand(node24Executable, [full, ...args], {
    ...options,
    env: { ...runtimeEnvironment(), ...options?.env },
  });
}

/** Returns environment variables that make programs use Node 24 as `node`, and tell the stand-in where Chromium is. */
function runtimeEnvironment() {
  const chromium = findChromium();
  return {
    PATH: [path.dirname(node24Executable), process.env.PATH].join(path.delimiter),
    ...(chromium ? { STANDIN_CHROMIUM: chromium, STANDIN_NODE: node24Executable } : {}),
  };
}

/** @returns {string | undefined} the full path of a program on PATH; ignores folders in node_modules */
export function which(/** @type {string} */ name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
  const suffixes = isWindows ? ['.exe', '.cmd'] : [''];
  return folders
    .flatMap((folder) => suffixes.map((suffix) => path.join(folder, name + suffix)))
    .find((file) => existsSync(file));
}

export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  return process.env.STANDIN_CHROMIUM ?? names.map(which).find((file) => file !== undefined);
}

/** Returns true if Electron's executable is installed in the version of the package `electron`. */
export function hasElectron() {
  const folder = path.join(modulesFolder, 'electron');
  // Electron's install script writes path.txt last, so without path.txt the download is incomplete.
  if (!existsSync(path.join(folder, 'path.txt')) || !existsSync(path.join(folder, 'dist/version'))) return false;
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return readFileSync(path.join(folder, 'dist/version'), 'utf8').trim().replace(/^v/, '') === version;
}

/** Returns the switches that Electron in node_modules needs to start on this machine. */
export function electronFlags() {
  if (process.platform !== 'linux' || electronVariant() === 'stand-in') return [];
  return sandboxCannotStart(sandboxState(path.join(modulesFolder, 'electron/dist'))) ? ['--no-sandbox'] : [];
}

/**
 * Returns which program runs the app: Electron if it is installed and DECKTOP_SHELL is not `stand-in`, otherwise the
 * stand-in.
 */
export function electronVariant() {
  return hasElectron() && process.env.DECKTOP_SHELL !== 'stand-in' ? 'electron' : 'stand-in';
}

/**
 * Returns environment variables that make electron-vite and Playwright start the program that runs the app (Electron or
 * the stand-in). Also returns the app's token.
 */
export function electronEnvironment() {
  const environment = { ...runtimeEnvironment(), ...(token === undefined ? {} : { DECKTOP_TOKEN: token }) };
  // With NO_SANDBOX electron-vite starts Electron with `--no-sandbox`. Playwright always adds this switch.
  if (electronVariant() === 'electron')
    return { ...environment, ...(electronFlags().length > 0 ? { NO_SANDBOX: '1' } : {}) };
  return {
    ...environment,
    ELECTRON_OVERRIDE_DIST_PATH: standinFolder,
    ELECTRON_EXEC_PATH: path.join(standinFolder, 'electron'),
  };
}

/**
 * Runs `work` while no other script of this checkout runs work under the same lock name. The lock is a file with the
 * process id of its script. If no process has this id, because the script was killed, other scripts remove the lock.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFileLock(name, work) {
  const lock = path.join(rootFolder, 'out', `${name}.lock`);
  mkdirSync(path.dirname(lock), { recursive: true });
  const tryLock = () => {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  };
  const isHeld = () => {
    try {
      return process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0);
    } catch {
      return false;
    }
  };
  for (let waited = 0; !tryLock(); waited++) {
    if (!isHeld()) rmSync(lock, { force: true });
    else if (waited === 5)
      printToStderr(`Waiting for another script in this folder (${path.relative(rootFolder, lock)})`);
    await pause(200);
  }
  const unlock = () => rmSync(lock, { force: true });
  runAtScriptEnd(unlock);
  try {
    return await work();
  } finally {
    cleanups.splice(cleanups.indexOf(unlock), 1);
    unlock();
  }
}

/** Returns the paths of all files below a folder, relative to the root and sorted. */
export function filesBelow(/** @type {string} */ folder) {
  const full = path.join(rootFolder, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(rootFolder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * Runs a script's `main` and exits with the code that it returns. For a UserError only the message is printed; other
 * errors are printed with their stack.
 * @param {() => Promise<number | void>} main
 */
export async function runMainAndExit(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof UserError) printToStderr(error.message);
    else console.error(error);
    process.exitCode = 1;
  }
  process.exit();
}
