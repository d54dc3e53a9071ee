import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { board, cardIdsIn, decksOf, expectAccessible, openRoute, setUpSharedApp } from '../../support/window.ts';

const shared = setUpSharedApp();

test('cards of a view are saved as a file in each format, and copied', async () => {
  const { app, page } = shared();
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-cards-'));
  const chooseFile = (name: string) =>
    app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      },
      path.join(folder, name),
    );
  const exportView = async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('export cards of view');
    await page.keyboard.press('Enter');
    return page.getByRole('dialog', { name: /^Export/ });
  };
  const [deck] = await decksOf(page);
  await openRoute(page, `deck/${deck?.id}`);
  const ids = await cardIdsIn(board(page));
  expect(ids.length).toBeGreaterThan(2);

  await chooseFile('cards.csv');
  let dialog = await exportView();
  await expectAccessible(page, 'the export dialog');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText(/^Exported \d+ cards/)).toBeVisible();
  const csv = readFileSync(path.join(folder, 'cards.csv'), 'utf8');
  for (const id of ids) expect(csv).toContain(`,${id}\r\n`);

  await chooseFile('cards.json');
  dialog = await exportView();
  await dialog.getByRole('radio', { name: /^JSON/ }).press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const { columns } = JSON.parse(readFileSync(path.join(folder, 'cards.json'), 'utf8'));
  expect(
    columns.flatMap((column: { cards: { cardId: string }[] }) => column.cards.map(({ cardId }) => cardId)),
  ).toEqual(expect.arrayContaining(ids));

  // A file that cannot be written is named, and the dialog stays.
  await chooseFile('missing/cards.json');
  dialog = await exportView();
  await expect(dialog.getByRole('radio', { name: /^JSON/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog.getByRole('alert')).toContainText('missing');
  await page.keyboard.press('Escape');
  expect(readdirSync(folder).sort()).toEqual(['cards.csv', 'cards.json']);

  dialog = await exportView();
  await dialog.getByRole('radio', { name: /^Markdown/ }).check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(/^Copied \d+ cards/)).toBeVisible();
  rmSync(folder, { recursive: true });
  expect(existsSync(folder)).toBe(false);
});

test('a deck is exported from its menu, and one card from its own', async () => {
  const { app, page } = shared();
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-deck-'));
  const filePath = path.join(folder, 'deck.html');
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, filePath);
  const [deck] = await decksOf(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: deck?.title ?? '' })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: `Export ${deck?.title}` });
  await dialog.getByRole('radio', { name: /^Web page/ }).check();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toHaveCount(0);
  expect(readFileSync(filePath, 'utf8')).toContain(`<h1>${deck?.title.replace('&', '&amp;')}</h1>`);
  rmSync(folder, { recursive: true });
});
