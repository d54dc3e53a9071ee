/**
 * Tests of the calendar: setting, changing and removing due dates of cards by pointer and by keys, and showing
 * milestones and runs.
 */
import { expect, type Page, test } from '@playwright/test';
import { localDay } from '../../../renderer/ui/dates/today.ts';
import { addDays, addMonths } from '../../../shared/domain/calendar.ts';
import {
  cardIdsIn,
  cardTitlesIn,
  chooseFirstPickerMatch,
  dragCard,
  focusedCardId,
  listNamed,
  openRoute,
  performActions,
  queryCardFields,
  queryRows,
  setUpSharedApp,
} from '../../support/window.ts';

const opened = setUpSharedApp({ args: ['--size=1280x800', '--route=/calendar?day=2026-06-10'] });

const dayOf = (page: Page, day: string) => page.locator(`[data-zone-key="day:${day}"]`);
const middleOf = async (page: Page, day: string) => {
  const { x, y, width, height } = (await dayOf(page, day).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height - 10 };
};

test('a card is dragged from the undated ones to a day, to another day, and back', async () => {
  const { page } = opened();
  const undated = listNamed(page, 'No due date');
  const card = (await cardIdsIn(undated))[0] ?? '';
  const due = async () => (await queryCardFields(page, [card], 'dueDate'))[0]?.[0];
  const shown = (day: string) => dayOf(page, day).locator(`[data-card-id="${card}"]`);
  await dragCard(page, undated.locator(`[data-card-id="${card}"]`), () => middleOf(page, '2026-06-10'));
  await expect(shown('2026-06-10')).toBeVisible();
  await dragCard(page, shown('2026-06-10'), () => middleOf(page, '2026-06-18'));
  await expect(shown('2026-06-18')).toBeVisible();
  expect(await due()).toBe('2026-06-18');
  // The date is in the past, so the card is also in the list of overdue cards.
  await expect(listNamed(page, 'Overdue').locator(`[data-card-id="${card}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(undated.locator(`[data-card-id="${card}"]`)).toBeVisible();
  expect(await due()).toBe(null);
});

test('all cards: only overdue cards are listed as overdue, and no partial rows of their relations', async () => {
  const { page } = opened();
  await page.getByRole('combobox', { name: 'Cards' }).click();
  await page.getByRole('option', { name: 'All cards' }).click();
  await expect.poll(() => cardTitlesIn(listNamed(page, 'No due date'))).toContain('Ask Dev about the lamp oil bill');
  const overdue = await cardIdsIn(listNamed(page, 'Overdue'));
  const days = (await queryCardFields(page, overdue, 'dueDate')).flat();
  expect(days.length).toBeGreaterThan(0);
  expect(days).not.toContain(null);
});

test('by keys: a card gets a date from its list of days, and moves by a day and by a week', async () => {
  const { page } = opened();
  const undated = listNamed(page, 'No due date');
  const card = (await cardIdsIn(undated))[0] ?? '';
  const [title] = await cardTitlesIn(undated);
  await undated.locator(`[data-card-id="${card}"]`).focus();
  await page.keyboard.press('Shift+D');
  await page.keyboard.type('2026-06-10');
  await page.keyboard.press('Enter');
  const shown = (day: string) => dayOf(page, day).locator(`[data-card-id="${card}"]`);
  await expect(shown('2026-06-10')).toContainText(title ?? '');
  await shown('2026-06-10').focus();
  await page.keyboard.press('Control+ArrowRight');
  await expect(shown('2026-06-11')).toBeFocused();
  await page.keyboard.press('Control+ArrowDown');
  await expect(shown('2026-06-18')).toBeFocused();

  // The key + shows the week of the focused card, and the key - shows its month again. On the roadmap, the same keys
  // zoom.
  await page.keyboard.press('+');
  await expect(page.getByRole('gridcell')).toHaveCount(7);
  await expect(shown('2026-06-18')).toBeFocused();
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: 'Show a week' })).toBeDisabled();
  await page.keyboard.press('Control+ArrowRight');
  await expect(shown('2026-06-19')).toBeFocused();
  await page.keyboard.press('-');
  await expect(dayOf(page, '2026-06-30')).toBeVisible();
  await expect(shown('2026-06-19')).toBeFocused();
});

test('a week shows its milestones and the bars of runs, and a day makes a card that is due on it', async () => {
  const { page } = opened();
  const { milestone, sprint } = await queryRows(page, {
    _root: [{ account: [{ milestones: ['date', 'name', 'isDeleted'] }, { sprints: ['startDate', 'endDate'] }] }],
  });
  const [milestoneOn] = Object.values(milestone ?? {}).filter(({ isDeleted }) => !isDeleted);
  const [run] = Object.values(sprint ?? {});
  for (const { at, texts } of [
    { at: String(milestoneOn?.date), texts: [`Milestone ${milestoneOn?.name}`] },
    { at: String(run?.startDate), texts: [/^.+, .* – /] },
  ]) {
    await openRoute(page, `#/calendar?day=${at}`);
    // Wait until the calendar shows the month of the new route. Until then, the key + would show a week of the old
    // month.
    await expect(dayOf(page, at)).toBeVisible();
    await page.keyboard.press('+');
    await expect(page.getByRole('gridcell')).toHaveCount(7);
    for (const text of texts) await expect(dayOf(page, at).getByRole('link', { name: text })).toBeVisible();
  }
  await page.keyboard.press('-');
  const at = String(run?.startDate);
  await dayOf(page, at)
    .getByRole('button', { name: /^New card due / })
    .click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Made on a day');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dayOf(page, at).getByRole('button', { name: /^Made on a day/ })).toBeVisible();
});

test('beside an open card, a card is dropped on an empty day of the month', async () => {
  const { page } = opened();
  const [card = ''] = await cardIdsIn(listNamed(page, 'No due date'));
  await openRoute(page, `#/calendar?day=${farDay}&card=${card}`);
  await expect(page.locator('aside[aria-label="Card"]')).toBeVisible();
  const day = dayOf(page, addDays(farDay, 4));
  await day.scrollIntoViewIfNeeded();
  const moved = listNamed(page, 'No due date').locator(`[data-card-id="${card}"]`);
  await moved.scrollIntoViewIfNeeded();
  await dragCard(page, moved, () => middleOf(page, addDays(farDay, 4)));
  await expect.poll(() => dueOf(page, card)).toBe(addDays(farDay, 4));
  await expect(day.locator(`[data-card-id="${card}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => dueOf(page, card)).toBeNull();
  await page.keyboard.press('Escape');
});

const today = localDay();
/** The tenth day of the month after next, because the demo has no due dates in that month. */
const farDay = `${addMonths(`${today.slice(0, 8)}01`, 2).slice(0, 8)}10`;
const dueOf = async (page: Page, id: string) => (await queryCardFields(page, [id], 'dueDate'))[0]?.[0];
/** Returns the ids of two cards: a card without a due date, and an overdue card. */
async function waitingCards(page: Page): Promise<{ undated: string; overdue: string }> {
  const undated = (await cardIdsIn(listNamed(page, 'No due date')))[0] ?? '';
  const overdue = (await cardIdsIn(listNamed(page, 'Overdue')))[0] ?? '';
  return { undated, overdue };
}

async function focusByKey(page: Page, key: string, id: string): Promise<void> {
  for (let times = 0; times < 60 && (await focusedCardId(page)) !== id; times++) await page.keyboard.press(key);
  expect(await focusedCardId(page)).toBe(id);
}

test('a month of due dates by pointer: scheduled, moved, overdue made up, and cleared', async () => {
  const { page } = opened();
  await openRoute(page, `#/calendar?day=${farDay}`);
  const { undated, overdue } = await waitingCards(page);
  const before = await dueOf(page, overdue);
  const at = (id: string, day: string) => dayOf(page, day).locator(`[data-card-id="${id}"]`);
  const beside = page.getByRole('complementary', { name: 'Overdue and without a date' });
  await dragCard(page, beside.locator(`[data-card-id="${undated}"]`), () => middleOf(page, farDay));
  await expect(at(undated, farDay)).toBeVisible();
  await dragCard(page, beside.locator(`[data-card-id="${overdue}"]`), () => middleOf(page, farDay));
  await expect(at(overdue, farDay)).toBeVisible();
  await expect(beside.locator(`[data-card-id="${overdue}"]`)).toHaveCount(0);
  await dragCard(page, at(undated, farDay), () => middleOf(page, addDays(farDay, 8)));
  await expect(at(undated, addDays(farDay, 8))).toBeVisible();
  const { x, y, width, height } = (await beside.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await dragCard(page, at(undated, addDays(farDay, 8)), { x: x + width / 2, y: y + height - 20 });
  await expect(beside.locator(`[data-card-id="${undated}"]`)).toBeVisible();
  for (let times = 0; times < 4; times++) await page.keyboard.press('Control+z');
  await expect.poll(() => dueOf(page, overdue)).toBe(before);
  expect(await dueOf(page, undated)).toBeNull();
});

test('a month of due dates by keys only, and the calendar follows a card that leaves the shown month', async () => {
  const { page } = opened();
  await page.keyboard.press('Alt+1');
  await page.keyboard.press('Alt+8');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await expect(dayOf(page, farDay)).toBeVisible();
  const { undated, overdue } = await waitingCards(page);
  const before = await dueOf(page, overdue);
  // The list of overdue cards is above the list of cards without a date.
  await focusByKey(page, 'ArrowUp', overdue);
  await focusByKey(page, 'ArrowDown', undated);
  await page.keyboard.press('Shift+D');
  await chooseFirstPickerMatch(page, farDay);
  await expect(dayOf(page, farDay).locator(`[data-card-id="${undated}"]`)).toBeVisible();
  await expect.poll(() => focusedCardId(page)).toBe(undated);
  await page.keyboard.press('Control+ArrowLeft');
  await expect.poll(() => dueOf(page, undated)).toBe(addDays(farDay, -1));
  // When a key moves the card below the last week of the shown month, the calendar must show the next month.
  for (let weeks = 1; weeks <= 5; weeks++) {
    await page.keyboard.press('Control+ArrowDown');
    await expect.poll(() => dueOf(page, undated)).toBe(addDays(farDay, 7 * weeks - 1));
    await expect(dayOf(page, addDays(farDay, 7 * weeks - 1)).locator(`[data-card-id="${undated}"]`)).toBeFocused();
  }
  await page.keyboard.press('Shift+D');
  await chooseFirstPickerMatch(page, 'No due date');
  await expect.poll(() => dueOf(page, undated)).toBeNull();
  await page.keyboard.press('Home');
  await expect(dayOf(page, today)).toBeVisible();
  await focusByKey(page, 'ArrowUp', overdue);
  await page.keyboard.press('Shift+D');
  await chooseFirstPickerMatch(page, 'Today');
  await expect.poll(() => dueOf(page, overdue)).toBe(today);
  for (let times = 0; times < 9; times++) await page.keyboard.press('Control+z');
  await expect.poll(() => dueOf(page, overdue)).toBe(before);
  await expect.poll(() => dueOf(page, undated)).toBeNull();
});

test('two cards of different days keep their distance, and an open card stays open while months pass', async () => {
  const { page } = opened();
  const [first = '', second = ''] = await cardIdsIn(listNamed(page, 'No due date'));
  await performActions(page, [
    { action: 'cards/update', params: { id: first, dueDate: farDay } },
    { action: 'cards/update', params: { id: second, dueDate: addDays(farDay, 2) } },
  ]);
  await openRoute(page, `#/calendar?day=${farDay}&card=${first}`);
  // Beside an open card, the calendar shows the days as one list.
  await expect(dayOf(page, farDay).locator(`[data-card-id="${first}"]`)).toBeInViewport();
  await dayOf(page, farDay).locator(`[data-card-id="${first}"]`).focus();
  await page.keyboard.press('x');
  await dayOf(page, addDays(farDay, 2)).locator(`[data-card-id="${second}"]`).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Control+ArrowRight');
  await expect
    .poll(() => queryCardFields(page, [first, second], 'dueDate'))
    .toEqual([[addDays(farDay, 1)], [addDays(farDay, 3)]]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await expect(dayOf(page, addMonths(farDay, 1))).toBeAttached();
  await expect(page.locator('aside[aria-label="Card"]')).toBeVisible();
  await page.keyboard.press('Control+z');
  await performActions(
    page,
    [first, second].map((id) => ({ action: 'cards/update', params: { id, dueDate: null } })),
  );
});

// When the calendar shows a month, each day shows only as many cards as fit into it. Arrow keys must not move the focus
// to the hidden cards.
test('arrow keys skip the cards that a day of the month does not show', async () => {
  const { page } = opened();
  await openRoute(page, `#/calendar?day=${farDay}`);
  await expect(dayOf(page, farDay)).toBeVisible();
  const { card } = await queryRows(page, {
    _root: [
      {
        account: [
          {
            'cards({"visibility":"default","isDoc":false,"dueDate":null,"status":"not_started","$order":"accountSeq","$limit":12})':
              ['title'],
          },
        ],
      },
    ],
  });
  const cardIds = Object.keys(card ?? {});
  await page.getByRole('combobox', { name: 'Cards' }).click();
  await page.getByRole('option', { name: 'All cards' }).click();
  await performActions(page, [{ action: 'cards/bulkUpdate', params: { ids: cardIds, dueDate: farDay } }]);
  const day = dayOf(page, farDay);
  await expect(day.getByRole('button', { name: / more$/ })).toBeVisible();
  await day.locator('[data-card-id]').last().focus();
  await page.keyboard.press('ArrowDown');
  await expect(day.locator('[data-card-id]:focus')).toHaveCount(0);
  expect(await focusedCardId(page)).not.toBe('');
  expect(await page.locator('[data-focused]').getAttribute('data-card-id')).toBe(await focusedCardId(page));
  await performActions(page, [{ action: 'cards/bulkUpdate', params: { ids: cardIds, dueDate: null } }]);
});

test('a card that leaves the undated ones by a key gives the focus to the next one', async () => {
  const { page } = opened();
  const undated = listNamed(page, 'No due date');
  const ids = await cardIdsIn(undated);
  // The key asks first for a card in review.
  const states = (await queryCardFields(page, ids, 'derivedStatus')).flat();
  const at = states.findIndex((state) => state === 'assigned' || state === 'started');
  const [card = '', next = ''] = ids.slice(at);
  await undated.locator(`[data-card-id="${card}"]`).focus();
  await page.keyboard.press('d');
  await expect(undated.locator(`[data-card-id="${card}"]`)).toHaveCount(0);
  await expect(undated.locator(`[data-card-id="${next}"]`)).toBeFocused();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/^Finished/)).toBeVisible();
});
