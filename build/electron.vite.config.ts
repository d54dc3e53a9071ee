import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { recordPackages } from './packaging/notices.mjs';

const root = path.join(import.meta.dirname, '..');

/** The entries whose source exists. */
const entries = (sources: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources)
      .map(([name, file]) => [name, path.join(root, file)] as const)
      .filter(([, file]) => existsSync(file)),
  );

/** The script that asks the first questions. Its chunk also holds all that it imports. */
const preloadScript = /\/renderer\/windows\/preload\.ts$/;

/** The font file of nearly every text. */
const font = /inter-latin-opsz-normal[^/]*\.woff2$/;

/**
 * Puts the small preload script and the font into the page's head: the script runs while the large one is loading, and
 * the font is loaded before the first frame. A font that is named only in a style sheet loads after the first frame,
 * which is then laid out twice.
 */
const preloads: Plugin = {
  name: 'preloads',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle, filename }) {
      if (!bundle || path.basename(filename) !== 'index.html') return [];
      const files = Object.values(bundle);
      const script = files.find((file) => file.type === 'chunk' && file.moduleIds.some((id) => preloadScript.test(id)));
      const fontFile = files.find(({ fileName }) => font.test(fileName));
      if (!script || !fontFile) throw new Error('The bundle lacks the preload script or the font');
      if (script.name !== 'preload') throw new Error(`The preload script is part of ${script.fileName}`);
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

/** V8 keeps a script's text in one byte per character only if all of them are Latin (bench row `memory`). */
const asciiOnly = true;

export default defineConfig({
  main: {
    plugins: [recordPackages('main')],
    build: {
      outDir: path.join(root, 'out/main'),
      sourcemap: true,
      rolldownOptions: {
        input: entries({
          main: 'electron/main.ts',
          'workspace-worker': 'electron/workspace/worker.ts',
          'service-worker': 'electron/service/worker.ts',
          'service-command': 'electron/service/command.ts',
        }),
        output: {
          // In one folder, from which the scripts find preload and renderer.
          chunkFileNames: '[name]-[hash].js',
          // Each thread keeps the text of its scripts: without comments and spaces it is half as long (bench row `memory`).
          minify: { compress: false, mangle: false, codegen: { asciiOnly } },
        },
      },
    },
  },
  preload: {
    plugins: [recordPackages('preload')],
    build: {
      outDir: path.join(root, 'out/preload'),
      // A sandboxed preload is one CommonJS file that can require only 'electron', so its imports are bundled.
      externalizeDeps: false,
      rolldownOptions: {
        input: entries({ preload: 'electron/preload.ts' }),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path.join(root, 'renderer/windows'),
    // The pages are in a folder of their own; their modules are beside it.
    server: { fs: { allow: [root] } },
    plugins: [react(), preloads, recordPackages('renderer')],
    build: {
      outDir: path.join(root, 'out/renderer'),
      sourcemap: true,
      minify: true,
      chunkSizeWarningLimit: 4000, // kB: files come from the disk, not from a network.
      rolldownOptions: {
        input: entries({
          index: 'renderer/windows/index.html',
          recovery: 'renderer/windows/recovery.html',
          'proxy-login': 'renderer/windows/proxy-login.html',
        }),
        // One file for the code of the first view, and one for popups: without groups they would be a hundred files,
        // each with its own request.
        output: {
          minify: { codegen: { asciiOnly } },
          codeSplitting: {
            groups: [
              // Apart from the app, which may be what crashes.
              { name: 'recovery', test: /\/renderer\/windows\/recovery\./, priority: 3 },
              { name: 'proxy-login', test: /\/renderer\/windows\/proxy-login\./, priority: 3 },
              { name: 'plain-page', test: /\/renderer\/windows\/plain-page\./, priority: 4 },
              { name: 'preload', test: preloadScript, priority: 2 },
              { name: 'first', tags: ['$initial'], priority: 1 },
              { name: 'popups', test: /\/(node_modules\/@(base-ui|floating-ui)|renderer\/ui\/popups)\//, priority: 0 },
            ],
          },
        },
      },
    },
  },
});
