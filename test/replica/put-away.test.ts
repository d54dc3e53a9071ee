import { afterEach, beforeEach, expect, test } from 'vitest';
import { startedWorld, type World, type WorldReplica } from './support.ts';

let world: World;
let one: WorldReplica;
let id: string;

beforeEach(async () => {
  ({ world, one } = await startedWorld());
  const deckId = one.replica.ledger.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id;
  id = String((await world.dispatch('cards/create', { content: 'Ours', deckId: deckId as never })).id);
  one.replica.sync.refresh();
  await one.idle();
});
afterEach(() => world.close());

const told = () => one.replica.changedPutAway();
const there = () => world.service.engine.rows.get('card', id);

test('a card that was started and commented offline and deleted elsewhere is told of and restored', async () => {
  await one.offline();
  one.done(['cards/update', { id, status: 'started' }]);
  one.done(['resolvables/create', { cardId: id, context: 'comment', content: 'On it' }]);
  await world.dispatch('cards/update', { id: id as never, visibility: 'deleted' });
  await one.online();
  expect(one.replica.operations()).toEqual([]);
  expect(told()).toMatchObject([
    { key: id, title: 'Ours', state: 'deleted', labels: ['cards/update', 'resolvables/create'], canRestore: true },
  ]);
  // Who deleted it is read once somebody looks.
  await one.idle();
  expect(told()).toMatchObject([{ by: expect.any(String), madeAt: expect.any(String) }]);
  expect(one.replica.restorePutAway(told()[0]?.id ?? 0)).toMatchObject({ ok: true });
  await one.idle();
  expect(there()?.visibility).toBe('default');
  expect(told()).toEqual([]);
});

test('a card whose deck was deleted elsewhere is told of, but its deck cannot come back', async () => {
  await one.offline();
  one.done(['cards/update', { id, effort: 3 }]);
  await world.dispatch('decks/delete', { id: there()?.deckId as never });
  await one.online();
  expect(told()).toMatchObject([{ key: id, state: 'archived', canRestore: false }]);
  one.replica.leavePutAway(told()[0]?.id ?? 0);
  expect(told()).toEqual([]);
});

test('what was archived or deleted here, or before, is not told of', async () => {
  await one.offline();
  one.done(['cards/update', { id, effort: 3 }]);
  one.done(['cards/update', { id, visibility: 'archived' }]);
  await one.online();
  expect(told()).toEqual([]);
  one.done(['cards/update', { id, effort: 5 }]);
  await one.idle();
  expect(there()).toMatchObject({ visibility: 'archived', effort: 5 });
  expect(told()).toEqual([]);
});
