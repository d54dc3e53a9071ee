/** Runs the app's main script as Electron's executable does. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import { standinChromium } from './chromium.ts';

/** The command line: electron [-r module]… [Chromium switches] <app folder or main script> [arguments of the app] */
const argv = process.argv.slice(2);
// As in Electron's main process, an unhandled rejection does not end the program (see
// github.com/electron/electron/pull/37464). It is logged and sets the exit code. In worker threads it ends the thread,
// which is Node's default.
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') > 1) return;
  console.error('(electron) Unhandled rejection:', reason);
  process.exitCode = 1;
});
// As in Electron, an exception that nobody handles shows a dialog, and the program goes on.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return;
  void import('./desktop.ts').then(({ dialog }) =>
    dialog.showErrorBox('A JavaScript error occurred in the main process', error.stack ?? error.message),
  );
});
const require = createRequire(import.meta.url);
const fromHere = createRequire(path.join(process.cwd(), 'electron'));

/**
 * Switches that go to Chromium wherever they are on the command line. Other switches go to Chromium only if they
 * precede the app's path.
 */
const alwaysChromiumSwitch = /^--(remote-debugging-port|remote-allow-origins|lang|force-device-scale-factor)=/;
const preloads: string[] = [];
let target = '';
let targetAt = -1;
for (let i = 0; i < argv.length; i++) {
  const arg = argv[i] as string;
  if (!target && (arg === '-r' || arg === '--require')) preloads.push(argv[++i] as string);
  else if (/^--(inspect|inspect-brk|no-sandbox|user-data-dir)(=|$)/.test(arg)) continue;
  else if (alwaysChromiumSwitch.test(arg) || (!target && arg.startsWith('--'))) standinChromium.switches.push(arg);
  else if (!target) {
    target = path.resolve(arg);
    targetAt = i;
  }
}
if (!target || !existsSync(target)) {
  console.error(
    target ? `No such app: ${target}` : 'usage: electron [options] <app folder or main script> [arguments]',
  );
  process.exit(2);
}

// Tests set STANDIN_PLATFORM to the platform that the app sees: darwin, win32 or linux.
const platform = process.env.STANDIN_PLATFORM;
if (platform) Object.defineProperty(process, 'platform', { value: platform, enumerable: true });

const executable = process.env.STANDIN_EXECUTABLE ?? process.execPath;
const { version } = require('electron/package.json') as { version: string };
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
const resources = process.env.STANDIN_RESOURCES;
// The arguments of an installed app do not contain the path of the app.
process.argv = [executable, ...(resources ? argv.slice(targetAt + 1) : argv)];
Object.assign(process, {
  type: 'browser',
  resourcesPath: resources ?? import.meta.dirname,
  ...(resources ? {} : { defaultApp: true }),
});

const readPackage = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as { name?: string; productName?: string; version?: string; main?: string };
const isFolder = statSync(target).isDirectory();
let folder = isFolder ? target : path.dirname(target);
const main = isFolder ? path.join(target, readPackage(path.join(target, 'package.json')).main ?? 'index.js') : target;
while (!existsSync(path.join(folder, 'package.json')) && folder !== path.dirname(folder)) folder = path.dirname(folder);
const packageJson = existsSync(path.join(folder, 'package.json')) ? readPackage(path.join(folder, 'package.json')) : {};
const userData = argv.find((arg) => arg.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);
app.setDescription({
  name: packageJson.productName ?? packageJson.name ?? 'Electron',
  version: packageJson.version ?? '0.0.0',
  path: folder,
  packaged: resources !== undefined,
  argv,
  userData: userData ? path.resolve(userData) : null,
});

for (const preload of preloads) fromHere(preload);
// Normally, the app becomes ready after its main script has run. But a script may await `whenReady` at its top level,
// and would then wait forever. So the app also becomes ready when the script calls `whenReady`, and after 200 ms at the
// latest.
let failed = false;
const evaluated = import(pathToFileURL(main).href).catch((error) => {
  failed = true;
  console.error(error);
});
const readyAwaited = app.readyAwaited.then(() => new Promise((resolve) => setImmediate(resolve)));
await Promise.race([evaluated, readyAwaited, new Promise((resolve) => setTimeout(resolve, 200))]);
if (failed) process.exit(1);
await app.start();
