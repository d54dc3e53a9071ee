/** Refusals said before the press: in the menu of a card, in the palette, in the bar of the selection, and to its key. */
import { expect, type Page, test } from '@playwright/test';
import {
  accessible,
  ask,
  board,
  cardsOf,
  deckNamed,
  dress,
  fieldsOf,
  go,
  oneApp,
  selectedBar,
} from '../support/window.ts';

const app = oneApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const reason = 'Hero cards cannot be started.';

test('a hero card is not offered to be started, and says why', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await go(page, `#/deck/${id}`);
  const hero = cardsOf(board(page)).first();
  const heroId = (await hero.getAttribute('data-card-id')) ?? '';

  await hero.click({ button: 'right' });
  const start = page.getByRole('menuitem', { name: /^Start/ });
  await expect(start).toBeDisabled();
  await expect(start).toContainText(reason);
  await expect(page.getByRole('menuitem', { name: /^Finish/ })).toBeEnabled();
  await expect(page.getByRole('menuitem', { name: /^Hero card…/ })).toContainText(
    'A hero card cannot become a sub card.',
  );
  for (const theme of ['dark', 'light'] as const) {
    await dress(page, theme);
    await accessible(page, `menu with reasons, ${theme}`, '[role="menu"]');
  }
  await page.keyboard.press('Escape');
  await expect(start).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('>start');
  const inPalette = page.getByRole('option', { name: /^Start/ });
  await expect(inPalette).toContainText(reason);
  await expect(inPalette).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await hero.click({ modifiers: ['ControlOrMeta'] });
  await expect(selectedBar(page).getByRole('button', { name: `Start: ${reason}` })).toBeDisabled();
  await page.keyboard.press('Escape');

  // Who presses the key that starts any other card is told.
  await hero.focus();
  await page.keyboard.press('s');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(reason);
  expect(await fieldsOf(page, [heroId], 'status')).toEqual([['not_started']]);
  await page.keyboard.press('Shift+S');
  const started = page.getByRole('option', { name: /^Started/ });
  await expect(started).toContainText(reason);
  await expect(started).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
});

test('a document takes no status, priority or effort', async () => {
  const { id } = await deckNamed(page, 'Design Docs');
  await go(page, `#/deck/${id}`);
  await cardsOf(board(page)).first().click({ button: 'right' });
  for (const [name, said] of [
    [/^Start/, 'Documents have no status.'],
    [/^Finish/, 'Documents have no status.'],
    [/^Priority…/, 'Documents have no priority.'],
    [/^Effort…/, 'Documents have no effort.'],
  ] as const) {
    await expect(page.getByRole('menuitem', { name })).toBeDisabled();
    await expect(page.getByRole('menuitem', { name })).toContainText(said);
  }
  await page.keyboard.press('Escape');
});

test('a milestone is made from the palette, wherever one is, and told', async () => {
  await go(page, '#/inbox');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('new milestone');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New milestone' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour opens');
  await dialog.getByRole('button', { name: 'Create milestone' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Created milestone Harbour opens');
  const { milestone } = await ask(page, { _root: [{ account: [{ milestones: ['name'] }] }] });
  expect(Object.values(milestone ?? {}).map(({ name }) => name)).toContain('Harbour opens');
});
