import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { packageRecorderPlugin } from './packaging/notices.mjs';

const root = path.join(import.meta.dirname, '..');

/** Returns the full paths of the sources that exist, by the names of their bundles. */
const existingEntries = (sources: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources)
      .map(([name, file]) => [name, path.join(root, file)] as const)
      .filter(([, file]) => existsSync(file)),
  );

/**
 * Matches the path of the small script of the page that requests the data of the first view before the page's main
 * script is loaded. It is not Electron's preload script. The bundler puts it and its imports into one chunk.
 */
const firstRequestsScript = /\/renderer\/windows\/first-requests\.ts$/;

/** The font file that nearly all texts use. */
const font = /inter-latin-opsz-normal[^/]*\.woff2$/;

/**
 * Adds the small script of `firstRequestsScript` and the font to the page's head. The script then runs while the main
 * script is still loading, and the font is loaded before the first frame. If only a style sheet names the font, the
 * font loads after the first frame, and the browser lays out the page a second time.
 */
const preloadsPlugin: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, filename }) {
      if (!bundle || path.basename(filename) !== 'index.html') return [];
      const files = Object.values(bundle);
      const script = files.find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => firstRequestsScript.test(id)),
      );
      const fontFile = files.find(({ fileName }) => font.test(fileName));
      if (!script || !fontFile) throw new Error('The bundle lacks the script of the first requests or the font');
      if (script.name !== 'first-requests')
        throw new Error(`The script of the first requests is part of ${script.fileName}`);
      const src = `./${script.fileName}`;
      const href = `./${fontFile.fileName}`;
      return [
        { tag: 'script', attrs: { type: 'module', crossorigin: true, src }, injectTo: 'head-prepend' },
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href },
          injectTo: 'head',
        },
      ];
    },
  },
};

/**
 * Writes scripts with ASCII characters only, so that they need less memory. V8 stores a script in one byte per
 * character if all its characters are Latin-1, and otherwise in two (test/bench/rows/memory.ts measures the memory).
 */
const asciiOnly = true;

export default defineConfig({
  main: {
    plugins: [packageRecorderPlugin('main')],
    build: {
      outDir: path.join(root, 'out/main'),
      sourcemap: true,
      rolldownOptions: {
        input: existingEntries({
          main: 'electron/main.ts',
          'workspace-worker': 'electron/workspace/worker.ts',
          'service-worker': 'electron/service/worker.ts',
          'keep-worker': 'electron/keep/worker.ts',
          'service-command': 'electron/service/command.ts',
        }),
        output: {
          // All chunks are in one folder, since the code finds preload and renderer by paths relative to that folder.
          chunkFileNames: '[name]-[hash].js',
          // Each thread holds the text of its scripts in memory. Removing comments and spaces halves this text
          // (test/bench/rows/memory.ts measures the memory).
          minify: { compress: false, mangle: false, codegen: { asciiOnly } },
        },
      },
    },
  },
  preload: {
    plugins: [packageRecorderPlugin('preload')],
    build: {
      outDir: path.join(root, 'out/preload'),
      // A sandboxed preload script must be one CommonJS file, because it cannot require other files of the app. So the
      // bundle contains all modules that the script imports, except 'electron'.
      externalizeDeps: false,
      rolldownOptions: {
        input: existingEntries({ preload: 'electron/preload.ts' }),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path.join(root, 'renderer/windows'),
    resolve: {
      // The browser build of this package sets `innerHTML`, which the page's policy forbids (topcoder-platform/platform-ui#2354).
      alias: {
        'decode-named-character-reference': path.join(root, 'node_modules/decode-named-character-reference/index.js'),
      },
    },
    // The pages are in renderer/windows, but they import modules from other folders of the project.
    server: { fs: { allow: [root] } },
    plugins: [react(), preloadsPlugin, packageRecorderPlugin('renderer')],
    build: {
      outDir: path.join(root, 'out/renderer'),
      sourcemap: true,
      minify: true,
      chunkSizeWarningLimit: 4000, // In kB. Large files are fine, since they are read from the disk.
      rolldownOptions: {
        input: existingEntries({
          index: 'renderer/windows/index.html',
          recovery: 'renderer/windows/recovery.html',
          'proxy-login': 'renderer/windows/proxy-login.html',
        }),
        // Puts the code of the first view into one file, and the code of popups into another file. Without these groups
        // the page sends about a hundred requests, one for each file.
        output: {
          minify: { codegen: { asciiOnly } },
          codeSplitting: {
            groups: [
              // The recovery page is shown after crashes. It shares no file with the app, whose code may have caused
              // these crashes.
              { name: 'recovery', test: /\/renderer\/windows\/recovery\./, priority: 3 },
              { name: 'proxy-login', test: /\/renderer\/windows\/proxy-login\./, priority: 3 },
              { name: 'plain-page', test: /\/renderer\/windows\/plain-page\./, priority: 4 },
              { name: 'first-requests', test: firstRequestsScript, priority: 2 },
              { name: 'first', tags: ['$initial'], priority: 1 },
              { name: 'popups', test: /\/(node_modules\/@(base-ui|floating-ui)|renderer\/ui\/popups)\//, priority: 0 },
            ],
          },
        },
      },
    },
  },
});
