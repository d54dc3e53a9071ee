/**
 * Drags a card over a board of four runs, with 2,000 cards, lanes by owner and capacity bars. Measures the page's
 * processor time at the start of the drag, and per frame while the pointer moves.
 */
import { performActions, queryRows, storeViewState } from '../../support/window.ts';
import { cancelDrag, measureDragStarts, movePointerOverColumns, startDrag } from '../support/board-drag.ts';
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
  type LargeAccountWindow,
  largeAccountWindow,
  waitUntilResponsive,
  waitUntilSent,
} from '../support/window.ts';

const moves = 160;
const rounds = 3;
const lifts = 20;
const maxLiftMs = 40;
const runCount = 4;
const cardsPerRun = 500;

/** Adds 500 cards of the largest deck to each of the last four runs. */
async function fillRuns({ page, decks }: LargeAccountWindow): Promise<string> {
  const { sprint, card } = await queryRows(page, {
    _root: [{ account: [{ sprints: ['startDate', 'sprintConfigId'] }] }],
    [`deck("${decks.d5000}")`]: [
      { [`cards({"visibility":"default","$order":"accountSeq","$limit":${runCount * cardsPerRun}})`]: ['id'] },
    ],
  });
  const runs = Object.entries(sprint ?? {})
    .toSorted(([, a], [, b]) => String(a.startDate).localeCompare(String(b.startDate)))
    .slice(-runCount);
  const ids = Object.keys(card ?? {});
  await performActions(
    page,
    runs.map(([sprintId], at) => ({
      action: 'cards/bulkUpdate',
      params: { ids: ids.slice(at * cardsPerRun, (at + 1) * cardsPerRun), sprintId },
    })),
  );
  return String(runs[0]?.[1].sprintConfigId);
}

/**
 * Traces the pointer moves of a drag. The start of the drag is measured separately. The work is counted per frame, not
 * per pointer move: Chromium delivers at most one pointer move per frame, and fewer on a busy machine.
 */
async function traceDragMoves({ page, cdp }: LargeAccountWindow): Promise<PageTrace> {
  await startDrag(page, 0);
  const trace = await recordTrace(page, cdp, () => movePointerOverColumns(page, moves));
  await cancelDrag(page);
  return trace;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'run-board',
  budget: { p95: 8 },
  end: closeLargeAccountWindow,
  async run() {
    const window = await largeAccountWindow();
    const { page, cdp } = window;
    const configId = await fillRuns(window);
    await storeViewState(page, `board:runs:${configId}`, { lanes: 'owner' });
    await page.evaluate((id) => {
      location.hash = `#/runs/${id}`;
    }, configId);
    await page.locator('[data-capacity]').first().waitFor();
    await waitUntilSent(page);
    await waitUntilResponsive(page);
    // The first drag is not measured, because its code is not compiled yet.
    await traceDragMoves(window);
    const traces: PageTrace[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.waitForTimeout(500);
      traces.push(await traceDragMoves(window));
    }
    const measured = await measureDragStarts(page, cdp, lifts, 1);
    const lifted = mainThreadWorkStats(measured.work);
    const bars = await page.locator('[data-capacity]').count();
    const work = traces.flatMap((trace) => trace.frames());
    return {
      ...mainThreadWorkStats(work),
      besides: [{ what: 'lift', ...lifted }],
      limits: [
        longestTaskBound(`${rounds} drags of ${moves} moves`, traces),
        longestTaskBound(`${lifts} lifts and releases`, [measured.trace]),
        { what: `p95 of ${lifts} lifts`, value: lifted.p95, max: maxLiftMs },
      ],
      note: `${runCount * cardsPerRun} cards in ${runCount} runs, ${bars} bars mounted: ${mainThreadWorkText(work)}`,
    };
  },
};
