/**
 * Tests of the roadmap. Milestones are moved and resized by pointer and keys, accept dropped cards, and keep their
 * place during zooming. Lanes fold, and arrow keys move the focus between milestones.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  cardIdsIn,
  chooseFirstPickerMatch,
  dragCard,
  listNamed,
  openRoute,
  performActions,
  queryCardFields,
  queryRows,
  setUpSharedApp,
  storeViewState,
} from '../../support/window.ts';

const opened = setUpSharedApp({ args: ['--size=1280x800', '--route=/milestones'] });

const milestoneBar = (page: Page) => page.getByRole('link', { name: /^Act one complete,/ });
const daysOf = async (page: Page) => {
  const { milestone = {} } = await queryRows(page, {
    _root: [{ account: [{ milestones: ['name', 'date', 'startDate'] }] }],
  });
  const found = Object.values(milestone).find(({ name }) => name === 'Act one complete');
  return { start: Date.parse(String(found?.startDate)), end: Date.parse(String(found?.date)) };
};
const dayMs = 86_400_000;

async function dragHorizontally(page: Page, from: { x: number; y: number }, byPx: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + byPx / 2, from.y, { steps: 4 });
  await page.mouse.move(from.x + byPx, from.y, { steps: 4 });
  await page.mouse.up();
}

test('a milestone is moved and stretched by the pointer, and undo brings its days back', async () => {
  const { page } = opened();
  const before = await daysOf(page);
  const { x, y, width, height } = (await milestoneBar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const pxPerDay = width / ((before.end - before.start) / dayMs + 1);
  await dragHorizontally(page, { x: x + width / 2, y: y + height / 2 }, 14 * pxPerDay);
  await expect.poll(() => daysOf(page)).toEqual({ start: before.start + 14 * dayMs, end: before.end + 14 * dayMs });
  const moved = (await milestoneBar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await dragHorizontally(page, { x: moved.x + moved.width - 3, y: y + height / 2 }, -7 * pxPerDay);
  await expect.poll(() => daysOf(page)).toEqual({ start: before.start + 14 * dayMs, end: before.end + 7 * dayMs });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page)).toEqual(before);
});

test('a milestone is moved by keys, by a day and by a week, and its end alone', async () => {
  const { page } = opened();
  const before = await daysOf(page);
  await milestoneBar(page).focus();
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
  const waiting = listNamed(page, 'Without a milestone');
  const [card = ''] = await cardIdsIn(waiting);
  const { x, y, width, height } = (await milestoneBar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await dragCard(page, waiting.locator(`[data-card-id="${card}"]`), { x: x + width / 2, y: y + height / 2 });
  await expect(waiting.locator(`[data-card-id="${card}"]`)).toHaveCount(0);
  expect((await queryCardFields(page, [card], 'milestoneId'))[0]?.[0]).not.toBeNull();
  await page.keyboard.press('Control+z');
  await expect(waiting.locator(`[data-card-id="${card}"]`)).toBeVisible();
});

// The card leaves the list when it gets a milestone. The focus must go to the next card, not to the first one.
test('a card gets its milestone by keys, and the next card gets the focus', async () => {
  const { page } = opened();
  const waiting = listNamed(page, 'Without a milestone');
  const [, second = '', third = ''] = await cardIdsIn(waiting);
  await waiting.locator(`[data-card-id="${second}"]`).focus();
  // The list may still have scrolled. A key acts only on a card in view.
  await waiting.locator(`[data-card-id="${second}"]`).scrollIntoViewIfNeeded();
  await page.keyboard.press('g');
  await chooseFirstPickerMatch(page, 'Act one complete');
  await expect(waiting.locator(`[data-card-id="${second}"]`)).toHaveCount(0);
  await expect(waiting.locator(`[data-card-id="${third}"]`)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(waiting.locator(`[data-card-id="${second}"]`)).toBeVisible();
  // Store a project that does not exist, as if the chosen project had been archived. The field then shows “All
  // projects”, so the roadmap must also read the cards of all projects.
  await openRoute(page, '#/hand');
  await storeViewState(page, 'roadmap:project', 'archived');
  await openRoute(page, '#/milestones');
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText('All projects');
  await expect(waiting.locator(`[data-card-id="${second}"]`)).toBeVisible();
  await storeViewState(page, 'roadmap:project', 'all');
});

test('zooming by the wheel leaves the day below the pointer where it is', async () => {
  const { page } = opened();
  // Scroll back to today, because the drags of earlier tests may have scrolled the roadmap.
  await page.getByRole('button', { name: 'Today' }).click();
  const box = (await milestoneBar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const pointerX = box.x + box.width / 2;
  await page.mouse.move(pointerX, box.y + box.height / 2);
  await page.keyboard.down('Control');
  // A busy page may ignore a turn of the wheel, so `expect.poll` repeats this function until the width has changed.
  const widthAfterTurn = async () => {
    await page.mouse.wheel(0, -200);
    return (await milestoneBar(page).boundingBox())?.width ?? 0;
  };
  await expect.poll(widthAfterTurn).toBeGreaterThan(box.width * 1.5);
  await page.keyboard.up('Control');
  const distanceFromPointer = async () => {
    const after = (await milestoneBar(page).boundingBox()) ?? { x: 0, width: 0 };
    return Math.abs(after.x + after.width / 2 - pointerX);
  };
  await expect.poll(distanceFromPointer).toBeLessThan(4);
  await page.getByRole('combobox', { name: 'Scale' }).click();
  await page.getByRole('option', { name: 'Quarters' }).click();
  await expect.poll(async () => (await milestoneBar(page).boundingBox())?.width ?? 0).toBeLessThan(box.width);
  await openRoute(page, '#/hand');
});

/** Presses a key until the locator has the focus. */
async function pressUntilFocused(page: Page, key: string, target: ReturnType<typeof milestoneBar>): Promise<void> {
  for (let times = 0; times < 10; times++) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached it`);
}

test('a milestone moves by two weeks with its consequences shown, by pointer and then by keys only', async () => {
  const { page } = opened();
  await openRoute(page, '#/milestones');
  await page.getByRole('combobox', { name: 'Scale' }).click();
  await page.getByRole('option', { name: 'Months' }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  const before = await daysOf(page);
  const { card, milestone } = await queryRows(page, {
    _root: [
      {
        account: [
          { 'cards({"visibility":"default","status":{"op":"neq","value":"done"}})': ['milestoneId'] },
          { milestones: ['name'] },
        ],
      },
    ],
  });
  const [id] = Object.entries(milestone ?? {}).find(([, { name }]) => name === 'Act one complete') ?? [];
  const [late = ''] = Object.entries(card ?? {}).find(([, row]) => row.milestoneId === id) ?? [];
  const dueDate = new Date(before.end + 30 * dayMs).toISOString().slice(0, 10);
  await performActions(page, [{ action: 'cards/update', params: { id: late, dueDate } }]);
  const later = { start: before.start + 14 * dayMs, end: before.end + 14 * dayMs };
  const toast = page.getByRole('region', { name: 'Notifications' });

  const { x, y, width, height } = (await milestoneBar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const pxPerDay = width / ((before.end - before.start) / dayMs + 1);
  await dragHorizontally(page, { x: x + width - 40, y: y + height / 2 }, 14 * pxPerDay);
  await expect(toast).toContainText(
    /2 weeks later: .*\d+ workdays left for \d+ open cards\. 1 card of them due after it/,
  );
  expect(await daysOf(page)).toEqual(later);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => daysOf(page)).toEqual(before);

  await page.keyboard.press('Alt+1');
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('toolbar', { name: 'Roadmap' })).toBeVisible();
  await page.keyboard.press('j');
  await pressUntilFocused(page, 'ArrowDown', milestoneBar(page));
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: 'Move', exact: true }).press('ArrowRight');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: '2 weeks later' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast).toContainText('2 weeks later');
  await expect.poll(() => daysOf(page)).toEqual(later);
  // Wait until the menu is closed. motion.spec.ts tests keys that are pressed earlier.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => daysOf(page)).toEqual(before);
  await page.keyboard.press('Control+z');
});

test('arrows lead from milestone to milestone, also to one out of sight, and E edits it', async () => {
  const { page } = opened();
  await openRoute(page, '#/milestones');
  await page.getByRole('combobox', { name: 'Scale' }).click();
  await page.getByRole('option', { name: 'Days' }).click();
  await milestoneBar(page).focus();
  await page.keyboard.press('ArrowDown');
  const next = page.getByRole('link', { name: /^Second animator starts,/ });
  await expect(next).toBeFocused();
  await expect(next).toBeInViewport();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Edit milestone' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Edit milestone' })).toHaveCount(0);
});

test('keys show today, earlier and later days, and zoom, wherever the focus is; a lane folds and stays folded', async () => {
  const { page } = opened();
  await openRoute(page, '#/milestones');
  const scroller = page.locator('[data-roadmap]');
  const left = () => scroller.evaluate((element) => element.scrollLeft);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Home');
  const atToday = await left();
  await page.keyboard.press('.');
  await expect.poll(left).toBeGreaterThan(atToday);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  await expect.poll(left).toBeLessThan(atToday);
  await page.keyboard.press('Home');
  await expect.poll(left).toBe(atToday);
  const width = () => scroller.evaluate((element) => element.scrollWidth);
  const before = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before);
  await page.keyboard.press('-');
  await expect.poll(width).toBe(before);

  await page.getByRole('button', { name: /^Saltmere \d/, expanded: true }).press('Enter');
  await expect(milestoneBar(page)).toHaveCount(0);
  await openRoute(page, '#/hand');
  await openRoute(page, '#/milestones');
  await expect(page.getByRole('button', { name: /^Saltmere \d/, expanded: false })).toBeVisible();
  await page.getByRole('button', { name: 'Collapse all lanes' }).click();
  await page.getByRole('button', { name: 'Expand all lanes' }).click();
  await page.keyboard.press('Home');
  await expect(page.locator('[data-milestone-id]').first()).toBeVisible();
});
