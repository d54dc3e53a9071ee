/** Carrying a card over the board of a 5,000-card deck: the page's work from one pointer move to the next. */
import { letGo, lift, moveAbout } from '../support/board-drag.ts';
import type { BenchRow } from '../support/row.ts';
import { longest, partsOf, traced, whole } from '../support/trace.ts';
import { closeWindow, largeWindow, showDeck } from '../support/window.ts';

const moves = 160;

export const { name, budget, run, end }: BenchRow = {
  name: 'board-drag',
  budget: { p95: 8 },
  end: closeWindow,
  async run() {
    const window = await largeWindow();
    const { page, cdp } = window;
    await page.evaluate(() => {
      location.hash = '#/settings';
    });
    await page.getByRole('heading').first().waitFor();
    await page.waitForTimeout(500);
    const rest = (await traced(page, cdp, () => moveAbout(page, moves))).after('mousemove');

    await showDeck(window, window.decks.d5000);
    await page.waitForTimeout(1_000);
    // Once to warm the code up, once to measure.
    await lift(page);
    await moveAbout(page, moves);
    await letGo(page);
    const trace = await traced(page, cdp, async () => {
      await lift(page);
      await moveAbout(page, moves);
      await letGo(page);
    });
    const work = trace.after('mousemove');
    return {
      ...whole(work),
      besides: [{ what: 'the same moves over a page at rest', ...whole(rest) }],
      note: `processor time of the page's thread: ${partsOf(work)}; ${longest(trace.longTasks)}; ${trace.dropped} of ${trace.dropped + trace.drawn} frames dropped`,
    };
  },
};
