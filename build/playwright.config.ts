import path from 'node:path';
import { defineConfig } from '@playwright/test';

const root = path.join(import.meta.dirname, '..');

/** End-to-end tests in the real window: the stand-in's own on its fixture app, then the app's. */
export default defineConfig({
  globalSetup: path.join(root, 'test/support/e2e-setup.ts'),
  // Files run side by side, each worker's windows on a display of its own (test/support/launch.ts).
  workers: Number(process.env.DECKTOP_WORKERS ?? 1),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: !!process.env.CI,
  // A real window on a loaded machine now and then loses a race with the test's own input. Repeats are counted and shown.
  retries: process.env.CI ? 2 : 0,
  outputDir: path.join(root, 'test-results'),
  reporter: [['list'], ['json', { outputFile: path.join(root, 'out/test/playwright.json') }]],
  projects: [
    { name: 'stand-in', testDir: path.join(root, 'test/build'), testMatch: '**/*.spec.ts' },
    { name: 'app', testDir: path.join(root, 'test/e2e'), testMatch: '**/*.{spec,test}.ts' },
  ],
});
