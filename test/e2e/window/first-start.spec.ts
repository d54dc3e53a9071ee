/**
 * The first ten minutes by keys: the question of the first start, an own workspace from a template, and the tour, whose
 * steps end by doing: a card, a move, the Hand, the palette, a run and a plan.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { launchApp } from '../../support/launch.ts';
import { chooseFirstPickerMatch, expectAccessibleInBothThemes, queryRows } from '../../support/window.ts';

const userData = mkdtempSync(path.join(tmpdir(), 'decktop-first-'));
test.afterAll(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }));

const tour = (page: Page) => page.getByRole('region', { name: 'Tour' });
const step = (page: Page, title: string) => tour(page).getByRole('heading', { name: title });
const card = (page: Page) => page.locator('main [data-card-list^="deck:"] [data-card-id]');

/** The field for a new card is in a zone, too. */
const expectTourCoversNoZone = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-tour-ring]')).toBeVisible();
  const bottomPx = await tour(page).evaluate((element) => element.getBoundingClientRect().bottom);
  const topsPx = await page
    .locator('main [data-zone-key]')
    .evaluateAll((zones) => zones.map((zone) => zone.getBoundingClientRect().top));
  expect(topsPx.length).toBeGreaterThan(3);
  expect(Math.min(...topsPx)).toBeGreaterThanOrEqual(bottomPx);
};

test('from the first start to a planned card in an own workspace', async () => {
  test.setTimeout(180_000);
  const { page, errors, close } = await launchApp({ userData });
  await page.locator('main [data-card-id]').first().waitFor();
  const welcome = page.getByRole('dialog', { name: 'Welcome to Decktop' });
  await expect(welcome.getByRole('button', { name: /^Look around/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(welcome.getByRole('button', { name: /^Start your own/ })).toBeFocused();
  await expectAccessibleInBothThemes(page, 'the first start', '[role="dialog"]');
  await page.keyboard.press('2');
  await expect(page.getByRole('dialog', { name: 'New workspace' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(welcome.getByRole('button', { name: /^Look around/ })).toBeFocused();
  await page.keyboard.press('2');

  const dialog = page.getByRole('dialog', { name: 'New workspace' });
  await expect(dialog.getByLabel('Name of the workspace')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'a new workspace', '[role="dialog"]');
  await page.keyboard.type('Home');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Anna Müller');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Garden');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('radio', { name: /^Kanban/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).not.toBeAttached();
  for (const column of ['Not started', 'Started', 'Done'])
    await expect(page.getByRole('heading', { level: 2, name: column, exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a new board');

  await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: 'Take the tour' }).click();
  await expect(step(page, 'Make a card')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectTourCoversNoZone(page);
  await expectAccessibleInBothThemes(page, 'the tour', '[aria-label="Tour"]');
  await page.keyboard.press('c');
  await page.keyboard.type('Water the beds');
  await page.keyboard.press('Enter');
  await expect(step(page, 'Move it')).toBeVisible();
  await expect(tour(page)).toContainText('Card made');
  // The composer is still open, and would take the key of the next step as a letter.
  await expect(tour(page)).toContainText('First press');
  await page.keyboard.press('Escape');
  await expect(tour(page)).not.toContainText('First press');
  await page.keyboard.press('ArrowDown');
  await expect(card(page).first()).toBeFocused();
  await page.keyboard.press('s');
  await expect(step(page, 'Put a card into your Hand')).toBeVisible();
  // The tour goes on where it was.
  await page.reload();
  await expect(step(page, 'Put a card into your Hand')).toBeVisible();
  await expectTourCoversNoZone(page);
  await card(page).first().focus();
  // The card that was started is in the Hand: taking it out is not what the step asks for.
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: /^Hand 0/ })).toBeVisible();
  await expect(step(page, 'Put a card into your Hand')).toBeVisible();
  await page.keyboard.press('h');
  await expect(step(page, 'Find and do anything')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox').first()).toBeFocused();
  await expect(page.locator('[data-tour-ring]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(step(page, 'Plan a run')).toBeVisible();

  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'New run…' }).press('Enter');
  const newRun = page.getByRole('dialog', { name: 'New run' });
  await expect(newRun.getByLabel('Name')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'a new run', '[role="dialog"]');
  // Enter says what is missing, where it is missing.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(newRun.getByText('Name the run.')).toBeVisible();
  await expect(newRun.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Two weeks');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(newRun).not.toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: 'Two weeks' })).toBeVisible();
  await page.getByRole('link', { name: /^Tasks/ }).click();
  await card(page).first().focus();
  await page.keyboard.press('r');
  await chooseFirstPickerMatch(page, 'Two weeks');
  await expect(step(page, 'That is all you need')).toBeVisible();
  const planned = Object.values(
    (await queryRows(page, { _root: [{ account: [{ cards: ['title', 'sprintId'] }] }] })).card ?? {},
  );
  expect(planned).toMatchObject([{ title: 'Water the beds', sprintId: expect.any(String) }]);
  await tour(page).getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(tour(page)).toHaveCount(0);
  await page.reload();
  await expect(card(page).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
  expect(errors).toEqual([]);
  await close();
});
