/** Checks that the work to send one waiting change does not grow with the number of others that wait. */
import { expect, test, vi } from 'vitest';
import { createWorld } from '../support.ts';

/** Waits offline with the changes, then sends them. Returns the work for each. */
async function workPerChange(
  count: number,
  step: (index: number, cardIds: readonly string[], deckId: string) => [string, Record<string, unknown>],
): Promise<{ readonly performed: number; readonly looked: number }> {
  const world = createWorld();
  try {
    const device = world.replica();
    await device.start();
    const { store } = device.replica;
    const deckId = store.rows.where('deck', `"deckType" = 'task' ORDER BY "id"`)[0]?.id as string;
    const cardIds = store.rows.where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1`).map((row) => row.cardId);
    await device.offline();
    for (let index = 0; index < count; index += 1) device.actOrThrow(step(index, cardIds, deckId));
    // The devices of tests read the whole list of waiting changes after each change, as only an open list does.
    const listed = vi.spyOn(device.replica, 'operations').mockReturnValue([]);
    const performed = vi.spyOn(store.engine, 'perform');
    const looked = vi.spyOn(store.outbox, 'linked');
    await device.online();
    const work = { performed: performed.mock.calls.length / count, looked: looked.mock.calls.length / count };
    listed.mockRestore();
    expect(device.replica.operations().filter(({ state }) => state !== 'rejected')).toEqual([]);
    return work;
  } finally {
    await world.close();
  }
}

test.each<[string, Parameters<typeof workPerChange>[1]]>([
  ['texts', (index, cardIds) => ['cards/update', { id: cardIds[index], content: `Rewritten ${index}` }]],
  [
    'new cards behind a refused one',
    (index, _, deckId) => [
      'cards/create',
      { deckId, content: `New ${index}`, ...(index === 0 ? { assigneeId: 'nobody' } : {}) },
    ],
  ],
])('four times as many waiting %s cost no more each', async (_, step) => {
  const few = await workPerChange(6, step);
  const many = await workPerChange(24, step);
  expect(many.performed).toBeLessThanOrEqual(few.performed * 1.2);
  expect(many.looked).toBeLessThanOrEqual(few.looked * 1.2);
});
