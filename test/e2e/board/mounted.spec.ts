/**
 * Tests of virtual lists, on a board of a thousand cards in every layout. The board mounts only cards near the visible
 * part and shows no gaps while it scrolls. When a card changes, only the elements of this card change.
 */
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { startLargeServiceProcess } from '../../support/service-process.ts';
import { openRoute, performActions, queryRows, storeViewState, waitForMountedCards } from '../../support/window.ts';

const views = {
  board: {},
  lanes: { lanes: 'owner' },
  list: { layout: 'list' },
  table: { layout: 'table' },
} as const;

/** The tests require fewer mounted cards than this. The layout with lanes mounts the most cards. */
const maxMountedCards = 160;

const mountedCards = (page: Page) => page.locator('main [data-card-list^="deck:"] [data-card-id]').count();

/**
 * Scrolls a list further than its mounted cards reach. Returns the largest gap in px that any frame showed between two
 * cards, or between a card and an edge of the list.
 */
async function largestGapPx(page: Page, x: number, y: number): Promise<number> {
  await page.mouse.move(x, y);
  await page.evaluate(
    ([left, top]) => {
      let scroller = document.elementFromPoint(left, top);
      while (scroller && !['auto', 'scroll'].includes(getComputedStyle(scroller).overflowY))
        scroller = scroller.parentElement;
      if (!scroller) throw new Error('Nothing scrolls there');
      const found = scroller;
      const seen = { gapPx: 0, frames: 0, from: found.scrollTop, isOver: false };
      const look = () => {
        const box = found.getBoundingClientRect();
        let end = box.top;
        const cards = [...found.querySelectorAll('[data-card-id]')].map((card) => card.getBoundingClientRect());
        for (const card of cards.sort((a, b) => a.top - b.top)) {
          if (card.bottom <= box.top || card.top >= box.bottom) continue;
          seen.gapPx = Math.max(seen.gapPx, card.top - end);
          end = Math.max(end, card.bottom);
        }
        seen.gapPx = Math.max(seen.gapPx, box.bottom - end);
        if (found.scrollTop !== seen.from) seen.frames++;
        if (!seen.isOver) requestAnimationFrame(look);
      };
      // Measure in animation frame callbacks, because they see what the person will see: they run after the scroll
      // events of a frame and before the frame is painted.
      requestAnimationFrame(look);
      Object.assign(window, { seen });
    },
    [x, y] as const,
  );
  for (let turn = 0; turn < 8; turn++) {
    await page.mouse.wheel(0, turn < 6 ? 700 : -700);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  const seen = await page.evaluate(() => {
    const { seen: found } = window as unknown as { seen: { gapPx: number; frames: number; isOver: boolean } };
    found.isOver = true;
    return found;
  });
  expect(seen.frames, 'frames in which it was scrolled').toBeGreaterThan(4);
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -2_000);
  return seen.gapPx;
}

/**
 * Scrolls a board sideways, and looks at each frame. `gapPx` is the largest gap between visible columns, or below the
 * last mounted card of a column with more cards. `columns` is the number of columns that were visible, `mounted` the
 * largest number of mounted cards.
 */
async function largestGapSideways(
  page: Page,
  turns: number,
): Promise<{ gapPx: number; columns: number; mounted: number }> {
  await page.evaluate(() => {
    const board = document.querySelector<HTMLElement>('main [data-card-list^="project:"]');
    if (!board) throw new Error('No board of a project is shown');
    const seen = { gapPx: 0, mounted: 0, columns: new Set<string>(), isOver: false };
    const look = () => {
      const box = board.getBoundingClientRect();
      let end = box.left;
      const columns = [...board.querySelectorAll<HTMLElement>('[data-zone-key]')].map(
        (column) => [column, column.getBoundingClientRect()] as const,
      );
      for (const [column, { left, right }] of columns.sort((a, b) => a[1].left - b[1].left)) {
        if (right <= box.left || left >= box.right) continue;
        seen.columns.add(column.dataset.zoneKey ?? '');
        seen.gapPx = Math.max(seen.gapPx, left - end);
        end = right;
        const cards = column.querySelectorAll('li');
        const last = cards[cards.length - 1];
        const isAll = !last || last.ariaPosInSet === last.ariaSetSize;
        const list = column.querySelector('ul')?.parentElement?.getBoundingClientRect();
        if (list && !isAll) seen.gapPx = Math.max(seen.gapPx, list.bottom - last.getBoundingClientRect().bottom);
        if (list && !last && !column.textContent?.includes('No cards')) seen.gapPx = list.height;
      }
      seen.gapPx = Math.max(seen.gapPx, box.right - end);
      seen.mounted = Math.max(seen.mounted, board.querySelectorAll('[data-card-id]').length);
      if (!seen.isOver) requestAnimationFrame(look);
    };
    // Measure in animation frame callbacks, because they see what the person will see: they run after the scroll events
    // of a frame and before the frame is painted.
    requestAnimationFrame(look);
    Object.assign(window, { seen });
  });
  await page.mouse.move(560, 420);
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(turn < turns * 0.7 ? 120 : -120, 0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  return page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { gapPx: number; mounted: number; columns: Set<string>; isOver: boolean };
    };
    seen.isOver = true;
    return { gapPx: seen.gapPx, mounted: seen.mounted, columns: seen.columns.size };
  });
}

