/**
 * Measures the time from the click on a sidebar link to the first frame with cards of the board. Most samples release
 * the mouse button at once, and measure from the press. Samples with `slowClick` hold the button down, and measure from
 * the release. If a board is opened repeatedly, the page's cache of query answers is cleared before each sample.
 */
import { cardsQuery } from '../../../renderer/model/card-row.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow, Stats } from '../support/row.ts';
import { type MainThreadWork, mainThreadWorkStats, mainThreadWorkText, recordTrace } from '../support/trace.ts';
import {
  clearAnswerCache,
  closeLargeAccountWindow,
  fillProjectWith60Decks,
  type LargeAccountWindow,
  largeAccountWindow,
  waitUntilResponsive,
} from '../support/window.ts';

const rounds = 6;
interface ClickTiming {
  /** How long the pointer rests on the link before the press. */
  readonly hoverMs: number;
  /**
   * How long the mouse button is held down. If it is 0, the measurement starts at the press, otherwise at the release.
   */
  readonly pressMs: number;
}
const afterHover: ClickTiming = { hoverMs: 150, pressMs: 0 };
const withoutHover: ClickTiming = { hoverMs: 0, pressMs: 0 };
const slowClick: ClickTiming = { hoverMs: 0, pressMs: 80 };

declare global {
  var benchOpened: Promise<number> | undefined;
}

/**
 * Clicks a sidebar link. Returns the time in ms until the first frame with a card of the link's board.
 * `ClickTiming.pressMs` says when the measurement starts.
 */
async function timeToOpen(
  { page }: LargeAccountWindow,
  link: string,
  list: string,
  timing: ClickTiming,
): Promise<number> {
  const target = page.locator(`nav ${link}`).first();
  await waitUntilResponsive(page);
  await target.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is no ${link} in the sidebar`);
  const awaited = {
    begins: timing.pressMs > 0 ? ('pointerup' as const) : ('pointerdown' as const),
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
  if (timing.hoverMs > 0) await page.waitForTimeout(timing.hoverMs);
  await page.mouse.down();
  if (timing.pressMs > 0) await page.waitForTimeout(timing.pressMs);
  await page.mouse.up();
  return (await page.evaluate(() => globalThis.benchOpened)) ?? Number.NaN;
}

/** Opens the inbox, which has no board, and moves the pointer away from the sidebar. */
async function openInbox({ page }: LargeAccountWindow): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/inbox';
  });
  await page.mouse.move(700, 500);
}

/** Opens one board repeatedly, each time with an empty cache of query answers. */
async function openSameBoard(
  large: LargeAccountWindow,
  link: string,
  list: string,
  timing: ClickTiming,
): Promise<Stats> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await openInbox(large);
    await clearAnswerCache(large);
    times.push(await timeToOpen(large, link, list, timing));
  }
  // Leave out the first sample: it takes longer, because its code is not compiled yet.
  return statsOf(times.slice(1));
}

/** Opens several decks for the first time, one after the other. */
async function openDecks(large: LargeAccountWindow, decks: readonly string[], timing: ClickTiming): Promise<Stats> {
  const times: number[] = [];
  for (const id of decks) {
    await openInbox(large);
    times.push(await timeToOpen(large, `[data-deck-id="${id}"]`, `deck:${id}`, timing));
  }
  return statsOf(times.slice(1));
}

/**
 * Returns a text for the note of the benchmark: the page's processor time while it opens the board, the time until the
 * board's query is answered, and the size of the answer.
 */
async function partsOfTime(large: LargeAccountWindow, link: string, list: string): Promise<string> {
  const { page, cdp, decks } = large;
  const work: MainThreadWork[] = [];
  for (let round = 0; round < 4; round += 1) {
    await openInbox(large);
    await clearAnswerCache(large);
    const trace = await recordTrace(page, cdp, async () => void (await timeToOpen(large, link, list, withoutHover)));
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
  return `the page's own work ${mainThreadWorkStats(work).median.toFixed(0)} ms (${mainThreadWorkText(work)}); its answer of ${(asked.size / 1e6).toFixed(1)} MB comes in ${answered} ms`;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'board-open',
  budget: { p95: 100 },
  end: closeLargeAccountWindow,
  async run() {
    const large = await largeAccountWindow();
    const { decks } = large;
    const projectId = await fillProjectWith60Decks(large);
    const big = `[data-deck-id="${decks.d5000}"]`;
    const project = `a[href*="/project/${projectId}"]`;
    const parts = await partsOfTime(large, big, `deck:${decks.d5000}`);
    const fiveThousand = (timing: ClickTiming) => openSameBoard(large, big, `deck:${decks.d5000}`, timing);
    const fiveHundred = (from: number, timing: ClickTiming) =>
      openDecks(large, decks.about500.slice(from, from + 10), timing);
    const sixtyDecks = (timing: ClickTiming) => openSameBoard(large, project, `project:${projectId}`, timing);
    const rested = await fiveThousand(afterHover);
    const click = `from the click, after ${slowClick.pressMs} ms of pressing, without resting`;
    return {
      ...rested,
      besides: [
        { what: 'pressed without resting on the link', ...(await fiveThousand(withoutHover)) },
        { what: click, ...(await fiveThousand(slowClick)) },
        { what: 'decks of some 500 cards', ...(await fiveHundred(0, afterHover)) },
        { what: 'pressed without resting', ...(await fiveHundred(10, withoutHover)) },
        { what: click, ...(await fiveHundred(20, slowClick)) },
        { what: 'a project of 60 decks', ...(await sixtyDecks(afterHover)) },
        { what: 'pressed without resting', ...(await sixtyDecks(withoutHover)) },
        { what: click, ...(await sixtyDecks(slowClick)) },
      ],
      note: `a deck of 5,000 cards: ${parts}; by the page's clock, from the press, after the pointer rested on the link for ${afterHover.hoverMs} ms`,
    };
  },
};
