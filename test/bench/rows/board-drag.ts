/**
 * Drags a card over a deck of 5,000 cards and over a project of 60 decks. Measures the page's processor time per
 * pointer move and dropped frames, and compares both with the same moves over an empty page.
 */
import { dropOn, emptied, gripOf, letGo, lift, moveAbout, press } from '../support/board-drag.ts';
import type { BenchRow } from '../support/row.ts';
import { noLongTask, partsOf, type Traced, traced, whole } from '../support/trace.ts';
import { closeWindow, type LargeWindow, largeWindow, projectOf60, quiet, showDeck } from '../support/window.ts';

const moves = 160;
const rounds = 3;

async function carried({ page, cdp }: LargeWindow): Promise<Traced> {
  return traced(page, cdp, async () => {
    await lift(page);
    await moveAbout(page, moves);
    await letGo(page);
  });
}

/** Traces the same press, moves and release on a page with one element that follows the pointer. */
async function overNothing({ page, cdp }: LargeWindow): Promise<Traced> {
  const grip = await gripOf(page);
  const back = await emptied(page, grip);
  await page.waitForTimeout(500);
  const trace = await traced(page, cdp, async () => {
    await press(page, grip);
    await moveAbout(page, moves);
    await page.mouse.up();
  });
  await back();
  await page.waitForTimeout(1_000);
  return trace;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-drag',
  budget: { p95: 8 },
  end: closeWindow,
  async run() {
    const window = await largeWindow();
    const { page, cdp, decks } = window;
    await showDeck(window, decks.d5000);
    await page.waitForTimeout(1_000);
    // The first drag is not measured, because its code is not compiled yet.
    await carried(window);
    const boards: Traced[] = [];
    const empty: Traced[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.waitForTimeout(500);
      boards.push(await carried(window));
      await page.waitForTimeout(500);
      empty.push(await overNothing(window));
    }
    const dropped = await traced(page, cdp, async () => {
      await lift(page);
      await dropOn(page, 'Started');
    });

    const projectId = await projectOf60(window);
    await page.evaluate((id) => {
      location.hash = `#/project/${id}`;
    }, projectId);
    await page.locator(`[data-card-list^="project:${projectId}"] [data-card-id]`).first().waitFor();
    await quiet(page);
    await carried(window);
    await page.waitForTimeout(500);
    const project = await carried(window);

    const work = boards.flatMap((trace) => trace.after('mousemove'));
    const ofProject = whole(project.after('mousemove'));
    const lost = (traces: readonly Traced[]) => traces.reduce((sum, trace) => sum + trace.dropped, 0);
    const frames = (traces: readonly Traced[]) => traces.reduce((sum, trace) => sum + trace.dropped + trace.drawn, 0);
    return {
      ...whole(work),
      besides: [
        { what: 'over a project of 60 decks', ...ofProject },
        { what: 'the same moves over an empty page', ...whole(empty.flatMap((trace) => trace.after('mousemove'))) },
      ],
      limits: [
        { what: 'over a project of 60 decks, p95', value: ofProject.p95, max: 8 },
        // One dropped frame is noise, so the limit is at least 1.
        { what: 'frames dropped', value: lost(boards), max: Math.max(1, 1.2 * lost(empty)) },
        noLongTask('lift, moves and return', boards),
        noLongTask('drop', [dropped]),
        noLongTask('60 decks', [project]),
      ],
      note: `processor time of the page's thread: ${partsOf(work)}; ${lost(boards)} of ${frames(boards)} frames dropped, over an empty page ${lost(empty)} of ${frames(empty)}`,
    };
  },
};
