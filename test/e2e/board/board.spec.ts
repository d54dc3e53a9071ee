/** Tests of boards, the Hand and runs on the demo workspace, by pointer, by keys, and after a restart. */
import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type LaunchOptions, launchApp, newDataFolder } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import {
  cardIdsIn,
  cardsOf,
  confirmationDialog,
  dragCard,
  findDeckWithZones,
  listNamed,
  openRoute,
  performActions,
  pointNearTop,
  queryCardFields,
  queryRows,
  setOffline,
  setUpSharedApp,
  showDeck,
  showProject,
  startDrag,
  storedDraftTexts,
  waitForEmptyOutbox,
  waitForMountedCards,
} from '../../support/window.ts';

/** Returns the ids of the demo's current run and of its last completed run. */
async function runsOf(page: Page) {
  const { sprint } = await queryRows(page, { _root: [{ account: [{ sprints: ['startDate', 'completedAt'] }] }] });
  const sorted = Object.values(sprint ?? {}).toSorted((a, b) => (String(a.startDate) < String(b.startDate) ? -1 : 1));
  const current = sorted.find(({ completedAt }) => completedAt === null);
  return { current: String(current?.id), completed: String(sorted.findLast(({ completedAt }) => completedAt)?.id) };
}

test.describe('a board', () => {
  const app = setUpSharedApp();
  let page: Page;
  test.beforeEach(() => {
    page = app().page;
  });

  test('a card is dragged to another zone, stays at the drop position, and undo moves it back', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const [from, to] = [listNamed(page, deck.zones[0] ?? ''), listNamed(page, deck.zones[1] ?? '')];
    await expect(cardsOf(from).first()).toBeVisible();
    await waitForMountedCards(page);
    const before = { from: await cardIdsIn(from), to: await cardIdsIn(to) };
    const moved = before.from[0] ?? '';
    await dragCard(page, cardsOf(from).first(), () => pointNearTop(cardsOf(to).nth(1)));
    await expect.poll(() => cardIdsIn(to)).toEqual([before.to[0], moved, ...before.to.slice(1)]);
    await expect.poll(() => cardIdsIn(from)).toEqual(before.from.slice(1));
    const { cardOrder } = await queryRows(page, {
      [`card("${moved}")`]: [{ 'cardOrders({"context":"deck"})': ['label', 'context', 'cardId'] }],
    });
    expect(Object.values(cardOrder ?? {})[0]?.label).toBe(deck.zones[1]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => cardIdsIn(from)).toEqual(before.from);
    await expect.poll(() => cardIdsIn(to)).toEqual(before.to);
  });

  test('the progress of a run changes with its cards', async () => {
    const { current } = await runsOf(page);
    await openRoute(page, `#/run/${current}`);
    const band = page.getByText(/^\d+ of \d+ cards done$/);
    await expect(band).toBeVisible();
    const numbers = async () => (await band.innerText()).match(/\d+/g)?.map(Number) as [number, number];
    const [done, total] = await numbers();
    const deck = await findDeckWithZones(page);
    const ids = (await performActions(page, [
      { action: 'cards/create', params: { content: 'Joins late', deckId: deck.id, sprintId: current } },
      { action: 'cards/create', params: { content: 'Is done', deckId: deck.id, sprintId: current } },
    ])) as { id: string }[];
    await performActions(page, [{ action: 'cards/update', params: { id: ids[1]?.id, status: 'done' } }]);
    await expect.poll(numbers).toEqual([done + 1, total + 2]);
    await performActions(page, [
      { action: 'cards/bulkUpdate', params: { ids: ids.map(({ id }) => id), visibility: 'deleted' } },
    ]);
    await expect.poll(numbers).toEqual([done, total]);
  });

  test('a completed run gets new cards only after a confirmation', async () => {
    const { current, completed } = await runsOf(page);
    await openRoute(page, `#/run/${completed}`);
    // The cards of the view before are shown until this view is loaded.
    await expect(page.locator(`[data-card-list$="${completed}"] [data-card-id]`).first()).toBeVisible();
    await page.keyboard.press('c');
    await page.keyboard.type('New work');
    await page.keyboard.press('Enter');
    // The message has invisible Unicode direction marks around names, so the pattern allows further characters there.
    await expect(page.getByText(/^Created .+New work.+ in Run/)).toBeVisible();
    await page.keyboard.press('Escape');
    const { card } = await queryRows(page, { [`sprint("${current}")`]: [{ cards: ['title', 'sprintId'] }] });
    const made = Object.values(card ?? {}).find(({ title }) => title === 'New work');
    expect(made?.sprintId).toBe(current);

    // A drop into a completed run must ask for a confirmation, just as moving a card there by key or menu does.
    await openRoute(page, '#/runs');
    const columns = page.locator('[data-card-list^="runs:"] [data-zone-key]');
    const over = columns.filter({ hasText: 'Completed' }).last();
    const open = columns.filter({ hasText: 'Current' });
    await expect(cardsOf(open).first()).toBeVisible();
    await expect(cardsOf(over).first()).toBeVisible();
    const wandering = (await cardIdsIn(open))[0] ?? '';
    await dragCard(page, cardsOf(open).first(), () => pointNearTop(cardsOf(over).first()));
    await expect(confirmationDialog(page)).toContainText('is completed; the current run is Run');
    await page.keyboard.press('Escape');
    await expect(confirmationDialog(page)).toHaveCount(0);
    expect(await queryCardFields(page, [wandering], 'sprintId')).toEqual([[current]]);
    await cardsOf(open).first().focus();
    await page.keyboard.press('ControlOrMeta+ArrowLeft');
    await expect(confirmationDialog(page)).toContainText('is completed');
    await page.keyboard.press('Enter');
    await expect.poll(() => queryCardFields(page, [wandering], 'sprintId')).toEqual([[completed]]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => queryCardFields(page, [wandering], 'sprintId')).toEqual([[current]]);
  });

  test('a card moves to another zone, up and down by keyboard only', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const [from, to] = [listNamed(page, deck.zones[0] ?? ''), listNamed(page, deck.zones[1] ?? '')];
    await cardsOf(from).first().focus();
    const moved = (await cardIdsIn(from))[0] ?? '';
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    await expect.poll(async () => (await cardIdsIn(to))[0]).toBe(moved);
    await expect(page.locator(`[data-card-id="${moved}"]`).first()).toBeFocused();
    await page.keyboard.press('ControlOrMeta+ArrowDown');
    await expect.poll(async () => (await cardIdsIn(to))[1]).toBe(moved);
    await page.keyboard.press('ControlOrMeta+ArrowLeft');
    await expect.poll(async () => (await cardIdsIn(from)).includes(moved)).toBe(true);
    // Arrow keys without modifiers move the focus, not the card.
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-card-list^="deck:"] [data-card-id]:focus')).not.toHaveAttribute(
      'data-card-id',
      moved,
    );
  });

  test('selected cards move to another deck together by drag, and to the next one by keys', async () => {
    const { project } = await queryRows(page, {
      _root: [{ account: [{ projects: ['name', { decks: ['title', 'deckType', 'spaceId'] }] }] }],
    });
    // Use the project Launch: its first decks accept tasks, so the decks do not refuse the cards.
    const launch = Object.values(project ?? {}).find(({ name }) => name === 'Launch');
    await openRoute(page, `#/project/${launch?.id}`);
    const columns = page.locator('[data-card-list^="project:"] [data-zone-key^="deck:"]');
    await expect(cardsOf(columns.nth(1)).nth(1)).toBeVisible();
    await waitForMountedCards(page);
    const deckOf = async (id: string) => (await queryRows(page, { [`card("${id}")`]: ['deckId'] })).card?.[id]?.deckId;
    // Compare the first four cards only, because the number of mounted cards may vary.
    const topFour = async (index: number) => (await cardIdsIn(columns.nth(index))).slice(0, 4);
    const [first, second] = [await cardIdsIn(columns.nth(0)), await cardIdsIn(columns.nth(1))];
    const moved = first.slice(0, 2);
    await cardsOf(columns.nth(0))
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
    await cardsOf(columns.nth(0))
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await dragCard(page, cardsOf(columns.nth(0)).first(), () => pointNearTop(cardsOf(columns.nth(1)).first()));
    await expect.poll(() => topFour(1)).toEqual([...moved, ...second].slice(0, 4));
    await expect.poll(async () => (await cardIdsIn(columns.nth(0)))[0]).toBe(first[2]);
    const key = (await columns.nth(1).getAttribute('data-zone-key')) ?? '';
    await expect.poll(() => Promise.all(moved.map(deckOf))).toEqual([key.slice(5), key.slice(5)]);

    await page.keyboard.press('Escape');
    await cardsOf(columns.nth(1)).first().focus();
    await page.keyboard.press('ControlOrMeta+ArrowRight');
    const next = (await columns.nth(2).getAttribute('data-zone-key')) ?? '';
    await expect.poll(() => deckOf(moved[0] ?? '')).toBe(next.slice(5));
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => topFour(0)).toEqual(first.slice(0, 4));
    await expect.poll(() => topFour(1)).toEqual(second.slice(0, 4));
  });

  test('the menu of a card moves it to another deck', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const column = listNamed(page, deck.zones[1] ?? '');
    const id = (await cardsOf(column).last().getAttribute('data-card-id')) ?? '';
    // Find the card by its id, because scrolling may mount further cards, so that another card becomes the last.
    await column.locator(`[data-card-id="${id}"]`).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Move to/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('playtests');
    await page.keyboard.press('Enter');
    await expect(page.locator(`[data-card-list^="deck:"] [data-card-id="${id}"]`)).not.toBeAttached();
    const { card: rows, deck: decks } = await queryRows(page, { [`card("${id}")`]: [{ deck: ['title'] }] });
    expect(decks?.[String(rows?.[id]?.deck)]?.title).toBe('Playtests');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.locator(`[data-card-id="${id}"]`).first()).toBeAttached();
  });

  test('columns show during the drag why they refuse a card', async () => {
    const { deck } = await queryRows(page, { _root: [{ account: [{ 'decks({"deckType":"hero"})': ['title'] }] }] });
    const hero = Object.values(deck ?? {})[0];
    await openRoute(page, `#/deck/${hero?.id}`);
    await page.getByRole('combobox', { name: /^Group by/ }).click();
    await page.getByRole('option', { name: 'Status' }).click();
    // Scroll to the last column, because only visible columns are mounted.
    await page.locator('[data-card-list^="deck:"]').evaluate((board) => {
      board.scrollLeft = board.scrollWidth;
    });
    const card = cardsOf(listNamed(page, 'Hero')).first();
    await startDrag(page, card);
    await expect(page.locator('[data-zone-key="status:blocked"]')).toContainText(
      'A hero card takes no block or review thread',
    );
    await page.locator('[data-card-list^="deck:"]').evaluate((board) => {
      board.scrollLeft = 0;
    });
    await expect(page.locator('[data-zone-key="status:started"]')).toContainText('Hero cards cannot be started');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.locator('body.dragging-cards')).not.toBeAttached();
    await expect(page.locator('[data-zone-key="status:started"]')).not.toContainText('Hero cards cannot be started');
  });

  // The dragged card must capture the pointer. Otherwise the elements under the pointer get hover styles.
  test('during a drag no other element is hovered, and the wheel and edges scroll the list under the pointer', async () => {
    const deck = await findDeckWithZones(page);
    // A column must be long enough to scroll. How many cards a zone has depends on the day on which the demo is
    // created, so group by deck instead.
    await showProject(page, deck, { by: 'deck' });
    await waitForMountedCards(page);
    const columns = page.locator('main [data-zone-key^="deck:"]');
    const [other, from] = [columns.nth(0), columns.nth(1).getByRole('list')];
    const card = cardsOf(from).first();
    await startDrag(page, card);
    const box = await other.boundingBox();
    if (!box) throw new Error('There is no other column on screen');
    await page.mouse.move(box.x + 60, box.y + 120, { steps: 4 });
    const hovered = (place: typeof from) => place.evaluate((element) => element.matches(':hover'));
    await expect(page.locator('[data-drop-over]')).toHaveCount(1);
    expect(await hovered(other)).toBe(false);
    await page.mouse.move(box.x + 60, box.y + 121);
    const scrolled = () =>
      page.evaluate(() => [...document.querySelectorAll('main *')].filter(({ scrollTop }) => scrollTop > 0).length);
    expect(await scrolled()).toBe(0);
    const home = await from.boundingBox();
    if (!home) throw new Error('The column is not on screen');
    await page.mouse.move(home.x + 60, home.y + 200);
    await page.mouse.wheel(0, 300);
    await expect.poll(scrolled).toBe(1);
    await page.mouse.move(home.x + 60, home.y + 4);
    await expect.poll(scrolled).toBe(0);
    await page.mouse.move(home.x + 60, home.y + home.height - 4);
    await expect.poll(scrolled).toBe(1);
    await page.keyboard.press('Escape');
    await page.mouse.move(box.x + 61, box.y + 121);
    await page.mouse.up();
    await expect.poll(() => hovered(other)).toBe(true);
    await expect(page.locator('section[aria-label^="Card: "]')).not.toBeAttached();
    await page.mouse.move(home.x + 60, home.y + 200);
    await page.mouse.wheel(0, -3_000);
    await expect.poll(scrolled).toBe(0);
  });

  test('several selected cards are changed at once and restored by one undo', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const column = listNamed(page, deck.zones[1] ?? '');
    await cardsOf(column).first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toContainText('2 selected');
    const ids = (await cardIdsIn(column)).slice(0, 2);
    const efforts = async () => {
      const rows = await queryRows(page, Object.fromEntries(ids.map((id) => [`card("${id}")`, ['effort']])));
      return ids.map((id) => rows.card?.[id]?.effort);
    };
    const before = await efforts();
    await page.keyboard.press('Shift+E');
    await page.getByRole('dialog').getByRole('combobox').fill('13');
    await page.keyboard.press('Enter');
    await expect.poll(efforts).toEqual([13, 13]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(efforts).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('toolbar', { name: 'Selected cards' })).not.toBeAttached();
  });

  // If a column passed its cards a prop that is a new object in each render, all its cards would render again.
  test('a change in one card renders that card only', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const column = listNamed(page, deck.zones[1] ?? '');
    const id = (await cardIdsIn(column))[0] ?? '';
    await cardsOf(column).first().focus();
    await page.evaluate(() => {
      const touched = new Set<string>();
      Object.assign(window, { touched });
      const note = (records: MutationRecord[]) => {
        for (const { target } of records) {
          const at = target instanceof Element ? target : target.parentElement;
          const card = at?.closest<HTMLElement>('main [data-card-list^="deck:"] [data-card-id]');
          if (card?.dataset.cardId) touched.add(card.dataset.cardId);
        }
      };
      const board = document.querySelector('[data-card-list^="deck:"]');
      if (board)
        new MutationObserver(note).observe(board, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
    });
    await page.keyboard.press('Shift+E');
    await page.getByRole('dialog').getByRole('combobox').fill('8');
    await page.keyboard.press('Enter');
    await expect(page.locator(`[data-card-list^="deck:"] [data-card-id="${id}"]`).getByTitle('Effort 8')).toBeVisible();
    await waitForEmptyOutbox(page);
    expect(await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched])).toEqual([id]);
  });

  test('a card is created in its column, a pasted list becomes many, and a filter finds them', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const column = listNamed(page, deck.zones[0] ?? '');
    await cardsOf(column).first().focus();
    await page.keyboard.press('c');
    const composer = page.getByRole('textbox', { name: /^New card in/ });
    await composer.fill('Barnacle polish for hulls');
    await page.keyboard.press('Enter');
    await expect(column.getByRole('button', { name: /^Barnacle polish for hulls/ })).toBeVisible();
    await composer.fill('- Barnacle one\n- Barnacle two');
    await page.getByRole('button', { name: '2 cards' }).click();
    await expect(column.getByRole('button', { name: /^Barnacle two/ })).toBeVisible();
    // Type two titles without a pause. The column must show all new cards in the order in which they were created.
    await page.keyboard.type('Barnacle three');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Barnacle four');
    await page.keyboard.press('Enter');
    await expect(column.getByRole('button', { name: /^Barnacle four/ })).toBeVisible();
    await expect(composer).toBeFocused();
    const titles = async () =>
      (await cardsOf(column).allInnerTexts()).flatMap(
        (text) => /Barnacle (polish|one|two|three|four)/.exec(text)?.[1] ?? [],
      );
    await expect.poll(titles).toEqual(['polish', 'one', 'two', 'three', 'four']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('barnacle');
    await expect(page.locator('[data-card-list^="deck:"] [data-card-id]')).toHaveCount(5);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-card-list^="deck:"] [data-card-id]').count()).toBeGreaterThan(3);
    await waitForEmptyOutbox(page);
  });

  // The person types a letter before the app has read the stored draft. The letter must not replace the draft.
  test('a new card keeps its stored draft if the person types before the draft was read', async () => {
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    await cardsOf(listNamed(page, deck.zones[0] ?? ''))
      .first()
      .focus();
    await page.keyboard.press('c');
    const composer = page.getByRole('textbox', { name: /^New card in/ });
    await composer.fill('Half a title');
    await page.keyboard.press('Escape');
    await expect(composer).toBeHidden();
    // Press all keys in one event-loop task of the page, so that the stored draft cannot arrive between two keys.
    await page.evaluate(async () => {
      const key = { key: 'c', code: 'KeyC', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      document.execCommand('insertText', false, 's');
    });
    await expect(composer).toHaveValue('Half a titles');
    await expect(composer).toBeFocused();
    const drafts = async () => (await storedDraftTexts(page)).join('\n');
    await expect.poll(drafts).toContain('Half a titles');
    await composer.fill('');
    await expect.poll(drafts).not.toContain('Half a title');
    await page.keyboard.press('Escape');
  });

  test('the text of a new card that is refused stays a draft', async () => {
    const deck = await findDeckWithZones(page);
    const [heroId = '', otherId = ''] = (
      await performActions(page, [
        { action: 'cards/create', params: { content: 'Becomes a sub card', deckId: deck.id } },
        { action: 'cards/create', params: { content: 'A hero card', deckId: deck.id } },
      ])
    ).map(({ id }) => String(id));
    const [part] = await performActions(page, [
      { action: 'cards/create', params: { content: 'A part', deckId: deck.id, parentCardId: heroId } },
    ]);
    const partId = String(part?.id);
    await showDeck(page, deck, { by: 'hero' });
    await page.getByRole('button', { name: 'New card in Becomes a sub card' }).click();
    const composer = page.getByRole('textbox', { name: 'New card in Becomes a sub card' });
    await composer.fill('Not accepted');
    // Make the hero card of this column a sub card, so that it accepts no sub cards itself. Do it in the same
    // event-loop task of the page as Enter: a moment later the page would remove the field.
    const steps = [
      { action: 'cards/update', params: { id: partId, parentCardId: null } },
      { action: 'cards/update', params: { id: heroId, parentCardId: otherId } },
    ];
    await composer.evaluate((field, refusingSteps) => {
      const { decktop } = window as unknown as { decktop: Bridge };
      void decktop.call('data/act', { label: 'Make it a sub card', steps: refusingSteps });
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    }, steps);
    const drafts = async () => (await storedDraftTexts(page)).join('\n');
    await expect(page.getByText(/is a sub card itself/).first()).toBeVisible();
    await expect.poll(drafts).toContain('Not accepted');
    await showDeck(page, deck, {});
    await cardsOf(listNamed(page, deck.zones[0] ?? ''))
      .first()
      .focus();
    await page.keyboard.press('c');
    const next = page.getByRole('textbox', { name: /^New card in/ });
    await expect(next).toHaveValue('Not accepted');
    await next.fill('');
    await expect.poll(drafts).not.toContain('Not accepted');
    await page.keyboard.press('Escape');
    await performActions(page, [
      { action: 'cards/bulkUpdate', params: { ids: [heroId, otherId, partId], visibility: 'deleted' } },
    ]);
    await waitForEmptyOutbox(page);
  });

  // The composer stores its position as the id of the card below it. When the service replaces this card's local id,
  // the composer must store the new id. Otherwise it is mounted again at the top of the column, as another text field.
  test('the field for a new card stays when the card below it gets its id from the service', async () => {
    const deck = await findDeckWithZones(page);
    await showDeck(page, deck, { sort: 'manual' });
    const column = listNamed(page, deck.zones[0] ?? '');
    await setOffline(page, true);
    await cardsOf(column).first().focus();
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    const composer = page.getByRole('textbox', { name: /^New card in/ });
    await composer.fill('Written offline');
    await page.keyboard.press('Enter');
    await expect(cardsOf(column).first()).toContainText('Written offline');
    await page.keyboard.press('Escape');
    await expect(composer).toBeHidden();
    await page.keyboard.press('c');
    await composer.fill('Still being typed');
    const field = await composer.elementHandle();
    expect((await cardIdsIn(column))[0]).toMatch(/^local-/);
    await setOffline(page, false);
    await expect.poll(async () => (await cardIdsIn(column))[0]).not.toMatch(/^local-/);
    await waitForEmptyOutbox(page);
    expect(await field?.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    // The composer is still above the same card, so the next card is created there.
    await expect(cardsOf(column).first()).toContainText('Still being typed');
    await expect(cardsOf(column).nth(1)).toContainText('Written offline');
    await page.keyboard.press('Escape');
    await waitForEmptyOutbox(page);
  });
});

