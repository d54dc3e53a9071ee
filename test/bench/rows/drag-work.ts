import { statsOf } from '../support/measure.ts';
import type { BenchRow } from '../support/row.ts';
import { closeWindow, type LargeWindow, largeWindow, showDeck, taskTime } from '../support/window.ts';

const moves = 80;

/** Main-thread work of each of `moves` pointer moves, ms, one frame apart. */
async function workPerMove(window: LargeWindow, at: (step: number) => { x: number; y: number }): Promise<number[]> {
  const work: number[] = [];
  for (let step = 0; step < moves; step += 1) {
    const { x, y } = at(step);
    const before = await taskTime(window);
    await window.page.mouse.move(x, y);
    await window.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    work.push((await taskTime(window)) - before);
  }
  return work;
}

/** Dragging a card over the board of a 5,000-card deck, against the same moves over a page at rest. */
export const { name, budget, run, end }: BenchRow = {
  name: 'drag-work',
  budget: { p95: 8 },
  end: closeWindow,
  async run() {
    const window = await largeWindow();
    const { page } = window;
    const path = (step: number) => ({ x: 420 + ((step * 37) % 500), y: 160 + ((step * 53) % 420) });

    await page.evaluate(() => {
      location.hash = '#/settings';
    });
    await page.getByRole('heading').first().waitFor();
    const rest = statsOf(await workPerMove(window, path));

    await showDeck(window, window.decks.d5000);
    const box = await page.locator('[data-card-id]').nth(2).boundingBox();
    if (!box) throw new Error('The card is not on screen');
    await page.mouse.move(box.x + 80, box.y + 14);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 30, { steps: 3 });
    await page.locator('body.dragging-cards').waitFor();
    const dragging = statsOf(await workPerMove(window, path));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    return { ...dragging, besides: [{ what: 'the same moves over a page at rest', ...rest }] };
  },
};
