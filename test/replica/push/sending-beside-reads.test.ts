/**
 * Checks that reads and searches in flight hold no change of the person up, and that their answers are applied in a
 * right order.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRequestBudget } from '../../../electron/client/budget.ts';
import { serviceLimits } from '../../../shared/contract/index.ts';
import { waitForCallbacks } from '../../faults/clock.ts';
import { replicaDifferences } from '../comparison.ts';
import { createWorld, type World, type WorldReplica } from '../support.ts';

let world: World;
let device: WorldReplica;
let release: () => void;
beforeEach(() => {
  world = createWorld();
});
afterEach(async () => {
  release?.();
  await world.close();
});

const rows = () => device.replica.store.rows;
const card = () => rows().where('card', `"derivedStatus" = 'unassigned' ORDER BY "cardId"`)[0]?.cardId as string;
const deckId = () => rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id as string;

/** Makes the next reads hang until `release` is called, and starts one. */
async function hangRead(): Promise<void> {
  const hung = new Promise<void>((resolve) => {
    release = resolve;
  });
  device.network.delay = (path) => (path === '/' ? hung : Promise.resolve());
  device.replica.sync.refresh();
  await waitForCallbacks();
  expect(device.replica.sync.currentJob).toBe('Delta poll');
}

test('a change is sent at once while a background read hangs', async () => {
  device = world.replica();
  await device.start();
  await hangRead();
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/update')).toHaveLength(1);
});

test('a change that the service puts off is sent again after its pause while a background read hangs', async () => {
  device = world.replica();
  await device.start();
  await hangRead();
  let throttles = 1;
  device.network.fault = (path) => (path === '/dispatch/cards/update' && throttles-- > 0 ? 'throttle' : undefined);
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/update')).toHaveLength(0);
  await world.clock.advance(20_000);
  expect(device.network.carriedOut('cards/update')).toHaveLength(1);
});

test('a change is sent at once after a background read has timed out', async () => {
  device = world.replica();
  await device.start();
  await hangRead();
  await world.clock.advance(30_000);
  device.network.delay = undefined;
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/update')).toHaveLength(1);
});

test('a change is sent at once while background reads have used their share of the rate limit', async () => {
  const budget = createRequestBudget(world.clock);
  device = world.replica({ budget });
  device.replica.start();
  for (let second = 0; second < 60 && !device.replica.sync.firstSync.isComplete; second += 1)
    await world.clock.advance(1000);
  await world.clock.advance(20_000);
  for (let request = 0; request < serviceLimits.rateRequests; request += 1) void budget.acquire('background');
  device.replica.sync.refresh();
  await waitForCallbacks();
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/update')).toHaveLength(1);
  await world.clock.advance(20_000);
});

test('a change a second is on the wire within 50 ms while reads take all requests that they may', async () => {
  const budget = createRequestBudget(world.clock);
  device = world.replica({ budget });
  device.replica.start();
  for (let second = 0; second < 60 && !device.replica.sync.firstSync.isComplete; second += 1)
    await world.clock.advance(1000);
  await world.clock.advance(20_000);
  const stop = new AbortController();
  const readOn = async (priority: 'screen' | 'background') => {
    while (!stop.signal.aborted) await budget.acquire(priority, stop.signal);
  };
  const reading = Promise.allSettled([readOn('screen'), readOn('background')]);
  const waited: number[] = [];
  for (let second = 0; second < 30; second += 1) {
    const before = device.network.carriedOut('cards/update').length;
    device.actOrThrow(['cards/update', { id: card(), effort: second % 13 }]);
    await waitForCallbacks();
    let ms = 0;
    while (ms < 1000 && device.network.carriedOut('cards/update').length === before) {
      await world.clock.advance(10);
      ms += 10;
    }
    waited.push(ms);
    await world.clock.advance(1000 - ms);
  }
  stop.abort();
  await reading;
  await world.clock.advance(20_000);
  expect(waited.filter((ms) => ms > 50).length / waited.length).toBeLessThanOrEqual(0.05);
});

test('a read that shows a new card before its creation is answered makes no second card', async () => {
  device = world.replica();
  await device.start();
  await hangRead();
  let answerCreation = () => {};
  const creationAnswered = new Promise<void>((resolve) => {
    answerCreation = resolve;
  });
  // The network calls `delay` before and after the service has carried the request out.
  const delays = [Promise.resolve(), creationAnswered];
  device.network.delay = (path) => (path === '/dispatch/cards/create' && delays.shift()) || Promise.resolve();
  device.actOrThrow(['cards/create', { content: 'Made beside a read', deckId: deckId() }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/create')).toHaveLength(1);
  release();
  await waitForCallbacks();
  const made = () => rows().where('card', `"content" = 'Made beside a read'`);
  expect(made()).toHaveLength(1);
  answerCreation();
  await device.idle();
  device.replica.sync.refresh();
  await device.idle();
  expect(made()).toHaveLength(1);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

test('lists are read before they are sent also while a read hangs, and the older read changes nothing', async () => {
  device = world.replica();
  await device.start();
  const id = card();
  await hangRead();
  device.network.delay = undefined;
  await world.dispatch('cards/update', { id, masterTags: ['theirs'] });
  device.actOrThrow(['cards/update', { id, masterTags: ['mine'] }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/update')).toHaveLength(1);
  release();
  await device.idle();
  expect(rows().get('card', id)?.masterTags).toEqual(expect.arrayContaining(['mine', 'theirs']));
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

/** Loses the first creation of a card, and makes the first search for it hang until `release` is called. */
async function hangSearch(): Promise<void> {
  device = world.replica();
  await device.start();
  let creations = 0;
  device.network.fault = (path) => (path === '/dispatch/cards/create' && creations++ === 0 ? 'dropBefore' : undefined);
  device.actOrThrow(['cards/create', { content: 'Twice the same', deckId: deckId() }]);
  await waitForCallbacks();
  const hung = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reads = 0;
  device.network.delay = (path) => (path === '/' && reads++ === 0 ? hung : Promise.resolve());
  await world.clock.advance(2000);
  expect(device.replica.sync.currentJob).toBe('Looking for a lost answer');
}

test('a change is sent at once while the search for a lost answer hangs', async () => {
  await hangSearch();
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/update')).toHaveLength(1);
});

test('a search does not take the same card, sent beside it, for the lost one', async () => {
  await hangSearch();
  let answerCreation = () => {};
  const creationAnswered = new Promise<void>((resolve) => {
    answerCreation = resolve;
  });
  // The network calls `delay` before and after the service has carried the request out.
  const delays = [Promise.resolve(), creationAnswered];
  device.network.delay = (path) => (path === '/dispatch/cards/create' && delays.shift()) || Promise.resolve();
  device.actOrThrow(['cards/create', { content: 'Twice the same', deckId: deckId() }]);
  await waitForCallbacks();
  expect(device.network.carriedOut('cards/create')).toHaveLength(1);
  release();
  await waitForCallbacks();
  answerCreation();
  await device.idle();
  for (let minute = 0; minute < 3; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
  expect(device.network.carriedOut('cards/create')).toHaveLength(2);
  expect(device.replica.operations()).toEqual([]);
  expect(rows().where('card', `"content" = 'Twice the same'`)).toHaveLength(2);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});
