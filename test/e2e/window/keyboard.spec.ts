/**
 * Tests of where the focus goes when elements open, close or are removed, of keys on cards, in editors and in dialogs,
 * and of how the open card and the current view are marked.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  board,
  cardIdsIn,
  cardOn,
  cardsOf,
  confirmationDialog,
  deckNamed,
  focusedCardId,
  listNamed,
  openRoute,
  performActions,
  queryCardFields,
  queryRows,
  selectionToolbar,
  setUpSharedApp,
  showDeck,
  waitForMountedCards,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

test('the card that the panel shows is marked on its board, and no other', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const open = board(page).locator('[data-card-id][aria-current]');
  await cardsOf(board(page)).nth(1).click();
  await expect(open).toHaveCount(1);
  await expect(open).toHaveAttribute(
    'data-card-id',
    (await cardsOf(board(page)).nth(1).getAttribute('data-card-id')) ?? '',
  );
  await page.keyboard.press('ArrowDown');
  await expect(open).toHaveAttribute(
    'data-card-id',
    (await cardsOf(board(page)).nth(2).getAttribute('data-card-id')) ?? '',
  );
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
  // The board of the hero card has loaded this sub card, but does not show it, because the sub card is in another deck.
  // When the panel of the sub card closes, the sub card must not stay focused. Otherwise keys change a card that nobody
  // sees.
  const { card = {} } = await queryRows(page, { _root: [{ account: [{ cards: ['deckId', 'parentCardId'] }] }] });
  const [sub, hero] = Object.values(card)
    .map((row) => [row, card[String(row.parentCardId)]] as const)
    .find(([row, parent]) => parent && row.deckId !== parent.deckId) ?? [{}, {}];
  await openRoute(page, `#/deck/${hero?.deckId}`);
  await cardOn(page, String(hero?.cardId)).focus();
  await openRoute(page, `#/deck/${hero?.deckId}?card=${sub.cardId}`);
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).first().focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(cardOn(page, String(hero?.cardId))).toHaveAttribute('data-focused');
});

// The browser allows copying only with the clipboard permission. The app's permission handlers must grant it.
test('a short code is copied by its key', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await cardsOf(board(page)).first().focus();
  await page.keyboard.press('ControlOrMeta+Shift+C');
  await expect(page.getByText(/^Copied \$\w+$/)).toBeVisible();
});

test('a right click in a text field offers to paste', async () => {
  await app().app.evaluate(({ Menu }) => {
    const shown: string[][] = [];
    Object.assign(globalThis, { shownMenus: shown });
    Menu.prototype.popup = function popup() {
      shown.push(this.items.map(({ role, label }) => role ?? label));
    };
  });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder(/Cards by title/).click({ button: 'right' });
  const menus = () => app().app.evaluate(() => Reflect.get(globalThis, 'shownMenus') as string[][]);
  await expect.poll(menus).toEqual([['cut', 'copy', 'paste', 'pasteAndMatchStyle', '', 'selectAll']]);
  await page.keyboard.press('Escape');
});

test('the sidebar marks the current view, however it was opened', async () => {
  await page.setViewportSize({ width: 1280, height: 480 });
  const row = (name: string) => page.getByRole('navigation', { name: 'Workspace' }).locator('a', { hasText: name });
  const { id } = await deckNamed(page, 'Tools & Pipeline');
  await openRoute(page, `#/deck/${id}`);
  await expect(row('Tools & Pipeline')).toBeInViewport();
  await expect(row('Inbox').first()).not.toBeInViewport();
  await page.keyboard.press('Alt+2');
  await expect(row('Inbox').first()).toBeInViewport();
  // The sidebar must not scroll if the row of the current view is already visible, even at the sidebar's edge.
  await page.setViewportSize({ width: 1280, height: 800 });
  const top = row('Inbox').first();
  await top.evaluate((link) => link.closest('[class*="scroll"]')?.scrollTo(0, 0));
  const before = await top.boundingBox();
  const seen = page.getByRole('navigation', { name: 'Workspace' }).locator('a[href^="#/deck/"]');
  const last = await seen.evaluateAll((links) => {
    const foot = links[0]?.closest('[class*="scroll"]')?.getBoundingClientRect().bottom ?? 0;
    return links.findLast((link) => link.getBoundingClientRect().bottom <= foot)?.getAttribute('href') ?? '';
  });
  await openRoute(page, last);
  await expect(page.locator(`nav a[href="${last}"]`)).toHaveAttribute('aria-current', 'page');
  await waitForMountedCards(page);
  // If the sidebar scrolls, it does so when the page is idle. Wait for that.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
  expect(await top.boundingBox()).toEqual(before);
});

// The app must navigate at once, and not wait for the `hashchange` event, which fires up to a frame after the click.
test('a link navigates during the click, and Back returns', async () => {
  await openRoute(page, '#/inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  const { id, title } = await deckNamed(page, 'Regions');
  const shown = await page.evaluate(async (deckId) => {
    document.querySelector<HTMLElement>(`nav a[data-deck-id="${deckId}"]`)?.click();
    await Promise.resolve();
    return { hash: location.hash, heading: document.querySelector('h1')?.textContent };
  }, id);
  expect(shown).toEqual({ hash: `#/deck/${id}`, heading: title });
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
});

test('E on a board edits the card at once, also with an open panel; without cards no card key works', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const text = page.getByRole('textbox', { name: 'Text of the card' });
  const [first, second] = [cardsOf(board(page)).first(), cardsOf(board(page)).nth(1)];
  await first.focus();
  await page.keyboard.press('e');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toBeHidden();
  // A click must open the panel of the second card, but not its editor. While the panel is open, E must edit the
  // focused card.
  await second.click();
  await expect(page.getByRole('region', { name: /^Card: Kelp Orchards/ })).toBeVisible();
  await expect(text).toBeHidden();
  await second.focus();
  await page.keyboard.press('e');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await openRoute(page, '#/milestones');
  await expect(page.getByRole('heading', { level: 1, name: 'Milestones' })).toBeVisible();
  for (const key of ['e', 'Enter', 'd']) await page.keyboard.press(key);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Card: / })).toBeHidden();
  await page.keyboard.press('Escape');
});

test('after a press outside the cards, a key first shows the card on which the next key acts', async () => {
  const deck = await deckNamed(page, 'Sound');
  await showDeck(page, deck, { by: 'status' });
  await openRoute(page, '#/inbox');
  const link = page.locator(`nav a[data-deck-id="${deck.id}"]`);
  const [first = '', second = ''] = await (async () => {
    await link.click();
    await waitForMountedCards(page);
    return cardIdsIn(board(page));
  })();
  await page.keyboard.press('ArrowDown');
  await expect(cardOn(page, first)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cardOn(page, second)).toBeFocused();

  const statuses = () => queryCardFields(page, [first, second], 'status');
  const before = await statuses();
  const leaveCards = [
    () => page.getByRole('heading', { level: 1 }).click(),
    () => link.click(),
    async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('Sound');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('heading', { level: 1 }).click();
    },
  ];
  for (const leave of leaveCards) {
    await leave();
    await page.keyboard.press('d');
    await expect(cardOn(page, second)).toBeFocused();
    await expect(cardOn(page, second)).toHaveCSS('outline-style', 'solid');
  }
  expect(await statuses()).toEqual(before);
  await link.focus();
  await page.keyboard.press('Escape');
  await expect(cardOn(page, second)).toBeFocused();
});

test('the focus goes with a card that a status key moves, or on to the next card if it leaves the view', async () => {
  const deck = await deckNamed(page, 'Sound');
  await page.setViewportSize({ width: 1280, height: 800 });
  await showDeck(page, deck, { by: 'status' });
  await waitForMountedCards(page);
  const [id = ''] = await cardIdsIn(board(page));
  await expect.poll(() => queryCardFields(page, [id], 'status')).toEqual([['not_started']]);
  await cardOn(page, id).click();
  await page.keyboard.press('Escape');
  await expect(cardOn(page, id)).toBeFocused();
  await page.keyboard.press('s');
  await expect.poll(() => queryCardFields(page, [id], 'status')).toEqual([['started']]);
  await expect(cardOn(page, id)).toBeFocused();
  await expect(cardOn(page, id)).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [id], 'status')).toEqual([['not_started']]);
  // A finished card says so, also if it stays where it is.
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await showDeck(page, deck, { by: 'none' });
  await cardOn(page, id).focus();
  await page.keyboard.press('d');
  await expect(page.getByText(/^Finished /)).toBeVisible();
  await expect(show).toBeVisible();
  await expect(cardOn(page, id)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/^Undid: Finish /)).toBeVisible();

  await showDeck(page, deck, { by: 'status' });
  await waitForMountedCards(page);
  // The last columns are out of view now.
  await page.setViewportSize({ width: 760, height: 800 });
  await cardOn(page, id).focus();
  await cardOn(page, id).scrollIntoViewIfNeeded();
  await page.keyboard.press('d');
  await expect(page.getByText(/^Finished /)).toBeVisible();
  const next = await focusedCardId(page);
  expect(next).not.toBe('');
  expect(next).not.toBe(id);
  await expect(cardOn(page, next)).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cardOn(page, id)).toBeFocused();
  await expect(cardOn(page, id)).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(cardOn(page, next)).toBeFocused();
  await expect(page.getByText(/^Finished /)).toBeVisible();
  await show.click();
  await expect(cardOn(page, id)).toBeFocused();
  await expect(cardOn(page, id)).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [id], 'status')).toEqual([['not_started']]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('finishing a card in the Hand focuses the next one', async () => {
  await openRoute(page, '#/hand');
  const hand = page.locator('main [data-card-list="hand-page"] [data-card-id]');
  await hand.nth(1).focus();
  const next = (await hand.nth(2).getAttribute('data-card-id')) ?? '';
  await page.keyboard.press('d');
  await expect.poll(() => focusedCardId(page)).toBe(next);
  await expect(hand.nth(1)).toHaveAttribute('data-card-id', next);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(hand.nth(2)).toHaveAttribute('data-card-id', next);
  await expect(hand.nth(1)).toBeFocused();
  // It leaves the Hand only, and comes back to its place.
  await page.keyboard.press('h');
  await expect.poll(() => focusedCardId(page)).toBe(next);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(hand.nth(2)).toHaveAttribute('data-card-id', next);
  await expect(hand.nth(1)).toBeFocused();
});

test('closing the panel returns the focus to its card, on a board and in the inbox', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await expect(cardsOf(board(page)).nth(1)).toBeVisible();
  const [first = '', second = ''] = await cardIdsIn(board(page));
  const panel = page.getByRole('region', { name: /^Card: / });
  await cardOn(page, first).focus();
  await page.keyboard.press('Enter');
  await panel.focus();
  // J in the panel opens the next card. When the panel closes, that card must get the focus.
  await page.keyboard.press('j');
  await expect(cardOn(page, second)).toHaveAttribute('aria-current', 'true');
  await panel.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(cardOn(page, second)).toBeFocused();

  await cardOn(page, first).click();
  await panel.getByRole('button', { name: 'Close the card' }).click();
  await expect(cardOn(page, first)).toBeFocused();

  await page.keyboard.press('Alt+2');
  const thread = page.locator('[data-thread-id] > button').first();
  await expect(thread).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  await panel.focus();
  await page.keyboard.press('Escape');
  await expect(thread).toBeFocused();

  // Beside the panel the inbox is narrower, so the rows above the focused one become higher.
  const last = page.locator('[data-thread-id] > button').last();
  await last.focus();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  await expect(last).toBeInViewport();
  await panel.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('from the filter the focus moves on to the filtered cards', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await expect(cardsOf(board(page)).nth(2)).toBeVisible();
  await cardsOf(board(page)).nth(2).focus();
  await page.keyboard.press('/');
  const filter = page.getByRole('searchbox', { name: 'Filter cards by text' });
  await expect(filter).toBeFocused();
  await page.keyboard.type('Mill');
  await expect(cardsOf(board(page))).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(cardsOf(board(page)).first()).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(board(page).getByRole('button', { name: /^Mill Race/ })).toBeFocused();
});

/** Holds the messages that the window gets after the one with the id of a new card. */
async function holdMessagesAfterNewId(): Promise<{ holds: () => Promise<boolean>; release: () => Promise<void> }> {
  await app().app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as Electron.WebContents;
    const send = contents.send.bind(contents);
    const held: Parameters<typeof send>[] = [];
    const release = () => {
      contents.send = send;
      for (const message of held) send(...message);
    };
    const hold = { isOn: false, release };
    Object.assign(globalThis, { messageHold: hold });
    contents.send = (...message: Parameters<typeof send>) => {
      if (hold.isOn) held.push(message);
      else send(...message);
      const [, event, payload] = message;
      if (event === 'data/renamed' && payload.model === 'card') hold.isOn = true;
    };
  });
  type Hold = { messageHold: { isOn: boolean; release(): void } };
  return {
    holds: () => app().app.evaluate(() => (globalThis as unknown as Hold).messageHold.isOn),
    release: () => app().app.evaluate(() => (globalThis as unknown as Hold).messageHold.release()),
  };
}

