/**
 * Scrolls the board, lanes, list and table of a 5,000-card deck, and sideways over 60 decks. Measures the page's
 * processor time per frame.
 */
import type { BoardSettings } from '../../../renderer/model/board-settings.ts';
import { turnWheel } from '../support/board-drag.ts';
import type { BenchRow } from '../support/row.ts';
import {
  longestTaskBound,
  type MainThreadWork,
  mainThreadWorkStats,
  mainThreadWorkText,
  type PageTrace,
  recordTrace,
} from '../support/trace.ts';
import {
  applyBoardSettings,
  closeLargeAccountWindow,
  fillProjectWith60Decks,
  type LargeAccountWindow,
  largeAccountWindow,
  showDeck,
  waitUntilResponsive,
} from '../support/window.ts';

/** Two speeds of scrolling, fast and slow. `frames` is the number of frames from one wheel notch to the next. */
const ways = { flick: { frames: 2, notches: 90 }, reading: { frames: 6, notches: 30 } };
/** Number of wheel notches before the measurement starts. */
const warmUpNotches = 7;

const views: Readonly<Record<string, BoardSettings>> = {
  board: {},
  lanes: { lanes: 'owner' },
  list: { layout: 'list' },
  table: { layout: 'table' },
};

interface ScrollTrace {
  readonly what: string;
  readonly trace: PageTrace;
  readonly work: readonly MainThreadWork[];
  readonly cards: number;
  readonly pxPerSecond: number;
}

async function traceScrolls(window: LargeAccountWindow, view: string, axis?: 'x'): Promise<ScrollTrace[]> {
  const { page, cdp } = window;
  await page.mouse.move(560, 420);
  const results: ScrollTrace[] = [];
  for (const [how, { frames, notches }] of Object.entries(ways)) {
    let pxPerSecond = 0;
    await turnWheel(page, warmUpNotches, axis, frames);
    const trace = await recordTrace(page, cdp, async () => {
      pxPerSecond = await turnWheel(page, notches, axis, frames);
    });
    const cards = await page.locator('main [data-card-id]').count();
    // Leave out idle frames, because they would lower the median.
    const work = trace.frames().filter(({ all }) => all > 0.5);
    results.push({ what: `${view}, ${how}`, trace, work, cards, pxPerSecond });
    await waitUntilResponsive(page);
  }
  return results;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-scroll',
  budget: { p95: 10 },
  end: closeLargeAccountWindow,
  async run() {
    const window = await largeAccountWindow();
    await showDeck(window, window.decks.d5000);
    const results: ScrollTrace[] = [];
    for (const [what, view] of Object.entries(views)) {
      await applyBoardSettings(window, window.decks.d5000, view);
      results.push(...(await traceScrolls(window, what)));
    }
    await applyBoardSettings(window, window.decks.d5000, {});
    const projectId = await fillProjectWith60Decks(window);
    await window.page.evaluate((id) => {
      location.hash = `#/project/${id}`;
    }, projectId);
    await window.page.locator(`[data-card-list^="project:${projectId}"] [data-card-id]`).first().waitFor();
    await waitUntilResponsive(window.page);
    results.push(...(await traceScrolls(window, '60 decks, sideways', 'x')));
    const [board, ...others] = results;
    if (!board) throw new Error('Nothing was scrolled');
    return {
      ...mainThreadWorkStats(board.work),
      besides: others.map(({ what, work }) => ({ what, ...mainThreadWorkStats(work) })),
      limits: [
        ...others.map(({ what, work }) => ({ what: `${what}, p95`, value: mainThreadWorkStats(work).p95, max: 10 })),
        ...results.map(({ what, trace }) => longestTaskBound(what, [trace])),
      ],
      note: `processor time of the page's thread, px a second and cards mounted: ${mainThreadWorkText(board.work)}; ${results.map(({ what, pxPerSecond, cards }) => `${what} ${Math.round(pxPerSecond)} px/s, ${cards}`).join('; ')}`,
    };
  },
};
