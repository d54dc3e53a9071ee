/** The roadmap: milestones move and stretch by pointer and keys, take cards, and keep their place while it is zoomed. */
import { expect, type Page, test } from '@playwright/test';
import { ask, drag, fieldsOf, go, idsOf, list, oneApp } from '../../support/window.ts';

const opened = oneApp({ args: ['--size=1280x800', '--route=/milestones'] });

const bar = (page: Page) => page.getByRole('link', { name: /^Act one complete,/ });
const daysOf = async (page: Page) => {
  const { milestone = {} } = await ask(page, { _root: [{ account: [{ milestones: ['name', 'date', 'startDate'] }] }] });
  const found = Object.values(milestone).find(({ name }) => name === 'Act one complete');
  return { start: Date.parse(String(found?.startDate)), end: Date.parse(String(found?.date)) };
};
const dayMs = 86_400_000;

async function pull(page: Page, from: { x: number; y: number }, byPx: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + byPx / 2, from.y, { steps: 4 });
  await page.mouse.move(from.x + byPx, from.y, { steps: 4 });
  await page.mouse.up();
}

test('a milestone is moved and stretched by the pointer, and undo brings its days back', async () => {
  const { page } = opened();
  const before = await daysOf(page);
  const { x, y, width, height } = (await bar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const pxPerDay = width / ((before.end - before.start) / dayMs + 1);
  await pull(page, { x: x + width / 2, y: y + height / 2 }, 14 * pxPerDay);
  await expect.poll(() => daysOf(page)).toEqual({ start: before.start + 14 * dayMs, end: before.end + 14 * dayMs });
  const moved = (await bar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await pull(page, { x: moved.x + moved.width - 3, y: y + height / 2 }, -7 * pxPerDay);
  await expect.poll(() => daysOf(page)).toEqual({ start: before.start + 14 * dayMs, end: before.end + 7 * dayMs });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page)).toEqual(before);
});

test('the same by keys: a day, a week, and the end alone', async () => {
  const { page } = opened();
  const before = await daysOf(page);
  await bar(page).focus();
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect.poll(() => daysOf(page)).toEqual({ start: before.start + 8 * dayMs, end: before.end + 8 * dayMs });
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => daysOf(page)).toEqual({ start: before.start + 8 * dayMs, end: before.end + 7 * dayMs });
  for (let times = 0; times < 3; times++) await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page)).toEqual(before);
});

test('a card without a milestone is dragged onto one', async () => {
  const { page } = opened();
  const waiting = list(page, 'Without a milestone');
  const [card = ''] = await idsOf(waiting);
  const { x, y, width, height } = (await bar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await drag(page, waiting.locator(`[data-card-id="${card}"]`), { x: x + width / 2, y: y + height / 2 });
  await expect(waiting.locator(`[data-card-id="${card}"]`)).toHaveCount(0);
  expect((await fieldsOf(page, [card], 'milestoneId'))[0]?.[0]).not.toBeNull();
  await page.keyboard.press('Control+z');
  await expect(waiting.locator(`[data-card-id="${card}"]`)).toBeVisible();
});

test('zooming by the wheel leaves the day below the pointer where it is', async () => {
  const { page } = opened();
  const box = (await bar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await bar(page).boundingBox())?.width ?? 0).toBeGreaterThan(box.width * 1.5);
  expect(Math.abs(((await bar(page).boundingBox())?.x ?? 0) - box.x)).toBeLessThan(4);
  await page.getByRole('combobox', { name: 'Scale' }).click();
  await page.getByRole('option', { name: 'Quarters' }).click();
  await expect.poll(async () => (await bar(page).boundingBox())?.width ?? 0).toBeLessThan(box.width);
  await go(page, '#/hand');
});
