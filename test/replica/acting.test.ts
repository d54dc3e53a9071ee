import { afterEach, beforeEach, expect, test } from 'vitest';
import { differences } from './comparison.ts';
import { createWorld, type World, type WorldReplica } from './support.ts';

let world: World;
let one: WorldReplica;

beforeEach(async () => {
  world = createWorld();
  one = world.replica();
  one.replica.start();
  await one.idle();
});
afterEach(() => world.close());

const deck = () => one.replica.ledger.rows.where('deck', `"deckType" = 'task' LIMIT 1`)[0]?.id as string;

test('a card made here has a local id until the service has given one, everywhere', async () => {
  one.network.fault = () => 'unreachable';
  const { id } = one.done(['cards/create', { content: 'Made offline\n\nwith text', deckId: deck(), putInQueue: true }]);
  one.done(['cards/update', { id, content: 'Changed offline', priority: 'a' }]);
  one.done(['bookmarks/addCards', { ids: [id], userId: world.userId }]);
  one.done(['cardOrders/addBefore', { targetId: null, cardIds: [id], context: 'deck', label: null }]);
  await one.idle();
  expect(id).toMatch(/^local-/);
  expect(one.read({ [`card("${id}")`]: ['title', 'version', 'accountSeq'] }).card?.[String(id)]).toMatchObject({
    title: 'Changed offline',
    accountSeq: null,
  });
  expect(one.replica.status()).toMatchObject({ phase: 'offline', waiting: 4 });

  one.network.fault = () => undefined;
  await world.clock.advance(5000);
  await one.idle();
  expect(one.warnings).toEqual([]);
  expect(one.replica.operations()).toEqual([]);
  const [renamed] = one.renamed.filter(({ model }) => model === 'card');
  expect(renamed?.from).toBe(id);
  expect(one.read({ [`card("${renamed?.to}")`]: ['title', 'priority'] }).card?.[renamed?.to as string]).toMatchObject({
    title: 'Changed offline',
    priority: 'a',
  });
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});