// The window learns the id before it gets the rows with it. The focus must not go to another card in between.
test('a new card that gets the focus while it gets its id from the service keeps it, and the next key acts on it', async () => {
  const deck = await deckNamed(page, 'Cast');
  await showDeck(page, deck, { by: 'none', layout: 'list' });
  const { holds, release } = await holdMessagesAfterNewId();
  await performActions(page, [{ action: 'cards/create', params: { content: 'Soon with an id', deckId: deck.id } }]);
  const card = board(page).getByRole('button', { name: 'Soon with an id' });
  await expect.poll(holds).toBe(true);
  const local = (await card.getAttribute('data-card-id')) ?? '';
  await card.focus();
  await page.keyboard.press('ArrowUp');
  await expect(card).not.toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(card).toBeFocused();
  await release();
  await expect(card).not.toHaveAttribute('data-card-id', local);
  await expect(card).toBeFocused();
  await page.keyboard.press('d');
  const id = (await card.getAttribute('data-card-id')) ?? '';
  await expect.poll(() => queryCardFields(page, [id], 'status')).toEqual([['done']]);
});

// When the dialog closes, the card below the archived card must get the focus.
test('archiving a card after a confirmation focuses its neighbour', async () => {
  await showDeck(page, await deckNamed(page, 'Bugs'), { by: 'none' });
  const [, , third = '', fourth = ''] = await cardIdsIn(board(page));
  await performActions(page, [
    { action: 'resolvables/create', params: { cardId: third, context: 'comment', content: 'Still?' } },
  ]);
  await cardOn(page, third).focus();
  await page.keyboard.press('a');
  await expect(confirmationDialog(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cardOn(page, third)).toBeHidden();
  await expect(confirmationDialog(page)).not.toBeAttached();
  await expect(cardOn(page, fourth)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cardOn(page, third)).toBeFocused();
});

// When the focused card is hidden, the focus must go to the next card. It must neither go to the first card nor get
// lost.
test('a card that a change hides leaves the focus to its neighbour, so that the next key acts there', async () => {
  await showDeck(page, await deckNamed(page, 'Sound'), { by: 'none', filters: { statuses: ['assigned'] } });
  const ids = await cardIdsIn(board(page));
  const [, second = '', third = '', fourth = ''] = ids;
  await cardOn(page, second).focus();
  for (const next of [third, fourth]) {
    await page.keyboard.press('d');
    await expect(cardOn(page, next)).toBeFocused();
  }
  expect(await cardIdsIn(board(page))).toEqual(ids.filter((id) => id !== second && id !== third));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(board(page))).toEqual(ids);
  await expect(cardOn(page, second)).toBeFocused();
});

