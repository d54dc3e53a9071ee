/** Windows and the application menu. */
import { expect, type Page, test } from '@playwright/test';
import { board, cardsOf, deckNamed, go, oneApp } from '../../support/window.ts';

const app = oneApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const itemOf = (id: string) =>
  app().app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    return item ? { label: item.label, enabled: item.enabled } : null;
  }, id);
/** Chooses an entry, or presses its key as macOS does where the page leaves it unhandled. */
const choose = (id: string, triggeredByAccelerator = false) =>
  app().app.evaluate(
    ({ Menu }, { wanted, event }) =>
      void Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(undefined, undefined, event),
    { wanted: id, event: { triggeredByAccelerator } },
  );

test('the menu has the commands of the view and runs them', async () => {
  await go(page, '#/settings');
  await expect.poll(() => itemOf('board.filter')).toEqual({ label: 'Filter the board by text', enabled: false });
  const { id } = await deckNamed(page, 'Regions');
  await go(page, `#/deck/${id}`);
  await cardsOf(board(page)).first().focus();
  await expect.poll(() => itemOf('board.filter')).toMatchObject({ enabled: true });
  await expect.poll(() => itemOf('card.archive')).toMatchObject({ enabled: true });
  await choose('palette');
  await expect(page.getByPlaceholder(/Cards by title/)).toBeFocused();
  // No command may act behind the dialog.
  await expect.poll(() => itemOf('card.archive')).toMatchObject({ enabled: false });
  await page.keyboard.press('Escape');
  await expect.poll(() => itemOf('card.archive')).toMatchObject({ enabled: true });
});

test('undo of the menu undoes typing, and keys of the menu leave a text field alone', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await go(page, `#/deck/${id}`);
  await page.keyboard.press('/');
  const filter = page.locator('[data-board-filter]');
  await expect(filter).toBeFocused();
  await page.keyboard.type('c[/');
  await expect(filter).toHaveValue('c[/');
  await expect.poll(() => itemOf('undo')).toMatchObject({ enabled: true });
  await choose('sidebar', true);
  await choose('undo', true);
  await expect(filter).not.toHaveValue('c[/');
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
  await filter.fill('');
  await page.keyboard.press('Escape');
});
