import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Unit and property tests, run by Node 24. fast-check prints the seed and path of a failing property by itself. */
export default defineConfig({
  root: path.join(import.meta.dirname, '..'),
  plugins: [react()],
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/bench/**'],
    environment: 'node',
    // A process per file: native better-sqlite3 handles never outlive their test file or leak into another one.
    pool: 'forks',
    // Threads that start and end together trip V8's bookkeeping of JIT pages where the processor has memory protection
    // keys ("Check failed: jit_page.has_value()", https://github.com/nodejs/node/issues/64500).
    execArgv: ['--no-memory-protection-keys'],
    maxWorkers: 2,
    // For what hangs; a test that works is far from it even where two cores do much else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
    reporters: ['default', ['json', { outputFile: 'out/test/vitest.json' }]],
  },
});
