/** The demo moves from this computer into a service, and the service's workspace is copied to this computer. */
import { expect, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { expectAccessible, openRoute, queryRows, waitForEmptyOutbox } from '../../support/window.ts';

let service: ServiceProcess;
let launched: LaunchedApp;

test.beforeAll(async () => {
  service = await startServiceProcess([]);
  await service.post('/dispatch/projects/create', { name: 'Everything' });
  launched = await launchApp();
});
test.afterAll(async () => {
  await launched.close();
  await service.stop();
});

const countAtService = async (relation: string) => {
  const answer = await service.post('/', { query: { _root: [{ account: [`count:${relation}`] }] } });
  return Object.values(answer.account ?? {})[0]?.[`count:${relation}`];
};

test('a workspace of this computer is chosen, mapped, previewed and moved to a service', async () => {
  test.setTimeout(300_000);
  const { page } = launched;
  await page.locator('[data-card-id]').first().waitFor();
  await page.evaluate(
    async ({ baseUrl, token }) => {
      const { decktop } = window as unknown as { decktop: Bridge };
      const connected = await decktop.call('workspace/connect', { baseUrl, token, userId: null });
      if (!connected.ok) throw new Error(connected.failure.message);
    },
    { baseUrl: service.baseUrl, token: service.tokens.personal },
  );
  await expect(page.locator('[data-sync="fresh"]')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('import');
  await page.getByRole('option', { name: /^Import…/ }).click();
  const dialog = page.getByRole('dialog');
  const button = (name: RegExp | string) => dialog.getByRole('button', { name });
  await expect(dialog.getByText(/Move a workspace of this computer to/)).toBeVisible();
  await expectAccessible(page, 'the choice of a workspace', '[role="dialog"]');
  await button('Choose Demo workspace').click();
  await expect(dialog.getByText(/^Workspace: \d+ cards, \d+ comments\./)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole('region', { name: 'Projects' }).getByText('Everything').first()).toBeVisible();
  await expectAccessible(page, 'the choices of a moved workspace', '[role="dialog"]');
  await button('Preview').click();
  await expect(dialog.getByText(/\d+ new cards in \d+ new decks/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/journey steps stay behind/)).toBeVisible();
  await expectAccessible(page, 'the preview of a moved workspace', '[role="dialog"]');
  expect(await countAtService('cards')).toBe(0);
  await button(/^Import \d+ cards/).click();
  await expect(dialog.getByText('The import is complete.')).toBeVisible({ timeout: 240_000 });
  await expectAccessible(page, 'the report of a moved workspace', '[role="dialog"]');
  await expect.poll(() => countAtService('cards'), { timeout: 120_000 }).toBeGreaterThan(300);
  await button('Show cards').click();
  await expect(page.locator('main [data-card-id]').first()).toBeVisible();
  await waitForEmptyOutbox(page, 60_000);

  await openRoute(page, 'settings/backups');
  await page.getByRole('button', { name: 'Copy…' }).click();
  await expectAccessible(page, 'a copy to this computer', '[role="dialog"]');
  await button('Copy').click();
  await expect(dialog.getByText('The copy is a local workspace of its own now.')).toBeVisible({ timeout: 120_000 });
  await button('Open it').click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  const shown = () =>
    page.evaluate(async () => {
      const current = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
      return current.ok ? current.value?.kind : current.failure.message;
    });
  await expect.poll(shown).toBe('local');
  await openRoute(page, 'hand');
  await expect(page.locator('main [data-card-id]').first()).toBeVisible({ timeout: 60_000 });
  const rows = await queryRows(page, { _root: [{ account: ['count:cards'] }] });
  expect(Object.values(rows.account ?? {})[0]?.['count:cards']).toBe(await countAtService('cards'));
});
