/** A window of 480 pixels: every tool of a board is in sight, or in a menu that is. */
import { expect, test } from '@playwright/test';
import { accessible, act, deckNamed, dress, go, list, oneApp, settled, showDeck } from '../support/window.ts';

const opened = oneApp({ args: ['--size=480x800'] });
const page = () => opened().page;
const tools = () => page().getByRole('toolbar', { name: 'View' });

/** px of the header's tools that only scrolling sideways would bring. */
const hidden = () => tools().evaluate(({ parentElement: end }) => (end ? end.scrollWidth - end.clientWidth : -1));

// Breaks when tools that have no room are pushed out of the header: by pointer they were found by scrolling it only.
test('how a board is shown is one menu, by pointer and by keys', async () => {
  const deck = await deckNamed(page(), 'Bugs');
  await showDeck(page(), deck, { by: 'zone' });
  expect(await hidden()).toBe(0);
  await tools().getByRole('button', { name: 'How it is shown' }).click();
  await page().getByRole('menuitem', { name: 'Group: Zone' }).press('ArrowRight');
  await page().getByRole('menuitemcheckbox', { name: 'Priority' }).press('Enter');
  await expect(list(page(), 'High')).toBeVisible();
  await tools().getByRole('button', { name: 'How it is shown' }).click();
  await expect(page().getByRole('menuitem', { name: 'Group: Priority' })).toBeVisible();
  await page().keyboard.press('Escape');
  for (const theme of ['light', 'dark'] as const) {
    await dress(page(), theme);
    await accessible(page(), `a narrow board, ${theme}`);
  }
  await go(page(), '#/runs');
  await expect(tools()).toBeVisible();
  expect(await hidden()).toBe(0);
});

// Breaks when a card's fields stand below its threads and history, where nobody looks for them.
test('a card in full has its fields above its text', async () => {
  const deck = await deckNamed(page(), 'Bugs');
  await showDeck(page(), deck, { by: 'zone' });
  const id = await page().locator('main [data-card-id]').first().getAttribute('data-card-id');
  await go(page(), `#/card/${id}`);
  const owner = page().getByRole('combobox', { name: /^Owner: / });
  await expect(owner).toBeInViewport();
  const threads = page().getByRole('textbox', { name: 'Start a thread' });
  const [above, below] = [await owner.boundingBox(), await threads.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
});

// Breaks when the tags that can be chosen are the first of the alphabet, or when the lists move while one is searched.
test('hundreds of tags are searched in place, and due dates are filtered by any range', async () => {
  const deck = await deckNamed(page(), 'Bugs');
  const made = Array.from({ length: 230 }, (_, at) => ({ content: `One of many #tag${String(at).padStart(3, '0')}` }));
  await act(page(), [
    { action: 'cards/createMany', params: { cards: made, deckId: deck.id } },
    { action: 'cards/create', params: { content: 'Due in May #zebra', deckId: deck.id, dueDate: '2031-05-06' } },
  ]);
  await settled(page());
  await showDeck(page(), deck, { layout: 'list', by: 'none' });
  await tools().getByRole('button', { name: 'Filters' }).click();
  const filters = page().getByRole('dialog', { name: 'Filters' });
  const find = filters.getByRole('searchbox', { name: 'Find in tag' });
  await find.scrollIntoViewIfNeeded();
  const before = await find.boundingBox();
  await find.fill('zeb');
  await expect(filters.getByRole('checkbox', { name: /^tag/ })).toHaveCount(0);
  expect(await find.boundingBox()).toEqual(before);
  await filters.getByRole('checkbox', { name: 'zebra' }).check();
  await expect(page().getByText(/^1 of \d+$/)).toBeVisible();
  await filters.getByRole('checkbox', { name: 'zebra' }).uncheck();

  const until = filters.getByRole('textbox', { name: 'Due until' });
  await until.fill('2031-05-05');
  await until.press('Enter');
  await expect(page().getByText('Due in May #zebra')).toHaveCount(0);
  await until.fill('2031-05-06');
  await until.press('Enter');
  const from = filters.getByRole('textbox', { name: 'Due from' });
  await from.fill('2031-05-06');
  await from.press('Enter');
  await expect(page().getByText(/^1 of \d+$/)).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await dress(page(), theme);
    await accessible(page(), `filters, ${theme}`, '[aria-label="Filters"]');
  }
});
