/**
 * Tests of the Hand and the bookmarks below it: cards move between them, and when the Hand is full, the app asks which
 * card leaves it.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  cardIdsIn,
  dragCard,
  expectAccessibleInBothThemes,
  listNamed,
  openRoute,
  performActions,
  pointNearTop,
  queryRows,
  setOffline,
  setUpSharedApp,
  startDrag,
  waitForEmptyOutbox,
} from '../../support/window.ts';

const opened = setUpSharedApp({ args: ['--route=/hand'] });

const cardOf = (page: Page, id: string) => page.locator(`main [data-card-id="${id}"]`);
const handIds = (page: Page) => cardIdsIn(listNamed(page, 'In hand'));

/** Fills the person's Hand with cards that are not started and that are in nobody's Hand. */
async function fillHand(page: Page): Promise<void> {
  const { account, queueEntry, card } = await queryRows(page, {
    _root: [
      {
        account: [
          'maxHandSlotCount',
          { queueEntries: ['cardId', 'userId', 'cardDoneAt'] },
          { 'cards({"visibility":"default","isDoc":false,"status":"not_started","$order":"accountSeq"})': ['title'] },
        ],
      },
    ],
  });
  const userId = await page.evaluate(async () => {
    const current = await window.decktop.call('workspace/current', {});
    return (current.ok && current.value?.userId) || '';
  });
  const entries = Object.values(queueEntry ?? {});
  const held = new Set(entries.map(({ cardId }) => cardId));
  const slots = Number(Object.values(account ?? {})[0]?.maxHandSlotCount);
  const own = entries.filter((entry) => entry.userId === userId && entry.cardDoneAt === null).length;
  const cardIds = Object.keys(card ?? {})
    .filter((id) => !held.has(id))
    .slice(0, slots - own);
  await performActions(page, [{ action: 'handQueue/addCardsToHand', params: { userId, cardIds } }]);
}

test('cards are dragged from the Hand to the bookmarks and back, each in one step', async () => {
  const { page } = opened();
  const bookmarks = listNamed(page, 'Bookmarks');
  await bookmarks.locator('[data-card-id]').first().waitFor();
  const [hand, saved] = [await handIds(page), await cardIdsIn(bookmarks)];
  const [card = ''] = hand.slice(-1);
  // Scroll until both the card and the bookmarks are visible, so that the page does not scroll when the drag starts.
  await bookmarks.locator('[data-card-id]').nth(2).scrollIntoViewIfNeeded();
  await dragCard(page, cardOf(page, card), () => pointNearTop(bookmarks.locator('[data-card-id]').nth(1)));
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual([saved[0], card, ...saved.slice(1)]);
  expect(await handIds(page)).toEqual(hand.filter((id) => id !== card));
  const rest = hand.filter((id) => id !== card);
  await dragCard(page, cardOf(page, card), () =>
    pointNearTop(listNamed(page, 'In hand').locator('[data-card-id]').last()),
  );
  // Do not check the exact position of the card, because the page may scroll during the drag.
  await expect.poll(() => handIds(page)).toContain(card);
  expect((await handIds(page)).filter((id) => id !== card)).toEqual(rest);
  expect(await cardIdsIn(bookmarks)).toEqual(saved);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => handIds(page)).toEqual(hand);
  expect(await cardIdsIn(bookmarks)).toEqual(saved);
});

