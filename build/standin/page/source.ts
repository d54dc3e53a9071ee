import { randomBytes } from 'node:crypto';
import { makeCodec } from './codec.ts';
import { type PreloadInfo, startPreload } from './preload-runtime.ts';
import { joinWorlds } from './worlds.ts';

/** Names what must not be guessed by a page: events between the worlds, the binding. */
export const secret = `_${randomBytes(12).toString('hex')}`;
export const preloadWorld = 'electron-preload';
export const binding = `${secret}tell`;

/** A function's own text runs in the page: Node has already blanked out its types. */
const source = (fn: (...args: never[]) => unknown) => `(${Function.prototype.toString.call(fn)})`;

/** For the page's world, before its first script. */
export const pageSource = `${source(joinWorlds)}(${JSON.stringify(secret)}, 'page');`;

/** For the isolated world: the runtime, then the preload script as a CommonJS module. Only in the app's own pages. */
export function preloadSource(info: Omit<PreloadInfo, 'secret' | 'binding'>, script: string): string {
  const all: PreloadInfo = { ...info, secret, binding };
  return `if (window === window.top && location.protocol !== 'data:' && location.href !== 'about:blank') {
    const { require, process } = ${source(startPreload)}(${JSON.stringify(all)}, ${source(makeCodec)}(), ${source(joinWorlds)});
    const module = { exports: {} };
    (function (require, module, exports, process) {${script}
    })(require, module, module.exports, process);
  }`;
}
