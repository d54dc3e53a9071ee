/** A board of a thousand cards in every layout: what is mounted is what is on screen, and one change draws one card. */
import { expect, type Page, test } from '@playwright/test';
import { startServiceProcess } from '../support/service-process.ts';
import { act, ask, go, keepView, withApp } from '../support/window.ts';

const views = {
  board: {},
  lanes: { lanes: 'owner' },
  list: { layout: 'list' },
  table: { layout: 'table' },
} as const;

/** Lanes show most at once: parts of several columns, and of the lane below. */
const most = 160;

const mounted = (page: Page) => page.locator('main [data-card-list^="deck:"] [data-card-id]').count();

/** Ids of cards whose elements change from now on, as `touched` of the page. */
const watchCards = (page: Page) =>
  page.evaluate(() => {
    const touched = new Set<string>();
    Object.assign(window, { touched });
    const board = document.querySelector('main [data-card-list^="deck:"]');
    const note = (records: MutationRecord[]) => {
      for (const { target } of records) {
        const at = target instanceof Element ? target : target.parentElement;
        const id = at?.closest<HTMLElement>('[data-card-id]')?.dataset.cardId;
        if (id) touched.add(id);
      }
    };
    if (board)
      new MutationObserver(note).observe(board, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
  });

test('of a thousand cards those on screen are mounted, and a change in one touches that one', async () => {
  const service = await startServiceProcess(['--demo=20000']);
  try {
    await withApp(
      async (page) => {
        const counted = async () => {
          const { deck } = await ask(page, { _root: [{ account: [{ decks: ['count:cards'] }] }] });
          return Object.values(deck ?? {}).sort((a, b) => Number(b['count:cards']) - Number(a['count:cards']))[0];
        };
        await expect.poll(async () => Number((await counted())?.['count:cards'] ?? 0), { timeout: 60_000 }).toBe(1_000);
        const deckId = String((await counted())?.id);
        for (const [name, view] of Object.entries(views)) {
          await test.step(name, async () => {
            await keepView(page, `board:deck:${deckId}`, view);
            await go(page, `#/deck/${deckId}`);
            const card = page.locator('main [data-card-list^="deck:"] [data-card-id]').first();
            await card.waitFor();
            expect(await mounted(page)).toBeLessThan(most);
            // Far down, and back up: what has left the screen is let go.
            await page.mouse.move(560, 420);
            for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 2_000);
            await page.waitForTimeout(300);
            expect(await mounted(page)).toBeLessThan(most);
            expect(await mounted(page)).toBeGreaterThan(0);
            for (let turn = 0; turn < 31; turn++) await page.mouse.wheel(0, -2_000);
            await page.waitForTimeout(300);
            const id = (await card.getAttribute('data-card-id')) ?? '';
            await watchCards(page);
            await act(page, [{ action: 'cards/update', params: { id, content: `Drawn anew as ${name}` } }]);
            await expect(page.locator(`main [data-card-list^="deck:"] [data-card-id="${id}"]`).first()).toContainText(
              `Drawn anew as ${name}`,
            );
            expect(await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched])).toEqual([
              id,
            ]);
          });
        }
      },
      { args: [`--connect=${service.baseUrl}`, '--size=1280x800'], env: { DECKTOP_TOKEN: service.tokens.personal } },
    );
  } finally {
    await service.stop();
  }
});
