/**
 * Tests that follow a user through several views: planning a run, a review, a token that may only read, and links from
 * other programs.
 */
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { launchApp } from '../../support/launch.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import {
  board,
  cardIdsIn,
  cardsOf,
  chooseFirstPickerMatch,
  confirmationDialog,
  confirmationLines,
  deckNamed,
  findDeckWithZones,
  listNamed,
  openRoute,
  performActions,
  queryCardFields,
  selectionToolbar,
  setUpSharedApp,
  showDeck,
  startDrag,
  storeViewState,
  waitForEmptyOutbox,
  waitForMountedCards,
  withApp,
} from '../../support/window.ts';

const root = path.join(import.meta.dirname, '../../..');
const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

const column = (deckId: string) => page.locator(`main [data-zone-key="deck:${deckId}"]`);
const shownBoard = () => page.locator('main [data-card-list]:not([data-card-list^="hand"])');
const cardAt = (id: string) => shownBoard().locator(`[data-card-id="${id}"]`);
/** Scrolls the board sideways to a position in px, because only visible columns are mounted. */
const scrollTo = (left: number) =>
  shownBoard().evaluate((element, to) => {
    element.scrollLeft = to;
  }, left);
test('a run is planned: cards from several decks go into it, by owner, and a drop on a deck shows its effects', async () => {
  const [tasks, assets, guarded] = await Promise.all([
    deckNamed(page, 'Trailer'),
    deckNamed(page, 'Regions'),
    deckNamed(page, 'Store Page'),
  ]);
  await openRoute(page, `#/project/${tasks.projectId}`);

  // Add two cards of each of two decks to the run: select them by clicks, and choose the run by keys.
  for (const { id } of [guarded, tasks]) await expect(cardsOf(column(id)).nth(1)).toBeVisible();
  await waitForMountedCards(page);
  const ready = async (deckId: string) => {
    const ids = await cardIdsIn(column(deckId));
    const states = await queryCardFields(page, ids, 'derivedStatus');
    return ids.filter((_, at) => ['assigned', 'unassigned'].includes(String(states[at]?.[0]))).slice(0, 2);
  };
  const wanted = [...(await ready(guarded.id)), ...(await ready(tasks.id))];
  for (const id of wanted) await cardAt(id).click({ modifiers: ['ControlOrMeta'], position: { x: 150, y: 8 } });
  await expect(selectionToolbar(page)).toContainText('4 selected');
  await page.keyboard.press('r');
  await chooseFirstPickerMatch(page, 'run');
  await expect.poll(() => queryCardFields(page, wanted, 'sprintId')).toEqual(wanted.map(() => [expect.any(String)]));
  await page.keyboard.press('o');
  await chooseFirstPickerMatch(page, '(you)');
  const me = await page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    return outcome.ok ? outcome.value?.userId : outcome.failure.message;
  });
  await expect.poll(() => queryCardFields(page, wanted, 'assigneeId')).toEqual(wanted.map(() => [me]));
  await page.keyboard.press('Escape');

  // Show the run by status with lanes by owner. A planned card must be in the lane of its owner. The key S starts
  // the card, and the card must then be in another column of the same lane.
  const [[sprintId] = []] = await queryCardFields(page, wanted, 'sprintId');
  await storeViewState(page, `board:run:${sprintId}`, { by: 'status', lanes: 'owner', sort: 'title' });
  await openRoute(page, `#/run/${sprintId}`);
  const cell = (group: string) => page.locator(`main [data-zone-key="owner:${me}\\a status:${group}"]`);
  const one = wanted.at(-1) ?? '';
  await expect(cell('assigned').locator(`[data-card-id="${one}"]`)).toBeVisible();
  await cardAt(one).focus();
  await page.keyboard.press('s');
  await expect(cell('started').locator(`[data-card-id="${one}"]`)).toBeAttached();

  // Cards in a deck of assets cannot be started. So when a started card is dropped there, the app must ask for a
  // confirmation. The user can switch this confirmation off.
  const zoneOf = page.locator(`nav [data-deck-id="${assets.id}"]`);
  await zoneOf.scrollIntoViewIfNeeded();
  const toAssets = async () => {
    await cardAt(one).scrollIntoViewIfNeeded();
    const box = await zoneOf.boundingBox();
    if (!box) throw new Error('The deck is not in the sidebar');
    await startDrag(page, cardAt(one));
    await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 });
    await page.mouse.move(box.x + 61, box.y + box.height / 2);
    await page.mouse.up();
  };
  await toAssets();
  expect(await confirmationLines(page)).toEqual(['1 started card goes back to not started.']);
  const doNotAsk = confirmationDialog(page).getByRole('checkbox', {
    name: 'Do not ask again when cards go to Regions',
  });
  await doNotAsk.click();
  await page.keyboard.press('Escape');
  await expect(confirmationDialog(page)).toHaveCount(0);
  expect(await queryCardFields(page, [one], 'deckId', 'status')).toEqual([
    [expect.not.stringMatching(assets.id), 'started'],
  ]);
  await toAssets();
  // The person ticked “Do not ask again” in the confirmation, but then cancelled it. So this tick must not be
  // remembered: in the next confirmation, the checkbox must be empty.
  await expect(doNotAsk).not.toBeChecked();
  await doNotAsk.click();
  await confirmationDialog(page).getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => queryCardFields(page, [one], 'deckId', 'status')).toEqual([[assets.id, 'not_started']]);
  await expect(confirmationDialog(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [one], 'status')).toEqual([['started']]);
  await toAssets();
  await expect.poll(() => queryCardFields(page, [one], 'deckId', 'status')).toEqual([[assets.id, 'not_started']]);
  // The user has switched the confirmation off. So the app must show a message with "Undo" after the drop instead.
  await expect(page.getByText('1 started card goes back to not started.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => queryCardFields(page, [one], 'status')).toEqual([['started']]);

  // Guardians decide whether a card of their deck may be moved. So while such a card is dragged, the columns of other
  // decks must warn that the drop may be refused.
  await performActions(page, [{ action: 'decks/updateGuardians', params: { id: guarded.id, userIds: [String(me)] } }]);
  // The deck's own board must state that the deck has guardians.
  await openRoute(page, `#/deck/${guarded.id}`);
  await expect(page.getByText('This deck has guardians')).toBeVisible();
  await openRoute(page, `#/project/${tasks.projectId}`);
  await expect(cardsOf(column(guarded.id)).first()).toBeVisible();
  await startDrag(page, cardsOf(column(guarded.id)).first());
  await expect(column(tasks.id)).toContainText('May be refused: guardians of its deck decide this.');
  await expect(column(guarded.id)).not.toContainText('May be refused');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await waitForEmptyOutbox(page);
});

