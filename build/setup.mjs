// @ts-check
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  electronVariant,
  findChromium,
  hasElectron,
  isScriptEnding,
  modulesFolder,
  node24Executable,
  printToStderr,
  rootFolder,
  runCommand,
  UserError,
  which,
  withFileLock,
} from './toolchain.mjs';

/**
 * Installs everything that the project needs and that is missing. `npm start`, `npm test` and other scripts call
 * `setup` first. `node build/setup.mjs` only installs.
 */

const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Returns the packages of the folder's lockfile that are not installed in the locked version. Returns `['everything']`
 * if npm has installed nothing. Leaves out optional packages. Checks npm's list of installed packages and also each
 * package's folder, because a copied checkout may have the list without the folders.
 */
export function missingPackages(/** @type {string} */ folder) {
  const record = path.join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return ['everything'];
  const installed = readJson(record).packages;
  return Object.entries(readJson(path.join(folder, 'package-lock.json')).packages)
    .filter(([name, wanted]) => name !== '' && !wanted.optional)
    .filter(([name, wanted]) => installed[name]?.version !== wanted.version || !existsSync(path.join(folder, name)))
    .map(([name]) => name);
}

/**
 * Runs npm with the system's Node, and returns npm's exit code. During `npm start` the first Node on PATH is the one in
 * node_modules. `npm ci` deletes node_modules, so it must not run on that Node.
 * @param {string[]} args
 * @param {string} cwd
 */
async function runNpm(args, cwd) {
  const system = which('node') ?? process.execPath;
  const cli = process.env.npm_execpath;
  const env = { PATH: [path.dirname(system), process.env.PATH].join(path.delimiter) };
  const { code } = cli
    ? await runCommand(system, [cli, ...args], { cwd, output: 'stderr', env })
    : await runCommand('npm', args, { cwd, output: 'stderr', env });
  return code;
}

/** Installs the packages of the folder's lockfile, if any of them is missing. */
export async function installPackages(/** @type {string} */ folder) {
  const missing = missingPackages(folder);
  if (missing.length === 0) return;
  const where = folder === rootFolder ? '' : ` of ${path.relative(rootFolder, folder)}`;
  const isNew = missing[0] === 'everything';
  printToStderr(`Installing packages${where}${isNew ? '' : ` (changed: ${missing.slice(0, 3).join(', ')} …)`}`);
  // Install scripts are off, because older npm versions compile better-sqlite3, although it has prebuilt binaries. Only
  // Node and Electron need their install scripts; `downloadNode` and `installElectron` run these scripts.
  const code = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  if (isScriptEnding()) process.exit(130);
  if (code !== 0)
    throw new UserError('npm could not install the packages. Is the package registry reachable? Then try again.');
}

/**
 * Returns true if a Node of this version can take the place of Node 24, where the package `node` has no build for this
 * system: it runs TypeScript without a switch. `checkRuntime` checks that it loads SQLite.
 */
export function canReplaceNode24(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

async function installNode() {
  if (!existsSync(node24Executable)) await downloadNode();
  // npm links a program only if the program exists when npm unpacks the packages. Node is downloaded later, so the link
  // is made here.
  const link = path.join(modulesFolder, '.bin/node');
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync('../node/bin/node', link);
}

async function downloadNode() {
  const { version } = readJson(path.join(modulesFolder, 'node/package.json'));
  printToStderr(`Installing Node ${version}`);
  const system = which('node') ?? process.execPath;
  const PATH = [path.dirname(system), process.env.PATH].join(path.delimiter);
  const { code, text } = await runCommand(system, ['installArchSpecificPackage.js'], {
    cwd: path.join(modulesFolder, 'node'),
    output: 'capture',
    env: { PATH, npm_config_ignore_scripts: 'true', npm_config_loglevel: 'error' },
  });
  if (code === 0 && existsSync(node24Executable)) return;
  const where = `${process.platform}-${process.arch}`;
  const installed = process.versions.node;
  if (!canReplaceNode24(installed))
    throw new UserError(
      `Node ${version} could not be installed for ${where}. Install Node 22.18 or later yourself; this is ${installed}.\n${text}`,
    );
  printToStderr(
    `Node ${version} could not be installed for ${where}: Node ${installed} of this system is used instead.`,
  );
  mkdirSync(path.dirname(node24Executable), { recursive: true });
  if (process.platform === 'win32') copyFileSync(process.execPath, node24Executable);
  else symlinkSync(process.execPath, node24Executable);
}

/** Checks that Node 24 runs on this machine and loads SQLite. */
async function checkRuntime() {
  const probe = "new (require('better-sqlite3'))(':memory:').prepare('select sqlite_version()').pluck().get()";
  const { code, text } = await runCommand(node24Executable, ['-p', `process.version + ' ' + ${probe}`], {
    output: 'capture',
  });
  if (code !== 0) {
    throw new UserError(
      `Node 24 cannot load SQLite on this machine (${process.platform}-${process.arch}).\n${text}\n` +
        'Remove node_modules and try again; on musl or an unusual processor, better-sqlite3 has no binary to offer.',
    );
  }
}

/** The file with the version and time of the last failed download of Electron. */
const failedDownloadFile = path.join(modulesFolder, '.decktop-electron.json');
const hourMs = 60 * 60 * 1000;

/**
 * Returns the size of all files in a folder, in bytes. While a download makes progress, the size of its folder grows.
 */
function sizeOf(/** @type {string} */ folder) {
  if (!existsSync(folder)) return 0;
  let size = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) size += statSync(path.join(entry.parentPath, entry.name)).size;
    } catch {
      // Ignores the error: the file was moved or deleted in the meantime.
    }
  }
  return size;
}

