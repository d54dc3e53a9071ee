/** Checks that the last value that an author sets survives, even if earlier requests get lost or arrive late. */
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World, type WorldReplica } from '../replica/support.ts';
import type { NetworkFault } from './network.ts';
import { playTwoAuthorHistory, twoAuthorStepNumbers } from './two-author-history.ts';

let world: World;
afterEach(() => world?.close());

async function startedDevice(): Promise<WorldReplica> {
  const replica = world.replica();
  await replica.start();
  return replica;
}

interface CardsAndDecks {
  readonly decks: readonly string[];
  readonly cardId: string;
  readonly heroId: string;
}

/** Creates a workspace with three decks, a card, and a hero card with one sub card. */
async function createCardsAndDecks(): Promise<CardsAndDecks> {
  world = createWorld({ empty: true });
  const make = async (action: 'decks/create' | 'cards/create', params: object) =>
    String((await world.dispatch(action, params as never)).id);
  const projectId = String((await world.dispatch('projects/create', { name: 'P' })).id);
  const decks = [];
  for (const title of ['First', 'A', 'B']) decks.push(await make('decks/create', { title, projectId }));
  const deckId = decks[0];
  const cardId = await make('cards/create', { content: 'Card', deckId });
  const heroId = await make('cards/create', { content: 'Hero', deckId });
  await make('cards/create', { content: 'Sub card', deckId, parentCardId: heroId });
  return { decks, cardId, heroId };
}

const serviceCard = (cardId: string) => world.service.engine.rows.get('card', cardId);

test('a request that arrives after its repeat does not undo the next value, even if its effect was seen before', async () => {
  const { decks, cardId } = await createCardsAndDecks();
  const { act, network, replica, idle } = await startedDevice();
  const fates: (NetworkFault | undefined)[] = ['truncate', 'dropBefore'];
  network.fault = (path) => (path === '/dispatch/cards/update' ? fates.shift() : undefined);
  let arrive = () => {};
  network.late = (late) => {
    arrive = late;
    return true;
  };
  act(['cards/update', { id: cardId, deckId: decks[1] }]);
  act(['cards/update', { id: cardId, deckId: decks[2] }]);
  await idle();
  // The service has stored the first value, but its answer got lost. The repeated request is lost in the network, too.
  // The second value must wait until the repeated request can no longer arrive.
  for (let second = 0; second < 10; second += 1) {
    await world.clock.advance(1000);
    await idle();
  }
  expect(replica.operations().map(({ state }) => state)).toContain('queued');
  arrive();
  await world.clock.advance(120_000);
  await idle();
  expect(replica.operations()).toEqual([]);
  expect(serviceCard(cardId)?.deckId).toBe(decks[2]);
});

test('a request in flight that the person discarded does not undo the next value', async () => {
  const { decks, cardId } = await createCardsAndDecks();
  const { act, network, replica, idle } = await startedDevice();
  network.fault = (path) => (path.startsWith('/dispatch/') ? 'dropBefore' : 'unreachable');
  let arrive = () => {};
  network.late = (late) => {
    arrive = late;
    return true;
  };
  act(['cards/update', { id: cardId, deckId: decks[1] }]);
  await idle();
  const [lost] = replica.operations();
  expect(lost?.state).toBe('uncertain');
  replica.discard(lost?.id ?? 0);
  network.fault = () => undefined;
  act(['cards/update', { id: cardId, deckId: decks[2] }]);
  await world.clock.advance(10_000);
  await idle();
  arrive();
  await world.clock.advance(120_000);
  await idle();
  expect(replica.operations()).toEqual([]);
  expect(serviceCard(cardId)?.deckId).toBe(decks[2]);
});

test('a sub card added and removed offline, before anything was sent, is not added', async () => {
  const { decks, heroId } = await createCardsAndDecks();
  const { act, actOrThrow, replica, idle, offline, online } = await startedDevice();
  await offline();
  const before = replica.store.rows.get('card', heroId)?.childCards ?? [];
  const { id } = actOrThrow(['cards/create', { content: 'Made here', deckId: decks[0], parentCardId: heroId }]);
  act(['cards/update', { id: heroId, childCards: before, effort: 3 }]);
  await online();
  await idle();
  expect(replica.operations()).toEqual([]);
  expect(serviceCard(heroId)).toMatchObject({ childCards: before, effort: 3 });
  expect(serviceCard(replica.store.ids.renamed(String(id)))?.parentCardId).toBeNull();
});

test('a sub card that joins does not remove what somebody else added to the hero card at the same moment', async () => {
  const { decks, heroId, cardId } = await createCardsAndDecks();
  const { act, network, replica, idle } = await startedDevice();
  const had = replica.store.rows.get('card', heroId)?.childCards ?? [];
  const made = String((await world.dispatch('cards/create', { content: 'Other', deckId: decks[0] as never })).id);
  // Another client acts after the replica's last poll, but before the replica's change arrives at the service.
  network.delay = async (path) => {
    if (!path.startsWith('/dispatch/')) return;
    network.delay = undefined;
    await world.dispatch('cards/update', { id: made as never, parentCardId: heroId as never });
  };
  act(['cards/update', { id: heroId, childCards: [...had, cardId] }]);
  await idle();
  expect(serviceCard(heroId)?.childCards).toEqual([...had, made, cardId]);
  act(['cards/update', { id: heroId, childCards: [made, cardId] }]);
  await idle();
  expect(serviceCard(heroId)?.childCards).toEqual([made, cardId]);
});

test('a deck whose milestone was set does not set it again over later values of its cards', async () => {
  const { decks, cardId } = await createCardsAndDecks();
  const milestone = (name: string) =>
    world.dispatch('milestones/create', {
      accountId: world.service.accountId as never,
      name,
      color: 'blue',
      date: '2026-09-01',
      isGlobal: true,
      projectIds: null,
    });
  const ofDeck = String((await milestone('Of the deck')).id);
  const ofCard = String((await milestone('Of the card')).id);
  const { act, network, idle, replica } = await startedDevice();
  const fates: (NetworkFault | undefined)[] = ['dropAfter'];
  network.fault = (path) => (path === '/dispatch/decks/update' ? fates.shift() : undefined);
  act(['decks/update', { id: decks[0], milestoneId: ofDeck }]);
  await idle();
  await world.dispatch('cards/update', { id: cardId as never, milestoneId: ofCard as never });
  await world.clock.advance(120_000);
  await idle();
  expect(replica.operations()).toEqual([]);
  expect(serviceCard(cardId)?.milestoneId).toBe(ofCard);
});

/**
 * Random histories (sequences of changes) of two authors, see two-author-history.ts.
 * `npm run soak -- --two-author-histories n` runs more of them.
 */
test.each([1, 2, 3, 6, 1069])('history %i of two authors', { timeout: 120_000 }, async (seed) => {
  const { changes, faults } = await playTwoAuthorHistory({ seed, steps: twoAuthorStepNumbers });
  expect(changes).toBeGreaterThan(20);
  expect(faults).toBeGreaterThan(0);
});
