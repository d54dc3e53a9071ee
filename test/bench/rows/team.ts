/**
 * Measures how long opening the team view takes with the Hands of 60 people, each with 14 cards. Each time, the page's
 * cache of query answers is empty.
 */
import type { Page } from '@playwright/test';
import { performActions, queryRows } from '../../support/window.ts';
import { statsOf } from '../support/measure.ts';
import { measureOpeningTimesMs } from '../support/opening.ts';
import type { BenchRow } from '../support/row.ts';
import { closeLargeAccountWindow, largeAccountWindow, waitUntilSent } from '../support/window.ts';

const slots = 14;

/** Fills up the Hand of each person with open cards that are not in a Hand yet. Returns the number of people. */
async function fillHands(page: Page): Promise<number> {
  const { user, queueEntry, card } = await queryRows(page, {
    _root: [
      {
        account: [
          { queueEntries: ['userId', 'cardId', 'cardDoneAt'] },
          {
            'cards({"visibility":"default","isDoc":false,"status":"not_started","$order":"accountSeq","$limit":3000})':
              [{ assignee: ['name'] }],
          },
        ],
      },
    ],
  });
  const entries = Object.values(queueEntry ?? {});
  const held = new Set(entries.map(({ cardId }) => cardId));
  const free = Object.keys(card ?? {}).filter((id) => !held.has(id));
  const people = Object.keys(user ?? {});
  await performActions(
    page,
    people.flatMap((userId) => {
      const open = entries.filter((entry) => entry.userId === userId && entry.cardDoneAt === null).length;
      const cardIds = free.splice(0, Math.max(0, slots - open));
      return cardIds.length > 0 ? [{ action: 'handQueue/addCardsToHand' as const, params: { userId, cardIds } }] : [];
    }),
  );
  return people.length;
}

export const { name, budget, run, end }: BenchRow = {
  name: 'team',
  budget: { p95: 100 },
  end: closeLargeAccountWindow,
  async run() {
    const window = await largeAccountWindow();
    const { page } = window;
    const people = await fillHands(page);
    await waitUntilSent(page);
    const times = await measureOpeningTimesMs(window, '/team', '[data-card-list="team"] [data-card-id]');
    const mounted = await page.locator('[data-card-list="team"] [data-card-id]').count();
    return { ...statsOf(times), note: `${people} people with ${slots} cards each, ${mounted} cards mounted` };
  },
};
