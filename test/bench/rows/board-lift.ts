/**
 * Time from the pointer move that starts a drag in a 5,000-card deck to the frame in which the card follows the
 * pointer.
 */
import { letGo, lift } from '../support/board-drag.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow } from '../support/row.ts';
import { noLongTask, partsOf, traced, whole } from '../support/trace.ts';
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
      // Time starts at the move that makes it a drag. Before, the press may still become a click.
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
        requestAnimationFrame(() =>
          setTimeout(() => {
            taken.push(performance.now() - from);
            performance.mark('bench:lifted');
          }, 0),
        );
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
    const work = trace.until('pointerdown', 'bench:lifted');
    return {
      ...whole(work),
      besides: [{ what: 'by the clock, from the move past the threshold', ...statsOf(times) }],
      limits: [noLongTask(`${lifts} lifts and returns`, [trace])],
      note: `processor time of the page's thread from the press to the frame in which the card follows: ${partsOf(work)}`,
    };
  },
};
