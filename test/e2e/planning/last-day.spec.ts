/**
 * Tests of completing a run on the demo workspace: the preview shows which cards will carry over to the next run, then
 * the run is completed, and a card is moved and moved back by undo.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  cardIdsIn,
  confirmationDialog,
  dragCard,
  expectAccessibleInBothThemes,
  focusedCardId,
  openRoute,
  performActions,
  pointNearTop,
  queryCardFields,
  queryRows,
  setUpSharedApp,
  storeViewState,
  waitForEmptyOutbox,
  waitForMountedCards,
} from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
/** Ids of the current run, of the next run, and of their Run Config. */
let current: string;
let next: string;
let configId: string;

const column = (sprintId: string) => page.locator(`[data-card-list^="runs:"] [data-zone-key="run:${sprintId}"]`);
const cardOn = (id: string) => page.locator(`main [data-card-id="${id}"]`);

test.beforeEach(async () => {
  page = app().page;
  const { sprint } = await queryRows(page, {
    _root: [{ account: [{ sprints: ['startDate', 'completedAt', 'sprintConfigId'] }] }],
  });
  const open = Object.entries(sprint ?? {})
    .filter(([, { completedAt }]) => completedAt === null)
    .toSorted(([, a], [, b]) => String(a.startDate).localeCompare(String(b.startDate)));
  [current = '', next = ''] = open.map(([id]) => id);
  configId = String(open[0]?.[1].sprintConfigId);
  await storeViewState(page, `runs:${configId}:past`, 1);
  await storeViewState(page, `runs:${configId}:backlog`, 'all');
  await openRoute(page, '#/runs');
  await expect(column(current).locator('[data-card-id]').first()).toBeVisible();
  await waitForMountedCards(page);
});

async function chooseByKeys(name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: option })).toBeVisible();
  await page.keyboard.type(option.slice(0, 3));
  await expect(page.getByRole('option', { name: option })).toBeFocused();
  await page.keyboard.press('Enter');
}

/**
 * Returns the cards of the current run. `moves` is true if the card moves to the next run when the current run is
 * completed: the card's state is one of `moving`, and it is not a document.
 */
async function expectedFates(moving: readonly string[]): Promise<{ id: string; title: string; moves: boolean }[]> {
  const { card } = await queryRows(page, {
    [`sprint("${current}")`]: [{ 'cards({"visibility":"default"})': ['title', 'status', 'derivedStatus', 'isDoc'] }],
  });
  return Object.entries(card ?? {}).map(([id, { title, status, derivedStatus, isDoc }]) => {
    const kind =
      derivedStatus === 'blocked' || derivedStatus === 'review' ? derivedStatus : status === 'done' ? 'done' : 'undone';
    return { id, title: String(title), moves: !isDoc && moving.includes(kind) };
  });
}

/** Checks that the open preview shows for each card whether it moves or stays. */
async function expectPreview(fates: readonly { title: string; moves: boolean }[]): Promise<void> {
  await expect(confirmationDialog(page)).toContainText('This cannot be undone.');
  await expect(confirmationDialog(page).getByRole('row')).toHaveCount(fates.length + 1);
  const rows = await confirmationDialog(page)
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  const shown = rows.map(([title, , fate]) => `${title}: ${fate?.startsWith('Moves to Run') ? 'moves' : fate}`);
  expect(shown.toSorted()).toEqual(
    fates.map(({ title, moves }) => `${title}: ${moves ? 'moves' : 'Stays'}`).toSorted(),
  );
  // The cards that move must be the first rows of the preview.
  const moving = fates.filter(({ moves }) => moves).length;
  expect(shown.slice(0, moving).every((text) => text.endsWith(': moves'))).toBe(true);
}

async function expectCarriedOver(fates: readonly { id: string; moves: boolean }[]): Promise<void> {
  const ids = fates.map(({ id }) => id);
  await expect
    .poll(() => queryCardFields(page, ids, 'sprintId'))
    .toEqual(fates.map(({ moves }) => [moves ? next : current]));
  // Completing a run cannot be undone, so Ctrl+Z must change nothing.
  await page.keyboard.press('ControlOrMeta+z');
  const { sprint } = await queryRows(page, { [`sprint("${current}")`]: ['completedAt'] });
  expect(sprint?.[current]?.completedAt).not.toBeNull();
  expect(await queryCardFields(page, ids, 'sprintId')).toEqual(fates.map(({ moves }) => [moves ? next : current]));
}

/**
 * Finds a card that carried over, and returns its id. Filters the board by the card's title, because the card may be
 * far down the board.
 */
async function findCarried(fates: readonly { id: string; title: string; moves: boolean }[]): Promise<string> {
  const { id = '', title = '' } = fates.find(({ moves }) => moves) ?? {};
  await page.getByRole('searchbox', { name: 'Filter cards by text' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(title);
  await expect.poll(() => cardIdsIn(column(next))).toEqual([id]);
  await waitForMountedCards(page);
  return id;
}

test('by pointer: blocked cards stay, the others carry over, and one is taken out again', async () => {
  await performActions(page, [
    { action: 'sprints/updateConfig', params: { id: configId, moveOnFinish: ['undone', 'review'] } },
  ]);
  const fates = await expectedFates(['undone', 'review']);
  expect(fates.some(({ moves }) => moves) && fates.some(({ moves }) => !moves)).toBe(true);

  await column(current)
    .getByRole('button', { name: /^More about / })
    .click();
  await page.getByRole('menuitem', { name: 'Complete the run…' }).click();
  await expectPreview(fates);
  await expectAccessibleInBothThemes(page, 'the preview of a run’s end', '[role="alertdialog"]');
  await confirmationDialog(page).getByRole('button', { name: 'Complete the run' }).click();
  await expect(column(current).getByText('Completed', { exact: true })).toBeVisible();
  await expectCarriedOver(fates);
  await expectAccessibleInBothThemes(page, 'the runs board after a run’s end', 'main');

  const carried = await findCarried(fates);
  await dragCard(page, cardOn(carried), () => pointNearTop(column('')));
  await expect.poll(() => queryCardFields(page, [carried], 'sprintId')).toEqual([[null]]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [carried], 'sprintId')).toEqual([[next]]);
  await waitForEmptyOutbox(page);
});

test('by keys alone: everything unfinished carries over, and one card is taken out again', async () => {
  await performActions(page, [
    { action: 'sprints/updateConfig', params: { id: configId, moveOnFinish: ['undone', 'review', 'blocked'] } },
  ]);
  const fates = await expectedFates(['undone', 'review', 'blocked']);
  await column(current)
    .getByRole('button', { name: /^More about / })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Complete the run…' })).toBeVisible();
  await page.keyboard.type('Comp');
  await expect(page.getByRole('menuitem', { name: 'Complete the run…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPreview(fates);
  // "Cancel" must have the focus first, because completing a run cannot be undone.
  await expect(confirmationDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmationDialog(page).getByRole('button', { name: 'Complete the run' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(column(current).getByText('Completed', { exact: true })).toBeVisible();
  await expectCarriedOver(fates);

  // Hide past runs, so that the backlog is next to the upcoming run.
  await chooseByKeys('Past runs', 'No past runs');
  const carried = await findCarried(fates);
  await cardOn(carried).focus();
  await expect.poll(() => focusedCardId(page)).toBe(carried);
  await page.keyboard.press('ControlOrMeta+ArrowLeft');
  await expect.poll(() => queryCardFields(page, [carried], 'sprintId')).toEqual([[null]]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => queryCardFields(page, [carried], 'sprintId')).toEqual([[next]]);
  await waitForEmptyOutbox(page);
});
