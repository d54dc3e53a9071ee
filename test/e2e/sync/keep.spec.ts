/** Backups, restoring in place, opening a workspace's file and checking a workspace, as a person does it. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import SQLite from 'better-sqlite3';
import {
  applyTheme,
  expectAccessible,
  expectAccessibleInBothThemes,
  openRoute,
  performActions,
  queryRows,
  setUpSharedApp,
} from '../../support/window.ts';

const shared = setUpSharedApp();
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-keep-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a backup is made, shows what would change, and takes a workspace back to it', async () => {
  test.setTimeout(180_000);
  const { app, page } = shared();
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  await openRoute(page, 'settings/backups');
  await page.getByRole('button', { name: 'Choose…' }).click();
  await expect(page.getByRole('button', { name: /^Restore the backup of/ })).toHaveCount(1, { timeout: 60_000 });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^Demo workspace local .*Z\.decktop$/)]);
  await expectAccessible(page, 'the settings of backups');

  const [deck] = Object.keys((await queryRows(page, { _root: [{ account: [{ decks: ['title'] }] }] })).deck ?? {});
  await performActions(page, [{ action: 'cards/create', params: { content: 'After the backup', deckId: deck } }]);
  const query = { _root: [{ account: [{ 'cards({"title":"After the backup"})': ['title'] }] }] };
  const found = async () => Object.keys((await queryRows(page, query)).card ?? {}).length;
  await expect.poll(found).toBe(1);

  await page.getByRole('button', { name: /^Restore the backup of/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore Demo workspace' });
  await expect(dialog.getByText('Since the copy: 1 card made.')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'a backup before it is restored');
  await applyTheme(page, 'dark');
  await dialog.getByRole('checkbox', { name: /^Also take the theme/ }).check();
  await dialog.getByRole('button', { name: 'Replace Demo workspace' }).click();
  await expect(page.getByText('The state before is in')).toBeVisible({ timeout: 60_000 });
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-sync="fresh"]')).toBeVisible({ timeout: 60_000 });
  await expect.poll(found).toBe(0);
  expect(readdirSync(folder)).toContain('Demo workspace before restoring.decktop');
  // The theme of the backup.
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
});

test('a file that the system opens is shown first, and one that is no workspace is refused in words', async () => {
  test.setTimeout(120_000);
  const { app, page } = shared();
  const open = (file: string) =>
    app.evaluate(({ app: running }, opened) => {
      running.emit('open-file', { preventDefault() {} }, opened);
    }, file);
  await open(path.join(folder, 'Demo workspace before restoring.decktop'));
  const dialog = page.getByRole('dialog', { name: 'Restore Demo workspace' });
  await expect(dialog.getByText('Since the copy: 1 card removed.')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const none = path.join(folder, 'none.decktop');
  writeFileSync(none, 'no zip');
  await open(none);
  const refused = page.getByRole('dialog', { name: 'Restore a workspace' });
  await expect(refused.getByRole('alert')).toContainText('none.decktop is damaged or no workspace');
  await page.keyboard.press('Escape');
});

test('a check says that everything is as it should be', async () => {
  const { page } = shared();
  await openRoute(page, 'settings/backups');
  await page.getByRole('button', { name: 'Check…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check Demo workspace' });
  await expect(dialog.getByText('Everything is as it should be.')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'the check of a workspace');
  await page.keyboard.press('Escape');
});

test('a check of a damaged workspace says what is wrong, saves a copy, and mends what it can', async () => {
  test.setTimeout(180_000);
  const { page, userData } = shared();
  const database = readdirSync(path.join(userData, 'workspaces'))
    .map((name) => path.join(userData, 'workspaces', name, 'service.sqlite'))
    .find((file) => existsSync(file));
  const db = new SQLite(String(database), { timeout: 10_000 });
  // Numbers that are given anew, cards that name a deck which is gone, and a value that is no text.
  db.exec(`UPDATE counter SET value = 1; UPDATE card SET milestoneId = 'gone' WHERE cardId IN (SELECT cardId FROM card LIMIT 3);
    UPDATE milestone SET description = x'07' WHERE id = (SELECT id FROM milestone LIMIT 1)`);
  db.close();
  await openRoute(page, 'settings/backups');
  await page.getByRole('button', { name: 'Check…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check Demo workspace' });
  await expect(dialog.getByText(/^New rows would get numbers that others have/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/^Some rows name others that do not exist/)).toBeVisible();
  await expect(dialog.getByText('Decktop cannot mend this by itself.', { exact: false })).toHaveCount(1);
  await expectAccessibleInBothThemes(page, 'what a check found', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save a copy and mend' }).click();
  await expect(dialog.getByText(/^New rows would get numbers/)).toHaveCount(0, { timeout: 60_000 });
  await expect(dialog.getByText(/^Some values cannot be read/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/^What could be mended is mended/)).toBeVisible();
  expect(readdirSync(folder)).toContain('Demo workspace before mending.decktop');
  await page.keyboard.press('Escape');
});
