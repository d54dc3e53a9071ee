/** Tests of saved views of boards: a change affects the saved view only after the person has saved the change. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { board, cardIdsIn, deckNamed, setUpSharedApp, showDeck } from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const toolButton = (name: RegExp | string): Locator => page.getByRole('button', { name });
const groupingField = (): Locator => page.getByRole('combobox', { name: 'Group by' });

// The app must not save changes to a view before the person chooses "Save changes". Otherwise a temporary filter
// becomes part of the saved view.
test('changes in a saved view are saved or reverted, and affect no other view', async () => {
  const deck = await deckNamed(page, 'Sound');
  await showDeck(page, deck, { by: 'status' });
  const all = (await cardIdsIn(board(page))).length;
  await toolButton('Save this view').click();
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Sound by owner');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sound by owner' })).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  // The sidebar must mark the saved view as the current page, and not the deck that the view shows.
  await expect(sidebar.locator('[aria-current="page"]')).toHaveText(['Sound by owner']);
  await expect(toolButton('Save changes')).toHaveCount(0);

  await page.keyboard.press('q');
  await expect.poll(async () => (await cardIdsIn(board(page))).length).toBeLessThan(all);
  await expect(toolButton('Save changes')).toBeVisible();
  await toolButton('Revert').click();
  await expect.poll(async () => (await cardIdsIn(board(page))).length).toBe(all);
  await expect(toolButton('Save changes')).toHaveCount(0);
  // Undo must take back the revert, so the unsaved change is there again.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(toolButton('Save changes')).toBeVisible();
  await page.keyboard.press('q');
  // An empty filter counts as no filter, so nothing differs from the saved view.
  await expect(toolButton('Save changes')).toHaveCount(0);

  await groupingField().click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await toolButton('Save changes').click();
  await expect(toolButton('Save changes')).toHaveCount(0);
  await sidebar.getByRole('link', { name: /^Sound\s*\d*$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sound', exact: true })).toBeVisible();
  await expect(groupingField()).toHaveText(/Status/);
  await sidebar.getByRole('link', { name: 'Sound by owner' }).click();
  await expect(groupingField()).toHaveText(/Owner/);
  await expect(toolButton('Save changes')).toHaveCount(0);

  // Folding a column must not count as an unsaved change to the view.
  const fold = toolButton(/^Fold /).first();
  const label = (await fold.getAttribute('aria-label')) ?? '';
  await fold.click();
  await expect(toolButton(label.replace('Fold', 'Unfold'))).toBeVisible();
  await expect(toolButton('Save changes')).toHaveCount(0);
});

test('the filters of a saved view do not change its deck', async () => {
  const deck = await deckNamed(page, 'Sound');
  await showDeck(page, deck, { by: 'status', filters: { priorities: ['a'] } });
  const shown = () => cardIdsIn(board(page));
  const chips = page.getByRole('toolbar', { name: 'Filters' });
  await expect(chips.getByRole('group', { name: 'Priority any of High' })).toBeVisible();
  const open = await shown();
  await toolButton('Save this view').click();
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('First of Sound');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'First of Sound' })).toBeVisible();
  await expect(chips.getByRole('group', { name: 'Priority any of High' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter cards by text' }).fill('zzz');
  await expect(page.getByText('No card passes the filter')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  await sidebar.getByRole('link', { name: /^Sound\s*\d*$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sound', exact: true })).toBeVisible();
  await expect(chips).toHaveCount(0);
  expect((await shown()).length).toBeGreaterThan(open.length);
});

// When the person saves the open view under a new name, the app discards the unsaved changes of the open view, because
// the new view has them. When the person adds a view from a pasted text instead, the open view must keep its changes.
test('a view that is added from a text leaves the unsaved changes of the open view', async () => {
  const deck = await deckNamed(page, 'Animation');
  await showDeck(page, deck, { by: 'status' });
  const nameField = page.getByRole('textbox', { name: 'Save this view as' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await toolButton('Save this view').click();
  await nameField.fill('Animation now');
  await page.keyboard.press('Enter');
  await expect(heading('Animation now')).toBeVisible();
  await groupingField().click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await expect(toolButton('Save changes')).toBeVisible();

  const sound = await deckNamed(page, 'Sound');
  await toolButton('Save this view').click();
  await nameField.fill(
    JSON.stringify({ decktopView: 1, name: 'Shared', route: `#/deck/${sound.id}`, view: { by: 'none' } }),
  );
  await page.keyboard.press('Enter');
  await expect(heading('Shared')).toBeVisible();

  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  await sidebar.getByRole('link', { name: 'Animation now' }).click();
  await expect(heading('Animation now')).toBeVisible();
  await expect(groupingField()).toHaveText(/Owner/);
  await expect(toolButton('Save changes')).toBeVisible();
});
