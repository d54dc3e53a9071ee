/** The wheel over boards, lanes, a list and a table of a 5,000-card deck: the page's work per frame. */
import type { BoardView } from '../../../renderer/board/board-model.ts';
import { wheel } from '../support/board-drag.ts';
import type { BenchRow } from '../support/row.ts';
import { longest, partsOf, type Traced, traced, type Work, whole } from '../support/trace.ts';
import { closeWindow, type LargeWindow, largeWindow, showDeck, showView } from '../support/window.ts';

const notches = 90;

const views: Readonly<Record<string, BoardView>> = {
  board: {},
  lanes: { lanes: 'owner' },
  list: { layout: 'list' },
  table: { layout: 'table' },
};

async function scrolled(window: LargeWindow, view: BoardView): Promise<{ trace: Traced; work: Work[]; cards: number }> {
  const { page, cdp } = window;
  await showView(window, window.decks.d5000, view);
  await page.mouse.move(560, 420);
  await wheel(page, 20);
  const trace = await traced(page, cdp, () => wheel(page, notches));
  const cards = await page.locator('main [data-card-id]').count();
  // Frames in which nothing happens would only flatter the figures.
  return { trace, work: trace.frames().filter(({ all }) => all > 0.5), cards };
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-scroll',
  budget: { p95: 8 },
  end: closeWindow,
  async run() {
    const window = await largeWindow();
    await showDeck(window, window.decks.d5000);
    const results = [];
    for (const [what, view] of Object.entries(views)) results.push({ what, ...(await scrolled(window, view)) });
    await showView(window, window.decks.d5000, {});
    const [board] = results;
    if (!board) throw new Error('Nothing was scrolled');
    return {
      ...whole(board.work),
      besides: results.slice(1).map(({ what, work }) => ({ what, ...whole(work) })),
      note: `a notch of 120 px every other frame, processor time of the page's thread: ${partsOf(board.work)}; ${longest(
        results.flatMap(({ trace }) => trace.longTasks),
      )}; cards mounted: ${results.map(({ what, cards }) => `${what} ${cards}`).join(', ')}`,
    };
  },
};
