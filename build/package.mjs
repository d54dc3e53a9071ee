// @ts-check
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { startDisplay } from './display.mjs';
import { setup } from './setup.mjs';
import {
  atEnd,
  findChromium,
  modules,
  root,
  run,
  runNode,
  say,
  script,
  shellEnvironment,
  shellInUse,
  standin,
  Trouble,
  which,
} from './toolchain.mjs';

/**
 * `npm run package`: builds installers for this system (`-- --dir`: the unpacked folder only). Without Electron's own
 * distribution it builds the unpacked folder around a placeholder for the executable. Both check the archive and start the
 * packaged app until its first view.
 */
const require = createRequire(import.meta.url);
const json = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

/** Writes a distribution as electron-builder expects it on Linux, with a note in place of the executable. */
function placeholderDistribution() {
  const folder = path.join(root, 'out/distribution');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'locales'), { recursive: true });
  mkdirSync(path.join(folder, 'resources'));
  const note = "#!/bin/sh\necho 'Packaged without Electron: its executable could not be downloaded.' >&2\nexit 1\n";
  for (const name of ['electron', 'chrome-sandbox']) writeFileSync(path.join(folder, name), note, { mode: 0o755 });
  writeFileSync(path.join(folder, 'version'), json(path.join(modules, 'electron/package.json')).version);
  cpSync(path.join(modules, 'electron/LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), '');
  return folder;
}

/** Draws the icon at 1024 pixels where a program for it is installed; else the app gets Electron's icon. */
async function drawIcon() {
  const source = path.join(root, 'build/identity/icon.svg');
  const target = path.join(root, 'out/identity/icon.png');
  mkdirSync(path.dirname(target), { recursive: true });
  const converter = which('rsvg-convert');
  const chromium = findChromium();
  if (converter) {
    await run(converter, ['-w', '1024', '-h', '1024', '-o', target, source], { output: 'capture' });
  } else if (chromium) {
    const page = path.join(root, 'out/identity/icon.html');
    const svg = readFileSync(source, 'utf8').replace('<svg ', '<svg width="1024" height="1024" ');
    writeFileSync(page, `<body style="margin:0">${svg}</body>`);
    const flags = ['--headless', '--no-sandbox', '--hide-scrollbars', '--default-background-color=00000000'];
    const draw = ['--window-size=1024,1024', `--screenshot=${target}`, `file://${page}`];
    await run(chromium, [...flags, ...draw], { output: 'capture' });
  }
  if (!existsSync(target)) say('Nothing here can draw the icon (rsvg-convert, Chromium): it stays the default one.');
}

/** The folder of resources/app.asar below dist/, of the last build. */
function unpackedResources() {
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`;
  const folders = {
    linux: `dist/linux${arch}-unpacked/resources`,
    win32: `dist/win${arch}-unpacked/resources`,
    darwin: `dist/mac${arch}/Decktop.app/Contents/Resources`,
  };
  const folder = path.join(root, /** @type {Record<string, string>} */ (folders)[process.platform] ?? folders.linux);
  if (!existsSync(path.join(folder, 'app.asar'))) throw new Trouble(`No app.asar in ${folder}.`);
  return folder;
}

/** Checks that the archive contains everything that the app needs, and that SQLite's fitting binary lies beside it. */
function checkArchive(/** @type {string} */ resources) {
  const asar = require('@electron/asar');
  const archive = path.join(resources, 'app.asar');
  /** @type {string[]} */
  const files = asar
    .listPackage(archive, { isPack: false })
    .map((/** @type {string} */ file) => file.replaceAll('\\', '/'));
  const needed = [
    '/package.json',
    '/out/main/main.js',
    '/out/main/workspace-worker.js',
    '/out/main/service-worker.js',
    '/out/preload/preload.cjs',
    '/out/renderer/index.html',
    '/node_modules/better-sqlite3/package.json',
  ];
  const problems = needed.filter((file) => !files.includes(file)).map((file) => `lacks ${file}`);
  const binary = `prebuilds/${process.platform}-${process.arch}.node`;
  const binaries = files.filter((file) => file.endsWith('.node'));
  const unpacked = path.join(resources, 'app.asar.unpacked/node_modules/better-sqlite3', binary);
  if (binaries.length !== 1 || !binaries[0]?.endsWith(binary)) problems.push(`has the binaries ${binaries.join(', ')}`);
  if (!existsSync(unpacked)) problems.push(`has not unpacked ${binary}`);
  const unwanted = files.filter((file) => /^\/(electron|renderer|shared|test|build)\/|\.map$/.test(file));
  if (unwanted.length > 0) problems.push(`contains ${unwanted.slice(0, 5).join(', ')}`);
  if (problems.length > 0) throw new Trouble(`app.asar ${problems.join('; ')}.`);
  const size = (statSync(archive).size / 1e6).toFixed(1);
  say(
    `app.asar: ${files.length} entries, ${size} MB; main, workers, preload and renderer are there, ${binary} is unpacked.`,
  );
}

/** Starts the packaged app and waits for the picture of its first view. */
async function startPackaged(/** @type {string} */ resources) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'decktop-packaged-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const picture = path.join(folder, 'first.png');
  const args = [`--user-data-dir=${path.join(folder, 'data')}`, `--screenshot=${picture}`];
  await startDisplay();
  let command = path.join(path.dirname(resources), process.platform === 'win32' ? 'Decktop.exe' : 'decktop');
  if (process.platform === 'darwin') command = path.join(path.dirname(resources), 'MacOS/Decktop');
  if (process.platform === 'linux' && process.getuid?.() === 0) args.unshift('--no-sandbox');
  /** @type {Record<string, string | undefined>} */
  const env = { ...shellEnvironment() };
  if (shellInUse() === 'stand-in') {
    // The stand-in is a plain Node, which does not read archives.
    const app = path.join(folder, 'app');
    require('@electron/asar').extractAll(path.join(resources, 'app.asar'), app);
    command = path.join(standin, 'electron');
    args.unshift(app);
    env.STANDIN_RESOURCES = resources;
  }
  const { code, text } = await run(command, args, { env, output: 'capture' });
  if (code !== 0 || !existsSync(picture))
    throw new Trouble(`What was packaged does not start (exit code ${code}):\n${text}`);
  say(`The packaged app started to its first view (a picture of ${statSync(picture).size} bytes).`);
}

await script(async () => {
  await setup({ shell: true });
  if ((await bundle()) !== 0) throw new Trouble('The app could not be built.');
  const real = shellInUse() === 'electron';
  await drawIcon();
  const args = ['--publish', 'never', '--config', 'build/electron-builder.mjs', ...process.argv.slice(2)];
  if (!real) {
    say('Without Electron’s distribution: only the unpacked folder, around a placeholder for the executable.');
    args.unshift('--linux', 'dir');
  }
  const env = {
    DECKTOP_DISTRIBUTION: real ? path.join(modules, 'electron/dist') : placeholderDistribution(),
    DECKTOP_REAL_ELECTRON: real ? '1' : '',
  };
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const { code } = await runNode('node_modules/electron-builder/cli.js', args, { env, output: 'stderr' });
  if (code !== 0) return code;
  const resources = unpackedResources();
  checkArchive(resources);
  await startPackaged(resources);
  return 0;
});
