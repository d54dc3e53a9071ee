/**
 * Drags a card over a deck of 5,000 cards and over a project of 60 decks. Measures the page's processor time per
 * pointer move and dropped frames, and compares both with the same moves over an empty page.
 */
import {
  cancelDrag,
  cardPressPoint,
  dropOnColumn,
  movePointerOverColumns,
  pressAndMove,
  showEmptyPage,
  startDrag,
} from '../support/board-drag.ts';
import type { BenchRow } from '../support/row.ts';
import {
  longestTaskBound,
  mainThreadWorkStats,
  mainThreadWorkText,
  type PageTrace,
  recordTrace,
} from '../support/trace.ts';
import {
  closeLargeAccountWindow,
  fillProjectWith60Decks,
  type LargeAccountWindow,
  largeAccountWindow,
  showDeck,
  waitUntilResponsive,
} from '../support/window.ts';

const moves = 160;
const rounds = 3;

async function traceDrag({ page, cdp }: LargeAccountWindow): Promise<PageTrace> {
  return recordTrace(page, cdp, async () => {
    await startDrag(page);
    await movePointerOverColumns(page, moves);
    await cancelDrag(page);
  });
}

/**
 * Traces the same press, moves and release as `traceDrag`, on a page with only one element, which follows the pointer.
 */
async function traceEmptyPage({ page, cdp }: LargeAccountWindow): Promise<PageTrace> {
  const grip = await cardPressPoint(page);
  const back = await showEmptyPage(page, grip);
  await page.waitForTimeout(500);
  const trace = await recordTrace(page, cdp, async () => {
    await pressAndMove(page, grip);
    await movePointerOverColumns(page, moves);
    await page.mouse.up();
  });
  await back();
  await page.waitForTimeout(1_000);
  return trace;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-drag',
  budget: { p95: 8 },
  end: closeLargeAccountWindow,
  async run() {
    const window = await largeAccountWindow();
    const { page, cdp, decks } = window;
    await showDeck(window, decks.d5000);
    await page.waitForTimeout(1_000);
    // The first drag is not measured, because its code is not compiled yet.
    await traceDrag(window);
    const boards: PageTrace[] = [];
    const empty: PageTrace[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.waitForTimeout(500);
      boards.push(await traceDrag(window));
      await page.waitForTimeout(500);
      empty.push(await traceEmptyPage(window));
    }
    const dropped = await recordTrace(page, cdp, async () => {
      await startDrag(page);
      await dropOnColumn(page, 'Started');
    });

    const projectId = await fillProjectWith60Decks(window);
    await page.evaluate((id) => {
      location.hash = `#/project/${id}`;
    }, projectId);
    await page.locator(`[data-card-list^="project:${projectId}"] [data-card-id]`).first().waitFor();
    await waitUntilResponsive(page);
    await traceDrag(window);
    await page.waitForTimeout(500);
    const project = await traceDrag(window);

    const work = boards.flatMap((trace) => trace.after('mousemove'));
    const ofProject = mainThreadWorkStats(project.after('mousemove'));
    const lost = (traces: readonly PageTrace[]) => traces.reduce((sum, trace) => sum + trace.dropped, 0);
    const frames = (traces: readonly PageTrace[]) =>
      traces.reduce((sum, trace) => sum + trace.dropped + trace.drawn, 0);
    return {
      ...mainThreadWorkStats(work),
      besides: [
        { what: 'over a project of 60 decks', ...ofProject },
        {
          what: 'the same moves over an empty page',
          ...mainThreadWorkStats(empty.flatMap((trace) => trace.after('mousemove'))),
        },
      ],
      limits: [
        { what: 'over a project of 60 decks, p95', value: ofProject.p95, max: 8 },
        // One dropped frame is noise, so the limit is at least 1.
        { what: 'frames dropped', value: lost(boards), max: Math.max(1, 1.2 * lost(empty)) },
        longestTaskBound('lift, moves and return', boards),
        longestTaskBound('drop', [dropped]),
        longestTaskBound('60 decks', [project]),
      ],
      note: `processor time of the page's thread: ${mainThreadWorkText(work)}; ${lost(boards)} of ${frames(boards)} frames dropped, over an empty page ${lost(empty)} of ${frames(empty)}`,
    };
  },
};
