/** Hands on a board in a real window: lifting a card, carrying it about, scrolling; by Playwright, one event per frame. */
import type { Page } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a card is taken. */
export async function gripOf(page: Page, index = 2): Promise<Point> {
  const box = await page.locator('main [data-card-id]').nth(index).boundingBox();
  if (!box) throw new Error('The card is not on screen');
  return { x: box.x + 80, y: box.y + 14 };
}

/** Presses and moves past the threshold. */
export async function press(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 16, { steps: 3 });
}

/** Presses on a card and moves past the threshold; resolves when the card follows. */
export async function lift(page: Page, index = 2): Promise<void> {
  await press(page, await gripOf(page, index));
  await page.locator('body.dragging-cards').waitFor();
}

export async function letGo(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('body:not(.dragging-cards)').waitFor();
}

/** Moves over the columns, some 40 px a frame and now and then to the edges, where things scroll. */
export async function moveAbout(page: Page, moves: number): Promise<void> {
  for (let step = 0; step < moves; step += 1)
    await page.mouse.move(420 + ((step * 37) % 500), 160 + ((step * 53) % 420));
}

/** Turns the wheel by a notch every other frame: 3,600 px a second, as a flick does. */
export async function wheel(page: Page, notches: number): Promise<void> {
  for (let turn = 0; turn < notches; turn += 1) {
    await page.mouse.wheel(0, 120);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}
