/**
 * Tests of the layouts of a board: changing one card or many in a table, using a board by keyboard only, the width of
 * columns, the card that is open beside the board, and drops and new cards in lanes.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  board,
  cardOn,
  chooseFirstPickerMatch,
  type DeckInfo,
  findDeckWithZones,
  focusedCardId,
  cardIdsIn as idsIn,
  queryCardFields,
  queryRows,
  readViewState,
  selectionToolbar as selectedCount,
  setUpSharedApp,
  showDeck,
  showProject,
  waitForMountedCards,
} from '../../support/window.ts';

test.describe('layouts', () => {
  const app = setUpSharedApp();
  let page: Page;
  let deck: DeckInfo;
  test.beforeEach(async () => {
    page = app().page;
    deck ??= await findDeckWithZones(page);
  });

  test('a bulk clean-up: sorted in a table, selected, changed, archived, and undone', async () => {
    await showProject(page, deck, { layout: 'table' });
    const grid = page.getByRole('grid');
    await page.getByRole('button', { name: 'Effort', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Effort' })).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Effort', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Effort' })).toHaveAttribute('aria-sort', 'descending');
    const shown = (await idsIn(grid)).slice(0, 12);
    const efforts = (await queryCardFields(page, shown, 'effort')).flat().map(Number);
    expect(efforts).toEqual([...efforts].sort((a, b) => b - a));

    // Select three rows: one by Ctrl+click, two by keys.
    await cardOn(page, shown[0] ?? '').click({ modifiers: ['ControlOrMeta'], position: { x: 120, y: 10 } });
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selectedCount(page)).toContainText('3 selected');
    const ids = shown.slice(0, 3);
    const before = await queryCardFields(page, ids, 'dueDate', 'masterTags', 'priority');
    // The menu of the selection bar contains the actions for which the bar has no button.
    const more = async (name: RegExp) => {
      await selectedCount(page).getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'More fields' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await more(/^Due date/);
    await chooseFirstPickerMatch(page, '2027-03-09');
    await expect.poll(() => queryCardFields(page, ids, 'dueDate')).toEqual(ids.map(() => ['2027-03-09']));
    await more(/^Tags/);
    await chooseFirstPickerMatch(page, 'tidied');
    await selectedCount(page)
      .getByRole('button', { name: /^Priority/ })
      .click();
    await chooseFirstPickerMatch(page, 'Low');
    await expect
      .poll(async () =>
        (await queryCardFields(page, ids, 'masterTags', 'priority')).map(([tags, p]) => [
          (tags as string[]).includes('tidied'),
          p,
        ]),
      )
      .toEqual(ids.map(() => [true, 'c']));
    await selectedCount(page)
      .getByRole('button', { name: /^Archive/ })
      .click();
    // Archiving closes open threads. A confirmation is shown only if one of the cards has open threads.
    const confirm = page.getByRole('alertdialog');
    await expect(confirm.or(page.getByText(/^Archive 3 cards$/)).first()).toBeVisible();
    if (await confirm.isVisible()) await confirm.getByRole('button', { name: 'Archive' }).click();
    await expect(cardOn(page, ids[0] ?? '')).not.toBeAttached();
    await expect(confirm).not.toBeAttached();
    for (let undo = 0; undo < 4; undo++) await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => queryCardFields(page, ids, 'dueDate', 'masterTags', 'priority')).toEqual(before);
    await expect(cardOn(page, ids[0] ?? '')).toBeAttached();
    await page.keyboard.press('Escape');
  });

  test('columns are chosen one after the other, from one menu', async () => {
    await showDeck(page, deck, { layout: 'table' });
    await page.getByRole('button', { name: /^Layout/ }).click();
    for (const name of ['Due', 'Code']) await page.getByRole('menuitemcheckbox', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Due' })).toBeAttached();
    await expect(page.getByRole('columnheader', { name: 'Code' })).toHaveCount(0);
    // The app stores the view state with a delay. Wait for that. Otherwise the app would later overwrite the view state
    // that the next test stores.
    const kept = async () => JSON.stringify(await readViewState(page, `board:deck:${deck.id}`));
    await expect.poll(kept).toContain('"due"');
    await expect.poll(kept).not.toContain('"code"');
  });

  test('a field is changed in its cell', async () => {
    await showDeck(page, deck, { layout: 'table', table: { columns: ['status', 'priority', 'effort'] } });
    const row = page.getByRole('grid').locator('[data-card-id]').nth(1);
    const id = (await row.getAttribute('data-card-id')) ?? '';
    await row.getByTitle('Change effort').click();
    await page.getByRole('dialog').getByRole('combobox').fill('21');
    await page.keyboard.press('Enter');
    await expect.poll(() => queryCardFields(page, [id], 'effort')).toEqual([[21]]);
    await expect(cardOn(page, id)).toContainText('21');
    // After the change, the row has the focus, not the control in its cell.
    await expect(cardOn(page, id)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await queryCardFields(page, [id], 'effort'))[0]?.[0]).not.toBe(21);
  });

  // The zone of a card is stored with the manual order, not in the card's row. So the table row must also render again
  // when only the zone changes.
  test('the cell of a zone shows the new zone at once', async () => {
    const table = { columns: ['zone'], sort: { column: 'title', descending: false } };
    await showDeck(page, deck, { layout: 'table', table });
    const zone = deck.zones.at(-1) ?? '';
    const row = page
      .getByRole('grid')
      .locator('[data-card-id]')
      .filter({ hasText: deck.zones[0] ?? '' })
      .first();
    const id = (await row.getAttribute('data-card-id')) ?? '';
    await row.getByTitle('Change zone').click();
    await page.getByRole('dialog').getByRole('combobox').fill(zone);
    await page.keyboard.press('Enter');
    await expect(cardOn(page, id)).toContainText(zone);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(cardOn(page, id)).toContainText(deck.zones[0] ?? '');
  });

  test('a board by keyboard only: read, written, reordered, selected and changed', async () => {
    await showDeck(page, deck, {});
    await page.keyboard.press('Tab');
    await board(page).locator('[data-card-id][tabindex="0"]').focus();
    const first = await focusedCardId(page);
    await page.keyboard.press('ArrowDown');
    const second = await focusedCardId(page);
    expect(second).not.toBe(first);

    // Create a card above the focused card, which is the second card of the column.
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(page.getByRole('textbox', { name: /^New card in/ })).toBeFocused();
    await page.keyboard.type('Written between');
    await page.keyboard.press('Enter');
    await expect(board(page).getByRole('button', { name: /^Written between/ })).toBeVisible();
    await page.keyboard.press('Escape');
    const column = page.getByRole('list', { name: deck.zones[0] ?? '', exact: true });
    await expect
      .poll(async () => {
        const ids = await idsIn(column);
        return [ids.indexOf(first), ids.indexOf(second)];
      })
      .toEqual([0, 2]);
    // Wait until the created card has the service's id.
    await expect.poll(async () => (await idsIn(column))[1]).not.toMatch(/^local-/);
    const made = (await idsIn(column))[1] ?? '';

    // Change status and owner of the created card, move the card to the next column, and copy it.
    await cardOn(page, made).focus();
    await page.keyboard.press('Shift+S');
    await chooseFirstPickerMatch(page, 'Started');
    await expect.poll(() => queryCardFields(page, [made], 'status')).toEqual([['started']]);
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    const next = page.getByRole('list', { name: deck.zones[1] ?? '', exact: true });
    await expect.poll(async () => (await idsIn(next)).includes(made)).toBe(true);
    await expect(cardOn(page, made)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(next.getByRole('button', { name: /^Written between/ })).toHaveCount(2);

    // The first Ctrl+A selects the column, the second one the whole board. Escape clears the selection.
    const inColumn = await next.locator('li').first().getAttribute('aria-setsize');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(selectedCount(page)).toContainText(`${inColumn} selected`);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(selectedCount(page)).not.toContainText(`${inColumn} selected`);
    await page.keyboard.press('Escape');
    await expect(selectedCount(page)).not.toBeAttached();

    // Choose lanes from the menu by keys.
    await page.getByRole('button', { name: /^Layout/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Owner' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Layout/ })).toContainText('Lanes: Owner');
    // The closed menu returns the focus to its button.
    await expect(page.getByRole('button', { name: /^Layout/ })).toBeFocused();
    const lanes = page.locator('main section[aria-label^="Lane "]');
    await expect(lanes.nth(1)).toBeVisible();
    await lanes.first().locator('[data-card-id]').first().focus();
    const inLane = await focusedCardId(page);
    await page.keyboard.press('ArrowDown');
    await expect(cardOn(page, inLane)).not.toBeFocused();
  });

  // An open card must not change the width of the columns. Otherwise the titles of all cards wrap differently each time
  // a card opens.
  test('few columns fill a wide window, and keep their width when a card opens', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await showDeck(page, deck, {});
    const columns = board(page).locator('[data-zone-key]');
    const widths = () => columns.evaluateAll((all) => all.map((column) => column.getBoundingClientRect().width));
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(300);
    const before = new Set(await widths());
    const [id = ''] = await idsIn(board(page));
    await cardOn(page, id).click();
    await expect(page.getByRole('region', { name: /^Card: / })).toBeVisible();
    expect(new Set(await widths())).toEqual(before);
    await page.keyboard.press('Escape');
    // In a narrow window, columns have their minimum width of 288 px.
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect.poll(async () => new Set(await widths())).toEqual(new Set([288]));
    await page.setViewportSize(size ?? { width: 1280, height: 800 });
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(288);
  });

  // The board must scroll to the card that opens. Otherwise the panel covers the card.
  test('a card in a column on the right stays in sight when it opens', async () => {
    await showDeck(page, deck, { by: 'zone' });
    const last = board(page).locator('[data-zone-key]').last();
    const card = last.locator('[data-card-id]').first();
    const seen = () =>
      card.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const view = document.querySelector('main')?.getBoundingClientRect();
        return view !== undefined && left >= view.left && right <= view.right;
      });
    await waitForMountedCards(page);
    await card.click();
    await expect(page.getByRole('region', { name: /^Card: / })).toBeVisible();
    await expect.poll(seen).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(seen).toBe(true);
  });

  test('a drop in a lane sets the values of the column and the lane', async () => {
    await showProject(page, deck, { by: 'priority', lanes: 'owner', sort: 'title' });
    const cells = page.locator('main section[aria-label^="Lane "] [data-zone-key]');
    const source = cells.filter({ has: page.locator('[data-card-id]') }).first();
    const from = (await source.getAttribute('data-zone-key')) ?? '';
    const [lane, column] = from.split('\n');
    const card = source.locator('[data-card-id]').first();
    const id = (await card.getAttribute('data-card-id')) ?? '';
    const [was] = await queryCardFields(page, [id], 'priority', 'assigneeId');
    const box = await card.boundingBox();
    // Choose a visible cell of another lane and another column.
    const keys = await cells.evaluateAll((all) =>
      all
        .filter((cell) => {
          const { top, left } = cell.getBoundingClientRect();
          return top > 120 && top < innerHeight - 160 && left < innerWidth - 160;
        })
        .map((cell) => (cell as HTMLElement).dataset.zoneKey ?? ''),
    );
    const to = keys.find((key) => !key.startsWith(`${lane}\n`) && !key.endsWith(`\n${column}`)) ?? '';
    const place = await page.locator(`[data-zone-key=${JSON.stringify(to).replace('\\n', '\\a ')}]`).boundingBox();
    if (!box || !place) throw new Error('The card or its new place is not on screen');
    await page.mouse.move(box.x + 60, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 68, box.y + 20);
    await expect(page.locator('body.dragging-cards')).toBeAttached();
    await page.mouse.move(place.x + 60, place.y + 40, { steps: 5 });
    await page.mouse.move(place.x + 61, place.y + 40);
    await expect(page.locator('[data-drop-over]').first()).toBeAttached();
    await page.mouse.up();
    const [toLane = '', toColumn = ''] = to.split('\n');
    const wanted = [toColumn.split(':')[1] || null, toLane.split(':')[1] || null];
    await expect.poll(() => queryCardFields(page, [id], 'priority', 'assigneeId')).toEqual([wanted]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => queryCardFields(page, [id], 'priority', 'assigneeId')).toEqual([was]);
  });

  // When the composer for a new card opens in a cell, it must know the lane of this cell. Otherwise the new cards of
  // all lanes go to the default deck.
  test('a card typed in a cell is created in the deck of its lane', async () => {
    await showProject(page, deck, { by: 'priority', lanes: 'deck', sort: 'title' });
    const cells = page
      .locator('main section[aria-label^="Lane "] [data-zone-key]')
      .filter({ has: page.getByRole('button', { name: /^New card in / }) });
    await cells.nth(1).waitFor();
    const laneOf = (key: string) => key.split('\n')[0] ?? '';
    const used = new Set<string>();
    for (const round of [1, 2]) {
      // Anew: lanes that the first card pushed out of view are not mounted.
      const keys = await cells.evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset.zoneKey ?? ''));
      const key = keys.find((each) => !used.has(laneOf(each))) ?? '';
      used.add(laneOf(key));
      const deckId = laneOf(key).split(':')[1];
      const title = `Typed in lane ${round}`;
      await page
        .locator(`[data-zone-key=${JSON.stringify(key).replace('\\n', '\\a ')}]`)
        .getByRole('button', { name: /^New card in / })
        .click();
      await page.getByPlaceholder('Card title').fill(title);
      await page.keyboard.press('Enter');
      const where = JSON.stringify({ title });
      const decksOfNewCard = async () => {
        const { card } = await queryRows(page, { _root: [{ account: [{ [`cards(${where})`]: ['deckId'] }] }] });
        return Object.values(card ?? {}).map((row) => row.deckId);
      };
      await expect.poll(decksOfNewCard).toEqual([deckId]);
      await page.keyboard.press('Escape');
    }
  });
});