/**
 * Downloads Electron's executable with the install script of its package. Stops the download after 20 seconds without a
 * new byte. After a failure, tries the same version again only after a day, or if `setup` is called with `retry`.
 */
async function installElectron() {
  const { version } = readJson(path.join(modulesFolder, 'electron/package.json'));
  if (hasElectron()) return;
  if (existsSync(failedDownloadFile)) {
    const tried = readJson(failedDownloadFile);
    if (tried.version === version && Date.now() - tried.at < 24 * hourMs) return;
  }
  printToStderr(`Downloading Electron ${version}`);
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'decktop-electron-'));
  const child = spawn(node24Executable, [path.join(modulesFolder, 'electron/install.js')], {
    cwd: rootFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
  });
  let reason = '';
  child.stderr.on('data', (chunk) => {
    reason += chunk;
  });
  let size = 0;
  let idleSeconds = 0;
  const watch = setInterval(() => {
    const now = sizeOf(temporary) + sizeOf(path.join(modulesFolder, 'electron/dist'));
    idleSeconds = now === size ? idleSeconds + 1 : 0;
    size = now;
    if (idleSeconds >= 20) child.kill('SIGKILL');
  }, 1000);
  await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  clearInterval(watch);
  rmSync(temporary, { recursive: true, force: true });
  if (hasElectron()) return;
  printToStderr(
    `Electron could not be downloaded: ${reason.trim().split('\n')[0] || 'no data arrived for 20 seconds.'}`,
  );
  writeFileSync(failedDownloadFile, JSON.stringify({ version, at: Date.now() }));
}

const debianPackages = ['chromium', 'xvfb', 'fonts-liberation', 'fonts-noto-color-emoji'];

async function installChromium() {
  if (findChromium() && (which('Xvfb') || process.env.DISPLAY || process.env.WAYLAND_DISPLAY)) return;
  const apt = which('apt-get');
  if (process.platform === 'linux' && apt && process.getuid?.() === 0) {
    printToStderr("Installing Debian's Chromium (chromium, xvfb, fonts)");
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages];
    await runCommand(apt, ['update', '-qq'], { output: 'capture', env });
    const { code, text } = await runCommand(apt, install, { output: 'capture', env });
    if (code === 0 && findChromium()) return;
    throw new UserError(`apt-get could not install Chromium:\n${text.slice(-2000)}`);
  }
  if (findChromium()) return; // Without Xvfb, Chromium can still run headless.
  throw new UserError(
    "Electron's executable could not be downloaded, and there is no Chromium to stand in for it.\nEither " +
      'let this machine reach the download (ELECTRON_MIRROR names another place) and run `node build/setup.mjs --retry`' +
      (process.platform === 'linux'
        ? `, or install Chromium:\n  sudo apt-get install ${debianPackages.join(' ')}`
        : '.'),
  );
}

/**
 * Installs everything that is missing.
 * @param {{ withElectron?: boolean, retry?: boolean }} [options] withElectron: also installs Electron or Chromium;
 *   retry: downloads Electron again after a failure
 */
export async function setup({ withElectron = false, retry = false } = {}) {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new UserError(`Node 20 or later is needed to set up; this is ${process.version}.`);
  // First checks without the lock, which is fast. The lock prevents two scripts from installing packages at the same
  // time.
  if (missingPackages(rootFolder).length > 0 || !existsSync(node24Executable)) {
    await withFileLock('setup', async () => {
      await installPackages(rootFolder);
      await installNode();
    });
  }
  await checkRuntime();
  if (!withElectron) return;
  if (retry) rmSync(failedDownloadFile, { force: true });
  if (process.env.DECKTOP_SHELL !== 'stand-in') await installElectron();
  if (electronVariant() === 'electron') return;
  await installChromium();
  printToStderr("Electron's executable is not here: the app runs on Chromium, through the stand-in in build/standin.");
}

if (process.argv[1] && path.resolve(process.argv[1]) === path.join(rootFolder, 'build/setup.mjs')) {
  const { runMainAndExit } = await import('./toolchain.mjs');
  await runMainAndExit(async () => {
    await setup({ withElectron: true, retry: process.argv.includes('--retry') });
    printToStderr(`Ready: Node 24 in ${path.relative(rootFolder, node24Executable)}, windows by ${electronVariant()}.`);
  });
}