test('cards move between Hand and bookmarks by keys: the arrows lead from one list to the other, and order them', async () => {
  const { page } = opened();
  const bookmarks = listNamed(page, 'Bookmarks');
  await bookmarks.locator('[data-card-id]').first().waitFor();
  const [hand, saved] = [await handIds(page), await cardIdsIn(bookmarks)];
  const [card = ''] = hand.slice(-1);
  await cardOf(page, card).focus();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual([card, ...saved]);
  await expect(cardOf(page, card)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual([saved[0], card, ...saved.slice(1)]);
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual([card, ...saved]);
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect.poll(() => handIds(page)).toEqual(hand);
  expect(await cardIdsIn(bookmarks)).toEqual(saved);
  await expectAccessibleInBothThemes(page, 'a Hand with bookmarks');
});

// While the card moves, it is in neither list for a moment. The view must not focus its new first card then.
test('the first card of the Hand keeps the focus when it is dragged to the bookmarks', async () => {
  const { page } = opened();
  const bookmarks = listNamed(page, 'Bookmarks');
  await bookmarks.locator('[data-card-id]').first().waitFor();
  const hand = await handIds(page);
  const [first = ''] = hand;
  await bookmarks.locator('[data-card-id]').nth(1).scrollIntoViewIfNeeded();
  await dragCard(page, cardOf(page, first), () => pointNearTop(bookmarks.locator('[data-card-id]').nth(1)));
  await expect.poll(() => cardIdsIn(bookmarks)).toContain(first);
  await expect(cardOf(page, first)).toHaveAttribute('tabindex', '0');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => handIds(page)).toEqual(hand);
});