test('a review: requested, read card by card, answered, closed and done', async () => {
  const deck = await deckNamed(page, 'Player & Boat');
  await storeViewState(page, `board:deck:${deck.id}`, { by: 'status', sort: 'title' });
  await openRoute(page, `#/deck/${deck.id}`);
  const started = listNamed(page, 'Started');
  await expect(cardsOf(started).first()).toBeVisible();
  const [id = ''] = await cardIdsIn(started);

  await cardAt(id).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Card' });
  await panel.getByRole('combobox', { name: /Kind of thread/ }).click();
  await page.getByRole('option', { name: 'Review' }).click();
  await panel.getByRole('textbox', { name: 'Start a thread' }).click();
  await expect(panel.getByRole('textbox', { name: 'Start a thread' })).toBeFocused();
  await page.keyboard.type('Does the rope hold?');
  await panel.getByRole('button', { name: 'Start thread', exact: true }).click();
  const review = listNamed(page, 'In review');
  await scrollTo(850);
  await expect(review.locator(`[data-card-id="${id}"]`)).toBeVisible();
  const waiting = await cardIdsIn(review);
  expect(waiting.length).toBeGreaterThan(1);

  // Arrow keys must move the focus through the column, and the panel must show the focused card.
  await cardAt(waiting[0] ?? '').focus();
  for (const each of waiting) {
    await expect(page).toHaveURL(new RegExp(`card=${each}|card=${id}`));
    if (each !== waiting.at(-1)) await page.keyboard.press('ArrowDown');
  }
  await cardAt(id).click({ position: { x: 120, y: 10 } });
  const thread = panel.getByRole('article', { name: 'Review thread' }).first();
  await thread.getByRole('textbox', { name: 'Reply to the review thread' }).click();
  await expect(thread.getByRole('textbox', { name: 'Reply to the review thread' })).toBeFocused();
  await page.keyboard.type('It holds.');
  await thread.getByRole('button', { name: 'Reply' }).click();
  await expect(thread.getByRole('listitem').filter({ hasText: 'It holds.' })).toBeVisible();
  await thread.getByRole('button', { name: 'Close and finish the card' }).click();
  await scrollTo(2000);
  await expect(listNamed(page, 'Done').locator(`[data-card-id="${id}"]`)).toBeAttached();
  await expect(review.locator(`[data-card-id="${id}"]`)).not.toBeAttached();
  expect(await queryCardFields(page, [id], 'status')).toEqual([['done']]);
});

