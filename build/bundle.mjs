// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeNotices } from './packaging/notices.mjs';
import { filesBelow, root, runNode, say, whileLocked } from './toolchain.mjs';

const sources = ['shared', 'electron', 'renderer'];
const settings = ['build/electron.vite.config.ts', 'build/packaging/notices.mjs', 'package.json', 'package-lock.json'];
const results = [
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/licences.json',
];
const stamp = path.join(root, 'out/bundle.sha256');

/** A hash of all sources and settings of the bundles. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...sources.flatMap(filesBelow), ...settings]) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function fresh(/** @type {string} */ print) {
  const made = [stamp, ...results.map((file) => path.join(root, file))].every((file) => existsSync(file));
  return made && readFileSync(stamp, 'utf8') === print;
}

/** Marks the bundles as stale, before another program writes to out/. */
export function forgetBundle() {
  rmSync(stamp, { force: true });
}

/**
 * Bundles main, preload and renderer into out/ when their sources have changed.
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<number>} exit code of the bundler; 0 when there was nothing to do
 */
export async function bundle({ force = false } = {}) {
  if (!force && fresh(fingerprint())) return 0;
  return await whileLocked('bundle', async () => {
    const print = fingerprint();
    if (!force && fresh(print)) return 0; // Somebody else has just built it.
    say('Building the app');
    rmSync(stamp, { force: true });
    const args = ['build', '--config', 'build/electron.vite.config.ts', '--logLevel', 'warn'];
    const { code } = await runNode('node_modules/electron-vite/bin/electron-vite.js', args, { output: 'stderr' });
    if (code !== 0) return code;
    writeNotices();
    writeFileSync(stamp, print);
    return 0;
  });
}
