/**
 * Compares four implementations of drag and drop on the same boards. Measures the processor time of the page per
 * pointer move.
 */
import {
  cancelDrag,
  cardPressPoint,
  movePointerOverColumns,
  pressAndMove,
  startDrag,
} from '../../support/board-drag.ts';
import { statsOf } from '../../support/measure.ts';
import type { BenchRow, Stats } from '../../support/row.ts';
import { type MainThreadWork, mainThreadWorkStats, recordTrace } from '../../support/trace.ts';
import { openPageWindow, type PageWindow } from '../support/pages.ts';

const ways = ['pointerEvents', 'decktop', 'pragmatic', 'pangea'] as const;
const boards = [
  { cards: 500, columns: 8 },
  { cards: 5000, columns: 1 },
] as const;
const moves = 60;
const rounds = 6;

interface Drag {
  readonly work: Stats;
  readonly lift: number;
  readonly paint: number;
  readonly dropped: number;
}

async function drag({ page, cdp, show }: PageWindow, way: string, board: (typeof boards)[number]): Promise<Drag> {
  await show({ way, ...board });
  await page.waitForTimeout(700);
  const paint = await page.evaluate(() => performance.getEntriesByName('bench:painted')[0]?.duration ?? Number.NaN);
  await startDrag(page);
  await movePointerOverColumns(page, 20);
  await cancelDrag(page);
  // Wait until the card's return animation has ended.
  await page.waitForTimeout(400);
  const grip = await cardPressPoint(page);
  const lifted = await recordTrace(page, cdp, async () => {
    await pressAndMove(page, grip);
    await page.waitForTimeout(100);
  });
  await page.locator('body.dragging-cards').waitFor();
  const trace = await recordTrace(page, cdp, () => movePointerOverColumns(page, moves));
  await cancelDrag(page);
  const sum = (work: readonly MainThreadWork[]) => work.reduce((total, { all }) => total + all, 0);
  // Native drag and drop fires no pointermove events that could be counted, so divide the work of all frames by the
  // number of moves.
  const frames = trace.frames();
  return {
    work: { median: sum(frames) / moves, p95: mainThreadWorkStats(frames).p95 },
    lift: sum(lifted.frames()),
    paint,
    dropped: trace.dropped,
  };
}

export const { name, budget, run }: BenchRow = {
  name: 'board-ways',
  budget: { ratio: 1.2 },
  async run() {
    const window = await openPageWindow();
    try {
      const found = new Map<string, Drag[]>();
      const note = (key: string, one: Drag) => found.set(key, [...(found.get(key) ?? []), one]);
      for (let round = 0; round < rounds; round += 1) {
        note('empty', await drag(window, 'empty', boards[0]));
        for (const board of boards)
          for (const way of ways) note(`${way} ${board.cards}`, await drag(window, way, board));
      }
      const of = (key: string) => {
        const all = found.get(key) ?? [];
        const median = (pick: (one: Drag) => number) => statsOf(all.map(pick)).median;
        return {
          median: median(({ work }) => work.median),
          p95: median(({ work }) => work.p95),
          lift: median(({ lift: spent }) => spent),
          paint: median(({ paint }) => paint),
          dropped: median(({ dropped }) => dropped),
        };
      };
      const besides = boards.flatMap(({ cards }) =>
        ways.map((way) => {
          const { median, p95, lift: spent, paint, dropped } = of(`${way} ${cards}`);
          const what = `${cards} cards, ${way}: lift ${spent.toFixed(0)}, paint ${paint.toFixed(0)}, ${dropped} frames dropped, per move (p95: of frames)`;
          return { what, median, p95 };
        }),
      );
      const limits = boards.map(({ cards }) => ({
        what: `lift of Decktop beside plain pointer events, ${cards} cards, times`,
        value: of(`decktop ${cards}`).lift / of(`pointerEvents ${cards}`).lift,
        max: 1.2,
      }));
      const floor = of('pointerEvents 5000');
      const decktop = of('decktop 5000');
      return {
        median: decktop.median,
        p95: decktop.p95,
        baseline: { what: 'plain pointer events on the same board of 5,000', median: floor.median, p95: floor.p95 },
        besides,
        limits,
        note: `processor time of the page's thread, all virtual, ${rounds} rounds in turn; over an empty page ${of('empty').median.toFixed(2)} a move, ${of('empty').dropped} frames dropped`,
      };
    } finally {
      await window.close();
    }
  },
};
