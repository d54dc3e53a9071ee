import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that can share a process. They start no threads or processes and replace no globals, and they close their
 * databases.
 */
const shared = [
  'test/{conformance,contract,domain,engine,faults,fuzz,replica,service}/**/*.test.ts',
  'test/renderer/{board,card-panel,cards/*,editor,model,progress,ui,views,workbench}/**/*.test.{ts,tsx}',
];

/**
 * Starts the test files of the slowest folders first. Otherwise one worker is idle at the end while the other worker
 * runs a slow file.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /[/\\]test[/\\](faults|workspace)[/\\]/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Unit and property tests, run by Node 24. fast-check prints the seed and path of a failing property by itself. */
export default defineConfig({
  root: path.join(import.meta.dirname, '..'),
  plugins: [react()],
  test: {
    projects: [
      // These files share one process per worker. Thus each module is loaded and compiled only once per worker.
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      // Each other file has its own process, so that threads and replaced globals do not reach another file.
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/bench/**', ...shared],
        },
      },
    ],
    environment: 'node',
    pool: 'forks',
    // Works around a bug of V8 on processors with memory protection keys: if threads start and end at the same time,
    // Node crashes with "Check failed: jit_page.has_value()" (https://github.com/nodejs/node/issues/64500).
    execArgv: ['--no-memory-protection-keys'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Ends tests that hang. A working test needs far less time, even on two busy cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: true,
    reporters: ['default', ['json', { outputFile: 'out/test/vitest.json' }]],
  },
});
