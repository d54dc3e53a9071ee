/** A deck kept as a folder of Markdown files, as a person does it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import {
  board,
  cardOn,
  decksOf,
  expectAccessible,
  openRoute,
  performActions,
  queryRows,
  setUpSharedApp,
} from '../../support/window.ts';

const shared = setUpSharedApp();
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-living-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a deck is kept as a folder: both sides follow, a deleted file asks, a clash is merged, and it stops', async () => {
  test.setTimeout(180_000);
  const { app, page } = shared();
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  const [, deck] = await decksOf(page);
  await performActions(page, [{ action: 'cards/create', params: { content: 'Sails\n\nWhite', deckId: deck?.id } }]);
  const idOf = async (title: string) => {
    const answer = await queryRows(page, {
      _root: [{ account: [{ [`cards(${JSON.stringify({ title })})`]: ['title'] }] }],
    });
    return Object.keys(answer.card ?? {})[0] ?? '';
  };
  await expect.poll(() => idOf('Sails')).not.toContain('local-');

  await openRoute(page, `deck/${deck?.id}`);
  await page.getByRole('button', { name: 'More about this deck' }).click();
  await page.getByRole('menuitem', { name: 'Keep as a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: `Keep ${deck?.title} as a folder` });
  await expectAccessible(page, 'the dialog that keeps a deck as a folder');
  // A folder that has files already is kept only after a question.
  writeFileSync(path.join(folder, 'Old.md'), 'Old notes\n');
  const answer = (response: number) =>
    app.evaluate(({ dialog: asked }, given) => {
      asked.showMessageBox = async () => {
        Object.assign(globalThis, { answered: given });
        return { response: given, checkboxChecked: false };
      };
    }, response);
  const answered = () => app.evaluate(() => (globalThis as { answered?: number }).answered);
  await answer(0);
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect.poll(answered).toBe(0);
  await expect(dialog).toBeVisible();
  expect(readdirSync(folder)).toEqual(['Old.md']);
  await answer(1);
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  const settings = page.getByRole('region', { name: 'Decks as folders' });
  await expect(settings.getByText(folder)).toBeVisible();
  const file = path.join(folder, 'Sails.md');
  await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).toContain('Sails.md');

  // A file changes, and the card on the board follows; so does the file when the card changes.
  writeFileSync(file, readFileSync(file, 'utf8').replace('Sails\n', 'Red sails\n'));
  await openRoute(page, `deck/${deck?.id}`);
  const id = await idOf('Sails');
  await expect(cardOn(page, id)).toContainText('Red sails', { timeout: 30_000 });
  await expect(board(page).getByText('Old notes')).toBeVisible();
  await performActions(page, [{ action: 'cards/update', params: { id, effort: 5 } }]);
  await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 30_000 }).toContain('Effort: "5"');
  writeFileSync(path.join(folder, 'Rudder.md'), 'Rudder of oak\n');
  await expect(board(page).getByText('Rudder of oak')).toBeVisible({ timeout: 30_000 });

  unlinkSync(file);
  await expect(page.getByText(/^A file of .* was deleted\. Settings/).first()).toBeVisible({ timeout: 30_000 });
  await openRoute(page, 'settings/workspace');
  await expect(settings.getByText('Its file Sails.md was deleted.')).toBeVisible();
  await expectAccessible(page, 'a deck kept as a folder with a deleted file');
  await settings.getByRole('button', { name: 'Write the file again' }).click();
  await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).toContain('Sails.md');
  await expect(settings.getByText('Its file Sails.md was deleted.')).toHaveCount(0);

  writeFileSync(file, readFileSync(file, 'utf8').replace('White', 'From the file'));
  await performActions(page, [{ action: 'cards/update', params: { id, content: 'Red sails\n\nFrom the card' } }]);
  await settings.getByRole('button', { name: 'Merge Sails.md with its card…' }).click({ timeout: 30_000 });
  const clash = page.locator('[data-clash]');
  await expect(clash).toContainText('From the file');
  await expect(clash).toContainText('From the card');
  await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 30_000 }).toContain('From the card');

  await openRoute(page, 'settings/workspace');
  await settings.getByRole('button', { name: `Stop keeping ${deck?.title} as a folder` }).click();
  await expect(settings.getByText('None')).toBeVisible();
  expect(readdirSync(folder)).toContain('Sails.md');
});
