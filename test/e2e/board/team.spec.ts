/**
 * Tests of the team view: the Hands of all people, moving cards to the Hands of other people by pointer, keys and menu,
 * and copying a done pile.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  cardIdsIn,
  cardTitlesIn,
  decksOf,
  dragCard,
  expectAccessibleInBothThemes,
  listNamed,
  openRoute,
  performActions,
  pointNearTop,
  queryCardFields,
  queryRows,
  setUpSharedApp,
  startDrag,
} from '../../support/window.ts';

const opened = setUpSharedApp({ args: ['--size=1280x800', '--route=/team'] });

test('a card dragged to another person’s Hand changes Hand and owner, and undo brings both back', async () => {
  const { page } = opened();
  const [mine, theirs] = [listNamed(page, 'Mara Lindqvist'), listNamed(page, 'Ben Achterberg')];
  const ids = await cardIdsIn(mine);
  const card = ids.at(-1) ?? '';
  const before = await queryCardFields(page, [card], 'assigneeId');
  await dragCard(page, mine.locator(`[data-card-id="${card}"]`), () =>
    pointNearTop(theirs.locator('[data-card-id]').first()),
  );
  await expect(theirs.locator('[data-card-id]').first()).toHaveAttribute('data-card-id', card);
  expect(await cardIdsIn(mine)).toEqual(ids.slice(0, -1));
  expect(await queryCardFields(page, [card], 'assigneeId')).not.toEqual(before);
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(mine)).toEqual(ids);
  expect(await queryCardFields(page, [card], 'assigneeId')).toEqual(before);
});

test('a card is given to another person by the list of people, which shows how full each Hand is', async () => {
  const { page } = opened();
  const mine = listNamed(page, 'Mara Lindqvist');
  const card = (await cardIdsIn(mine)).at(-1) ?? '';
  await mine.locator(`[data-card-id="${card}"]`).focus();
  await page.keyboard.press('Shift+I');
  const ben = page.getByRole('option', { name: /^Ben Achterberg/ });
  await expect(ben).toContainText(/\d+\/14/);
  await ben.click();
  await expect(listNamed(page, 'Ben Achterberg').locator(`[data-card-id="${card}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(mine.locator(`[data-card-id="${card}"]`)).toBeVisible();
});

/** Drags a card from a Hand to a target in the drop bar. The drop bar is visible only during a drag. */
async function dropOnTarget(page: Page, card: Locator, target: string): Promise<void> {
  await startDrag(page, card);
  const { x, y } = await pointNearTop(page.locator('[data-drop-bar]').getByText(target, { exact: true }));
  await page.mouse.move(x, y + 10, { steps: 4 });
  await page.mouse.up();
}

