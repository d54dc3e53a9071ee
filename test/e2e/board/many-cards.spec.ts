/** Tests with many cards at once: selecting by a lasso, creating in a table, pasting a list, copying. */
import { expect, type Page, test } from '@playwright/test';
import {
  board,
  cardOn,
  chooseFirstPickerMatch,
  type DeckInfo,
  findDeckWithZones,
  cardIdsIn as idsIn,
  queryCardFields,
  queryRows,
  selectionToolbar as selectedCount,
  setUpSharedApp,
  showDeck,
  showProject,
  waitForEmptyOutbox,
} from '../../support/window.ts';

/** Returns the zone of a card in its deck. */
async function zoneOf(page: Page, id: string): Promise<unknown> {
  const { cardOrder } = await queryRows(page, {
    [`card("${id}")`]: [{ 'cardOrders({"context":"deck"})': ['label', 'context', 'cardId'] }],
  });
  return Object.values(cardOrder ?? {})[0]?.label ?? null;
}

const app = setUpSharedApp();
let page: Page;
let deck: DeckInfo;
test.beforeEach(async () => {
  page = app().page;
  deck ??= await findDeckWithZones(page);
});

test('a lasso selects what it touches, and more with Shift', async () => {
  await showDeck(page, deck, { layout: 'list' });
  const rows = board(page).locator('[data-card-id]');
  const [one, two] = [await rows.first().boundingBox(), await rows.nth(1).boundingBox()];
  const list = await board(page).boundingBox();
  if (!one || !two || !list) throw new Error('No rows on screen');
  await page.mouse.move(list.x + 5, one.y + 4);
  await page.mouse.down();
  await page.mouse.move(list.x + 60, one.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(selectedCount(page)).toContainText('1 selected');
  await page.keyboard.down('Shift');
  await page.mouse.move(list.x + 5, two.y + 4);
  await page.mouse.down();
  await page.mouse.move(list.x + 60, two.y + 20, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(selectedCount(page)).toContainText('2 selected');
  await page.keyboard.press('Escape');
  await expect(selectedCount(page)).not.toBeAttached();
});

// The lasso must also select rows that it has touched and that are no longer mounted. Otherwise rows are deselected as
// soon as they scroll out of view.
test('a lasso scrolls at the edge and keeps all touched cards selected', async () => {
  await showProject(page, deck, { layout: 'list', by: 'none' });
  const place = await board(page).boundingBox();
  const first = await board(page).locator('[data-card-id]').first().boundingBox();
  if (!place || !first) throw new Error('No rows on screen');
  const count = Number(await board(page).locator('li').first().getAttribute('aria-setsize'));
  expect(count).toBeGreaterThan(await board(page).locator('[data-card-id]').count());
  await page.mouse.move(place.x + 4, first.y + 2);
  await page.mouse.down();
  await page.mouse.move(place.x + 40, place.y + place.height - 4, { steps: 4 });
  await expect(selectedCount(page)).toContainText(`${count} selected`, { timeout: 20_000 });
  await page.mouse.up();
  await page.keyboard.press('Escape');
});

test('new, copied and pasted cards in a table get the zone of the focused card', async () => {
  await showDeck(page, deck, { layout: 'table', sort: 'title', table: { columns: ['zone', 'effort'] } });
  const zone = deck.zones[1] ?? '';
  const id = (await idsIn(page.getByRole('grid')))[0] ?? '';
  const row = cardOn(page, id);
  await row.getByTitle('Change zone').click();
  await chooseFirstPickerMatch(page, zone);
  await expect.poll(() => zoneOf(page, id)).toBe(zone);
  const made = async (title: string) => {
    const where = JSON.stringify({ visibility: 'default', deckId: deck.id, title });
    const { card } = await queryRows(page, { _root: [{ account: [{ [`cards(${where})`]: ['title'] }] }] });
    return Promise.all(Object.keys(card ?? {}).map(async (each) => [each === id, await zoneOf(page, each)]));
  };

  await row.focus();
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: /^New card in/ }).fill('Written in a row');
  await page.keyboard.press('Enter');
  await expect.poll(() => made('Written in a row')).toEqual([[false, zone]]);
  await page.keyboard.press('Escape');
  await row.focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Pasted row\nPasted row two');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await page.getByRole('button', { name: 'Create 2 cards' }).click();
  await expect.poll(() => made('Pasted row two')).toEqual([[false, zone]]);
  await row.focus();
  await page.keyboard.press('ControlOrMeta+d');
  const [[title] = []] = await queryCardFields(page, [id], 'title');
  await expect
    .poll(() => made(String(title)))
    .toEqual(
      expect.arrayContaining([
        [true, zone],
        [false, zone],
      ]),
    );
  await waitForEmptyOutbox(page);
  expect(await made(String(title))).toEqual(
    expect.arrayContaining([
      [true, zone],
      [false, zone],
    ]),
  );
  for (let undo = 0; undo < 4; undo++) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => made('Written in a row')).toEqual([]);
});

