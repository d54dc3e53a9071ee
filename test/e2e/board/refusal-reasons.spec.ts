/**
 * Tests of the reasons that the app gives if an action is not possible. A card's menu, the palette and the bar of
 * selected cards show the reason beforehand; the key of the action shows it in a message. Also tests blocks and
 * reviews, which ask for a comment, and the creation of a milestone from the palette.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  board,
  cardIdsIn,
  cardOn,
  cardsOf,
  deckNamed,
  dragCard,
  expectAccessibleInBothThemes,
  openRoute,
  pointNearTop,
  queryCardFields,
  queryRows,
  selectionToolbar,
  setUpSharedApp,
  showDeck,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const reason = 'Hero cards cannot be started.';

test('a hero card’s start command is disabled and shows the reason', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const hero = cardsOf(board(page)).first();
  const heroId = (await hero.getAttribute('data-card-id')) ?? '';

  await hero.click({ button: 'right' });
  const start = page.getByRole('menuitem', { name: /^Start/ });
  await expect(start).toBeDisabled();
  await expect(start).toContainText(reason);
  await expect(page.getByRole('menuitem', { name: /^Finish/ })).toBeEnabled();
  // The menu fits into a small window, and the arrow keys move through its sections.
  expect((await page.getByRole('menu').boundingBox())?.height).toBeLessThan(700);
  await page.getByRole('menuitem', { name: 'More fields' }).press('ArrowRight');
  await expect(page.getByRole('menuitem', { name: /^Hero card…/ })).toContainText(
    'A hero card cannot become a sub card.',
  );
  await expectAccessibleInBothThemes(page, 'menu with reasons', '[role="menu"]');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('menuitem', { name: 'More fields' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(start).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('>start');
  const inPalette = page.getByRole('option', { name: /^Start/ });
  await expect(inPalette).toContainText(reason);
  await expect(inPalette).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await hero.click({ modifiers: ['ControlOrMeta'] });
  await expect(selectionToolbar(page).getByRole('button', { name: `Start: ${reason}` })).toBeDisabled();
  await page.keyboard.press('Escape');

  // The key S starts a card. A hero card cannot be started, so S shows the reason.
  await hero.focus();
  await page.keyboard.press('s');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(reason);
  expect(await queryCardFields(page, [heroId], 'status')).toEqual([['not_started']]);
  await page.keyboard.press('Shift+S');
  const started = page.getByRole('option', { name: /^Started/ });
  await expect(started).toContainText(reason);
  await expect(started).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
});

test('a document cannot get status, priority or effort', async () => {
  const { id } = await deckNamed(page, 'Design Docs');
  await openRoute(page, `#/deck/${id}`);
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

test('a milestone is created from the palette in any view, with a message', async () => {
  await openRoute(page, '#/inbox');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('new milestone');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New milestone' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour opens');
  await dialog.getByRole('button', { name: 'Create milestone' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Created milestone Harbour opens');
  const { milestone } = await queryRows(page, { _root: [{ account: [{ milestones: ['name'] }] }] });
  expect(Object.values(milestone ?? {}).map(({ name }) => name)).toContain('Harbour opens');
});

test('cards are blocked and sent to review by drop and key with a comment, and starting a blocked card asks first', async () => {
  const deck = await deckNamed(page, 'Quests');
  await showDeck(page, deck, {
    by: 'status',
    filters: { statuses: ['assigned', 'started', 'blocked'] },
  });
  const shown = async (id: string) => (await queryCardFields(page, [id], 'derivedStatus', 'assigneeId', 'status'))[0];
  const column = (name: string) => page.locator(`[data-zone-key="status:${name}"]`);
  const first = cardsOf(column('assigned')).first();
  const id = (await first.getAttribute('data-card-id')) ?? '';
  const before = await shown(id);
  const dialog = page.getByRole('dialog', { name: /^Block “/ });

  // A drop on "Blocked" asks for a comment. If the person presses Escape, the card moves back. If the person enters a
  // comment, the card is blocked.
  await dragCard(page, cardOn(page, id), () => pointNearTop(column('blocked')));
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(column('assigned').locator(`[data-card-id="${id}"]`)).toBeVisible();
  expect(await shown(id)).toEqual(before);
  await cardOn(page, id).focus();
  await page.keyboard.press('Shift+B');
  const text = dialog.getByRole('textbox', { name: 'Comment' });
  await expect(text).toBeFocused();
  await page.keyboard.type('The pier is closed');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expect(column('blocked').locator(`[data-card-id="${id}"]`)).toBeVisible();

  // S on a blocked card asks what to do with the block, and changes nothing until the person answers.
  await cardOn(page, id).focus();
  await page.keyboard.press('s');
  const asked = page.getByRole('dialog', { name: /is blocked$/ });
  await expect(asked).toContainText('The pier is closed');
  await page.keyboard.press('Escape');
  expect((await shown(id))?.slice(1)).toEqual(before?.slice(1));
  await dragCard(page, cardOn(page, id), () => pointNearTop(column('started')));
  await asked.getByRole('button', { name: 'Unblock and move' }).click();
  await expect.poll(async () => (await shown(id))?.[0]).toBe('started');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await shown(id))?.[0]).toBe('blocked');
  await cardOn(page, id).focus();
  await page.keyboard.press('Shift+B');
  await expect.poll(() => shown(id)).toEqual(before);

  // If several cards are selected, the comment is added to each of them.
  const ids = (await cardIdsIn(column('assigned'))).slice(0, 2);
  await cardOn(page, ids[0] ?? '').click({ modifiers: ['ControlOrMeta'] });
  await cardOn(page, ids[1] ?? '').click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Shift+R');
  await page.getByRole('dialog', { name: 'Ask for a review of 2 cards' }).getByRole('textbox').fill('Please look');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => queryCardFields(page, ids, 'derivedStatus')).toEqual([['review'], ['review']]);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Escape');
});
