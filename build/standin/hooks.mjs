// @ts-check
import { enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

// Node's type stripping is a WebAssembly program of some 12 MB in every thread that reads TypeScript, which Electron does not
// have (bench row `memory`). So this file, which every worker reads too, is JavaScript, and main keeps what it has stripped.
if (isMainThread) enableCompileCache(path.join(import.meta.dirname, '../../out/standin-cache'));

/**
 * In the app's processes, `electron` is the stand-in. (The npm package of that name gives the path of its executable.)
 */
const url = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier) ? { url, shortCircuit: true } : next(specifier, context),
});
