import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Files of tests that use no SQLite, threads, processes or replaced globals. */
const pure = [
  'test/{contract,domain}/**/*.test.ts',
  'test/renderer/{board,card-panel,cards,editor,model,progress,ui,views,workbench}/**/*.test.{ts,tsx}',
];

/** Unit and property tests, run by Node 24. fast-check prints the seed and path of a failing property by itself. */
export default defineConfig({
  root: path.join(import.meta.dirname, '..'),
  plugins: [react()],
  test: {
    projects: [
      // The files of pure tests share a process per worker, so that each module is loaded once.
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      // Each other file has its own process, so that SQLite handles and replaced globals do not reach another file.
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/bench/**', ...pure],
        },
      },
    ],
    environment: 'node',
    pool: 'forks',
    // Works around a bug of V8 on processors with memory protection keys: if threads start and end at the same time,
    // Node crashes with "Check failed: jit_page.has_value()" (https://github.com/nodejs/node/issues/64500).
    execArgv: ['--no-memory-protection-keys'],
    maxWorkers: 2,
    // Ends tests that hang. A working test needs far less time, even on two busy cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
    reporters: ['default', ['json', { outputFile: 'out/test/vitest.json' }]],
  },
});
