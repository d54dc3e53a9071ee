// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeLicenceNotices } from './packaging/notices.mjs';
import { filesBelow, printToStderr, rootFolder, runNode, withFileLock } from './toolchain.mjs';

const sourceFolders = ['shared', 'electron', 'renderer', 'build/packaging/licences'];
const buildSettings = [
  'build/electron.vite.config.ts',
  'build/packaging/notices.mjs',
  'package.json',
  'package-lock.json',
];
const outputs = [
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/licences.json',
];
const stampFile = path.join(rootFolder, 'out/bundle.sha256');

/** Returns a hash of all sources and settings from which the bundles are made. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of [...sourceFolders.flatMap(filesBelow), ...buildSettings]) {
    hash.update(`${file}\0`).update(readFileSync(path.join(rootFolder, file)));
  }
  return hash.digest('hex');
}

function isFresh(/** @type {string} */ hash) {
  const hasOutputs = [stampFile, ...outputs.map((file) => path.join(rootFolder, file))].every((file) =>
    existsSync(file),
  );
  return hasOutputs && readFileSync(stampFile, 'utf8') === hash;
}

/**
 * Causes the next call of `bundleApp` to build, even if no source has changed. Call this function before another
 * program writes to out/.
 */
export function forceNextBundle() {
  rmSync(stampFile, { force: true });
}

/**
 * Bundles main, preload and renderer into out/ if their sources have changed.
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<number>} exit code of the bundler; 0 if the bundles were up to date
 */
export async function bundleApp({ force = false } = {}) {
  if (!force && isFresh(sourceHash())) return 0;
  return await withFileLock('bundle', async () => {
    const hash = sourceHash();
    if (!force && isFresh(hash)) return 0; // Another script has built the bundles in the meantime.
    printToStderr('Building the app');
    rmSync(stampFile, { force: true });
    const args = ['build', '--config', 'build/electron.vite.config.ts', '--logLevel', 'warn'];
    const { code } = await runNode('node_modules/electron-vite/bin/electron-vite.js', args, { output: 'stderr' });
    if (code !== 0) return code;
    writeLicenceNotices();
    writeFileSync(stampFile, hash);
    return 0;
  });
}
