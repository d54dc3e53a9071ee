import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import {
  board,
  cardIdsIn,
  decksOf,
  expectAccessible,
  expectAccessibleInBothThemes,
  openRoute,
  queryRows,
  setUpSharedApp,
  waitForEmptyOutbox,
} from '../../support/window.ts';

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
  await app.evaluate(({ shell }) => {
    Object.assign(globalThis, { shownFiles: [] });
    shell.showItemInFolder = (file) => {
      (globalThis as unknown as { shownFiles: string[] }).shownFiles.push(file);
    };
  });
  await page.getByRole('button', { name: 'Show in folder' }).click();
  // The window may show what it exported, and no other file.
  const refused = await page.evaluate(async () => {
    const { decktop } = window as unknown as { decktop: Bridge };
    return (await decktop.call('export/show', { path: '/etc/passwd' })).ok;
  });
  expect(refused).toBe(false);
  expect(await app.evaluate(() => (globalThis as unknown as { shownFiles: string[] }).shownFiles)).toEqual([
    path.join(folder, 'cards.csv'),
  ]);

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
  await dialog.getByRole('radio', { name: /^Markdown one/ }).check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(/^Copied \d+ cards/)).toBeVisible();
  rmSync(folder, { recursive: true });
  expect(existsSync(folder)).toBe(false);
});

test('a deck becomes a folder of Markdown files with its attachments, which comes back unchanged', async () => {
  const { app, page } = shared();
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-folder-'));
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  const [deck] = await decksOf(page);
  await openRoute(page, `deck/${deck?.id}`);
  const ids = await cardIdsIn(board(page));
  const bytes = [...Buffer.from('A text of the sea')];
  await page.evaluate(
    ([cardId, content]) =>
      (window as unknown as { decktop: Bridge }).decktop.call('files/attach', {
        cardId: cardId as string,
        name: 'sea: notes.txt',
        bytes: new Uint8Array(content as number[]),
      }),
    [ids[0], bytes] as const,
  );
  await waitForEmptyOutbox(page);
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('export cards of view');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByRole('radio', { name: /^Markdown folder/ }).check();
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog).toHaveCount(0);
  const [name = ''] = readdirSync(folder);
  const files = readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const texts = files.filter((file) => file.name.endsWith('.md'));
  const cardIds = texts.map(
    (file) => /^Card id: "(.+)"$/m.exec(readFileSync(path.join(file.parentPath, file.name), 'utf8'))?.[1],
  );
  expect(cardIds).toEqual(expect.arrayContaining(ids));
  const attached = files.find((file) => file.name === 'sea notes.txt');
  expect(readFileSync(path.join(attached?.parentPath ?? '', 'sea notes.txt'), 'utf8')).toBe('A text of the sea');

  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('> import…');
  await page.keyboard.press('Enter');
  const importing = page.getByRole('dialog', { name: /^Import/ });
  await importing.locator('input[aria-label="Folder to import"]').setInputFiles(path.join(folder, name));
  await importing.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByRole('dialog', { name: /^Preview/ }).getByText(`${texts.length} unchanged cards`),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  rmSync(folder, { recursive: true });
});

test('a deck is printed into a PDF, and the window for it is gone afterwards', async () => {
  const { app, page } = shared();
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-pdf-'));
  const filePath = path.join(folder, 'deck.pdf');
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, filePath);
  const [deck] = await decksOf(page);
  await openRoute(page, `deck/${deck?.id}`);
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('export cards of view');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByRole('radio', { name: /^PDF/ }).check();
  await dialog.getByRole('combobox', { name: 'Layout' }).click();
  await page.getByRole('option', { name: /^Cards/ }).click();
  await dialog.getByRole('button', { name: 'Save as PDF…' }).click();
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  const pdf = readFileSync(filePath, 'latin1');
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  expect(readdirSync(folder)).toEqual(['deck.pdf']);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  if (process.env.KEEP_PDF) copyFileSync(filePath, process.env.KEEP_PDF);
  rmSync(folder, { recursive: true });
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

test('the board of a run is printed as the preview shows it, with its burn-up', async () => {
  const { app, page } = shared();
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-print-'));
  const filePath = path.join(folder, 'run.pdf');
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, filePath);
  const { sprint } = await queryRows(page, { _root: [{ account: [{ sprints: ['startDate', 'endDate'] }] }] });
  const today = new Date().toISOString().slice(0, 10);
  const run = Object.values(sprint ?? {}).find((row) => String(row.startDate) <= today && today <= String(row.endDate));
  await openRoute(page, `#/run/${run?.id}`);
  await expect(page.getByRole('main').locator('[data-card-id]').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('print');
  await expect(page.getByRole('option', { name: /^Print this view/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await expect(dialog.getByRole('radio', { name: /^PDF/ })).toBeChecked();
  const preview = dialog.getByRole('region', { name: /^Preview: \d+ pages?$/ });
  await expect(preview.locator('article').first()).toBeAttached();
  await expect(preview.locator('.burn-up path')).toHaveCount(5);
  for (const layout of ['List: a line per card', 'Cards: texts and comments', 'Board: columns side by side']) {
    await dialog.getByRole('combobox', { name: 'Layout' }).click();
    await page.getByRole('option', { name: layout }).click();
    await expect(preview.locator(layout.startsWith('List') ? 'tr' : 'article').first()).toBeAttached();
    if (process.env.KEEP_PRINT) await page.screenshot({ path: `${process.env.KEEP_PRINT}/${layout.slice(0, 5)}.png` });
  }
  await expectAccessibleInBothThemes(page, 'the preview of pages', '[role="dialog"]');
  const pages = Number(/\d+/.exec((await preview.getAttribute('aria-label')) ?? '')?.[0]);
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await expect
    .poll(() =>
      app.evaluate(() => {
        const { dialogs } = (globalThis as unknown as { standinRecord: { dialogs: readonly { method: string }[] } })
          .standinRecord;
        return dialogs.map(({ method }) => method);
      }),
    )
    .toContain('print');
  await dialog.getByRole('button', { name: 'Save as PDF…' }).click();
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  const pdf = readFileSync(filePath, 'latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(pages);
  if (process.env.KEEP_PRINT) copyFileSync(filePath, `${process.env.KEEP_PRINT}/run.pdf`);
  rmSync(folder, { recursive: true });
});
