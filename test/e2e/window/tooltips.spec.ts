/** Tests of tooltips, of the focus after a list closes, and of high contrast. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';

let launched: LaunchedApp;
let page: Page;
test.beforeAll(async () => {
  launched = await launchApp();
  page = launched.page;
  await page.locator('main [data-card-id]').first().waitFor();
});
test.afterAll(async () => {
  await launched.close();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

const tooltips = () => page.locator('[class*="tooltip"]');

// A tooltip must open on hover. It must close when a press on its button opens a popup.
test('an icon shows its tooltip on hover, and hides it after a press', async () => {
  const sort = page.getByRole('button', { name: /^Sort: / });
  await sort.hover();
  await expect(tooltips()).toHaveText(/^Sort: /);
  await page.getByRole('button', { name: /^Card faces: / }).hover();
  await expect(tooltips()).toHaveText(/^Card faces: /);
  await page.mouse.move(640, 400);
  await expect(tooltips()).toHaveCount(0);
  await sort.hover();
  await expect(tooltips()).toBeVisible();
  await sort.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(tooltips()).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('an icon shows its tooltip with its key on focus', async () => {
  await page.mouse.move(640, 400);
  const hide = page.getByRole('button', { name: 'Hide the sidebar' });
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first().focus();
  await page.keyboard.press('Tab');
  await expect(hide).toBeFocused();
  await expect(tooltips()).toHaveText('Hide the sidebar[');
  await page.keyboard.press('Tab');
  await expect(tooltips()).toHaveCount(0);
});

// A name that is cut must have a tooltip with the full name. A name that is not cut must have none.
test('a cut name shows its full text on hover and focus', async () => {
  const nav = page.getByRole('navigation', { name: 'Workspace' });
  const run = nav.getByRole('link', { name: /^Studio rhythm/ });
  await run.hover();
  await expect(tooltips()).toHaveText(/^Studio rhythm, Run \d+ · week \d+$/);
  await nav.getByRole('link', { name: 'Inbox', exact: false }).first().hover();
  await expect(tooltips()).toHaveCount(0);
  await page.mouse.move(640, 400);
  await nav.getByRole('button', { name: 'New run', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(run).toBeFocused();
  await expect(tooltips()).toHaveText(/^Studio rhythm, Run/);
  await page.keyboard.press('Tab');
  await expect(tooltips()).toHaveCount(0);
});

// The list is mounted only when it opens for the first time. Even the first time, its button must get the focus back
// when the list closes.
test('a list opens by key and by press, and returns the focus to its button', async () => {
  await page.locator('main [data-card-id]').first().click();
  const panel = page.getByRole('region', { name: /^Card: / });
  const deck = panel.getByRole('combobox', { name: /^Deck: / });
  for (const key of ['Enter', 'ArrowDown']) {
    await deck.focus();
    await page.keyboard.press(key);
    const list = page.getByRole('combobox', { name: 'Deck', exact: true });
    await expect(list).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(deck).toBeFocused();
  }
  const owner = panel.getByRole('combobox', { name: /^Owner: / });
  await owner.click();
  await expect(page.getByRole('combobox', { name: 'Owner', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(owner).toBeFocused();
  await panel.getByRole('button', { name: 'Close the card' }).click();
});

// High contrast removes backgrounds and shadows, so a border must show each state, too.
test('high contrast of the system shows selection, current page, highlight and popups by borders', async () => {
  const outlineOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineColor, backgroundColor } = getComputedStyle(element);
      return `${outlineStyle} ${outlineColor === backgroundColor ? 'invisible' : 'visible'}`;
    });
  await page.emulateMedia({ forcedColors: 'active' });
  const card = page.locator('main [data-card-id]').first();
  await card.focus();
  await page.keyboard.press('x');
  await expect(card).toContainText('selected');
  expect(await outlineOf(card.locator('> [data-group]'))).toBe('solid visible');
  expect(await outlineOf(page.getByRole('navigation').locator('a[aria-current]'))).toBe('solid visible');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog');
  expect(await outlineOf(palette)).toBe('solid visible');
  expect(await outlineOf(palette.locator('[aria-selected="true"]'))).toBe('solid visible');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ forcedColors: null });
});
