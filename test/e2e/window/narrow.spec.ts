/**
 * Tests in a window that is 480 px wide: every tool of a board is visible or in a visible menu, a card's fields are
 * above its text, and filters are added by typing.
 */
import { expect, test } from '@playwright/test';
import {
  deckNamed,
  expectAccessibleInBothThemes,
  listNamed,
  openRoute,
  performActions,
  setUpSharedApp,
  showDeck,
  waitForEmptyOutbox,
} from '../../support/window.ts';

const opened = setUpSharedApp({ args: ['--size=480x800'] });
const page = () => opened().page;
const tools = () => page().getByRole('toolbar', { name: 'View' });

/** Returns how many px of the header can be reached only by scrolling sideways. */
const hiddenWidthPx = () =>
  tools().evaluate(({ parentElement: end }) => (end ? end.scrollWidth - end.clientWidth : -1));

// The tools of a board must fit into the header. Otherwise the pointer reaches some of them only by scrolling.
test('one menu has all display options of a board, by pointer and by keys', async () => {
  const deck = await deckNamed(page(), 'Bugs');
  await showDeck(page(), deck, { by: 'zone' });
  expect(await hiddenWidthPx()).toBe(0);
  await tools().getByRole('button', { name: 'How it is shown' }).click();
  await page().getByRole('menuitem', { name: 'Group: Zone' }).press('ArrowRight');
  await page().getByRole('menuitemcheckbox', { name: 'Priority' }).press('Enter');
  await expect(listNamed(page(), 'High')).toBeVisible();
  await tools().getByRole('button', { name: 'How it is shown' }).click();
  await expect(page().getByRole('menuitem', { name: 'Group: Priority' })).toBeVisible();
  await page().keyboard.press('Escape');
  await expectAccessibleInBothThemes(page(), 'a narrow board');
  await openRoute(page(), '#/runs');
  await expect(tools()).toBeVisible();
  expect(await hiddenWidthPx()).toBe(0);
});

// A card's fields must not be below its threads and history, where users do not look for them.
test('a card in full view has its fields above its text', async () => {
  const deck = await deckNamed(page(), 'Bugs');
  await showDeck(page(), deck, { by: 'zone' });
  const id = await page().locator('main [data-card-id]').first().getAttribute('data-card-id');
  await openRoute(page(), `#/card/${id}`);
  const owner = page().getByRole('combobox', { name: /^Owner: / });
  await expect(owner).toBeInViewport();
  const threads = page().getByRole('textbox', { name: 'Start a thread' });
  const [above, below] = [await owner.boundingBox(), await threads.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
});

// The picker must find all tags, not only the first ones in alphabetical order.
test('filters are added by typing, negated and removed, for hundreds of tags and any range of due dates', async () => {
  const deck = await deckNamed(page(), 'Bugs');
  const made = Array.from({ length: 230 }, (_, at) => ({ content: `One of many #tag${String(at).padStart(3, '0')}` }));
  await performActions(page(), [
    { action: 'cards/createMany', params: { cards: made, deckId: deck.id } },
    { action: 'cards/create', params: { content: 'Due in May #zebra', deckId: deck.id, dueDate: '2031-05-06' } },
  ]);
  await waitForEmptyOutbox(page());
  await showDeck(page(), deck, { layout: 'list', by: 'none' });
  const chips = page().getByRole('toolbar', { name: 'Filters' });
  const picker = page().getByRole('dialog', { name: 'Add a filter' });
  await page().keyboard.press('f');
  // Typed text must find values of fields, too, not only names of fields.
  await picker.getByRole('combobox').fill('zeb');
  await expect(picker.getByRole('option')).toHaveText(['#zebraTag']);
  await page().keyboard.press('Enter');
  await expect(page().getByText(/^1 of \d+$/)).toBeVisible();
  await expect(picker.getByRole('option', { name: '#zebra' })).toContainText('#zebra');
  await expect(chips.getByRole('group', { name: 'Tag any of #zebra' })).toBeVisible();
  await page().keyboard.press('Escape');
  await chips.getByRole('button', { name: 'any of', exact: true }).click();
  await expect(chips.getByRole('group', { name: 'Tag none of #zebra' })).toBeVisible();
  await expect(page().getByText('Due in May #zebra')).toHaveCount(0);
  await page().keyboard.press('Delete');
  await expect(chips).toHaveCount(0);
  await expect(tools().getByRole('button', { name: 'Filter', exact: true })).toBeFocused();

  await page().keyboard.press('f');
  await picker.getByRole('combobox').fill('due b');
  await page().keyboard.press('Enter');
  const until = picker.getByRole('textbox', { name: 'Due until' });
  await until.fill('2031-05-05');
  await until.press('Enter');
  await expect(page().getByText('Due in May #zebra')).toHaveCount(0);
  await until.fill('2031-05-06');
  await until.press('Enter');
  const from = picker.getByRole('textbox', { name: 'Due from' });
  await from.fill('2031-05-06');
  await from.press('Enter');
  await expect(page().getByText(/^1 of \d+$/)).toBeVisible();
  await expectAccessibleInBothThemes(page(), 'filters', '[aria-label="Add a filter"]');
  await expectAccessibleInBothThemes(page(), 'chips', '[aria-label="Filters"]');
});
