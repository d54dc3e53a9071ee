/** Helpers of benchmarks that start the whole app. */
import path from 'node:path';
import type { Page } from '@playwright/test';
// This import declares the type of `window.decktop`.
import type {} from '../../../renderer/data/bridge.ts';

/** Folder of a small Electron app that opens one nearly empty window. Benchmarks compare Decktop with this app. */
export const emptyAppFolder = path.join(import.meta.dirname, '../../build/fixture-app');

/**
 * Waits until the first sync has ended, by asking for its status repeatedly. Playwright's `waitForFunction` does not
 * work here: a bridge call returns a promise, and `waitForFunction` treats a pending promise as true.
 */
export async function waitForFirstSync(page: Page): Promise<void> {
  const until = Date.now() + 300_000;
  for (;;) {
    const phase = await page.evaluate(async () => {
      const status = await window.decktop.call('sync/status', {});
      return status.ok ? status.value.phase : status.failure.message;
    });
    if (phase === 'fresh') return;
    if (Date.now() > until) throw new Error(`The first sync does not end: ${phase}`);
    await page.waitForTimeout(250);
  }
}

/** Returns the number of cards in the window's workspace. */
export async function cardCountOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const found = await window.decktop.call('data/query', { query: { _root: [{ account: ['count:cards'] }] } });
    if (!found.ok) throw new Error(found.failure.message);
    const { account } = JSON.parse(found.value.text) as { account: Record<string, { 'count:cards': number }> };
    return Object.values(account)[0]?.['count:cards'] ?? 0;
  });
}