// While the focus is in the panel, keys for cards must act on the panel's card, even if the board does not show this
// card.
test('with the focus in the card panel, card keys act on the card that the panel shows', async () => {
  const deck = await deckNamed(page, 'Sound');
  const other = await deckNamed(page, 'Bugs');
  await showDeck(page, deck, { by: 'none', filters: { statuses: ['assigned'] } });
  const ids = await cardIdsIn(board(page));
  const [first = '', second = ''] = ids;
  const panelOf = (id: string) => page.locator(`[data-card-panel="${id}"]`);
  await cardOn(page, first).click();
  await panelOf(first).focus();
  await page.keyboard.press('j');
  await expect(panelOf(second)).toBeFocused();
  await expect(panelOf(second).getByRole('heading', { level: 2 }).first()).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('d');
  await expect.poll(() => queryCardFields(page, [first, second], 'status')).toEqual([['not_started'], ['done']]);
  // The board no longer shows this card, and another card of the board is marked as focused. Keys must still act on the
  // panel's card.
  await expect(cardOn(page, second)).toBeHidden();
  await page.keyboard.press('s');
  await expect
    .poll(() => queryCardFields(page, ids, 'status'))
    .toEqual(ids.map((id) => [id === second ? 'started' : 'not_started']));
  await page.keyboard.press('Escape');

  await performActions(page, [
    { action: 'cards/create', params: { content: 'Tune the bell', deckId: other.id, parentCardId: first } },
  ]);
  await showDeck(page, deck, { by: 'none' });
  await cardOn(page, first).click();
  await panelOf(first).getByRole('button', { name: 'Tune the bell', exact: true }).click();
  const child = page.getByRole('region', { name: 'Card: Tune the bell' });
  await expect(child).toBeFocused();
  await page.keyboard.press('d');
  await expect(child.locator('[data-field="status"]')).toContainText('Done');
  await page.keyboard.press('Escape');
  for (let undo = 0; undo < 3; undo++) await page.keyboard.press('Control+z');
  await expect.poll(() => queryCardFields(page, ids, 'status')).toEqual(ids.map(() => ['not_started']));
});

