import { afterEach, beforeEach, expect, test } from 'vitest';
import { replicaDifferences } from '../comparison.ts';
import { createWorld, type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const deck = () => device.replica.store.rows.where('deck', `"deckType" = 'task' LIMIT 1`)[0]?.id as string;

test('a card created here has a local id until the service assigns one, then the new id everywhere', async () => {
  device.network.fault = () => 'unreachable';
  const { id } = device.actOrThrow([
    'cards/create',
    { content: 'Made offline\n\nwith text', deckId: deck(), putInQueue: true },
  ]);
  device.actOrThrow(['cards/update', { id, content: 'Changed offline', priority: 'a' }]);
  device.actOrThrow(['bookmarks/addCards', { ids: [id], userId: world.userId }]);
  device.actOrThrow(['cardOrders/addBefore', { targetId: null, cardIds: [id], context: 'deck', label: null }]);
  await device.idle();
  expect(id).toMatch(/^local-/);
  expect(device.read({ [`card("${id}")`]: ['title', 'version', 'accountSeq'] }).card?.[String(id)]).toMatchObject({
    title: 'Changed offline',
    accountSeq: null,
  });
  expect(device.replica.status()).toMatchObject({ phase: 'offline', waiting: 4 });

  device.network.fault = () => undefined;
  await world.clock.advance(5000);
  await device.idle();
  expect(device.warnings).toEqual([]);
  expect(device.replica.operations()).toEqual([]);
  const [renamed] = device.renamed.filter(({ model }) => model === 'card');
  expect(renamed?.from).toBe(id);
  expect(
    device.read({ [`card("${renamed?.to}")`]: ['title', 'priority'] }).card?.[renamed?.to as string],
  ).toMatchObject({
    title: 'Changed offline',
    priority: 'a',
  });
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

// A tab in the window shows a card by its local id. While the window is closed, the service assigns its own id to the
// card, so the window misses the event that announces this id. When the window opens again and asks for the card by the
// local id, the replica must send the event again.
test('a window that missed the new id of a card gets it when it asks by the local one', async () => {
  device.network.fault = () => 'unreachable';
  const { id } = device.actOrThrow(['cards/create', { content: 'Open in a tab at the end', deckId: deck() }]);
  const { directory } = device;
  await device.close();
  const two = world.replica({ directory });
  await two.start();
  const [arrived] = two.renamed.splice(0);
  expect(arrived).toMatchObject({ model: 'card', from: id });
  two.replica.watch('tabs', { [`card("${id}")`]: ['title'] });
  two.read({ [`card("${arrived?.to}")`]: ['title'] });
  expect(two.renamed).toEqual([arrived]);
});

test('undo of a pin or a watch restores the last setting made here', async () => {
  const { rows } = device.replica.store;
  const [first, second] = rows.where('milestone', '"isDeleted" = 0 ORDER BY "id"').map(({ id }) => id);
  const pin = (milestoneId: unknown) => device.act(['milestones/pin', { milestoneId, userId: world.userId }]);
  const pinned = () => world.service.engine.rows.find('pinnedMilestone', { userId: world.userId })[0]?.milestoneId;
  pin(first);
  await device.idle();
  const again = pin(second);
  await device.idle();
  expect(pinned()).toBe(second);
  if (again.ok && again.value.undo) device.replica.act(again.value.undo);
  await device.idle();
  expect(pinned()).toBe(first);

  const [card] = rows.where('card', `"visibility" = 'default' LIMIT 1`);
  const watched = () => world.service.engine.rows.find('cardSubscription', { cardId: card?.cardId as never }).length;
  device.actOrThrow(['watchings/addCard', { cardId: card?.cardId }]);
  await device.idle();
  const count = watched();
  const left = device.act(['watchings/removeCard', { cardId: card?.cardId }]);
  await device.idle();
  expect(watched()).toBe(count - 1);
  if (left.ok && left.value.undo) device.replica.act(left.value.undo);
  await device.idle();
  expect(watched()).toBe(count);
  // The person already watches the card, so the action changes nothing and has no undo.
  expect(device.act(['watchings/addCard', { cardId: card?.cardId }])).toMatchObject({ value: { undo: null } });
});

// If such an error were answered as a failure, the person would repeat a change that is stored already.
test('an error after a change is stored is logged, and the change is answered as done', async () => {
  const { replica, patches, warnings } = device;
  replica.watch('decks', { _root: [{ account: [{ decks: ['title'] }] }] });
  patches.push = () => {
    throw new Error('The window is gone.');
  };
  const id = deck();
  const acted = device.act(['decks/update', { id, title: 'Renamed once' }]);
  Reflect.deleteProperty(patches, 'push');
  expect(acted).toMatchObject({ ok: true, value: { undo: { steps: [{ action: 'decks/update' }] } } });
  expect(replica.operations()).toHaveLength(1);
  expect(warnings.splice(0)).toEqual([expect.stringContaining('The window is gone.')]);
  await device.idle();
  expect(world.service.engine.rows.get('deck', id)?.title).toBe('Renamed once');
  // The patch that was not sent is counted, so the window sees that it lacks one and reads the answer again.
  device.actOrThrow(['decks/update', { id, title: 'Renamed twice' }]);
  expect(patches.at(-1)).toMatchObject({ watchId: 'decks', base: 1 });
});

test('the service answers an action as done if a listener of its commits fails', async () => {
  const defects: unknown[] = [];
  const other = createWorld({ onDefect: (error) => defects.push(error) });
  try {
    other.service.onCommit(() => {
      throw new Error('The port is closed.');
    });
    const id = other.service.engine.rows.find('deck', {})[0]?.id as never;
    await other.dispatch('decks/update', { id, title: 'Renamed' });
    expect(other.service.engine.rows.get('deck', id)?.title).toBe('Renamed');
    await Promise.resolve();
    expect(defects).toEqual([new Error('The port is closed.')]);
  } finally {
    await other.close();
  }
});
