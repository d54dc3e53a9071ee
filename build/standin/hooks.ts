import { registerHooks } from 'node:module';

/** In the app's processes, `electron` is ours. (The npm package of that name gives the path of its executable.) */
const url = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier) ? { url, shortCircuit: true } : next(specifier, context),
});
