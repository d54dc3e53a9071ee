/**
 * Measures the time from the press on a card of a board to the first frame with the card's panel, with an empty cache.
 * One card has 2,000 lines of markdown, 300 threads and 500 sub cards; the other card is an ordinary card.
 */
import type { Page } from '@playwright/test';
import type { LabelledActionSteps } from '../../../shared/bridge/index.ts';
import { launchApp } from '../../support/launch.ts';
import { statsOf } from '../support/measure.ts';
import type { BenchRow, Stats } from '../support/row.ts';
import { type MainThreadWork, mainThreadWorkStats, mainThreadWorkText, recordTrace } from '../support/trace.ts';
import { clearAnswerCache, waitUntilResponsive } from '../support/window.ts';

const rounds = 12;
/** Typical time between press and release when a person clicks. */
const pressMs = 80;

declare global {
  var benchCardOpened: Promise<number> | undefined;
}

const lines = { all: 2000, section: 32 };

/** Generates a long markdown text with headings, checkboxes, code, tables, quotes and lists. */
function longText(title: string): string {
  const section = (number: number) =>
    `## What happens on day ${number}

The **keeper** walks to the _harbour_ and finds \`tide=${number}\` on the wall, see [the map](https://example.com/${number}).
Nobody says a word; the fog comes in from the #north and stays.

${Array.from({ length: 8 }, (_, at) => `- [${at % 2 ? 'x' : ' '}] Step ${at + 1} of day ${number}, in a few words`).join('\n')}

\`\`\`ts
export const tide = (hour: number): string => String(hour % ${number + 1});
if (tide(3) === '3') throw new Error('low');
\`\`\`

| Hour | Height | Note |
| - | - | - |
| 1 | 2.5 | calm |
| 2 | 3.1 | wind |

> Nobody remembers the flood of that year.

1. First
2. Second
3. Third
`;
  const all = Array.from({ length: lines.all / lines.section + 1 }, (_, at) => section(at + 1)).join('\n');
  return `${title}\n\n${all}`.split('\n').slice(0, lines.all).join('\n');
}

async function performActions(page: Page, steps: LabelledActionSteps['steps']): Promise<void> {
  await page.evaluate(async (sent) => {
    const acted = await window.decktop.call('data/act', { label: 'Measure', steps: sent });
    if (!acted.ok) throw new Error(acted.failure.message);
  }, steps);
}

interface CardAndDeck {
  readonly cardId: string;
  readonly deckId: string;
}

async function cardNamed(page: Page, title: string): Promise<CardAndDeck> {
  const cards = `cards(${JSON.stringify({ title })})`;
  const rows = await page.evaluate(
    async (query) => {
      const answer = await window.decktop.call('data/query', { query });
      if (!answer.ok) throw new Error(answer.failure.message);
      return Object.values((JSON.parse(answer.value.text) as { card: Record<string, CardAndDeck> }).card);
    },
    { _root: [{ account: [{ [cards]: ['deckId'] }] }] },
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no card ${title}`);
  return row;
}

/** Waits until the outbox is empty, so that created rows have the service's ids. */
async function waitForEmptyOutbox(page: Page): Promise<void> {
  for (;;) {
    const left = await page.evaluate(async () => {
      const waiting = await window.decktop.call('outbox/list', {});
      return waiting.ok ? waiting.value.length : -1;
    });
    if (left === 0) return;
    await page.waitForTimeout(200);
  }
}

async function largeCard(page: Page, deckId: string): Promise<string> {
  const title = 'A very large card';
  await performActions(page, [{ action: 'cards/create', params: { content: longText(title), deckId } }]);
  await waitForEmptyOutbox(page);
  const { cardId } = await cardNamed(page, title);
  const cards = Array.from({ length: 500 }, (_, at) => ({ content: `Sub card ${at + 1}: something small to do` }));
  await performActions(page, [{ action: 'cards/createMany', params: { deckId, parentCardId: cardId, cards } }]);
  const threads = Array.from({ length: 300 }, (_, at) => ({
    action: 'resolvables/create' as const,
    params: { cardId, context: 'comment', content: `Thread ${at + 1}: is this **right**? See \`code\` and #north.` },
  }));
  for (let at = 0; at < threads.length; at += 50) await performActions(page, threads.slice(at, at + 50));
  await waitForEmptyOutbox(page);
  return cardId;
}

