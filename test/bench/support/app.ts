/** Small things that rows about the whole app share. */
import path from 'node:path';
import type { Page } from '@playwright/test';
// For the type of `window.decktop`.
import type {} from '../../../renderer/data/bridge.ts';

/** An app of the same shell that opens one window with next to nothing in it. */
export const emptyApp = path.join(import.meta.dirname, '../../build/fixture-app');

/** Until the first sync is through. */
export async function synced(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      const status = await window.decktop.call('sync/status', {});
      return status.ok && status.value.phase === 'fresh';
    },
    undefined,
    { timeout: 300_000, polling: 500 },
  );
}