// Commands must not act on selected cards that the board no longer shows.
test('cards that a filter hides leave the selection, so that keys act on the focused card', async () => {
  await showDeck(page, await deckNamed(page, 'Sound'), { by: 'none', filters: { statuses: ['assigned'] } });
  const [first = '', second = '', third = ''] = await cardIdsIn(board(page));
  await cardOn(page, first).click({ modifiers: ['ControlOrMeta'] });
  await cardOn(page, second).click({ modifiers: ['ControlOrMeta'] });
  await expect(selectionToolbar(page)).toContainText('2 selected');
  await page.keyboard.press('d');
  await expect(cardOn(page, first)).toBeHidden();
  await expect(selectionToolbar(page)).toBeHidden();
  await cardOn(page, third).focus();
  await page.keyboard.press('s');
  const statuses = () => queryCardFields(page, [first, second, third], 'status');
  await expect.poll(statuses).toEqual([['done'], ['done'], ['started']]);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(statuses).toEqual([['not_started'], ['not_started'], ['not_started']]);
});

test('the Hand and the calendar leave neither a focused card nor a selection to the next view', async () => {
  const deck = await deckNamed(page, 'Sound');
  await page.keyboard.press('Alt+1');
  await expect(page.locator('[data-card-list="hand-page"] [data-focused]')).toHaveCount(1);
  await openRoute(page, `#/deck/${deck.id}`);
  await expect(cardsOf(board(page)).first()).toHaveAttribute('tabindex', '0');

  await openRoute(page, '#/calendar?day=2026-06-10');
  const undated = cardsOf(listNamed(page, 'No due date'));
  for (const at of [0, 1]) await undated.nth(at).click({ modifiers: ['ControlOrMeta'] });
  await expect(selectionToolbar(page)).toContainText('2 selected');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { level: 1, name: 'Hand' })).toBeVisible();
  await expect(selectionToolbar(page)).toBeHidden();
  await openRoute(page, '#/calendar?day=2026-06-10');
  await expect(undated.first()).toBeVisible();
  await expect(selectionToolbar(page)).toBeHidden();
});

