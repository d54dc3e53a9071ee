/** A Trello board and a table with repeated columns become cards in the real window. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { board, cardIdsIn, expectAccessible, queryRows, setUpSharedApp } from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const dialog = (): Locator => page.getByRole('dialog');
const button = (name: RegExp | string): Locator => dialog().getByRole('button', { name });

async function openImport(): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('import');
  await page.getByRole('option', { name: /^Import…/ }).click();
  await expect(button('Choose a file…')).toBeVisible();
}

async function choose(name: string, text: string): Promise<void> {
  await dialog()
    .locator('input[aria-label="File to import"]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

async function cardsInDeck(title: string): Promise<Record<string, unknown>[]> {
  const rows = await queryRows(page, {
    _root: [
      {
        account: [{ [`decks(${JSON.stringify({ title })})`]: [{ cards: ['title', 'visibility', 'tags', 'effort'] }] }],
      },
    ],
  });
  return Object.values(rows.card ?? {});
}

const trelloBoard = () =>
  JSON.stringify({
    id: 'board-1',
    name: 'Moving house',
    lists: ['To pack', 'Packed'].map((name, pos) => ({ id: `list-${pos}`, name, pos })),
    labels: [{ id: 'l', name: 'heavy', color: 'red' }],
    members: [],
    cards: Array.from({ length: 500 }, (_, index) => ({
      id: `card-${index}`,
      idShort: index,
      name: `Box ${index}`,
      desc: 'With @someone and #something',
      idList: `list-${index % 2}`,
      idLabels: index % 5 === 0 ? ['l'] : [],
      pos: index,
    })),
    actions: Array.from({ length: 1_000 }, (_, index) => ({
      id: `action-${index}`,
      type: index % 50 === 0 ? 'commentCard' : 'updateCard',
      date: '2026-01-02T10:00:00.000Z',
      memberCreator: { fullName: 'Ann Lee' },
      data: { text: `Comment ${index}`, card: { id: `card-${index % 500}` } },
    })),
  });

test('a Trello board of 500 cards is previewed, imported and taken back', async () => {
  test.slow();
  await openImport();
  await choose('board.json', trelloBoard());
  await expect(dialog().getByText('Trello: 500 cards, 20 comments.')).toBeVisible();
  await expectAccessible(page, 'the choices of an import', '[role="dialog"]');
  await dialog().getByRole('textbox', { name: 'Zone for Packed' }).fill('In boxes');
  await button('Preview').click();
  await expect(dialog().getByText('500 new cards in 1 new deck, 20 comments')).toBeVisible();
  await expect(dialog().getByText('Moving house › In boxes').first()).toBeVisible();
  await expect(dialog().getByText(/only the last 1,000 actions/)).toBeVisible();
  await expectAccessible(page, 'the preview of an import', '[role="dialog"]');
  // Nothing exists before the person imports.
  expect(await cardsInDeck('Moving house')).toEqual([]);

  await button('Import 500 cards').click();
  await expect(dialog().getByText('The import is complete.')).toBeVisible({ timeout: 60_000 });
  expect(await cardsInDeck('Moving house')).toHaveLength(500);
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-report-'));
  const report = path.join(folder, 'report.md');
  await app().app.evaluate(({ dialog: dialogs }, filePath) => {
    dialogs.showSaveDialog = async () => ({ canceled: false, filePath });
  }, report);
  await button('Save report…').click();
  await expect(page.getByText('Saved the report')).toBeVisible();
  expect(readFileSync(report, 'utf8')).toContain('500 new cards in 1 new deck, 20 comments');
  rmSync(folder, { recursive: true });
  await button('Close').last().click();
  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: /^Moving house/ })
    .click();
  await expect.poll(async () => (await cardIdsIn(board(page))).length).toBeGreaterThan(0);

  await openImport();
  await button('Show Moving house (Trello)').click();
  await button('Undo import').click();
  await expect(dialog().getByText('The import is undone.')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await cardsInDeck('Moving house')).filter(({ visibility }) => visibility !== 'deleted').length)
    .toBe(0);
});

test('a table that is dropped on the window: repeated columns are lists, and the person says what a column means', async () => {
  const table = [
    'Summary,Issue key,Status,Labels,Labels,Size,Comment,Comment',
    '"Clean, dry",AB-1,To Do,kitchen,floor,3,01/Mar/26 9:00 AM;ann;First,02/Mar/26 9:00 AM;bo;Second',
    'Paint,AB-2,Done,,,5,,',
  ].join('\n');
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'flat.csv'));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, table);
  await expect(dialog().getByText('CSV of Jira: 2 cards, 2 comments.')).toBeVisible();
  await dialog()
    .getByRole('combobox', { name: /^Column Size/ })
    .click();
  await page.getByRole('option', { name: 'Effort' }).click();
  await expect(dialog().getByRole('combobox', { name: /^Column Size/ })).toHaveText('Effort');
  await button('Preview').click();
  await expect(dialog().getByText(/flat › To Do · Effort 3 · #kitchen · #floor · 2 comments/)).toBeVisible();
  await button('Import 2 cards').click();
  await expect(dialog().getByText('The import is complete.')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  const cards = await cardsInDeck('flat');
  expect(cards.map(({ title, tags, effort }) => [title, tags, effort])).toEqual(
    expect.arrayContaining([
      ['Clean, dry', ['kitchen', 'floor'], 3],
      ['Paint', [], 5],
    ]),
  );
});

test('with keys alone: the focus stays in the dialog, and dates that can be read in two ways are asked', async () => {
  const focusIsInside = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null);
  await openImport();
  await choose('dates.csv', 'Title,Due date\nDentist,12/10/2026\nTax,2026-01-31');
  await expect(dialog().getByText('CSV: 2 cards.')).toBeVisible();
  await expect.poll(focusIsInside).toBe(true);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog().getByRole('alert')).toContainText('“12/10/2026” mean: they can be read in two ways');
  await dialog().getByRole('combobox', { name: 'Order of dates' }).press('Enter');
  await page.getByRole('option', { name: 'Oct 12, 2026' }).press('Enter');
  await expect(dialog().getByRole('combobox', { name: 'Order of dates' })).toHaveText(/Oct 12, 2026/);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog().getByText(/Due Oct 12, 2026/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog().getByText('The import is complete.')).toBeVisible({ timeout: 30_000 });
  await expect.poll(focusIsInside).toBe(true);
  // Enter presses the main button, *Show cards*.
  await expect(button('Show cards')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'dates' })).toBeVisible();
});

test('a file that breaks off is refused with line and column', async () => {
  await openImport();
  await choose('board.json', trelloBoard().slice(0, 300));
  await expect(dialog().getByRole('alert')).toContainText('line 1, column');
  await page.keyboard.press('Escape');
});
