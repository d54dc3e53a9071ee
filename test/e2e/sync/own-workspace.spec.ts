/**
 * Tests of workspaces: creating a workspace in an empty data folder, working in it, restarting the app, and deleting
 * workspaces, all by keyboard only. Also tests which workspace the app opens when it starts, and that a workspace opens
 * from stored data if its service does not answer.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { expectAccessible } from '../../support/window.ts';

const userData = mkdtempSync(path.join(tmpdir(), 'decktop-own-'));
test.afterAll(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }));

/** Runs a command in the command palette by keyboard. */
async function runCommand(page: Page, name: string, shown = name): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox').first();
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(shown);
  await page.keyboard.press('Enter');
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
/** Returns the cards on the board, without the cards in the Hand strip below the board. */
const cards = (page: Page) => page.locator('main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]');
const title = (page: Page) => page.locator('main header h1');

test('a new data folder, a workspace of one’s own, a deck, ten cards, a run, the Hand, and all of them after a restart', async () => {
  test.setTimeout(180_000);
  let launched: LaunchedApp = await launchApp({ userData });
  let { page } = launched;
  // New users must see a board of the demo, and above it the question how to begin. Escape leaves them in the demo, which
  // says whose it is.
  await page.locator('main [data-card-id]').first().waitFor();
  await expect(heading(page, 'Welcome to Decktop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'First steps' })).toContainText('a made-up studio');
  await runCommand(page, 'Add a workspace');
  await expect(heading(page, 'Add a workspace')).toBeVisible();
  await expectAccessible(page, 'the three ways');
  await page.keyboard.press('2');
  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await expect(dialog.getByLabel('Name of the workspace')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter your name.')).toBeVisible();
  await expectAccessible(page, 'a new workspace');
  await page.keyboard.type('Home');
  for (const text of ['Anna Müller', 'Garden']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: /^Empty/ })).toBeChecked();
  await page.keyboard.press('Enter');

  // Each empty view must name the next step and the key for it.
  await expect(heading(page, 'No decks yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Home' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Anna Müller (you)' })).toBeVisible();
  await expectAccessible(page, 'a project without decks');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'New deck' }).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Give the deck a title.')).toBeVisible();
  await page.keyboard.type('Beds');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Press C to write a card, or paste a list.')).toBeVisible();
  await page.keyboard.press('c');
  for (let count = 1; count <= 10; count += 1) {
    await page.keyboard.type(`Bed ${count}`);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Escape');
  await expect(cards(page)).toHaveCount(10);
  await expect(cards(page).filter({ hasText: 'Bed 10' })).toHaveCount(1);

  await runCommand(page, 'New run');
  await expect(page.getByRole('dialog', { name: 'New run' }).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Weekly');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Workspace' }).getByRole('region', { name: 'Runs' })).toContainText(
    'Weekly',
  );
  await runCommand(page, 'Project Garden', 'Garden');
  await expect(title(page)).toHaveText('Garden');
  await expect(cards(page)).toHaveCount(10);

  // Add a card to the run and to the Hand.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await expect(page.getByRole('option').nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('h');
  await page.keyboard.press('Alt+1');
  await expect(title(page)).toHaveText(/Hand/);
  await expect(page.locator('main [data-card-id]')).toHaveCount(1);
  await expect(page.getByText('Up to date')).toBeVisible();
  expect(launched.errors).toEqual([]);
  await launched.close();

  launched = await launchApp({ userData });
  ({ page } = launched);
  await expect(page.getByRole('button', { name: 'Home' })).toBeVisible();
  await page.keyboard.press('Alt+1');
  await expect(page.locator('main [data-card-id]')).toHaveCount(1);
  await runCommand(page, 'Project Garden', 'Garden');
  await expect(title(page)).toHaveText('Garden');
  await expect(cards(page)).toHaveCount(10);

  // Delete the user's own workspace and the demo. Without any workspace, the app must show only the start page, where
  // the user opens the demo, creates a workspace or connects to a service. Then open the demo again.
  const exported = mkdtempSync(path.join(tmpdir(), 'decktop-export-'));
  await launched.app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
  }, exported);
  await runCommand(page, 'Connect to a service');
  const remove = async (name: string, holds: string | RegExp, copy?: boolean) => {
    await page.getByRole('button', { name: `Delete ${name}…` }).focus();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('dialog', { name: `Delete ${name}?` });
    await expect(asked).toContainText(holds);
    if (copy) {
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(asked.getByText('Exported to')).toBeVisible();
      await page.keyboard.press('Tab');
      await expectAccessible(page, 'deleting a workspace');
    }
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Delete ${name}…` })).toHaveCount(0);
  };
  await remove('Home', '1 project, 1 deck and 10 cards', true);
  expect(readdirSync(exported)).toEqual(['Home.decktop']);

  // The copy opens as a workspace.
  await launched.app.evaluate(
    ({ dialog }, folder) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
    },
    path.join(exported, 'Home.decktop'),
  );
  await runCommand(page, 'Restore a workspace');
  const restoring = page.getByRole('dialog', { name: 'Restore Home' });
  await expect(restoring.getByRole('row', { name: 'Cards' })).toContainText('10');
  await expectAccessible(page, 'restoring a workspace');
  await restoring.getByRole('button', { name: 'Restore as a new workspace' }).click();
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible();
  await expect(page.locator('main [data-card-id]').first()).toBeVisible();
  rmSync(exported, { recursive: true, force: true });
  await runCommand(page, 'Connect to a service');
  await remove('Home', '1 project, 1 deck and 10 cards');
  await expect(page.getByRole('button', { name: 'Demo workspace', exact: true })).toBeVisible();
  await remove('Demo workspace', /\d+ projects/);
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCount(0);
  await expect(heading(page, 'Welcome to Decktop')).toBeVisible();
  await expectAccessible(page, 'the start without a workspace');
  // The keys 1 to 3 of the start page must work even if no element has the focus, as after a click on a text.
  await heading(page, 'Welcome to Decktop').click();
  await page.keyboard.press('1');
  await page.locator('main [data-card-id]').first().waitFor({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Demo workspace', exact: true })).toBeVisible();
  expect(launched.errors).toEqual([]);
  await launched.close();
});

test('the token is stored, and the workspace opens from stored data if its service does not answer or its token is lost', async () => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-gone-'));
  const service = await startServiceProcess();
  const env = { DECKTOP_TOKEN: service.tokens.personal };
  const connect = [`--connect=${service.baseUrl}`];
  // With a keychain, the app stores the token, so it can connect again after a restart.
  const keychain = { STANDIN_KEYCHAIN: 'service' };
  const first = await launchApp({ userData: folder, env: { ...keychain, ...env }, args: connect });
  await expect(first.page.locator('[data-sync="fresh"]')).toBeVisible({ timeout: 30_000 });
  await first.close();
  expect(readFileSync(path.join(folder, 'workspaces.json'), 'utf8')).not.toContain(service.tokens.personal);
  const second = await launchApp({ userData: folder, env: keychain });
  await expect(second.page.locator('[data-sync="fresh"]')).toBeVisible({ timeout: 30_000 });
  await second.close();
  await service.stop();

  const third = await launchApp({ userData: folder, env, args: connect });
  await third.page.locator('main [data-card-id]').first().waitFor();
  await expect(third.page.locator('[data-sync="offline"]')).toBeVisible();
  await third.close();

  // The app must open the workspace that was open when the user last quit the app. Without a keychain, the app has lost
  // the token of this workspace, but the cards must still be readable.
  const fourth = await launchApp({ userData: folder });
  await fourth.page.locator('main [data-card-id]').first().waitFor();
  await expect(fourth.page.locator('[data-sync="offline"], [data-sync="stopped"]')).toBeVisible();
  await fourth.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

// The user connects a second workspace while the first one, the demo, is still opening. The next start of the app must
// open the second one. If the app stored the demo as the last used workspace only after it has opened, the next start
// would open the demo.
test('a workspace that was connected while the first one still opened is the one of the next start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-next-'));
  const service = await startServiceProcess();
  const first = await launchApp({ userData: folder });
  const connected = await first.page.evaluate(
    ({ baseUrl, token }) => window.decktop.call('workspace/connect', { baseUrl, token, userId: null }),
    { baseUrl: service.baseUrl, token: service.tokens.personal },
  );
  expect(connected.ok).toBe(true);
  await first.close();
  const second = await launchApp({ userData: folder, args: ['--route=/hand'] });
  const current = await second.page.evaluate(() => window.decktop.call('workspace/current', {}));
  expect(current.ok && current.value?.kind).toBe('remote');
  await second.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