test('a new card that a filter hides is named in a toast, and does not get the focus', async () => {
  await showDeck(page, await deckNamed(page, 'Regions'), { by: 'none' });
  const first = (await cardIdsIn(board(page)))[0] ?? '';
  await cardOn(page, first).focus();
  await page.keyboard.press('i');
  await page.keyboard.press('q');
  await expect.poll(() => cardIdsIn(board(page))).toEqual([first]);
  await page.keyboard.press('c');
  await page.keyboard.type('Seen by nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^A filter hides the new card .*Seen by nobody/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardOn(page, first)).toHaveAttribute('data-focused');
  // The filter also hides new cards that are created from a pasted list. They must not get the focus either.
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '- Pasted for nobody\n- Nor this');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Create 2 cards' }).click();
  await expect(page.getByText('A filter hides 2 new cards')).toBeVisible();
  await expect(cardOn(page, first)).toHaveAttribute('data-focused');
  await page.keyboard.press('q');
  await expect(cardsOf(board(page)).filter({ hasText: /nobody|Nor this/ })).toHaveCount(3);
  for (let undone = 0; undone < 3; undone++) await page.keyboard.press('Control+z');
});

/**
 * Presses all keys in one event-loop task of the page. If one of the keys opens a dialog, the dialog can appear only
 * after the last key.
 */
const pressAtOnce = (keys: readonly string[]): Promise<void> =>
  page.evaluate((all) => {
    for (const key of all)
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
  }, keys);

// `bufferAllKeys` must hold keys back until the confirmation is visible. Otherwise they act on the board, or answer the
// confirmation before the person sees it.
test('keys pressed before a confirmation opens neither answer it nor act on the board; without one they act', async () => {
  await showDeck(page, await deckNamed(page, 'Sound'), { by: 'status' });
  const [first = '', second = '', third = ''] = await cardIdsIn(listNamed(page, 'Not started'));
  await performActions(page, [
    { action: 'resolvables/create', params: { cardId: first, context: 'comment', content: 'Still?' } },
  ]);
  await cardOn(page, first).focus();
  await pressAtOnce(['a', 'Enter', 'd']);
  await expect(confirmationDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirmationDialog(page)).toBeHidden();
  // Escape must cancel a confirmation even before it is visible.
  await pressAtOnce(['a', 'Escape', 'ArrowDown']);
  await expect(cardOn(page, second)).toBeFocused();
  await expect(confirmationDialog(page)).toHaveCount(0);
  expect(await queryCardFields(page, [first, second], 'visibility', 'status')).toEqual([
    ['default', 'not_started'],
    ['default', 'not_started'],
  ]);
  // Archiving these cards needs no confirmation. The first A archives the focused card. The second A must archive the
  // card that gets the focus then.
  await pressAtOnce(['a', 'a']);
  await expect.poll(() => queryCardFields(page, [second, third], 'visibility')).toEqual([['archived'], ['archived']]);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [second, third], 'visibility')).toEqual([['default'], ['default']]);
});

