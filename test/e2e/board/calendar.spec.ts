/** The calendar: cards get, change and lose their due date by pointer and by keys. */
import { expect, type Page, test } from '@playwright/test';
import { drag, fieldsOf, idsOf, list, oneApp, titlesOf } from '../../support/window.ts';

const opened = oneApp({ args: ['--size=1280x800', '--route=/calendar?day=2026-06-10'] });

const dayOf = (page: Page, day: string) => page.locator(`[data-zone-key="day:${day}"]`);
const middleOf = async (page: Page, day: string) => {
  const { x, y, width, height } = (await dayOf(page, day).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height - 10 };
};

test('a card is dragged from the undated ones to a day, to another day, and back', async () => {
  const { page } = opened();
  const undated = list(page, 'No due date');
  const card = (await idsOf(undated))[0] ?? '';
  const due = async () => (await fieldsOf(page, [card], 'dueDate'))[0]?.[0];
  const shown = (day: string) => dayOf(page, day).locator(`[data-card-id="${card}"]`);
  await drag(page, undated.locator(`[data-card-id="${card}"]`), await middleOf(page, '2026-06-10'));
  await expect(shown('2026-06-10')).toBeVisible();
  await drag(page, shown('2026-06-10'), await middleOf(page, '2026-06-18'));
  await expect(shown('2026-06-18')).toBeVisible();
  expect(await due()).toBe('2026-06-18');
  // In the past, so the card is listed among the overdue ones as well.
  await expect(list(page, 'Overdue').locator(`[data-card-id="${card}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(undated.locator(`[data-card-id="${card}"]`)).toBeVisible();
  expect(await due()).toBe(null);
});

test('all cards: only overdue cards are listed as overdue, and no partial rows of their relations', async () => {
  const { page } = opened();
  await page.getByRole('combobox', { name: 'Cards' }).click();
  await page.getByRole('option', { name: 'All cards' }).click();
  await expect.poll(() => titlesOf(list(page, 'No due date'))).toContain('Ask Dev about the lamp oil bill');
  const overdue = await idsOf(list(page, 'Overdue'));
  const days = (await fieldsOf(page, overdue, 'dueDate')).flat();
  expect(days.length).toBeGreaterThan(0);
  expect(days).not.toContain(null);
});

test('by keys: a card gets a date from its list of days, and moves by a day and by a week', async () => {
  const { page } = opened();
  const undated = list(page, 'No due date');
  const card = (await idsOf(undated))[0] ?? '';
  const [title] = await titlesOf(undated);
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
});
