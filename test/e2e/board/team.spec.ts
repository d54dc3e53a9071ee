/** The team view: everybody's Hands, and cards handed over by pointer, keys and menu. The done pile as a text. */
import { expect, test } from '@playwright/test';
import { drag, fieldsOf, go, idsOf, list, oneApp, titlesOf, topOf } from '../../support/window.ts';

const opened = oneApp({ args: ['--size=1280x800', '--route=/team'] });

test('a card dragged to another person’s Hand changes Hand and owner, and undo brings both back', async () => {
  const { page } = opened();
  const [mine, theirs] = [list(page, 'Mara Lindqvist'), list(page, 'Ben Achterberg')];
  const ids = await idsOf(mine);
  const card = ids.at(-1) ?? '';
  const before = await fieldsOf(page, [card], 'assigneeId');
  await drag(page, mine.locator(`[data-card-id="${card}"]`), await topOf(theirs.locator('[data-card-id]').first()));
  await expect(theirs.locator('[data-card-id]').first()).toHaveAttribute('data-card-id', card);
  expect(await idsOf(mine)).toEqual(ids.slice(0, -1));
  expect(await fieldsOf(page, [card], 'assigneeId')).not.toEqual(before);
  await page.keyboard.press('Control+z');
  await expect.poll(() => idsOf(mine)).toEqual(ids);
  expect(await fieldsOf(page, [card], 'assigneeId')).toEqual(before);
});

test('the same by the list of people, which shows how full each Hand is', async () => {
  const { page } = opened();
  const mine = list(page, 'Mara Lindqvist');
  const card = (await idsOf(mine)).at(-1) ?? '';
  await mine.locator(`[data-card-id="${card}"]`).focus();
  await page.keyboard.press('Shift+I');
  const ben = page.getByRole('option', { name: /^Ben Achterberg/ });
  await expect(ben).toContainText(/\d+\/14/);
  await ben.click();
  await expect(list(page, 'Ben Achterberg').locator(`[data-card-id="${card}"]`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(mine.locator(`[data-card-id="${card}"]`)).toBeVisible();
});

test('a finished card is in the done pile of today, which can be copied as a text', async () => {
  const { page } = opened();
  await go(page, '#/hand');
  const first = list(page, 'In hand').locator('[data-card-id]').first();
  await first.waitFor();
  const [title = ''] = await titlesOf(list(page, 'In hand'));
  await first.focus();
  await page.keyboard.press('d');
  await expect(list(page, 'Done pile, today').getByText(title)).toBeVisible();
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByRole('menuitem', { name: 'Today and yesterday' }).click();
  await expect(page.getByText('Copied what was finished, as Markdown')).toBeVisible();
});