test('I assigns and unassigns a card to the user, Q shows only the user’s cards, Alt+6 lists all of them', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await expect(cardsOf(board(page)).first()).toBeVisible();
  const before = await cardIdsIn(board(page));
  const first = before[0] ?? '';
  const [[was] = []] = await queryCardFields(page, [first], 'assigneeId');
  await cardOn(page, first).focus();
  await page.keyboard.press('i');
  await expect(cardOn(page, first)).toContainText('ML');
  const mine = page.getByRole('button', { name: 'Only my cards' });
  await page.keyboard.press('q');
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => cardIdsIn(board(page))).toEqual([first]);
  await page.keyboard.press('q');
  await expect(mine).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => cardIdsIn(board(page))).toEqual(before);
  await cardOn(page, first).focus();
  await page.keyboard.press('i');
  await expect.poll(() => queryCardFields(page, [first], 'assigneeId')).toEqual([[null]]);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [first], 'assigneeId')).toEqual([[was]]);
  await page.keyboard.press('Alt+6');
  await expect(page.getByRole('heading', { level: 1, name: 'Mara Lindqvist' })).toBeVisible();
  // The user's own page shows only the user's cards anyway, so it must not have the button “Only my cards”.
  await expect(mine).toHaveCount(0);
});

test('key combinations that type nothing work in the card editor and the query editor', async () => {
  const find = page.getByPlaceholder(/^Cards by title/);
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await cardsOf(board(page)).first().focus();
  await page.keyboard.press('e');
  const text = page.locator('.cm-content[aria-label="Text of the card"]');
  await expect(text).toBeFocused();
  // The editor must still get keys that type text, and its own key combinations.
  await page.keyboard.type(' c?[n');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('x');
  await expect(text).toContainText(' c?[n**x**');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(find).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();

  await openRoute(page, '#/query');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  const query = page.getByRole('textbox', { name: 'Query', exact: true });
  await query.click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(find).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(query).toBeFocused();
});

test('a list of choices opens beside the card on the board, and beside the field in the panel', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const card = cardsOf(board(page)).nth(1);
  await card.focus();
  await page.keyboard.press('o');
  const list = page.getByRole('dialog', { name: /^Owner of/ });
  const distance = async (anchor: Locator) => {
    const [at, to] = await Promise.all([list.boundingBox(), anchor.boundingBox()]);
    if (!at || !to) return Number.POSITIVE_INFINITY;
    const beside = at.x > to.x + to.width || at.x + at.width < to.x;
    return beside ? Number.POSITIVE_INFINITY : Math.max(at.y - (to.y + to.height), to.y - (at.y + at.height));
  };
  await expect.poll(() => distance(card)).toBeLessThan(12);
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect(list.getByRole('combobox')).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(card).toBeFocused();

  // A long hint must not hide the name beside it.
  await page.keyboard.press('m');
  const places = page.getByRole('listbox', { name: 'Where to' }).getByRole('option');
  await expect(places.nth(3)).toBeVisible();
  const hiddenNames = await places
    .locator('[dir="auto"]')
    .evaluateAll((names) =>
      names.filter((name) => name.clientWidth < Math.min(name.scrollWidth, 60)).map((name) => name.textContent),
    );
  expect(hiddenNames).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();

  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: /^Card: / });
  await panel.focus();
  await page.keyboard.press('o');
  await expect.poll(() => distance(panel.locator('[data-field="owner"]'))).toBeLessThan(12);
  await page.keyboard.press('Escape');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