/** Starts to record which cards of the board change, and which columns change outside their cards. */
const watchChanges = (page: Page) =>
  page.evaluate(() => {
    const changed = { cards: new Set<string>(), lists: new Set<string>() };
    const note = (node: Node) => {
      const element = node instanceof HTMLElement ? node : node.parentElement;
      if (!element?.closest('[data-card-list^="deck:"]')) return;
      const card = element.closest<HTMLElement>('[data-card-id]')?.dataset.cardId;
      const list = element.closest<HTMLElement>('[data-zone-key]')?.dataset.zoneKey ?? 'the board';
      if (card) changed.cards.add(card);
      else changed.lists.add(list);
    };
    const observer = new MutationObserver((records) => {
      for (const { target } of records) note(target);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    Object.assign(window, { changed });
  });

const changes = (page: Page) =>
  page.evaluate(() => {
    const { cards, lists } = (window as unknown as { changed: Record<'cards' | 'lists', Set<string>> }).changed;
    return { cards: [...cards], lists: [...lists] };
  });

/** Returns the largest scroll position of all scrolling elements, in px. */
const scrolled = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(...[...document.querySelectorAll('main, main *')].map(({ scrollTop }) => scrollTop)));

let service: Awaited<ReturnType<typeof startLargeServiceProcess>>;
let launched: LaunchedApp;
let page: Page;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  service = await startLargeServiceProcess(20_000);
  launched = await launchApp({
    args: [`--connect=${service.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  page = launched.page;
  await expect.poll(async () => (await largestDeck()).cards, { timeout: 90_000 }).toBe(1_000);
  // Wait until the sync has ended, because rows that arrive later would count as changes.
  await expect(page.locator('[data-sync="fresh"]')).toBeVisible({ timeout: 90_000 });
});
test.afterAll(async () => {
  await launched?.close();
  await service?.stop();
});
test.afterEach(() => {
  expect(launched.errors).toEqual([]);
});

/** Returns the deck with the most synced cards. */
async function largestDeck(): Promise<{ id: string; cards: number }> {
  const { deck } = await queryRows(page, { _root: [{ account: [{ decks: ['count:cards'] }] }] });
  const decks = Object.values(deck ?? {}).map((row) => ({ id: String(row.id), cards: Number(row['count:cards']) }));
  return decks.sort((a, b) => b.cards - a.cards)[0] ?? { id: '', cards: 0 };
}

test('of a thousand cards only those near the screen are mounted, and a change in one changes no other', async () => {
  test.slow();
  const deckId = (await largestDeck()).id;
  for (const [name, view] of Object.entries(views)) {
    await test.step(name, async () => {
      await storeViewState(page, `board:deck:${deckId}`, view);
      await openRoute(page, `#/deck/${deckId}`);
      const card = page.locator('main [data-card-list^="deck:"] [data-card-id]').first();
      await card.waitFor();
      expect(await mountedCards(page)).toBeLessThan(maxMountedCards);
      // The header of a group may be between two cards, so gaps up to its height are allowed. This check fails if the
      // board mounts cards one frame after it scrolls. Lanes mount their cards in steps, so do not check them.
      if (name !== 'lanes') expect(await largestGapPx(page, 560, 420)).toBeLessThan(60);
      // Scroll far down and back. Cards that left the screen must be unmounted.
      await page.mouse.move(560, 420);
      for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, 15_000);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(2_000);
      await waitForMountedCards(page);
      await expect.poll(() => mountedCards(page)).toBeLessThan(maxMountedCards);
      expect(await mountedCards(page)).toBeGreaterThan(0);
      for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -15_000);
      await expect.poll(() => scrolled(page)).toBe(0);
      const id = (await card.getAttribute('data-card-id')) ?? '';
      await waitForMountedCards(page);
      const write = async (text: string) => {
        await performActions(page, [{ action: 'cards/update', params: { id, content: text } }]);
        const shown = page.locator(`main [data-card-list^="deck:"] [data-card-id="${id}"]`).first();
        await expect(shown).toContainText(text);
      };
      // Write two texts of the same height. If the second one made the card shorter, the board might mount another
      // card, which the check below would count as a change.
      await write(`Drawn first as ${name}`);
      await waitForMountedCards(page);
      await watchChanges(page);
      await write(`Drawn anew as ${name}`);
      expect(await changes(page)).toEqual({ cards: [id], lists: [] });
    });
  }
});

// Columns must mount their cards before they become visible, and unmount them after they have left the screen.
test('scrolled sideways over many decks, visible columns show their cards in every frame', async () => {
  const { deck } = await queryRows(page, { _root: [{ account: [{ decks: ['projectId'] }] }] });
  const counts = new Map<string, number>();
  for (const { projectId } of Object.values(deck ?? {}))
    counts.set(String(projectId), (counts.get(String(projectId)) ?? 0) + 1);
  const [projectId, deckCount] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  expect(deckCount).toBeGreaterThan(8);
  await openRoute(page, `#/project/${projectId}`);
  await page.locator('main [data-card-list^="project:"] [data-card-id]').first().waitFor();
  await waitForMountedCards(page);
  const { gapPx: largestGap, columns, mounted: atMost } = await largestGapSideways(page, 30);
  expect(columns, 'columns that were in sight').toBeGreaterThan(6);
  // The margin at the sides of the board counts as a gap, so gaps up to its width are allowed.
  expect(largestGap).toBeLessThan(40);
  expect(atMost).toBeLessThan(maxMountedCards);
});