/**
 * Returns the time in ms from the press on a card to the first frame with the card's panel. With `fromRelease`, the
 * button is held down for `pressMs`, and the time starts when it is released.
 */
async function timeToOpen(page: Page, cardId: string, fromRelease: boolean): Promise<number> {
  const card = page.locator(`main [data-card-id="${cardId}"]`).first();
  await card.waitFor();
  await waitUntilResponsive(page);
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (!box) throw new Error('The card is not on the board');
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.evaluate(
    (begins) => {
      const panel = () => document.querySelector<HTMLElement>('section[aria-label^="Card: "]');
      // The panel is complete when no unmounted part of its text is visible: each unmounted part begins below the
      // panel's bottom.
      const isComplete = () => {
        const shown = panel();
        if (!shown?.querySelector('h2')) return false;
        const { bottom } = shown.getBoundingClientRect();
        return [...shown.querySelectorAll('[data-unmounted]')].every(
          (place) => place.getBoundingClientRect().top >= bottom,
        );
      };
      globalThis.benchCardOpened = new Promise((resolve) => {
        addEventListener(
          begins,
          ({ timeStamp }) => {
            const observer = new MutationObserver(() => {
              if (!isComplete()) return;
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
    },
    fromRelease ? 'pointerup' : 'pointerdown',
  );
  await page.mouse.down();
  if (fromRelease) await page.waitForTimeout(pressMs);
  await page.mouse.up();
  return (await page.evaluate(() => globalThis.benchCardOpened)) ?? Number.NaN;
}

export const { name, budget, run }: BenchRow = {
  name: 'card-open',
  budget: { p95: 100 },
  async run() {
    const launched = await launchApp({ args: ['--size=1280x800'] });
    try {
      const { app, page } = launched;
      await page.locator('main [data-card-id]').first().waitFor();
      const usual = await cardNamed(page, 'Storm surge overrides the calendar');
      const large = await largeCard(page, usual.deckId);
      const leave = async () => {
        await page.evaluate((deckId) => {
          location.hash = `#/deck/${deckId}`;
        }, usual.deckId);
        await clearAnswerCache({ app, page });
      };
      const measured = async (cardId: string, fromRelease: boolean): Promise<Stats> => {
        const times: number[] = [];
        for (let round = 0; round <= rounds; round += 1) {
          await leave();
          times.push(await timeToOpen(page, cardId, fromRelease));
        }
        // Leave out the first sample: it takes longer, because its code is not compiled yet.
        return statsOf(times.slice(1));
      };
      const cdp = await page.context().newCDPSession(page);
      const ownWork = async (cardId: string): Promise<string> => {
        const work: MainThreadWork[] = [];
        for (let round = 0; round < 5; round += 1) {
          await leave();
          const trace = await recordTrace(page, cdp, async () => void (await timeToOpen(page, cardId, false)));
          if (round > 0) work.push(...trace.until('pointerdown', 'bench:stood').slice(-1));
        }
        return `${mainThreadWorkStats(work).median.toFixed(0)} ms (${mainThreadWorkText(work)})`;
      };
      const ours = await measured(large, false);
      return {
        ...ours,
        besides: [
          { what: `from letting go after ${pressMs} ms`, ...(await measured(large, true)) },
          { what: 'a card as most are', ...(await measured(usual.cardId, false)) },
          { what: `from letting go after ${pressMs} ms`, ...(await measured(usual.cardId, true)) },
        ],
        note: `2,000 lines, 300 threads, 500 sub cards; by the page's clock, from the press; the page's own work ${await ownWork(large)}, of a card as most are ${await ownWork(usual.cardId)}`,
      };
    } finally {
      await launched.close();
    }
  },
};