// The dialog must neither clip the list of people nor close on the Escape that closes the list.
test('the list of mentions in the dialog that blocks a card is whole, and Escape closes only the list', async () => {
  await showDeck(page, await deckNamed(page, 'Sound'), { by: 'none' });
  await cardsOf(board(page)).first().focus();
  await page.keyboard.press('Shift+B');
  const dialog = page.getByRole('dialog', { name: /^Block/ });
  await expect(dialog.locator('.cm-content')).toBeFocused();
  await page.keyboard.type('@');
  const people = page.locator('.cm-tooltip-autocomplete');
  await expect(people.getByRole('option').nth(2)).toBeVisible();
  const visibleHeight = () =>
    people.evaluate((list) => {
      const { left, top, bottom } = list.getBoundingClientRect();
      let y = top + 4;
      while (y < bottom - 4 && list.contains(document.elementFromPoint(left + 20, y))) y += 4;
      return y - top;
    });
  await expect.poll(visibleHeight).toBeGreaterThan(80);
  await page.keyboard.press('Escape');
  await expect(people).toHaveCount(0);
  await expect(dialog.locator('.cm-content')).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the list of keys names all commands, whatever card has the cursor', async () => {
  const listedNames = async () => {
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    const names = await dialog.locator('dt').allTextContents();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    return names;
  };
  await openRoute(page, '#/hand');
  await page.locator('main [data-card-list="hand-page"] [data-card-id]').first().focus();
  const names = await listedNames();
  expect(names).toEqual(expect.arrayContaining(['Put into the Hand', 'Make me the owner', 'Bookmark', 'Start']));
  await openRoute(page, '#/inbox');
  await page.getByRole('heading', { level: 1 }).click();
  expect(await listedNames()).toEqual(names);
});

test('a new card created from the Hand is added to the Hand', async () => {
  const offered = page
    .getByRole('dialog', { name: 'New card' })
    .getByRole('checkbox', { name: 'Put it into the Hand' });
  for (const [route, name] of [
    ['#/hand', 'Hand'],
    ['#/inbox', 'Inbox'],
  ] as const) {
    await openRoute(page, route);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+n');
    await expect(offered).toBeChecked({ checked: route === '#/hand' });
    await page.keyboard.press('Escape');
    await expect(offered).toBeHidden();
  }
});

test('a new card is created with its fields by keys', async () => {
  await openRoute(page, '#/inbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+n');
  const dialog = page.getByRole('dialog', { name: 'New card' });
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Oil the sluice');
  const choices = [
    ['o', 'Owner', 'Mara'],
    ['p', 'Priority', 'High'],
    ['e', 'Effort', '5'],
    ['t', 'Tags', 'harbour-test'],
    ['d', 'Due date', '2031-05-06'],
  ] as const;
  for (const [letter, field, choice] of choices) {
    await page.keyboard.press(`Alt+${letter}`);
    await expect(page.locator(':focus')).toHaveAccessibleName(field);
    await page.keyboard.type(choice);
    await page.keyboard.press('Enter');
    await expect(dialog.locator('[aria-expanded="true"]')).toHaveCount(0);
  }
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  const made = `cards(${JSON.stringify({ content: { op: 'contains', value: 'Oil the sluice' } })})`;
  const { card } = await queryRows(page, {
    _root: [{ account: [{ [made]: ['assigneeId', 'priority', 'effort', 'masterTags', 'dueDate'] }] }],
  });
  expect(Object.values(card ?? {})).toMatchObject([
    { priority: 'a', effort: 5, masterTags: expect.arrayContaining(['harbour-test']), dueDate: '2031-05-06' },
  ]);
  expect(Object.values(card ?? {})[0]?.assigneeId).not.toBeNull();
});

test('the window title names the view, and changes when it is renamed', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  await expect(page).toHaveTitle(/^Regions – Saltmere · \S+ – Decktop$/);
  await performActions(page, [{ action: 'decks/update', params: { id, title: 'Coasts' } }]);
  await expect(page).toHaveTitle(/^Coasts – Saltmere · \S+ – Decktop$/);
  await performActions(page, [{ action: 'decks/update', params: { id, title: 'Regions' } }]);
  await openRoute(page, '#/milestones');
  await expect(page).toHaveTitle('Milestones – Decktop');
});

test('F2 edits the title on the card and in the panel, as a click in the panel does', async () => {
  const { id } = await deckNamed(page, 'Regions');
  await openRoute(page, `#/deck/${id}`);
  const card = cardsOf(board(page)).nth(2);
  const cardId = (await card.getAttribute('data-card-id')) ?? '';
  const [[before = ''] = []] = (await queryCardFields(page, [cardId], 'content')) as string[][];
  const title = page.getByRole('textbox', { name: 'Title' });
  await card.focus();
  await page.keyboard.press('F2');
  await expect(title).toBeFocused();
  await page.keyboard.type('A quiet cove');
  // Somebody else adds a line to the text while the title is being edited. The new title must be put before the current
  // text, not before the text that was read when the field opened. Otherwise the added line is lost.
  await performActions(page, [
    { action: 'cards/update', params: { id: cardId, content: `${before}\nA line of somebody else` } },
  ]);
  await page.keyboard.press('Enter');
  await expect(cardOn(page, cardId)).toContainText('A quiet cove');
  await expect(cardOn(page, cardId)).toBeFocused();

  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Card: A quiet cove' });
  await panel.focus();
  await page.keyboard.press('F2');
  await expect(title).toBeFocused();
  await page.keyboard.type('Unwanted');
  await page.keyboard.press('Escape');
  await expect(title).toBeHidden();
  await expect(panel).toBeFocused();
  await panel.getByRole('heading', { level: 2, name: 'A quiet cove' }).click();
  await page.keyboard.type('A loud cove');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Card: A loud cove' })).toBeVisible();
  const [[after = ''] = []] = (await queryCardFields(page, [cardId], 'content')) as string[][];
  expect(after.split('\n').slice(1)).toEqual([...before.split('\n').slice(1), 'A line of somebody else']);
  await page.keyboard.press('Escape');
});

