// @ts-check
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { init, parse as parseImports } from 'es-module-lexer';
import { startVirtualDisplay } from '../display.mjs';
import { sandboxFlagsFor } from '../sandbox.mjs';
import {
  electronEnvironment,
  electronVariant,
  printToStderr,
  rootFolder,
  runAtScriptEnd,
  runCommand,
  standinFolder,
  UserError,
} from '../toolchain.mjs';

/**
 * Checks that the archive of a packaged app contains the right files, and that the app starts. Used by package.mjs,
 * check-deb.mjs and smoke.mjs.
 */
const asar = createRequire(import.meta.url)('@electron/asar');
await init;

/**
 * Returns the folder `resources` of the unpacked app in dist/ that was built for this system and processor. Throws a
 * UserError if there is no such app.
 */
export function unpackedResourcesFolder() {
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`;
  const folders = {
    linux: `dist/linux${arch}-unpacked/resources`,
    win32: `dist/win${arch}-unpacked/resources`,
    darwin: `dist/mac${arch}/Decktop.app/Contents/Resources`,
  };
  const folder = path.join(
    rootFolder,
    /** @type {Record<string, string>} */ (folders)[process.platform] ?? folders.linux,
  );
  if (!existsSync(path.join(folder, 'app.asar'))) throw new UserError(`No app.asar in ${folder}.`);
  return folder;
}

/** Returns the path of the packaged app's executable. `resources` is the path of the app's folder `resources`. */
export function packagedAppExecutable(/** @type {string} */ resources) {
  const names = { darwin: 'MacOS/Decktop', win32: 'Decktop.exe' };
  const name = /** @type {Record<string, string>} */ (names)[process.platform] ?? 'decktop';
  return path.join(path.dirname(resources), name);
}

/**
 * Returns what is wrong with the scripts of an archive: an import of a file that the archive lacks, or of a package that
 * the script cannot have there. Main has Node, Electron and SQLite; a sandboxed preload script is one CommonJS file that
 * can require only Electron; a page has files.
 * @param {readonly string[]} files the paths in the archive, such as `/out/main/main.js`
 * @param {(file: string) => string} textOf reads a file of the archive
 */
export function importProblems(files, textOf) {
  const packages = {
    main: [...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron', 'better-sqlite3'],
    preload: ['electron'],
    renderer: [],
  };
  return files.flatMap((file) => {
    const [, part = '', extension] = /^\/out\/(main|preload|renderer)\/.*\.(c?js)$/.exec(file) ?? [];
    const known = /** @type {Record<string, readonly string[]>} */ (packages)[part];
    if (!known) return [];
    const text = textOf(file);
    const [imports, exports] = parseImports(text);
    if (part === 'preload' && (extension !== 'cjs' || imports.length > 0 || exports.length > 0))
      return [`${file} is no CommonJS`];
    const required = [...text.matchAll(/(?<![\w$.])(?:__)?require\(\s*"([^"]+)"\s*\)/g)].map(([, name = '']) => name);
    // An import whose name is computed has no `n`; `import.meta` has none either.
    const names = [...imports.flatMap(({ n }) => (n === undefined ? [] : [n])), ...required];
    return [...new Set(names)]
      .filter((name) =>
        /^[./]/.test(name) ? !files.includes(path.posix.join(path.posix.dirname(file), name)) : !known.includes(name),
      )
      .map((name) => `${file} imports ${name}, which is not there`);
  });
}

/**
 * Checks that the archive contains the files that the app needs, but no sources and no packages except better-sqlite3.
 * Also checks that SQLite's binary is beside the archive.
 */
export function checkAppArchive(/** @type {string} */ resources) {
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
    '/out/main/keep-worker.js',
    '/out/preload/preload.cjs',
    '/out/renderer/index.html',
    '/out/renderer/licences.json',
    '/build/identity/tray/tray.png',
    '/build/identity/icons/256x256.png',
    '/node_modules/better-sqlite3/package.json',
  ];
  const problems = needed.filter((file) => !files.includes(file)).map((file) => `lacks ${file}`);
  const binary = `prebuilds/${process.platform}-${process.arch}.node`;
  const binaries = files.filter((file) => file.endsWith('.node'));
  const unpacked = path.join(resources, 'app.asar.unpacked/node_modules/better-sqlite3', binary);
  if (binaries.length !== 1 || !binaries[0]?.endsWith(binary)) problems.push(`has the binaries ${binaries.join(', ')}`);
  if (!existsSync(unpacked)) problems.push(`has not unpacked ${binary}`);
  const unwanted = files.filter((file) =>
    /^\/(electron|renderer|shared|test)\/|\.(map|h|cc|cpp|gyp|d\.ts)$/.test(file),
  );
  if (unwanted.length > 0) problems.push(`contains ${unwanted.slice(0, 5).join(', ')}`);
  const packages = files
    .filter((file) => /^\/node_modules\/(@[^/]+\/)?[^@/]+$/.test(file))
    .map((file) => file.slice(14));
  if (packages.join() !== 'better-sqlite3') problems.push(`contains the packages ${packages.join(', ')}`);
  problems.push(
    ...importProblems(files, (file) => asar.extractFile(archive, path.normalize(file.slice(1))).toString('utf8')),
  );
  if (problems.length > 0) throw new UserError(`app.asar ${problems.join('; ')}.`);
  const size = (statSync(archive).size / 1e6).toFixed(1);
  printToStderr(`app.asar: ${files.length} entries, ${size} MB. What the app needs is there, ${binary} is unpacked.`);
}

/**
 * Returns the environment variables for the packaged executable. If the app was packaged without Electron, its
 * executable is a placeholder that starts the stand-in. The stand-in runs on plain Node, which cannot read the archive
 * app.asar, so this function also extracts the archive to `appFolder`.
 * @returns {Record<string, string | undefined>}
 */
export function packagedAppEnvironment(/** @type {string} */ resources, /** @type {string} */ appFolder) {
  if (electronVariant() === 'electron') return { ...electronEnvironment() };
  asar.extractAll(path.join(resources, 'app.asar'), appFolder);
  return {
    ...electronEnvironment(),
    PLACEHOLDER_COMMAND: path.join(standinFolder, 'electron'),
    PLACEHOLDER_APP: appFolder,
    STANDIN_RESOURCES: resources,
  };
}

/**
 * Starts the packaged app with `--screenshot` and waits until the app ends. Throws a UserError if the app fails, or
 * writes no screenshot of its first view.
 * @param {string} command the executable, or a link to it
 * @param {string} resources
 */
export async function checkPackagedAppStarts(command, resources) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'decktop-packaged-'));
  runAtScriptEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const picture = path.join(folder, 'first.png');
  const args = [`--user-data-dir=${path.join(folder, 'data')}`, `--screenshot=${picture}`];
  await startVirtualDisplay();
  const env = packagedAppEnvironment(resources, path.join(folder, 'app'));
  if (electronVariant() === 'electron') args.unshift(...sandboxFlagsFor(command));
  const { code, text } = await runCommand(command, args, { env, output: 'capture' });
  if (code !== 0 || !existsSync(picture))
    throw new UserError(`${command} does not start (exit code ${code}):\n${text}`);
  printToStderr(`${command} started to its first view (a picture of ${statSync(picture).size} bytes).`);
}
