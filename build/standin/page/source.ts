/** Builds the scripts that the stand-in injects into pages: for the page's world, and for the preload world. */
import { randomBytes } from 'node:crypto';
import { makeStructuredCloneCodec } from './codec.ts';
import { installPreloadRuntime, type PreloadRuntimeInput } from './preload-runtime.ts';
import { connectPageAndPreload } from './worlds.ts';

/**
 * A random prefix for the names of the binding and of the events between the page's world and the preload world.
 * Because of it, pages cannot guess these names.
 */
export const secretNamePrefix = `_${randomBytes(12).toString('hex')}`;
/** Name of the isolated JavaScript world in which the preload script runs. */
export const preloadWorldName = 'electron-preload';
/** Name of the function by which the preload world sends messages to this process. */
export const preloadBindingName = `${secretNamePrefix}tell`;

/** Returns the source text of a function that runs in the page. Node has already removed its types. */
const sourceOf = (fn: (...args: never[]) => unknown) => `(${Function.prototype.toString.call(fn)})`;

/** Script for the page's world. Runs before the first script of the page. */
export const pageWorldScript = `${sourceOf(connectPageAndPreload)}(${JSON.stringify(secretNamePrefix)}, 'page');`;

/**
 * Returns the script for the preload world: the runtime, and then the preload script as a CommonJS module. The script
 * does nothing in frames and blank documents.
 */
export function preloadWorldScript(
  info: Omit<PreloadRuntimeInput, 'secretPrefix' | 'bindingName'>,
  script: string,
): string {
  const all: PreloadRuntimeInput = { ...info, secretPrefix: secretNamePrefix, bindingName: preloadBindingName };
  return `if (window === window.top && location.protocol !== 'data:' && location.href !== 'about:blank') {
    const { require, process } = ${sourceOf(installPreloadRuntime)}(${JSON.stringify(all)}, ${sourceOf(makeStructuredCloneCodec)}(), ${sourceOf(connectPageAndPreload)});
    const module = { exports: {} };
    (function (require, module, exports, process) {${script}
    })(require, module, module.exports, process);
  }`;
}
