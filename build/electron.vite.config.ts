import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = path.join(import.meta.dirname, '..');

/** Entry name → source, of the sources that exist. */
const entries = (sources: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources)
      .map(([name, file]) => [name, path.join(root, file)] as const)
      .filter(([, file]) => existsSync(file)),
  );

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
    plugins: [react()],
    build: {
      outDir: path.join(root, 'out/renderer'),
      sourcemap: true,
      minify: true,
      chunkSizeWarningLimit: 4000, // kB; it is read from the disk, not from a network.
      rolldownOptions: {
        input: path.join(root, 'renderer/index.html'),
        // What a window loads first is one file: left alone it is a hundred, each asked for by itself.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  },
});