test('a card of another person’s Hand is started, blocked, handed over and put back by drag', async () => {
  const { page } = opened();
  await openRoute(page, '#/team');
  const theirs = listNamed(page, 'Ben Achterberg');
  await theirs.locator('[data-card-id]').first().waitFor();
  const ids = await cardIdsIn(theirs);
  const states = await queryCardFields(page, ids, 'derivedStatus');
  const id = ids[states.findIndex(([state]) => state === 'assigned')] ?? '';
  const card = theirs.locator(`[data-card-id="${id}"]`);
  await startDrag(page, card);
  await expectAccessibleInBothThemes(page, 'the targets of a dragged card', '[data-drop-bar]');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await dropOnTarget(page, card, 'Start');
  await expect.poll(() => queryCardFields(page, [id], 'derivedStatus')).toEqual([['started']]);
  await dropOnTarget(page, card, 'Block');
  await page.getByRole('dialog').getByRole('textbox').fill('The lens is cracked');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => queryCardFields(page, [id], 'derivedStatus')).toEqual([['blocked']]);
  await dropOnTarget(page, card, 'Hand over');
  await expect(page.getByRole('option', { name: /^Ben Achterberg/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await dropOnTarget(page, card, 'Put back');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(theirs)).toEqual(ids);
});

test('keys say why a card cannot go into a full Hand', async () => {
  const { page } = opened();
  const column = page.getByRole('region', { name: 'Ben Achterberg' });
  const userId = (await column.getAttribute('data-zone-key'))?.split(':')[1] ?? '';
  const { card, queueEntry } = await queryRows(page, {
    _root: [
      {
        account: [
          { 'queueEntries({"cardDoneAt":null})': ['cardId', 'userId'] },
          {
            'cards({"derivedStatus":"unassigned","visibility":"default","$order":"accountSeq","$limit":40})': ['title'],
          },
        ],
      },
    ],
  });
  const entries = Object.values(queueEntry ?? {});
  const held = new Set(entries.map(({ cardId }) => cardId));
  const free = 14 - entries.filter((entry) => entry.userId === userId).length;
  const cardIds = Object.keys(card ?? {})
    .filter((id) => !held.has(id))
    .slice(0, free);
  expect(cardIds).toHaveLength(free);
  await performActions(page, [{ action: 'handQueue/addCardsToHand', params: { userId, cardIds } }]);
  const mine = listNamed(page, 'Mara Lindqvist');
  const before = await cardIdsIn(mine);
  await mine.locator('[data-card-id]').first().focus();
  await page.keyboard.press('ControlOrMeta+ArrowRight');
  await expect(page.getByText('The Hand is full: all 14 slots are taken.').first()).toBeVisible();
  expect(await cardIdsIn(mine)).toEqual(before);
  await performActions(page, [{ action: 'handQueue/removeCards', params: { userId, cardIds } }]);
});

test('a card of another person’s Hand is put back by key and by menu, and the focus moves to its neighbour', async () => {
  const { page } = opened();
  const theirs = listNamed(page, 'Ben Achterberg');
  const ids = await cardIdsIn(theirs);
  const first = theirs.locator('[data-card-id]').first();
  await first.focus();
  await page.keyboard.press('Shift+U');
  await expect.poll(() => cardIdsIn(theirs)).toEqual(ids.slice(1));
  await expect(first).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(theirs)).toEqual(ids);
  await first.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'More fields' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Take out of the Hand of Ben Achterberg' }).click();
  await expect.poll(() => cardIdsIn(theirs)).toEqual(ids.slice(1));
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(theirs)).toEqual(ids);
});

// The team view itself scrolls only sideways, to the column of the focused card. The column must scroll to the card.
test('the arrow keys scroll a Hand to the focused card', async () => {
  const { page } = opened();
  await page.setViewportSize({ width: 1280, height: 480 });
  const cards = listNamed(page, 'Mara Lindqvist').locator('[data-card-id]');
  const count = await cards.count();
  await expect(cards.last()).not.toBeInViewport();
  await cards.first().focus();
  for (let at = 1; at < count; at++) await page.keyboard.press('ArrowDown');
  await expect(cards.last()).toBeFocused();
  await expect(cards.last()).toBeInViewport({ ratio: 0.9 });
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a card of the own Hand is finished by drag, and put back from the strip', async () => {
  const { page } = opened();
  await openRoute(page, '#/hand');
  const mine = listNamed(page, 'In hand');
  await mine.locator('[data-card-id]').first().waitFor();
  const ids = await cardIdsIn(mine);
  const states = await queryCardFields(page, ids, 'derivedStatus');
  const id = ids[states.findIndex(([state]) => state === 'assigned')] ?? '';
  await dropOnTarget(page, mine.locator(`[data-card-id="${id}"]`), 'Finish');
  await expect(listNamed(page, 'Done pile, today').locator(`[data-card-id="${id}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(mine)).toEqual(ids);
  const [deck] = await decksOf(page);
  await openRoute(page, `#/deck/${deck?.id}`);
  const strip = listNamed(page, 'Cards in your Hand');
  await dropOnTarget(page, strip.locator('[data-card-id]').first(), 'Put back');
  await expect.poll(() => cardIdsIn(strip)).toEqual(ids.slice(1));
  await page.keyboard.press('Control+z');
  await expect.poll(() => cardIdsIn(strip)).toEqual(ids);
});

test('a finished card is in the done pile of today, which can be copied as a text', async () => {
  const { page } = opened();
  await openRoute(page, '#/hand');
  const first = listNamed(page, 'In hand').locator('[data-card-id]').first();
  await first.waitFor();
  const [title = ''] = await cardTitlesIn(listNamed(page, 'In hand'));
  await first.focus();
  await page.keyboard.press('d');
  await expect(listNamed(page, 'Done pile, today').getByText(title)).toBeVisible();
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByRole('menuitem', { name: 'Today and yesterday' }).click();
  await expect(page.getByText('Copied what was finished, as Markdown')).toBeVisible();
});
