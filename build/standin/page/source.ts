import { randomBytes } from 'node:crypto';
import { makeCodec } from './codec.ts';
import { type PreloadInfo, startPreload } from './preload-runtime.ts';
import { joinWorlds } from './worlds.ts';

/** Names of the events between the worlds and of the binding. Random, so that a page cannot guess them. */
export const secret = `_${randomBytes(12).toString('hex')}`;
export const preloadWorld = 'electron-preload';
export const binding = `${secret}tell`;

/** The function's own source text runs in the page. Node has already removed its types. */
const source = (fn: (...args: never[]) => unknown) => `(${Function.prototype.toString.call(fn)})`;

/** Source for the page's world, to run before the page's first script. */
export const pageSource = `${source(joinWorlds)}(${JSON.stringify(secret)}, 'page');`;

/**
 * Source for the isolated world: the runtime, then the preload script as a CommonJS module. For the app's own pages
 * only.
 */
export function preloadSource(info: Omit<PreloadInfo, 'secret' | 'binding'>, script: string): string {
  const all: PreloadInfo = { ...info, secret, binding };
  return `if (window === window.top && location.protocol !== 'data:' && location.href !== 'about:blank') {
    const { require, process } = ${source(startPreload)}(${JSON.stringify(all)}, ${source(makeCodec)}(), ${source(joinWorlds)});
    const module = { exports: {} };
    (function (require, module, exports, process) {${script}
    })(require, module, module.exports, process);
  }`;
}
