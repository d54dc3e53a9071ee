/**
 * Measures the start of a drag in a 5,000-card deck: the page's processor time from the press to the first frame of the
 * drag, and the elapsed time from the pointer move that starts the drag to this frame.
 */
import { measureDragStarts } from '../support/board-drag.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow } from '../support/row.ts';
import { longestTaskBound, mainThreadWorkStats, mainThreadWorkText } from '../support/trace.ts';
import { closeLargeAccountWindow, largeAccountWindow, showDeck } from '../support/window.ts';

const lifts = 20;

export const { name, budget, run, end }: BenchRow = {
  name: 'board-lift',
  budget: { p95: 40 },
  end: closeLargeAccountWindow,
  async run() {
    const opened = await largeAccountWindow();
    const { page, cdp } = opened;
    await showDeck(opened, opened.decks.d5000);
    await page.waitForTimeout(1_000);
    const { trace, work, times } = await measureDragStarts(page, cdp, lifts, 5);
    return {
      ...mainThreadWorkStats(work),
      besides: [{ what: 'by the clock, from the move past the threshold', ...statsOf(times) }],
      limits: [longestTaskBound(`${lifts} lifts and returns`, [trace])],
      note: `processor time of the page's thread from the press to the frame in which the card follows: ${mainThreadWorkText(work)}`,
    };
  },
};
