/**
 * From the press on a deck or project to the first frame in which its board stands, complete: the answer asked for, crossed
 * from the replica, arranged and drawn. The page has forgotten what it knew before each.
 */
import { statsOf } from '../support/measure.ts';
import type { BenchRow, Stats } from '../support/row.ts';
import { closeWindow, forgetAnswers, type LargeWindow, largeWindow, projectOf60 } from '../support/window.ts';

const rounds = 14;

declare global {
  var benchOpened: Promise<number> | undefined;
}

async function timesToOpen(large: LargeWindow, link: string, list: string): Promise<Stats> {
  const { page } = large;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate(() => {
      location.hash = '#/inbox';
    });
    await page.waitForTimeout(150);
    await forgetAnswers(large);
    const target = page.locator(`nav ${link}`);
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(1_200);
    const box = await target.boundingBox();
    if (!box) throw new Error(`There is no ${link} in the sidebar`);
    await page.evaluate((selector) => {
      globalThis.benchOpened = new Promise((resolve) => {
        window.addEventListener(
          'pointerdown',
          ({ timeStamp }) => {
            const observer = new MutationObserver(() => {
              if (!document.querySelector(selector)) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp), 0));
            });
            observer.observe(document.body, { subtree: true, childList: true });
          },
          { once: true, capture: true },
        );
      });
    }, `[data-card-list^="${list}"] [data-card-id]`);
    await page.mouse.move(box.x + 40, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    times.push((await page.evaluate(() => globalThis.benchOpened)) ?? Number.NaN);
  }
  // The first finds code that was never run.
  return statsOf(times.slice(2));
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-open',
  budget: { p95: 100 },
  end: closeWindow,
  async run() {
    const large = await largeWindow();
    const { d500, d5000 } = large.decks;
    const projectId = await projectOf60(large);
    const deck = (id: string) => timesToOpen(large, `[data-deck-id="${id}"]`, `deck:${id}`);
    const of5000 = await deck(d5000);
    return {
      ...of5000,
      besides: [
        { what: 'a deck of 500 cards', ...(await deck(d500)) },
        {
          what: 'a project of 60 decks',
          ...(await timesToOpen(large, `a[href*="/project/${projectId}"]`, `project:${projectId}`)),
        },
      ],
      note: 'a deck of 5,000 cards; by the page’s clock, from the press without hovering before',
    };
  },
};