test('missing permissions of a token are known after the first refusal, shown with the reason, and can be tried again', async () => {
  const service = await startServiceProcess();
  const reason = 'The token lacks card:write.';
  const read = { args: [`--connect=${service.baseUrl}`], env: { DECKTOP_TOKEN: service.tokens.read } };
  try {
    await withApp(async (only) => {
      const deck = await findDeckWithZones(only);
      await showDeck(only, deck, { by: 'status', sort: 'title' });
      const card = board(only).locator('[data-card-id]').first();
      await card.focus();
      await only.keyboard.press('Shift+E');
      await chooseFirstPickerMatch(only, '13');
      // The service refuses to change the effort. After that, the app must disable the menu entry "Effort".
      await expect(only.getByText('1 change needs you')).toBeVisible();
      await card.click({ button: 'right' });
      await expect(only.getByRole('menuitem', { name: /^Effort/ })).toHaveAttribute('aria-disabled', 'true');
      await expect(only.getByRole('menuitem', { name: /^Effort/ })).toContainText(reason);
      await only.keyboard.press('Escape');
      await startDrag(only, card);
      await expect(only.locator('main [data-zone-key="status:started"]')).toContainText(reason);
      await only.keyboard.press('Escape');
      await only.mouse.up();
      await card.focus();
      await only.keyboard.press('Shift+E');
      await expect(only.getByText(reason).first()).toBeVisible();
      await expect(only.getByRole('dialog', { name: /^Effort/ })).not.toBeAttached();
      await only.keyboard.press('ControlOrMeta+r');
      await expect(async () => {
        await card.focus();
        await only.keyboard.press('Shift+E');
        await expect(only.getByRole('dialog', { name: /^Effort/ })).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await only.keyboard.press('Escape');
    }, read);
  } finally {
    await service.stop();
  }
});

test('links open quick add, a card and a message; what the system adds to the arguments is ignored', async () => {
  const args = ['/home/me/notes.md', '--original-process-start-time=1', 'decktop://add?text=From%20a%20link'];
  const { app: started, errors, close } = await launchApp({ args, env: { STANDIN_RESOURCES: root } });
  try {
    // The quick add window and the main window can open in either order.
    const windowNamed = (name: string) => started.windows().find((one) => one.url().includes(`window=${name}`));
    const quickAdd = () => windowNamed('quickAdd');
    await expect.poll(quickAdd).toBeDefined();
    await expect.poll(() => windowNamed('main')).toBeDefined();
    const window = windowNamed('main') as Page;
    await expect(quickAdd()?.getByRole('textbox', { name: 'New card' }) as Locator).toHaveValue('From a link');
    const follow = (link: string) =>
      started.evaluate(
        ({ app: main }, url) => void main.emit('second-instance', {}, ['decktop', '--x', url], '/', {}),
        link,
      );
    await follow('decktop://hand');
    await expect(window).toHaveURL(/#\/hand/);
    const code = await window.locator('main [data-card-id]').first().getByText(/^\$/).innerText();
    await follow(`decktop://card/${code.slice(1)}`);
    const panel = window.getByRole('complementary', { name: 'Card' });
    await expect(panel).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    // Copy the link of a card by key. Pasted into the search, the link must open the card.
    await window.locator('main [data-card-id]').first().focus();
    await window.keyboard.press('ControlOrMeta+Shift+L');
    await expect(window.getByText('Copied the link')).toBeVisible();
    await window.keyboard.press('ControlOrMeta+K');
    await expect(window.getByRole('combobox', { name: 'Find and run' })).toBeFocused();
    await window.keyboard.insertText(`decktop://card/${code.slice(1)}`);
    await window.keyboard.press('Enter');
    await expect(panel).toContainText(code);
    await started.evaluate(({ app: main }) => void main.emit('open-url', { preventDefault() {} }, 'decktop://nowhere'));
    await expect(window.getByRole('alert')).toHaveText("Decktop has no links to 'nowhere'.");
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
});
