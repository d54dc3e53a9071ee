/**
 * Time from the press on a deck or project to the first frame with its complete board: query, transfer from the
 * replica, grouping and rendering. The page's cache is cleared before each sample.
 */
import { cardsQuery } from '../../../renderer/model/card-row.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow, Stats } from '../support/row.ts';
import { partsOf, traced, type Work, whole } from '../support/trace.ts';
import { closeWindow, forgetAnswers, type LargeWindow, largeWindow, projectOf60, quiet } from '../support/window.ts';

const rounds = 6;
/**
 * A click on a link: `rests` is the hover time before the press, `holds` the time from press to release, both in ms.
 */
interface Hand {
  readonly rests: number;
  readonly holds: number;
}
/** The page may render before the release, so press and release have no time between them. */
const resting: Hand = { rests: 150, holds: 0 };
const sudden: Hand = { rests: 0, holds: 0 };
/** Time counts from the click, which follows the release. */
const clicking: Hand = { rests: 0, holds: 80 };

declare global {
  var benchOpened: Promise<number> | undefined;
}

/** Presses a link and returns the time until the first frame with its board. */
async function timeToOpen({ page }: LargeWindow, link: string, list: string, hand: Hand): Promise<number> {
  const target = page.locator(`nav ${link}`).first();
  await quiet(page);
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is no ${link} in the sidebar`);
  const awaited = {
    begins: hand.holds > 0 ? ('pointerup' as const) : ('pointerdown' as const),
    selector: `[data-card-list^="${list}"] [data-card-id]`,
  };
  await page.evaluate(({ begins, selector }) => {
    globalThis.benchOpened = new Promise((resolve) => {
      window.addEventListener(
        begins,
        ({ timeStamp }) => {
          const observer = new MutationObserver(() => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            requestAnimationFrame(() =>
              setTimeout(() => {
                const took = performance.now() - timeStamp;
                performance.mark('bench:stood');
                resolve(took);
              }, 0),
            );
          });
          observer.observe(document.body, { subtree: true, childList: true });
        },
        { once: true, capture: true },
      );
    });
  }, awaited);
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  if (hand.rests > 0) await page.waitForTimeout(hand.rests);
  await page.mouse.down();
  if (hand.holds > 0) await page.waitForTimeout(hand.holds);
  await page.mouse.up();
  return (await page.evaluate(() => globalThis.benchOpened)) ?? Number.NaN;
}

/** Goes to a page without a board, with the pointer away from the sidebar. */
async function leave({ page }: LargeWindow): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/inbox';
  });
  await page.mouse.move(700, 500);
}

/** Opens the same board repeatedly with an empty cache. */
async function again(large: LargeWindow, link: string, list: string, hand: Hand): Promise<Stats> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await leave(large);
    await forgetAnswers(large);
    times.push(await timeToOpen(large, link, list, hand));
  }
  // The first sample runs code that is not compiled yet.
  return statsOf(times.slice(1));
}

/** Opens several decks for the first time, one after the other. */
async function others(large: LargeWindow, decks: readonly string[], hand: Hand): Promise<Stats> {
  const times: number[] = [];
  for (const id of decks) {
    await leave(large);
    times.push(await timeToOpen(large, `[data-deck-id="${id}"]`, `deck:${id}`, hand));
  }
  return statsOf(times.slice(1));
}

/** Describes the parts of the time: the page's own processor time, and the time of the query alone. */
async function partsOfTime(large: LargeWindow, link: string, list: string): Promise<string> {
  const { page, cdp, decks } = large;
  const work: Work[] = [];
  for (let round = 0; round < 4; round += 1) {
    await leave(large);
    await forgetAnswers(large);
    const trace = await traced(page, cdp, async () => void (await timeToOpen(large, link, list, sudden)));
    if (round > 0) work.push(...trace.until('pointerdown', 'bench:stood').slice(-1));
  }
  const query = cardsQuery({ visibility: 'default', deckId: decks.d5000 }, 'deck');
  const asked = await page.evaluate(
    async (sent) => {
      const took: number[] = [];
      let size = 0;
      for (let round = 0; round < 6; round += 1) {
        const began = performance.now();
        const watchId = `bench${round}`;
        const answer = await window.decktop.call('data/watch', { query: sent, watchId });
        took.push(performance.now() - began);
        if (answer.ok) size = answer.value.text.length;
        await window.decktop.call('data/unwatch', { watchId });
      }
      return { took, size };
    },
    query as unknown as Record<string, unknown[]>,
  );
  const answered = statsOf(asked.took.slice(1)).median.toFixed(0);
  return `the page's own work ${whole(work).median.toFixed(0)} ms (${partsOf(work)}); its answer of ${(asked.size / 1e6).toFixed(1)} MB comes in ${answered} ms`;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-open',
  budget: { p95: 100 },
  end: closeWindow,
  async run() {
    const large = await largeWindow();
    const { decks } = large;
    const projectId = await projectOf60(large);
    const big = `[data-deck-id="${decks.d5000}"]`;
    const project = `a[href*="/project/${projectId}"]`;
    const parts = await partsOfTime(large, big, `deck:${decks.d5000}`);
    const fiveThousand = (hand: Hand) => again(large, big, `deck:${decks.d5000}`, hand);
    const fiveHundred = (from: number, hand: Hand) => others(large, decks.middling.slice(from, from + 10), hand);
    const sixtyDecks = (hand: Hand) => again(large, project, `project:${projectId}`, hand);
    const rested = await fiveThousand(resting);
    const click = `from the click, after ${clicking.holds} ms of pressing, without resting`;
    return {
      ...rested,
      besides: [
        { what: 'pressed without resting on the link', ...(await fiveThousand(sudden)) },
        { what: click, ...(await fiveThousand(clicking)) },
        { what: 'decks of some 500 cards', ...(await fiveHundred(0, resting)) },
        { what: 'pressed without resting', ...(await fiveHundred(10, sudden)) },
        { what: click, ...(await fiveHundred(20, clicking)) },
        { what: 'a project of 60 decks', ...(await sixtyDecks(resting)) },
        { what: 'pressed without resting', ...(await sixtyDecks(sudden)) },
        { what: click, ...(await sixtyDecks(clicking)) },
      ],
      note: `a deck of 5,000 cards: ${parts}; by the page's clock, from the press, after the pointer rested on the link for ${resting.rests} ms`,
    };
  },
};
