/**
 * Tests of folded columns, of archived cards, of keys that are pressed while a toast is open, and of the text that a
 * person has typed for a card that is not created yet.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  board,
  cardIdsIn,
  cardOn,
  cardsOf,
  deckNamed,
  findDeckWithZones,
  listNamed,
  openRoute,
  performActions,
  queryCardFields,
  selectionToolbar,
  setUpSharedApp,
  showDeck,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

// If the person selects a range of cards across a folded column, the range must not include the cards of this column.
// Otherwise the person might archive cards without seeing them.
test('cards of a folded column are not in ranges, and no key moves to them', async () => {
  const deck = await findDeckWithZones(page);
  const [left = '', middle = '', right = ''] = deck.zones;
  await showDeck(page, deck, { by: 'zone' });
  const hidden = (await cardIdsIn(listNamed(page, middle))).length;
  expect(hidden).toBeGreaterThan(0);
  await cardsOf(listNamed(page, middle))
    .first()
    .click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 8 } });
  await expect(selectionToolbar(page)).toContainText('1 selected');
  await page.getByRole('heading', { name: middle, exact: true }).hover();
  await page.getByRole('button', { name: `Fold ${middle}` }).click();
  await expect(listNamed(page, middle)).toHaveCount(0);
  // The selected and focused card is hidden now, so it must be neither selected nor focused any more.
  await expect(selectionToolbar(page)).toHaveCount(0);
  const first = cardsOf(listNamed(page, left)).first();
  await expect(first).toHaveAttribute('data-focused');
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(cardsOf(listNamed(page, right)).first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(first).toBeFocused();
  const id = (await first.getAttribute('data-card-id')) ?? '';
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await expect(listNamed(page, right).locator(`[data-card-id="${id}"]`)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(listNamed(page, left).locator(`[data-card-id="${id}"]`)).toBeVisible();
  const seen = (await cardIdsIn(listNamed(page, left))).length;
  await first.click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 8 } });
  await cardsOf(listNamed(page, right))
    .first()
    .click({ modifiers: ['Shift'], position: { x: 150, y: 8 } });
  await expect(selectionToolbar(page)).toContainText(`${seen + 1} selected`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selectionToolbar(page)).toContainText(
    `${seen + (await cardIdsIn(listNamed(page, right))).length} selected`,
  );
  await page.keyboard.press('Escape');
  // A folded column cannot show the composer. So C must unfold the column in which it opens the composer.
  for (const zone of [left, right]) {
    await page.getByRole('heading', { name: zone, exact: true }).hover();
    await page.getByRole('button', { name: `Fold ${zone}` }).click();
  }
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: /^New card in / })).toBeFocused();
  await page.keyboard.press('Escape');
  for (const zone of [middle, right]) await page.getByRole('button', { name: `Unfold ${zone}` }).click();
  await expect(cardsOf(listNamed(page, middle))).not.toHaveCount(0);
});

// The card has two tags, so it is in two groups. The group of its first tag is folded. When the card is moved out of
// the other group, it must keep the tag of the folded group.
test('a card that is also in a folded group leaves the group that is shown', async () => {
  const deck = await deckNamed(page, 'Cast');
  await showDeck(page, deck, { by: 'tag', layout: 'list', folded: ['tag:crash'] });
  const headings = await page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  const names = headings.map((text) => text.replace(/^\P{L}+/u, ''));
  // Two groups in turn.
  const at = names.findIndex((name, index) => index > 0 && name !== 'crash' && names[index + 1] !== 'crash');
  const [tag = '', next = ''] = names.slice(at);
  await performActions(page, [
    { action: 'cards/create', params: { content: 'Two groups', deckId: deck.id, masterTags: ['crash', tag] } },
  ]);
  const card = board(page).getByRole('button', { name: 'Two groups' });
  await card.focus();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect(card).toHaveAccessibleName(new RegExp(`crash ${next}`));
});

// Cards of a folded Hand are not shown, so they must not stay selected. Otherwise keys would change cards that nobody
// sees.
test('selected cards of a Hand that is folded leave the selection', async () => {
  await showDeck(page, await deckNamed(page, 'Regions'), { by: 'none' });
  const strip = page.getByRole('list', { name: 'Cards in your Hand' });
  await cardsOf(strip)
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(selectionToolbar(page)).toContainText('1 selected');
  await page.getByRole('button', { name: 'Fold the Hand', exact: true }).click();
  await expect(selectionToolbar(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Unfold the Hand' }).click();
});

test('archived cards are found from their deck and restored, and a message says what happened to several', async () => {
  const deck = await deckNamed(page, 'Tide System');
  await showDeck(page, deck, { by: 'status' });
  const ids = (await cardIdsIn(listNamed(page, 'Not started'))).slice(0, 2);
  const notices = page.getByRole('region', { name: 'Notifications' });
  for (const id of ids) await cardOn(page, id).click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 8 } });
  await selectionToolbar(page)
    .getByRole('button', { name: /^Priority/ })
    .click();
  await page.getByRole('option', { name: 'Low' }).click();
  await expect(notices).toContainText('Set priority of 2 cards to Low');
  // The message must not cover the bar of selected cards.
  const feet = async () => {
    const [toast, bar] = [
      await notices.locator('> *').first().boundingBox(),
      await selectionToolbar(page).boundingBox(),
    ];
    return (toast?.y ?? 0) + (toast?.height ?? 0) <= (bar?.y ?? 0);
  };
  await expect.poll(feet).toBe(true);
  // "Undo" in the message undoes the latest action, whatever it is. So when the person does something else, the message
  // must disappear.
  await page.keyboard.press('Escape');
  await cardOn(page, ids[0] ?? '').focus();
  await page.keyboard.press('s');
  await expect(notices).not.toContainText('Set priority');
  await page.keyboard.press('n');
  await performActions(page, [{ action: 'cards/bulkUpdate', params: { ids, visibility: 'archived' } }]);
  for (const id of ids) await expect(cardOn(page, id)).toHaveCount(0);

  await page.getByRole('button', { name: 'More about this deck' }).click();
  await page.getByRole('menuitem', { name: 'Show archived and deleted cards' }).click();
  for (const id of ids) await expect(cardOn(page, id)).toBeVisible();
  const away = new Set((await queryCardFields(page, await cardIdsIn(board(page)), 'visibility')).flat());
  expect(away.has('default')).toBe(false);
  await expect(page.getByRole('group', { name: 'Status any of Archived, Deleted' })).toBeVisible();
  // No column of this board accepts a new card, so C must open a dialog. Otherwise the letters of the title that the
  // person types would run commands.
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'New card' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const id of ids) await cardOn(page, id).click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 8 } });
  await selectionToolbar(page).getByRole('button', { name: 'Restore' }).click();
  for (const id of ids) await expect(cardOn(page, id)).toHaveCount(0);
  await expect(notices).toContainText('Restored 2 cards');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  for (const id of ids) await expect(cardOn(page, id)).toBeVisible();
});

// A toast must not count as an open dialog, because dialogs keep keys and pasted text from the board.
test('keys and a pasted list reach the board while a toast is open', async () => {
  const deck = await deckNamed(page, 'Cast');
  await showDeck(page, deck, { by: 'status' });
  const [id = ''] = await cardIdsIn(listNamed(page, 'Not started'));
  const notices = page.getByRole('region', { name: 'Notifications' });
  const shown = async () => (await queryCardFields(page, [id], 'visibility')).flat();
  await cardOn(page, id).focus();
  await page.keyboard.press('b');
  await expect(notices).toContainText('Bookmarked');
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(notices).toContainText('Undid');
  await page.keyboard.press('a');
  await expect.poll(shown).toEqual(['archived']);
  await expect(notices).toContainText('Archived');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '- One\n- Two');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('dialog', { name: '2 cards from a list' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(shown).toEqual(['default']);
});

// The app must store the text of a new card outside the column's component, because this component is removed when the
// person presses Escape or opens another view.
test('the text of a new card is kept after Escape and in other views, until the card is created', async () => {
  const deck = await deckNamed(page, 'Quests');
  await showDeck(page, deck, { by: 'status' });
  const field = page.getByRole('textbox', { name: /^New card in / });
  const begin = async () => {
    await cardsOf(board(page)).first().focus();
    await page.keyboard.press('c');
    await expect(field).toBeFocused();
  };
  await begin();
  await page.keyboard.type('Begun and left');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await begin();
  await expect(field).toHaveValue('Begun and left');
  await openRoute(page, '#/hand');
  await expect(page.getByRole('heading', { level: 1, name: 'Hand' })).toBeVisible();
  await showDeck(page, deck, { by: 'status' });
  await begin();
  await expect(field).toHaveValue('Begun and left');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(board(page).getByText('Begun and left')).toHaveCount(1);
  await begin();
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
});
