/**
 * Tests of dragging cards by keyboard, within columns and across lanes, with announcements for screen readers. Also
 * tests of dragging by touch.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  cardIdsIn,
  cardsOf,
  type DeckInfo,
  findDeckWithZones,
  focusedCardId,
  openRoute,
  performActions,
  queryCardFields,
  queryRows,
  selectionToolbar,
  setUpSharedApp,
  storeViewState,
} from '../../support/window.ts';

test.describe('drag and drop by keyboard and touch', () => {
  const app = setUpSharedApp();
  let page: Page;
  let deck: DeckInfo;
  test.beforeEach(async () => {
    page = app().page;
    deck ??= await findDeckWithZones(page);
  });
  const announcement = () => page.locator('body > [role="status"][aria-live="assertive"]');
  const carried = () => page.locator('[data-drop-over]');

  async function zoneOf(id: string): Promise<string | null> {
    const { cardOrder } = await queryRows(page, {
      [`card("${id}")`]: [{ 'cardOrders({"context":"deck"})': ['context', 'cardId', 'label', 'sortValue'] }],
    });
    return (Object.values(cardOrder ?? {})[0]?.label as string | undefined) ?? null;
  }

  test('a card is picked up, moved to another column and dropped by keys, and Escape puts it back', async () => {
    await storeViewState(page, `board:deck:${deck.id}`, {});
    await openRoute(page, `#/deck/${deck.id}`);
    const [from = '', to = ''] = deck.zones;
    const column = (title: string) => page.getByRole('list', { name: title, exact: true });
    const card = column(from).locator('[data-card-id]').first();
    const id = (await card.getAttribute('data-card-id')) ?? '';
    const status = await queryCardFields(page, [id], 'status', 'visibility');
    await card.focus();
    await page.keyboard.press('Space');
    await expect(announcement()).toContainText(/^Lifted .*position 1 of \d+/);
    await page.keyboard.press('ArrowDown');
    await expect(announcement()).toContainText(`over ${from}, position 2 of`);
    // During a keyboard drag, keyboard shortcuts do nothing.
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowRight');
    await expect(announcement()).toContainText(`over ${to}, position 2 of`);
    await expect(carried()).toHaveAttribute('data-zone-key', `zone:${to}`);
    await expect(page.locator('[data-drop-line]')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(announcement()).toContainText('Put back');
    await expect(carried()).not.toBeAttached();
    await expect.poll(() => focusedCardId(page)).toBe(id);

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await expect(announcement()).toContainText(`over ${to}, position 1 of`);
    await page.keyboard.press('Space');
    await expect(column(to).locator('[data-card-id]').first()).toHaveAttribute('data-card-id', id);
    await expect.poll(() => zoneOf(id)).toBe(to);
    await expect.poll(() => focusedCardId(page)).toBe(id);
    expect(await queryCardFields(page, [id], 'status', 'visibility')).toEqual(status);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => zoneOf(id)).toBe(from);
  });

  test('cards of the Hand are moved by their menu, one and several, and undo moves them back', async () => {
    await openRoute(page, '#/hand');
    const hand = page.getByRole('list', { name: 'In hand' });
    await cardsOf(hand).nth(3).waitFor();
    const before = await cardIdsIn(hand);
    const place = async (index: number, entry: string) => {
      await cardsOf(hand).nth(index).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Change place' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const [first = '', second = '', ...rest] = before;
    await place(0, 'Move cards to the bottom');
    await expect.poll(() => cardIdsIn(hand)).toEqual([second, ...rest, first]);
    await expect.poll(() => focusedCardId(page)).toBe(first);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => cardIdsIn(hand)).toEqual(before);
    await cardsOf(hand).nth(1).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selectionToolbar(page)).toContainText('2 selected');
    await place(1, 'Move cards to the top');
    await expect.poll(() => cardIdsIn(hand)).toEqual([second, rest[0], first, ...rest.slice(1)]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => cardIdsIn(hand)).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(selectionToolbar(page)).toHaveCount(0);
  });

  test('the Hand below a board works by keys and menu, whatever the board shows', async () => {
    await openRoute(page, `#/deck/${deck.id}`);
    const strip = page.getByRole('list', { name: 'Cards in your Hand' });
    const before = await cardIdsIn(strip);
    const [first = '', second = '', third = '', ...rest] = before;
    await page.getByRole('button', { name: 'Fold the Hand' }).focus();
    await page.keyboard.press('Tab');
    // Tab must move the focus into the strip, to the card that had the focus there last. That can be any card of the
    // strip.
    await expect(strip.locator('[data-card-id]:focus')).toHaveCount(1);
    await cardsOf(strip).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(cardsOf(strip).nth(1)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    await expect.poll(() => cardIdsIn(strip)).toEqual([first, third, second, ...rest]);
    await expect(cardsOf(strip).nth(2)).toBeFocused();
    await cardsOf(strip).nth(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Change place' }).click();
    await page.getByRole('menuitem', { name: 'To the front' }).click();
    await expect.poll(() => cardIdsIn(strip)).toEqual([second, first, third, ...rest]);
    await expect(cardsOf(strip).first()).toBeFocused();
    // Finish a card of the Hand that is not visible on the board.
    await page.keyboard.press('d');
    await expect.poll(() => cardIdsIn(strip)).toEqual([first, third, ...rest]);
    expect(await queryCardFields(page, [second], 'status')).toEqual([['done']]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => cardIdsIn(strip)).toEqual([second, first, third, ...rest]);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => cardIdsIn(strip)).toEqual(before);
  });

  // The selected cards are in two columns, and the person drags them within one of these columns. Cards from the other
  // column must then get the value of the column into which they are dropped.
  test('selected cards of two columns that move within one of them get its value', async () => {
    const ids = Object.keys(
      (
        await queryRows(page, {
          [`deck("${deck.id}")`]: [
            {
              'cards({"visibility":"default","isDoc":false,"status":"not_started","$order":"accountSeq","$limit":3})': [
                'title',
                'priority',
              ],
            },
          ],
        })
      ).card ?? {},
    );
    const [first = '', second = '', other = ''] = ids;
    await performActions(page, [
      { action: 'cards/bulkUpdate', params: { ids: [first, second], priority: 'a' } },
      { action: 'cards/update', params: { id: other, priority: 'b' } },
    ]);
    for (const sort of ['manual', 'title']) {
      await storeViewState(page, `board:deck:${deck.id}`, { by: 'priority', sort });
      await openRoute(page, '#/hand');
      await openRoute(page, `#/deck/${deck.id}`);
      const card = (id: string) => page.locator(`main [data-zone-key^="priority:"] [data-card-id="${id}"]`);
      for (const id of [first, other]) {
        await card(id).focus();
        await page.keyboard.press('x');
      }
      await card(first).focus();
      await page.keyboard.press('Space');
      await expect(announcement()).toContainText(/^Lifted 2 cards/);
      await page.keyboard.press('End');
      await page.keyboard.press('Space');
      await expect.poll(() => queryCardFields(page, [first, other], 'priority')).toEqual([['a'], ['a']]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => queryCardFields(page, [first, other], 'priority')).toEqual([['a'], ['b']]);
    }
  });

  test('columns that refuse a card say so, and the drag goes on', async () => {
    await storeViewState(page, `board:deck:${deck.id}`, { by: 'status' });
    await openRoute(page, `#/deck/${deck.id}`);
    const card = page.locator('[data-zone-key="status:assigned"] [data-card-id]').first();
    await card.focus();
    await page.keyboard.press('Space');
    await expect(page.locator('[data-drop-over]').first()).toBeAttached();
    for (let step = 0; step < 8 && (await page.locator('[data-drop-over]').count()) > 0; step++) {
      const before = await announcement().innerText();
      await page.keyboard.press('ArrowRight');
      await expect(announcement()).not.toHaveText(before);
    }
    await expect(announcement()).toContainText('fall asleep by themselves');
    await page.keyboard.press('Enter');
    await expect(announcement()).toContainText('Cannot be put here');
    await page.keyboard.press('Escape');
    await expect(announcement()).toContainText('Put back');
  });

  // In the other lane the card has a new DOM element. This element must get the focus.
  test('a card moved to another lane keeps the focus and gets the lane’s value', async () => {
    await storeViewState(page, `board:project:${deck.projectId}:all`, {
      by: 'priority',
      lanes: 'owner',
      sort: 'title',
    });
    await openRoute(page, `#/project/${deck.projectId}`);
    const lanes = page.locator('main section[aria-label^="Lane "]');
    const card = lanes.first().locator('[data-card-id]').first();
    const id = (await card.getAttribute('data-card-id')) ?? '';
    const [was] = await queryCardFields(page, [id], 'assigneeId');
    await card.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    const over = (await carried().getAttribute('data-zone-key')) ?? '';
    await page.keyboard.press('Space');
    const owner = over.split('\n')[0]?.split(':')[1] || null;
    expect([owner]).not.toEqual(was);
    await expect.poll(() => queryCardFields(page, [id], 'assigneeId')).toEqual([[owner]]);
    await expect.poll(() => focusedCardId(page)).toBe(id);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => queryCardFields(page, [id], 'assigneeId')).toEqual([was]);
  });

  // A drag must not start as soon as a touch moves. Otherwise nobody can scroll lists by touch.
  test('a long touch drags a card, a touch that moves at once does not, and Escape cancels', async () => {
    await storeViewState(page, `board:deck:${deck.id}`, {});
    await openRoute(page, `#/deck/${deck.id}`);
    const [from = '', to = ''] = deck.zones;
    const column = (title: string) => page.getByRole('list', { name: title, exact: true });
    const card = column(from).locator('[data-card-id]').first();
    const id = (await card.getAttribute('data-card-id')) ?? '';
    const [start, end] = [await card.boundingBox(), await column(to).boundingBox()];
    if (!start || !end) throw new Error('The columns are not on screen');
    const at = { x: start.x + 60, y: start.y + 12 };
    const cdp = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    const lifted = page.locator('body.dragging-cards');
    // A touch that rests for half a second opens the card's menu, which ends the drag. On a busy computer the test may
    // move the finger too late, so it repeats the whole touch until the drag succeeds.
    const restAndMove = (toX: number) =>
      expect(async () => {
        await finger('touchStart', at);
        try {
          await expect(lifted).toBeAttached({ timeout: 2_000 });
          for (let step = 1; step <= 4; step++)
            await finger('touchMove', { x: at.x + ((toX - at.x) * step) / 4, y: at.y + 2 * step });
          await expect(lifted).toBeAttached({ timeout: 100 });
        } catch (failure) {
          await finger('touchEnd');
          await page.keyboard.press('Escape');
          throw failure;
        }
      }).toPass();

    await finger('touchStart', at);
    for (let step = 1; step <= 4; step++) await finger('touchMove', { x: at.x, y: at.y + 12 * step });
    await finger('touchEnd');
    await expect(lifted).not.toBeAttached();

    await restAndMove(at.x + 40);
    await page.keyboard.press('Escape');
    await expect(lifted).not.toBeAttached();
    await finger('touchEnd');
    expect(await zoneOf(id)).toBe(from);

    await restAndMove(end.x + 60);
    await expect(carried()).toHaveAttribute('data-zone-key', `zone:${to}`);
    await finger('touchEnd');
    await expect.poll(() => zoneOf(id)).toBe(to);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => zoneOf(id)).toBe(from);
  });
});