// The cards of another person's Hand arrive after the view has opened.
test('Tab reaches the first card of another person’s Hand', async () => {
  const { page } = opened();
  const { queueEntry } = await queryRows(page, {
    _root: [{ account: [{ 'queueEntries({"cardDoneAt":null})': ['userId'] }] }],
  });
  const own = await page.evaluate(async () => {
    const current = await window.decktop.call('workspace/current', {});
    return (current.ok && current.value?.userId) || '';
  });
  const other = Object.values(queueEntry ?? {}).find(({ userId }) => userId !== own)?.userId;
  await openRoute(page, `#/hand/${other}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Hand of / })).toBeVisible();
  await expect(listNamed(page, 'In hand').locator('[data-card-id]').first()).toHaveAttribute('tabindex', '0');
  await openRoute(page, '#/hand');
});

// The list of bookmarks at first shows only some of them. When an arrow key moves beyond the last shown one, the list
// must show further bookmarks.
test('the arrow keys show more bookmarks when they go beyond the shown ones', async () => {
  const { page } = opened();
  const bookmarks = listNamed(page, 'Bookmarks');
  const saved = await cardIdsIn(bookmarks);
  const { card } = await queryRows(page, {
    _root: [{ account: [{ 'cards({"visibility":"default","isDoc":false,"$order":"accountSeq"})': ['title'] }] }],
  });
  const shown = new Set([...(await handIds(page)), ...saved]);
  const ids = Object.keys(card ?? {})
    .filter((id) => !shown.has(id))
    .slice(0, 65);
  const userId = await page.evaluate(async () => {
    const current = await window.decktop.call('workspace/current', {});
    return (current.ok && current.value?.userId) || '';
  });
  await performActions(page, [{ action: 'bookmarks/addCards', params: { ids, userId } }]);
  await expect(bookmarks.locator('[data-card-id]')).toHaveCount(60);
  const last = (await cardIdsIn(bookmarks)).at(-1) ?? '';
  await cardOf(page, last).focus();
  await page.keyboard.press('ArrowDown');
  const next = bookmarks.locator('[data-card-id]').nth(60);
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport({ ratio: 1 });
  await performActions(page, [{ action: 'bookmarks/removeCards', params: { ids, userId } }]);
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual(saved);
});

// Ctrl+Enter must not get lost while the dialog for a new card opens. When the service replaces the new card's local
// id, the card must keep its element, and with it the focus.
test('a new card is typed in one go, and keeps the focus when the service gives it its id', async () => {
  const { page } = opened();
  await setOffline(page, true);
  await page.keyboard.press('c');
  await page.keyboard.type('Trim the wick');
  await page.keyboard.press('ControlOrMeta+Enter');
  const card = listNamed(page, 'In hand').locator('[data-card-id]').filter({ hasText: 'Trim the wick' });
  await card.focus();
  const element = await card.elementHandle();
  const localId = (await card.getAttribute('data-card-id')) ?? '';
  await setOffline(page, false);
  await waitForEmptyOutbox(page);
  await expect(card).not.toHaveAttribute('data-card-id', localId);
  expect(await element?.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('h');
  await expect(card).toHaveCount(0);
});

test('by key: the full Hand offers its lowest card first, and undo brings that card back', async () => {
  const { page } = opened();
  await listNamed(page, 'In hand').locator('[data-card-id]').first().waitFor();
  await fillHand(page);
  await expect(page.getByText('14 of 14 slots')).toBeVisible();
  const before = await handIds(page);
  const lowest = listNamed(page, 'In hand').locator('[data-card-id]').last();
  const title = (await lowest.innerText()).split('\n')[0] ?? '';

  await page.keyboard.press('Alt+5');
  const joining = page.locator('main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]').first();
  const id = (await joining.getAttribute('data-card-id')) ?? '';
  await joining.focus();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: /^Your Hand is full\. What leaves it for/ });
  await expect(dialog.getByRole('option').first()).toContainText(title);
  await expectAccessibleInBothThemes(page, 'what leaves a full Hand');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Alt+1');
  await expect.poll(async () => (await handIds(page)).includes(id)).toBe(true);
  expect(await handIds(page)).not.toContain(before.at(-1));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => handIds(page)).toEqual(before);

  // When a bookmarked card is added to the full Hand, it must leave the bookmarks. One undo must revert both.
  const bookmarks = listNamed(page, 'Bookmarks');
  const saved = await cardIdsIn(bookmarks);
  const [taken = ''] = saved;
  await cardOf(page, taken).focus();
  await page.keyboard.press('ControlOrMeta+ArrowUp');
  await expect(dialog.getByRole('option').first()).toContainText(title);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await handIds(page)).includes(taken)).toBe(true);
  const { handCard } = await queryRows(page, { _root: [{ account: [{ handCards: ['cardId', 'userId'] }] }] });
  expect(Object.values(handCard ?? {}).map(({ cardId }) => cardId)).not.toContain(taken);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => handIds(page)).toEqual(before);
  // The place in the bookmarks is given back by a later step of the undo.
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual(saved);
});

test('by drag: the Hand says that it is full, and the drop asks', async () => {
  const { page } = opened();
  await page.keyboard.press('Alt+1');
  const before = await handIds(page);
  await page.keyboard.press('Alt+5');
  await waitForEmptyOutbox(page);
  const joining = page.locator('main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]').first();
  const id = (await joining.getAttribute('data-card-id')) ?? '';
  await startDrag(page, joining);
  const strip = await page.locator('[data-card-list="hand-strip"]').boundingBox();
  if (!strip) throw new Error('There is no Hand strip');
  await page.mouse.move(strip.x + 300, strip.y + strip.height / 2, { steps: 5 });
  await expect(page.getByText('The Hand is full: drop to choose what leaves it.')).toBeVisible();
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: /^Your Hand is full/ });
  await dialog.getByRole('option').nth(1).click();
  await page.keyboard.press('Alt+1');
  await expect.poll(async () => (await handIds(page)).includes(id)).toBe(true);
  expect(await handIds(page)).not.toContain(before.at(-2));
});

test('by the button of an open card: the full Hand asks what leaves it', async () => {
  const { page } = opened();
  await page.keyboard.press('Alt+1');
  await expect(page.getByText('14 of 14 slots')).toBeVisible();
  const before = await handIds(page);
  await page.keyboard.press('Alt+5');
  const listed = page.locator('main [data-card-list]:not([data-card-list^="hand"])').first();
  await listed.locator('[data-card-id]').first().waitFor();
  const id = (await cardIdsIn(listed)).find((each) => !before.includes(each)) ?? '';
  await listed.locator(`[data-card-id="${id}"]`).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-card-panel]').getByRole('button', { name: 'Put into my Hand' }).click();
  await page
    .getByRole('dialog', { name: /^Your Hand is full/ })
    .getByRole('option')
    .first()
    .click();
  await page.keyboard.press('Alt+1');
  await expect.poll(async () => (await handIds(page)).includes(id)).toBe(true);
  expect(await handIds(page)).not.toContain(before.at(-1));
});
