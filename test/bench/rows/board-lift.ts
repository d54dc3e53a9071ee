/** From pressing on a card of a 5,000-card deck and moving on to the frame in which it follows. */
import { letGo, lift } from '../support/board-drag.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow } from '../support/row.ts';
import { longest, traced } from '../support/trace.ts';
import { closeWindow, largeWindow, showDeck } from '../support/window.ts';

const lifts = 20;

declare global {
  var benchLifts: number[] | undefined;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-lift',
  budget: { p95: 40 },
  end: closeWindow,
  async run() {
    const opened = await largeWindow();
    const { page, cdp } = opened;
    await showDeck(opened, opened.decks.d5000);
    await page.waitForTimeout(1_000);
    await page.evaluate(() => {
      const taken: number[] = [];
      globalThis.benchLifts = taken;
      let began = 0;
      // The move that makes it a drag: before it, a press may still become a click.
      window.addEventListener(
        'pointermove',
        (event) => {
          if (event.buttons === 1 && !document.body.classList.contains('dragging-cards')) began = event.timeStamp;
        },
        true,
      );
      new MutationObserver(() => {
        if (!document.body.classList.contains('dragging-cards') || began === 0) return;
        const from = began;
        began = 0;
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - from), 0));
      }).observe(document.body, { attributes: true, attributeFilter: ['class'] });
    });
    const trace = await traced(page, cdp, async () => {
      for (let round = 0; round < lifts; round += 1) {
        await lift(page, round % 5);
        await page.waitForTimeout(60);
        await letGo(page);
        await page.waitForTimeout(250);
      }
    });
    const times = await page.evaluate(() => globalThis.benchLifts ?? []);
    return {
      ...statsOf(times),
      note: `by the page's clock, from the move past the threshold; ${lifts} lifts and returns with ${longest(trace.longTasks)}`,
    };
  },
};
