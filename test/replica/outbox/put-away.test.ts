import { afterEach, beforeEach, expect, test } from 'vitest';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;
let id: string;

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
  const deckId = device.replica.store.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]
    ?.id;
  id = String((await world.dispatch('cards/create', { content: 'Ours', deckId: deckId as never })).id);
  device.replica.sync.refresh();
  await device.idle();
});
afterEach(() => world.close());

const listedCards = () => device.replica.restorableConflicts.putAway();
const serviceCard = () => world.service.engine.rows.get('card', id);

test('a card that was started and commented offline and deleted elsewhere is listed and can be restored', async () => {
  await device.offline();
  device.actOrThrow(['cards/update', { id, status: 'started', effort: 5 }]);
  device.actOrThrow(['resolvables/create', { cardId: id, context: 'comment', content: 'On it' }]);
  await world.dispatch('cards/update', { id: id as never, visibility: 'deleted' });
  await device.online();
  expect(device.replica.operations()).toEqual([]);
  expect(listedCards()).toMatchObject([
    { key: id, title: 'Ours', state: 'deleted', labels: ['cards/update', 'resolvables/create'], canRestore: true },
  ]);
  // The card's history contains the name of the person who deleted the card. The replica reads the history on demand.
  await device.idle();
  expect(listedCards()).toMatchObject([{ by: expect.any(String), madeAt: expect.any(String) }]);
  const restored = device.replica.restorableConflicts.restorePutAway(listedCards()[0]?.id ?? 0);
  if (!restored.ok) throw new Error(restored.failure.message);
  await device.idle();
  expect(serviceCard()).toMatchObject({ visibility: 'default', status: 'started', effort: 5 });
  expect(listedCards()).toEqual([]);
  const { undo } = restored.value;
  expect(device.replica.act({ label: undo?.label ?? '', steps: undo?.steps ?? ([] as never) })).toMatchObject({
    ok: true,
  });
  await device.idle();
  expect(serviceCard()).toMatchObject({ visibility: 'deleted', status: 'not_started', effort: 5 });
});

test('a card that was started and then stopped offline is restored as not started', async () => {
  await device.offline();
  device.actOrThrow(['cards/update', { id, status: 'started' }]);
  device.actOrThrow(['cards/update', { id, status: 'not_started' }]);
  await world.dispatch('cards/update', { id: id as never, visibility: 'archived' });
  await device.online();
  expect(device.replica.restorableConflicts.restorePutAway(listedCards()[0]?.id ?? 0)).toMatchObject({ ok: true });
  await device.idle();
  expect(serviceCard()).toMatchObject({ visibility: 'default', status: 'not_started' });
});

test('offline changes of a deck or milestone that was deleted elsewhere wait in the outbox with the reason', async () => {
  const deckId = serviceCard()?.deckId as string;
  const { accountId } = serviceCard() ?? {};
  const milestone = { accountId, name: 'Ours', color: 'gray', date: '2031-01-01', isGlobal: true, projectIds: null };
  const milestoneId = String((await world.dispatch('milestones/create', milestone as never)).id);
  device.replica.sync.refresh();
  await device.idle();
  await device.offline();
  device.actOrThrow(['decks/update', { id: deckId, title: 'Renamed' }]);
  device.actOrThrow(['cards/create', { content: 'New here', deckId }]);
  device.actOrThrow(['milestones/update', { id: milestoneId, name: 'Renamed' }]);
  device.actOrThrow(['cards/update', { id, milestoneId }]);
  await world.dispatch('decks/delete', { id: deckId as never });
  await world.dispatch('milestones/delete', { id: milestoneId as never });
  await device.online();
  const gone = (model: string, rowId: string) => ({
    state: 'rejected',
    failure: { code: 'not_found', message: `There is no ${model} with the id '${rowId}'.` },
  });
  expect(device.replica.operations()).toMatchObject([
    { action: 'decks/update', ...gone('deck', deckId) },
    { action: 'cards/create', ...gone('deck', deckId) },
    { action: 'milestones/update', ...gone('milestone', milestoneId) },
    { action: 'cards/update', ...gone('milestone', milestoneId) },
  ]);
});

test('a card whose deck was deleted elsewhere is listed, but its deck cannot be restored', async () => {
  await device.offline();
  device.actOrThrow(['cards/update', { id, effort: 3 }]);
  await world.dispatch('decks/delete', { id: serviceCard()?.deckId as never });
  await device.online();
  expect(listedCards()).toMatchObject([{ key: id, state: 'archived', canRestore: false }]);
  device.replica.restorableConflicts.leavePutAway(listedCards()[0]?.id ?? 0);
  expect(listedCards()).toEqual([]);
});

test('cards archived or deleted here, or earlier, are not listed', async () => {
  await device.offline();
  device.actOrThrow(['cards/update', { id, effort: 3 }]);
  device.actOrThrow(['cards/update', { id, visibility: 'archived' }]);
  await device.online();
  expect(listedCards()).toEqual([]);
  device.actOrThrow(['cards/update', { id, effort: 5 }]);
  await device.idle();
  expect(serviceCard()).toMatchObject({ visibility: 'archived', effort: 5 });
  expect(listedCards()).toEqual([]);
});
