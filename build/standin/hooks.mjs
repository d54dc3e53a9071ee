// @ts-check
import { enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

// To remove types from TypeScript, Node loads a WebAssembly program. This program takes 12 MB of memory in each thread
// that loads TypeScript. So this file, which every worker loads, is JavaScript. For other files, the main thread caches
// the code without types.
if (isMainThread) enableCompileCache(path.join(import.meta.dirname, '../../out/standin-cache'));

/**
 * Makes `import 'electron'` load the stand-in. Without this, the npm package `electron` returns the path of its
 * executable.
 */
const url = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier) ? { url, shortCircuit: true } : next(specifier, context),
});
