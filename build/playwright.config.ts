import path from 'node:path';
import { defineConfig } from '@playwright/test';

const root = path.join(import.meta.dirname, '..');
const workers = Number(process.env.DECKTOP_WORKERS ?? 1);
/**
 * Test files that spend most of their time waiting: for delays of a bad network, and for the delay of grouped
 * notifications.
 */
const waiting = ['**/flaky.spec.ts', '**/notifications.spec.ts'];
/** Number of workers for the project `app`. One further worker runs the files in `waiting` at the same time. */
const busyWorkers = Math.max(1, workers - 1);

/** Configuration of the end-to-end tests of the app, and of the tests of the stand-in for Electron (build/standin). */
export default defineConfig({
  globalSetup: path.join(root, 'test/support/e2e-setup.ts'),
  // Each worker opens its windows on its own display (test/support/launch.ts).
  workers,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A window on a busy machine can miss a time limit by chance. The report lists a test that passes only in its second
  // run as flaky, so that nobody overlooks it.
  retries: 1,
  forbidOnly: !!process.env.CI,
  outputDir: path.join(root, 'test-results'),
  reporter: [['list'], ['json', { outputFile: path.join(root, 'out/test/playwright.json') }]],
  projects: [
    { name: 'app, waiting', testDir: path.join(root, 'test/e2e'), testMatch: waiting, workers: 1 },
    { name: 'stand-in', testDir: path.join(root, 'test/build'), testMatch: '**/*.spec.ts', workers: 1 },
    { name: 'app', testDir: path.join(root, 'test/e2e'), testIgnore: waiting, workers: busyWorkers },
  ],
});
