/** Tests of the Hand without a connection, and of a Hand that two clients reorder at the same time. */
import { expect, type Page, test } from '@playwright/test';
import { type LaunchedApp, launchApp, newDataFolder } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { cardIdsIn, listNamed, setOffline } from '../../support/window.ts';

let service: ServiceProcess;
const userData = newDataFolder();

test.beforeAll(async () => {
  service = await startServiceProcess();
});
test.afterAll(() => service?.stop());

async function start(): Promise<LaunchedApp> {
  const launched = await launchApp({
    userData,
    args: [`--connect=${service.baseUrl}`, '--size=1280x800', '--route=/hand'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  await listNamed(launched.page, 'In hand').locator('[data-card-id]').first().waitFor();
  return launched;
}
const expectFresh = (page: Page) => expect(page.locator('[data-sync="fresh"]')).toBeVisible({ timeout: 30_000 });
const handIds = (page: Page) => cardIdsIn(listNamed(page, 'In hand'));
const cardOf = (page: Page, id: string) => page.locator(`main [data-card-id="${id}"]`).first();

/**
 * Reads the person's Hand from the service: the open cards in order, the done pile, the bookmarks in order, and the
 * status of the cards in the Hand.
 */
async function atService() {
  const { queueEntry, handCard, card } = await service.post('/', {
    query: {
      _root: [
        {
          account: [
            { [`queueEntries({"userId":"${service.user.id}"})`]: ['sortIndex', 'cardDoneAt', { card: ['status'] }] },
            { [`handCards({"userId":"${service.user.id}"})`]: ['sortIndex', 'cardId'] },
          ],
        },
      ],
    },
  });
  const byIndex = (rows: object | undefined) =>
    Object.values(rows ?? {}).toSorted((a, b) => Number(a.sortIndex) - Number(b.sortIndex));
  const entries = byIndex(queueEntry);
  return {
    hand: entries.filter(({ cardDoneAt }) => cardDoneAt === null).map((entry) => String(entry.card)),
    done: entries.filter(({ cardDoneAt }) => cardDoneAt !== null).map((entry) => String(entry.card)),
    bookmarks: byIndex(handCard).map(({ cardId }) => String(cardId)),
    statusOf: (id: string) => card?.[id]?.status,
  };
}

test('days of work in the Hand without the service arrive in order, by keys only', async () => {
  test.setTimeout(120_000);
  let { page, errors, close } = await start();
  await expectFresh(page);
  await setOffline(page, true);
  // The third and fourth card wait for a review or for other cards, so leave them out. The fifth card can be started.
  const [first = '', second = '', , , fifth = '', ...others] = await handIds(page);
  const last = others.at(-1) ?? '';

  // Finish the first card, start the fifth and move the last card to the top.
  await cardOf(page, first).focus();
  await page.keyboard.press('d');
  await expect.poll(() => handIds(page)).not.toContain(first);
  await cardOf(page, fifth).focus();
  await page.keyboard.press('s');
  await cardOf(page, last).focus();
  await page.keyboard.press('ControlOrMeta+Shift+ArrowUp');
  await expect.poll(async () => (await handIds(page))[0]).toBe(last);
  expect(errors).toEqual([]);
  await close();

  // After a restart, still offline, move a card to the bookmarks and remove another card from the Hand.
  ({ page, errors, close } = await start());
  await expect(page.locator('[data-sync="offline"]')).toBeVisible();
  expect((await handIds(page))[0]).toBe(last);
  const bookmarks = listNamed(page, 'Bookmarks');
  // Wait for the bookmarks, because they may appear after the Hand.
  await bookmarks.locator('[data-card-id]').first().waitFor();
  const before = await cardIdsIn(bookmarks);
  const bottom = (await handIds(page)).at(-1) ?? '';
  await cardOf(page, bottom).focus();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect.poll(() => cardIdsIn(bookmarks)).toEqual([bottom, ...before]);
  await cardOf(page, second).focus();
  await page.keyboard.press('h');
  await expect.poll(() => handIds(page)).not.toContain(second);
  const [hand, saved] = [await handIds(page), await cardIdsIn(bookmarks)];

  await setOffline(page, false);
  await expect.poll(async () => (await atService()).hand, { timeout: 30_000 }).toEqual(hand);
  const now = await atService();
  expect(now.done).toContain(first);
  expect(now.statusOf(fifth)).toBe('started');
  expect(now.bookmarks.slice(0, saved.length)).toEqual(saved);
  await expectFresh(page);
  expect(await handIds(page)).toEqual(hand);
  expect(errors).toEqual([]);
  await close();
});

test('two people put one Hand into order at the same time: both see one order, and no card is lost', async () => {
  const { page, errors, close } = await start();
  await expectFresh(page);
  const before = await handIds(page);
  await setOffline(page, true);
  const [first = '', second = ''] = before;
  const last = before.at(-1) ?? '';
  await cardOf(page, first).focus();
  await page.keyboard.press('ControlOrMeta+ArrowDown');
  await expect.poll(async () => (await handIds(page)).slice(0, 2)).toEqual([second, first]);
  // Meanwhile another client moves the last card to the top. It uses a token of the same person.
  const cardIds = [last, ...before.slice(0, -1)];
  await service.post('/dispatch/handQueue/setCardOrders', {
    cardIds,
    draggedCardIds: [last],
    userId: service.user.id,
  });
  await setOffline(page, false);
  const both = [last, second, first, ...before.slice(2, -1)];
  await expect.poll(() => handIds(page), { timeout: 30_000 }).toEqual(both);
  await expect.poll(async () => (await atService()).hand, { timeout: 30_000 }).toEqual(both);
  await expectFresh(page);
  expect(await handIds(page)).toEqual(both);
  expect(errors).toEqual([]);
  await close();
});
