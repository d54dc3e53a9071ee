/** Small things that rows about the whole app share. */
import path from 'node:path';
import type { Page } from '@playwright/test';
// For the type of `window.decktop`.
import type {} from '../../../renderer/data/bridge.ts';

/** An app of the same shell that opens one window with next to nothing in it. */
export const emptyApp = path.join(import.meta.dirname, '../../build/fixture-app');

/** Until the first sync is through. (`waitForFunction` takes the promise of an async predicate for a yes.) */
export async function synced(page: Page): Promise<void> {
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

/** How many cards the workspace of the window holds. */
export async function cardsIn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const found = await window.decktop.call('data/query', { query: { _root: [{ account: ['count:cards'] }] } });
    if (!found.ok) throw new Error(found.failure.message);
    const { account } = JSON.parse(found.value.text) as { account: Record<string, { 'count:cards': number }> };
    return Object.values(account)[0]?.['count:cards'] ?? 0;
  });
}
