import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

const root = path.join(import.meta.dirname, '..');

/** Entry name → source, of the sources that exist. */
const entries = (sources: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources)
      .map(([name, file]) => [name, path.join(root, file)] as const)
      .filter(([, file]) => existsSync(file)),
  );

/** renderer/preload.ts and what it needs. */
const earlySources =
  /\/(renderer\/(first|data\/(early|bridge|first-queries)|board\/cards)|shared\/contract\/(query|errors))\.ts$/;

/** The letters that nearly every text consists of. */
const font = /inter-latin-opsz-normal[^/]*\.woff2$/;

/**
 * Lets the page run the small script that asks the first questions while the large one still loads, and have its letters by
 * the first frame: what a style sheet names is asked for once it is drawn, and all would be laid out a second time.
 */
const early: Plugin = {
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (!bundle) return [];
      const files = Object.values(bundle);
      const script = files.find(({ type, name }) => type === 'chunk' && name === 'early');
      const letters = files.find(({ fileName }) => font.test(fileName));
      if (!script || !letters) throw new Error('The bundle lacks the first script or the letters');
      const src = `./${script.fileName}`;
      const href = `./${letters.fileName}`;
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

export default defineConfig({
  main: {
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
      },
    },
  },
  preload: {
    build: {
      outDir: path.join(root, 'out/preload'),
      // A sandboxed preload is one CommonJS file that requires nothing but 'electron': what it imports is bundled in.
      externalizeDeps: false,
      rolldownOptions: {
        input: entries({ preload: 'electron/preload.ts' }),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path.join(root, 'renderer'),
    plugins: [react(), early],
    build: {
      outDir: path.join(root, 'out/renderer'),
      sourcemap: true,
      minify: true,
      chunkSizeWarningLimit: 4000, // kB; it is read from the disk, not from a network.
      rolldownOptions: {
        input: path.join(root, 'renderer/index.html'),
        // What a window loads first is one file, and so is what its popups are made of: left alone they are a hundred,
        // each asked for by itself.
        output: {
          codeSplitting: {
            groups: [
              { name: 'early', test: earlySources, priority: 2 },
              { name: 'first', tags: ['$initial'], priority: 1 },
              { name: 'popups', test: /\/(node_modules\/@(base-ui|floating-ui)|renderer\/ui\/popups)\//, priority: 0 },
            ],
          },
        },
      },
    },
  },
});
