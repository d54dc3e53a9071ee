import path from 'node:path';
import { defineConfig } from '@playwright/test';

const root = path.join(import.meta.dirname, '..');

/**
 * Configuration of the end-to-end tests in a real window: first the tests of the stand-in, then the tests of the app.
 */
export default defineConfig({
  globalSetup: path.join(root, 'test/support/e2e-setup.ts'),
  // Each worker opens its windows on its own display (test/support/launch.ts).
  workers: Number(process.env.DECKTOP_WORKERS ?? 1),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: !!process.env.CI,
  outputDir: path.join(root, 'test-results'),
  reporter: [['list'], ['json', { outputFile: path.join(root, 'out/test/playwright.json') }]],
  projects: [
    { name: 'stand-in', testDir: path.join(root, 'test/build'), testMatch: '**/*.spec.ts' },
    { name: 'app', testDir: path.join(root, 'test/e2e'), testMatch: '**/*.{spec,test}.ts' },
  ],
});
