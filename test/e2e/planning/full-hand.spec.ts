/** A full Hand: putting a card into it asks what leaves it, in one step that one undo takes back. */
import { expect, type Page, test } from '@playwright/test';
import { accessibleInBothThemes, act, ask, idsOf, lift, list, oneApp, settled } from '../../support/window.ts';

const opened = oneApp({ args: ['--route=/hand'] });

const handIds = (page: Page) => idsOf(list(page, 'In hand'));

/** Fills the Hand with open cards of others. */
async function fill(page: Page): Promise<void> {
  const { account, queueEntry, card } = await ask(page, {
    _root: [
      {
        account: [
          'maxHandSlotCount',
          { queueEntries: ['cardId', 'userId', 'cardDoneAt'] },
          { 'cards({"visibility":"default","isDoc":false,"status":"not_started","$order":"accountSeq"})': ['title'] },
        ],
      },
    ],
  });
  const userId = await page.evaluate(async () => {
    const current = await window.decktop.call('workspace/current', {});
    return (current.ok && current.value?.userId) || '';
  });
  const entries = Object.values(queueEntry ?? {});
  const held = new Set(entries.map(({ cardId }) => cardId));
  const slots = Number(Object.values(account ?? {})[0]?.maxHandSlotCount);
  const own = entries.filter((entry) => entry.userId === userId && entry.cardDoneAt === null).length;
  const cardIds = Object.keys(card ?? {})
    .filter((id) => !held.has(id))
    .slice(0, slots - own);
  await act(page, [{ action: 'handQueue/addCardsToHand', params: { userId, cardIds } }]);
}

test('by key: the lowest card is the first choice, and undo brings it back', async () => {
  const { page } = opened();
  await list(page, 'In hand').locator('[data-card-id]').first().waitFor();
  await fill(page);
  await expect(page.getByText('14 of 14 slots')).toBeVisible();
  const before = await handIds(page);
  const lowest = list(page, 'In hand').locator('[data-card-id]').last();
  const title = (await lowest.innerText()).split('\n')[0] ?? '';

  await page.keyboard.press('Alt+5');
  const joining = page.locator('main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]').first();
  const id = (await joining.getAttribute('data-card-id')) ?? '';
  await joining.focus();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: /^Your Hand is full\. What leaves it for/ });
  await expect(dialog.getByRole('option').first()).toContainText(title);
  await accessibleInBothThemes(page, 'what leaves a full Hand');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Alt+1');
  await expect.poll(async () => (await handIds(page)).includes(id)).toBe(true);
  expect(await handIds(page)).not.toContain(before.at(-1));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => handIds(page)).toEqual(before);
});

test('by drag: the Hand says that it is full, and the drop asks', async () => {
  const { page } = opened();
  await page.keyboard.press('Alt+1');
  const before = await handIds(page);
  await page.keyboard.press('Alt+5');
  await settled(page);
  const joining = page.locator('main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]').first();
  const id = (await joining.getAttribute('data-card-id')) ?? '';
  await lift(page, joining);
  const strip = await page.locator('[data-card-list="hand-strip"]').boundingBox();
  if (!strip) throw new Error('There is no Hand strip');
  await page.mouse.move(strip.x + 300, strip.y + strip.height / 2, { steps: 5 });
  await expect(page.getByText('The Hand is full: drop to choose what leaves it.')).toBeVisible();
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: /^Your Hand is full/ });
  await dialog.getByRole('option').nth(1).click();
  await page.keyboard.press('Alt+1');
  await expect.poll(async () => (await handIds(page)).includes(id)).toBe(true);
  expect(await handIds(page)).not.toContain(before.at(-2));
});