/**
 * Reorders the Hand, adds a card from a board to the Hand, and moves a card to the next run. Restarts the app and
 * checks that these changes are still there.
 */
async function checkChangesSurviveRestart(
  options: LaunchOptions,
  choosePerson: (page: Page) => Promise<void>,
): Promise<void> {
  const userData = newDataFolder();
  let launched = await launchApp({ ...options, userData });
  try {
    let page = launched.page;
    await page.locator('[data-card-id]').first().waitFor();

    // Move the first card of the Hand to the third position.
    await openRoute(page, '#/hand');
    await choosePerson(page);
    const hand = () => listNamed(page, 'In hand');
    await expect(cardsOf(hand()).nth(2)).toBeVisible();
    const before = await cardIdsIn(hand());
    await dragCard(page, cardsOf(hand()).first(), () => pointNearTop(cardsOf(hand()).nth(3)));
    const reordered = [before[1], before[2], before[0], ...before.slice(3)];
    await expect.poll(() => cardIdsIn(hand())).toEqual(reordered);

    // Drag from a board into the Hand below it.
    const deck = await findDeckWithZones(page);
    await openRoute(page, `#/deck/${deck.id}`);
    const inHand = new Set(before);
    const open = await queryRows(page, {
      _root: [
        {
          account: [
            {
              [`cards(${JSON.stringify({ visibility: 'default', deckId: deck.id, status: 'not_started' })})`]: [
                'title',
              ],
            },
          ],
        },
      ],
    });
    const joining = Object.keys(open.card ?? {}).find((id) => !inHand.has(id)) ?? '';
    const card = page.locator(`[data-card-list^="deck:"] [data-card-id="${joining}"]`);
    const strip = page.getByRole('region', { name: 'Your Hand' });
    const box = await strip.boundingBox();
    if (!box) throw new Error('The Hand is not on screen');
    await dragCard(page, card, { x: box.x + box.width - 30, y: box.y + box.height / 2 });
    await openRoute(page, '#/hand');
    await expect.poll(async () => (await cardIdsIn(hand())).toSorted()).toEqual([...reordered, joining].toSorted());
    const filled = await cardIdsIn(hand());
    expect(filled.filter((id) => id !== joining)).toEqual(reordered);

    // Move a card of the current run to the next run.
    await openRoute(page, '#/runs');
    const columns = page.locator('[data-card-list^="runs:"] [data-zone-key]');
    const current = columns.filter({ hasText: 'Current' });
    const next = columns.filter({ hasText: 'Upcoming' }).first();
    await expect(cardsOf(current).first()).toBeVisible();
    await expect(cardsOf(next).first()).toBeVisible();
    const wandering = (await cardIdsIn(current))[0] ?? '';
    await dragCard(page, cardsOf(current).first(), () => pointNearTop(cardsOf(next).first()));
    await expect.poll(async () => (await cardIdsIn(next))[0]).toBe(wandering);
    const run = await next.getAttribute('data-zone-key');
    await waitForEmptyOutbox(page);

    await launched.close();
    launched = await launchApp({ ...options, userData });
    page = launched.page;
    await page.locator('[data-card-id]').first().waitFor();
    await openRoute(page, '#/hand');
    await expect.poll(() => cardIdsIn(hand())).toEqual(filled);
    await openRoute(page, '#/runs');
    await expect.poll(() => cardIdsIn(page.locator(`[data-zone-key="${run}"]`))).toContain(wandering);
    expect(launched.errors).toEqual([]);
  } finally {
    await launched.close();
    rmSync(userData, { recursive: true, force: true });
  }
}

test('changes in the Hand, on a board and in runs survive a restart', () =>
  checkChangesSurviveRestart({}, async () => {}));

test('changes survive a restart also with a service over HTTP and an organization token that may write', async () => {
  test.setTimeout(120_000);
  const service = await startServiceProcess();
  try {
    // An organization token belongs to no person, so the Hand view first asks who the user is.
    await checkChangesSurviveRestart(
      { args: [`--connect=${service.baseUrl}`], env: { DECKTOP_TOKEN: service.tokens.write } },
      async (page) => {
        await page.getByText('Choose a person…').click();
        await page.getByRole('option').first().click();
      },
    );
  } finally {
    await service.stop();
  }
});
