/**
 * Checks the undo of changes to a Hand, and of other changes that also add a card to the done pile of its owner's Hand.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const rowsOf = (cardId: unknown) =>
  device.replica.store.rows.where('queueEntry', `"cardId" = '${cardId}'`).map(({ userId, cardDoneAt }) => ({
    userId,
    isDone: cardDoneAt !== null,
  }));
const first = (condition: string) =>
  device.replica.store.rows.where('card', `${condition} ORDER BY "cardId" LIMIT 1`)[0];

function carriedOut(params: Record<string, unknown>) {
  const acted = device.act(['cards/update', params]);
  if (!acted.ok || !acted.value.undo) throw new Error('It could not be taken back');
  return acted.value.undo;
}

// Finishing the card also adds it to the done pile. Undo must remove it from there.
test('undo removes a card from the Hand if it was in none before', async () => {
  const card = first(
    `"derivedStatus" = 'assigned' AND "cardId" NOT IN (SELECT "cardId" FROM "queueEntry") AND "assigneeId" IS NOT NULL`,
  );
  expect(rowsOf(card?.cardId)).toEqual([]);
  const undo = carriedOut({ id: card?.cardId, status: 'done' });
  expect(rowsOf(card?.cardId)).toEqual([{ userId: card?.assigneeId, isDone: true }]);
  await device.idle();
  device.replica.act(undo);
  await device.idle();
  expect(rowsOf(card?.cardId)).toEqual([]);
});

// The card was in the done pile before the change, so undo must put it back there.
test('undo returns a card to the done pile if it was there before', async () => {
  const card = first(
    `"derivedStatus" = 'done' AND "cardId" IN (SELECT "cardId" FROM "queueEntry" WHERE "cardDoneAt" IS NOT NULL)`,
  );
  const before = rowsOf(card?.cardId);
  expect(before).toEqual([{ userId: card?.assigneeId, isDone: true }]);
  const undo = carriedOut({ id: card?.cardId, status: 'not_started' });
  expect(rowsOf(card?.cardId)).toEqual([{ userId: card?.assigneeId, isDone: false }]);
  await device.idle();
  device.replica.act(undo);
  await device.idle();
  expect(rowsOf(card?.cardId)).toEqual(before);
});

// The person removes a done card from the done pile, then changes the card. Undoing this change must not add the card
// to the done pile.
test.each([{ isDoc: true }, { status: 'not_started' }])(
  'undo of %o on a done card outside the done pile does not add it to the pile',
  async (change) => {
    const card = first(`"derivedStatus" = 'done' AND "assigneeId" IS NOT NULL`);
    device.actOrThrow(['handQueue/removeCards', { cardIds: [card?.cardId] }]);
    await device.idle();
    expect(rowsOf(card?.cardId)).toEqual([]);
    const undo = carriedOut({ id: card?.cardId, ...change });
    await device.idle();
    device.replica.act(undo);
    await device.idle();
    expect(device.replica.store.rows.get('card', card?.cardId as string)).toMatchObject({
      status: 'done',
      isDoc: false,
    });
    expect(rowsOf(card?.cardId)).toEqual([]);
  },
);

// Undo must not write the whole Hand as it was before the change: a card that left the Hand since would come back.
test.each(['putting a card back', 'moving a card'])(
  'undo of %s adds no card that left the Hand meanwhile',
  async (what) => {
    const { rows } = device.replica.store;
    const userId = rows.find('queueEntry', { cardDoneAt: null })[0]?.userId ?? '';
    const handOf = () =>
      rows.find('queueEntry', { userId, cardDoneAt: null }, ['sortIndex']).map(({ cardId }) => cardId);
    device.actOrThrow(['handQueue/removeCards', { cardIds: handOf(), userId }]);
    const cards = rows.where('card', `"derivedStatus" = 'unassigned' ORDER BY "cardId" LIMIT 4`);
    const [a, b, c, d] = cards.map(({ cardId }) => cardId) as [string, string, string, string];
    device.actOrThrow(['handQueue/addCardsToHand', { cardIds: [a, b, c, d], userId }]);
    await device.idle();
    expect(handOf()).toEqual([a, b, c, d]);
    const acted = device.act(
      what === 'moving a card'
        ? ['handQueue/setCardOrders', { cardIds: [d, a, b, c], draggedCardIds: [d], userId }]
        : ['handQueue/removeCards', { cardIds: [a], userId }],
    );
    if (!acted.ok || !acted.value.undo) throw new Error('It could not be taken back');
    await device.idle();
    device.actOrThrow(['handQueue/removeCards', { cardIds: [b], userId }]);
    await device.idle();
    device.replica.act(acted.value.undo);
    await device.idle();
    expect(handOf()).toEqual([a, c, d]);
  },
);