// Keys that scroll, and cards that appear above it, can move the focused card out of view.
test('a key changes no card that has been scrolled out of view, and first shows it', async () => {
  const deck = await deckNamed(page, 'Sound');
  await page.setViewportSize({ width: 1280, height: 420 });
  const owners = async () => {
    const { card } = await queryRows(page, { _root: [{ account: [{ cards: ['assigneeId'] }] }] });
    // The order of the rows changes when copies get their ids from the service.
    return Object.values(card ?? {})
      .map(({ assigneeId }) => String(assigneeId))
      .toSorted();
  };
  const isFocusInView = () =>
    page.evaluate(() => {
      const card = document.activeElement?.closest('[data-card-list] [data-card-id]');
      if (!card) return false;
      const { top, bottom } = card.getBoundingClientRect();
      return top > 60 && bottom < innerHeight;
    });
  const pasteCards = async () => {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', Array.from({ length: 25 }, (_, at) => `- Pasted ${at}`).join('\n'));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Create 25 cards' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const duplicateAll = async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await expect(selectionToolbar(page)).toBeVisible();
    const count = (await deckNamed(page, 'Sound')).cardCount;
    await page.keyboard.press('ControlOrMeta+d');
    await expect.poll(async () => (await deckNamed(page, 'Sound')).cardCount).toBe(2 * count);
    await page.keyboard.press('Escape');
    await expect(selectionToolbar(page)).toHaveCount(0);
  };
  for (const layout of ['list', 'table', 'board'] as const) {
    await openRoute(page, '#/inbox');
    await showDeck(page, deck, { by: 'none', layout });
    await waitForMountedCards(page);
    const scrolls = [
      () => page.keyboard.press('End'),
      () => page.keyboard.press('PageDown'),
      ...(layout === 'list' ? [pasteCards, duplicateAll] : []),
    ];
    for (const scroll of scrolls) {
      await cardsOf(board(page)).first().focus();
      await scroll();
      await waitForMountedCards(page);
      const [wasInView, before] = [await isFocusInView(), await owners()];
      await page.keyboard.press('i');
      await expect.poll(isFocusInView, `${layout} ${scroll}`).toBe(true);
      if (!wasInView) expect(await owners(), `${layout} ${scroll}`).toEqual(before);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a card that a key moves stays in view, also if the workspace answers late', async () => {
  const deck = await deckNamed(page, 'Bugs');
  await page.setViewportSize({ width: 1280, height: 420 });
  const delayActs = (ms: number) =>
    app().app.evaluate(({ ipcMain }, delayMs) => {
      const main = ipcMain as unknown as { callHandler?(channel: string, event: unknown, args: unknown[]): unknown };
      Reflect.deleteProperty(main, 'callHandler');
      const call = main.callHandler?.bind(main);
      if (delayMs > 0)
        main.callHandler = async (channel, event, args) => {
          if (args[0] === 'data/act') await new Promise((resolve) => setTimeout(resolve, delayMs));
          return call?.(channel, event, args);
        };
    }, ms);
  const hand = page.locator('main [data-card-list="hand-page"]').first();
  const lists: [list: Locator, show: () => Promise<unknown>][] = [
    [board(page), () => showDeck(page, deck, { by: 'none' })],
    [hand, () => openRoute(page, '#/hand')],
  ];
  for (const [list, show] of lists) {
    await show();
    await expect(cardsOf(list).first()).toBeVisible();
    await waitForMountedCards(page);
    const id = (await cardIdsIn(list))[0] ?? '';
    const card = list.locator(`[data-card-id="${id}"]`);
    await delayActs(300);
    await card.focus();
    await page.keyboard.press('ControlOrMeta+Shift+ArrowDown');
    await expect.poll(async () => (await cardIdsIn(list)).at(-1)).toBe(id);
    await expect(card).toBeInViewport({ ratio: 0.5 });
    await expect(card).toBeFocused();
    await delayActs(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});