test('pasted cards get an owner only if the person chooses a column that gives one', async () => {
  await showDeck(page, deck, { by: 'owner' });
  const dialog = page.getByRole('dialog', { name: '2 cards from a list' });
  // Paste repeatedly, as above.
  await expect(async () => {
    await page.locator('main [data-zone-key^="owner:"]:not([data-zone-key="owner:"]) [data-card-id]').first().focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Tern one\nTern two');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const column = dialog.getByRole('combobox', { name: /^Column: / });
  await expect(column).toHaveText('Column: Nobody');
  await expect(dialog).not.toContainText('becomes their owner');
  const choose = async (at: number) => {
    await column.click();
    await page.getByRole('option').nth(at).click();
  };
  await choose(1);
  await expect(dialog).toContainText(/becomes? their owner/);
  await choose(0);
  await expect(dialog).not.toContainText('becomes their owner');
  await dialog.getByRole('button', { name: 'Create 2 cards' }).press('Enter');
  const owners = async () => {
    const where = JSON.stringify({
      visibility: 'default',
      deckId: deck.id,
      title: { op: 'in', value: ['Tern one', 'Tern two'] },
    });
    const { card } = await queryRows(page, { _root: [{ account: [{ [`cards(${where})`]: ['assigneeId'] }] }] });
    return Object.values(card ?? {}).map(({ assigneeId }) => assigneeId);
  };
  await expect.poll(owners).toEqual([null, null]);
  // Until the dialog closes, keys are its own.
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(owners).toEqual([]);
});

test('a pasted list is previewed, becomes cards with sub cards, and one undo removes them', async () => {
  await showDeck(page, deck, {});
  const dialog = page.getByRole('dialog', { name: '5 cards from a list' });
  // Paste repeatedly: a board ignores a paste until it has become the active list, and no element shows when that
  // happens.
  await expect(async () => {
    await board(page).locator('[data-card-id]').first().focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/plain',
        '- [ ] Gull one\n  - Gull one a\n  - Gull one b\n- [x] Gull two\n- Gull three',
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Leave out Gull three' }).press('Enter');
  // When a line and its focused button are removed, the focus must go to a button of another line, not to the dialog.
  await expect(page.getByRole('button', { name: 'Leave out Gull two' })).toBeFocused();
  // Click twice at once, before the app has created cards for the first click. The app must create each card only once.
  await page.getByRole('button', { name: 'Create 4 cards' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(board(page).getByRole('button', { name: /^Gull two/ })).toBeVisible();
  const gulls = async () => {
    const where = JSON.stringify({ visibility: 'default', deckId: deck.id });
    const { card } = await queryRows(page, {
      _root: [{ account: [{ [`cards(${where})`]: ['title', 'status', 'parentCardId'] }] }],
    });
    const all = Object.values(card ?? {}).filter(({ title }) => String(title).startsWith('Gull '));
    const titleOf = (id: unknown) => all.find(({ cardId }) => cardId === id)?.title ?? null;
    return all.map(({ title, status, parentCardId }) => [title, status, titleOf(parentCardId)].join(' | ')).sort();
  };
  await expect
    .poll(gulls)
    .toEqual([
      'Gull one a | not_started | Gull one',
      'Gull one b | not_started | Gull one',
      'Gull one | not_started | ',
      'Gull two | done | ',
    ]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(gulls).toEqual([]);
});

test('cards are copied to a deck with the chosen fields', async () => {
  await showDeck(page, deck, {});
  const id = (await board(page).locator('[data-card-id]').first().getAttribute('data-card-id')) ?? '';
  const [[title] = []] = await queryCardFields(page, [id], 'title');
  const dialog = page.getByRole('dialog', { name: /^Copy/ });
  // The undo removed the focused card, which was the first card of the pasted list. Focus another card.
  await board(page).locator(`[data-card-id="${id}"]`).focus();
  await page.keyboard.press('ControlOrMeta+Shift+D');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Owner' }).click();
  await chooseFirstPickerMatch(page, 'Playtests');
  const copies = async () => {
    const where = JSON.stringify({ visibility: 'default', title: String(title) });
    const { card: rows, deck: decks } = await queryRows(page, {
      _root: [{ account: [{ [`cards(${where})`]: ['title', 'assigneeId', { deck: ['title'] }] }] }],
    });
    return Object.values(rows ?? {})
      .filter(({ cardId }) => cardId !== id)
      .map(({ assigneeId, deck: at }) => [assigneeId, decks?.[String(at)]?.title]);
  };
  await expect.poll(copies).toEqual([[null, 'Playtests']]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(copies).toEqual([]);
});
