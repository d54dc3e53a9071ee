import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createRequestBudget } from '../../electron/client/budget.ts';
import { replicaDifferences } from '../replica/comparison.ts';
import { createWorld, type World, type WorldReplica, worldWithSyncedDevice } from '../replica/support.ts';
import type { NetworkFault } from './network.ts';

let world: World;
let device: WorldReplica;

async function startWorld(): Promise<void> {
  ({ world, device } = await worldWithSyncedDevice());
}

const rows = () => device.replica.store.rows;
const deck = () => rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id as string;
const cardWith = (is: string, index = 0) =>
  rows().where('card', `"visibility" = 'default' AND ${is} ORDER BY "cardId"`)[index]?.cardId as string;
const plainCard = (index = 0) => cardWith(`"derivedStatus" IN ('assigned', 'unassigned')`, index);
const threadId = () => rows().where('resolvable', '"isClosed" = 0 ORDER BY "id"')[0]?.id as string;
const entryId = (index: number) => rows().where('resolvableEntry', '1 ORDER BY "entryId"')[index]?.entryId as string;
/** Id of the first run that is not completed. */
const runId = () => rows().where('sprint', '"completedAt" IS NULL ORDER BY "startDate"')[0]?.id as string;

/** Params of actions that must not be sent twice: a repeat creates a second row or is refused. */
const unrepeatable: Record<string, (unique: string) => Record<string, unknown>> = {
  'cards/create': (unique) => ({ content: `Only once ${unique}`, deckId: deck() }),
  'cards/createMany': (unique) => ({ cards: [{ content: `a ${unique}` }, { content: `b ${unique}` }], deckId: deck() }),
  'cards/copy': (unique) => ({ ids: [plainCard(faults.indexOf(unique as NetworkFault))], props: [], target: deck() }),
  'decks/create': (unique) => ({ title: `Only once ${unique}`, projectId: rows().get('deck', deck())?.projectId }),
  'milestones/create': (unique) => ({
    accountId: world.service.accountId,
    name: `Only once ${unique}`,
    color: 'blue',
    date: '2026-09-01',
    isGlobal: true,
    projectIds: null,
  }),
  'resolvables/create': (unique) => ({ cardId: plainCard(), context: 'comment', content: `Only once ${unique}` }),
  'resolvables/comment': (unique) => ({ resolvableId: threadId(), content: `Only once ${unique}` }),
  'projects/deleteTag': () => ({ id: rows().where('projectTag', '1 ORDER BY "id"')[0]?.id }),
  'resolvables/addReaction': (unique) => ({
    entryId: entryId(faults.indexOf(unique as NetworkFault)),
    value: { type: 'emoji', value: '🦉' },
  }),
};
const repeatable: Record<string, (unique: string) => Record<string, unknown>> = {
  'cards/update': (unique) => ({ id: plainCard(), content: `Changed ${unique}` }),
  'handQueue/setCardOrders': () => {
    const hand = rows().find('queueEntry', { userId: world.userId, cardDoneAt: null }, ['sortIndex']);
    const cardIds = hand.map(({ cardId }) => cardId).reverse();
    return { cardIds, draggedCardIds: cardIds, userId: world.userId };
  },
  'cardOrders/addBefore': () => ({ targetId: null, cardIds: [plainCard()], context: 'deck', label: null }),
};
const faults: NetworkFault[] = [
  'dropBefore',
  'dropAfter',
  'error500',
  'error502After',
  'html',
  'htmlAfter',
  'truncate',
  'throttle',
  'unreachable',
];

/** Makes only the first request for an action fail, with the given fault. */
function failOnce(action: string, fault: NetworkFault): void {
  let isFaulty = true;
  device.network.fault = (path) => {
    if (!isFaulty || path !== `/dispatch/${action}`) return undefined;
    isFaulty = false;
    return fault;
  };
}

describe.each(Object.keys(unrepeatable))('%s', (action) => {
  beforeAll(startWorld);
  afterAll(() => world.close());
  test.each(faults)('is carried out exactly once after %s', async (fault) => {
    failOnce(action, fault);
    const before = device.network.carriedOut(action).length;
    device.actOrThrow([action, unrepeatable[action]?.(fault) ?? {}]);
    await device.idle();
    // Wait longer than a lost request can take to arrive.
    for (let minute = 0; minute < 2; minute += 1) {
      await world.clock.advance(60_000);
      await device.idle();
    }
    expect(device.network.carriedOut(action)).toHaveLength(before + 1);
    expect(device.replica.operations()).toEqual([]);
    expect(device.warnings).toEqual([]);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  });
});

describe.each(Object.keys(repeatable))('%s', (action) => {
  beforeAll(startWorld);
  afterAll(() => world.close());
  test.each(faults)('arrives after %s', async (fault) => {
    failOnce(action, fault);
    device.actOrThrow([action, repeatable[action]?.(fault) ?? {}]);
    await device.idle();
    await world.clock.advance(100_000);
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  });
});

describe('events around a sending', () => {
  afterEach(() => world.close());

  test.each(['dropBefore', 'dropAfter', 'error502After'] as const)(
    'a run is completed once after %s',
    async (fault) => {
      await startWorld();
      failOnce('sprints/updateSprint', fault);
      device.actOrThrow(['sprints/updateSprint', { id: runId(), complete: true }]);
      await device.idle();
      await world.clock.advance(120_000);
      await device.idle();
      expect(device.network.carriedOut('sprints/updateSprint')).toHaveLength(1);
      expect(device.replica.operations()).toEqual([]);
      expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
    },
  );

  test('a run that somebody else completed, but whose text did not change, is left to the person', async () => {
    await startWorld();
    const id = runId();
    failOnce('sprints/updateSprint', 'dropBefore');
    device.actOrThrow(['sprints/updateSprint', { id, complete: true, description: 'All lanterns burn' }]);
    await device.idle();
    await world.dispatch('sprints/updateSprint', { id, complete: true } as never);
    for (let minute = 0; minute < 3; minute += 1) {
      await world.clock.advance(60_000);
      await device.idle();
    }
    const message = expect.stringContaining('only a part of the change');
    expect(device.replica.operations()).toMatchObject([
      { state: 'uncertain', failure: { code: 'ambiguous', message } },
    ]);
  });

  // The search for a created card must not stop after the 200 newest cards.
  test('a card whose answer was lost is found behind hundreds of newer ones', async () => {
    await startWorld();
    let isLost = false;
    device.network.fault = (path) => {
      if (isLost) return 'unreachable';
      isLost = path === '/dispatch/cards/create';
      return isLost ? 'dropAfter' : undefined;
    };
    device.actOrThrow(['cards/create', { content: 'Before many', deckId: deck() }]);
    await device.idle();
    const cards = Array.from({ length: 250 }, (_, index) => ({ content: `Imported ${index}` }));
    await world.dispatch('cards/createMany', { cards, deckId: deck() as never });
    await device.online();
    await world.clock.advance(120_000);
    await device.idle();
    expect(device.network.carriedOut('cards/create')).toHaveLength(1);
    expect(device.replica.operations()).toEqual([]);
  });

  test.each(['dropBefore', 'dropAfter'] as const)(
    'cards made offline after one lost in %s go on, and all stand in the order of their making',
    async (fault) => {
      await startWorld();
      await device.offline();
      const made = Array.from({ length: 8 }, (_, index) => `Made offline ${index}`);
      for (const content of made) device.actOrThrow(['cards/create', { content, deckId: deck() }]);
      failOnce('cards/create', fault);
      device.replica.sync.refresh();
      await device.idle();
      await world.clock.advance(5_000);
      await device.idle();
      expect(device.replica.operations()).toMatchObject(fault === 'dropAfter' ? [] : [{ state: 'uncertain' }]);
      const onService = () => world.service.engine.rows.where('card', `"content" LIKE 'Made offline %'`);
      expect(onService()).toHaveLength(fault === 'dropAfter' ? 8 : 7);
      for (let minute = 0; minute < 2; minute += 1) {
        await world.clock.advance(60_000);
        await device.idle();
      }
      expect(device.replica.operations()).toEqual([]);
      expect(onService()).toHaveLength(8);
      const position = (cardId: string) =>
        world.service.engine.rows.find('cardOrder', { context: 'deck', cardId })[0]?.sortValue;
      const order = onService().toSorted((a, b) => {
        const [before = '~', after = '~'] = [position(a.cardId), position(b.cardId)];
        return before === after ? Number(a.accountSeq) - Number(b.accountSeq) : before < after ? -1 : 1;
      });
      expect(order.map(({ content }) => content)).toEqual(made);
      expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
    },
  );

  test('a request that arrives late, after a search without result, is not carried out twice', async () => {
    await startWorld();
    const direct = device.network.send;
    device.network.fault = (path) => (path === '/dispatch/cards/create' ? 'dropBefore' : undefined);
    const params = { content: 'Slow on its way', deckId: deck() };
    device.actOrThrow(['cards/create', params]);
    await device.idle();
    device.network.fault = () => undefined;
    await world.clock.advance(5_000);
    await device.idle();
    expect(device.replica.operations()).toMatchObject([{ state: 'uncertain' }]);
    // The lost request arrives now.
    const late = new Request('http://localhost/dispatch/cards/create', {
      method: 'POST',
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(params),
    });
    await direct(late);
    for (let minute = 0; minute < 2; minute += 1) {
      await world.clock.advance(60_000);
      await device.idle();
    }
    expect(device.network.carriedOut('cards/create')).toHaveLength(1);
    expect(device.replica.operations()).toEqual([]);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  });

  // The answer of a search contains only rows that existed when the search began. In this test the lost request arrives
  // after that, while the search waits for its answer. So the app must check at the start of the search whether the
  // request can still arrive. If it checks at the end, it sends the request again.
  test('a search that began before the request arrived proves nothing, however late it is answered', async () => {
    await startWorld();
    const direct = device.network.send;
    device.network.fault = (path) => (path === '/dispatch/cards/create' ? 'dropBefore' : 'unreachable');
    const params = { content: 'Overtaken', deckId: deck() };
    device.actOrThrow(['cards/create', params]);
    await device.idle();
    await world.clock.advance(40_000);
    await device.idle();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let queries = 0;
    // `delay` is called before a request and again before its answer. Hold back the answer of the search, which is the
    // second call.
    device.network.delay = async () => {
      queries += 1;
      if (queries === 2) await held;
    };
    device.network.fault = () => undefined;
    device.replica.sync.refresh();
    await world.clock.advance(100);
    expect(queries).toBe(2);
    device.network.delay = undefined;
    const headers = { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' };
    const url = 'http://localhost/dispatch/cards/create';
    await direct(new Request(url, { method: 'POST', headers, body: JSON.stringify(params) }));
    await world.clock.advance(25_000);
    answer();
    await device.idle();
    await world.clock.advance(120_000);
    await device.idle();
    expect(device.network.carriedOut('cards/create')).toHaveLength(1);
    expect(device.replica.operations()).toEqual([]);
    expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
  });

  describe('of a request that waits because the service asked to wait', () => {
    async function startThrottled(): Promise<void> {
      world = createWorld();
      const budget = createRequestBudget(world.clock);
      device = world.replica({ budget });
      await device.start();
      budget.hold(300);
    }

    // The app waits before it sends the request. It must store the time after this wait as the time of sending.
    // Otherwise a search assumes too early that the lost request can no longer arrive, or rejects the created row
    // because of its creation time.
    test('is searched for after the request can no longer arrive, and carried out once', async () => {
      await startThrottled();
      let arrive: () => void = () => undefined;
      device.network.late = (arrives) => {
        arrive = arrives;
        return true;
      };
      failOnce('cards/create', 'dropBefore');
      device.actOrThrow(['cards/create', { content: 'Slowed down', deckId: deck() }]);
      await world.clock.advance(310_000);
      expect(device.replica.operations()).toMatchObject([{ state: 'uncertain' }]);
      arrive();
      await world.clock.advance(120_000);
      await device.idle();
      expect(device.network.carriedOut('cards/create')).toHaveLength(1);
      expect(device.replica.operations()).toEqual([]);
      expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
    });

    // The person discards the operation while its request waits to be sent. The request must not be sent afterwards.
    test('is not sent if the person discards the change meanwhile', async () => {
      await startThrottled();
      device.actOrThrow(['cards/create', { content: 'Discarded', deckId: deck() }]);
      await world.clock.advance(1_000);
      const [operation] = device.replica.operations();
      expect(operation).toMatchObject({ state: 'sending' });
      device.replica.discard(operation?.id as number);
      await world.clock.advance(400_000);
      await device.idle();
      expect(device.network.carriedOut('cards/create')).toEqual([]);
      expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
    });
  });

  // After a restart, the replica must still know which lost requests can arrive late. Otherwise a newer change does not
  // wait for such a request, and the late request overwrites the newer change.
  test('a change waits for the lost request of an older one, also after a restart', async () => {
    await startWorld();
    const id = plainCard();
    let arrive: () => void = () => undefined;
    device.network.late = (arrives) => {
      arrive = arrives;
      return true;
    };
    failOnce('cards/update', 'dropBefore');
    device.actOrThrow(['cards/update', { id, content: 'First' }]);
    await device.idle();
    await world.clock.advance(2_000);
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(device.network.carriedOut('cards/update')).toHaveLength(1);
    const { directory } = device;
    await device.close();
    const two = world.replica({ directory });
    two.replica.start();
    await two.idle();
    two.actOrThrow(['cards/update', { id, content: 'Second' }]);
    await two.idle();
    arrive();
    await world.clock.advance(120_000);
    await two.idle();
    expect(world.service.engine.rows.get('card', id)).toMatchObject({ content: 'Second' });
    expect(two.replica.operations()).toEqual([]);
    expect(replicaDifferences(two.replica, world.service, world.userId)).toEqual([]);
  });

  test('an answer lost at the end of the program is searched for at the next start', async () => {
    await startWorld();
    device.network.fault = (path) => (path === '/dispatch/cards/create' ? 'dropAfter' : undefined);
    const { id } = device.actOrThrow(['cards/create', { content: 'Sent as it ended', deckId: deck() }]);
    device.actOrThrow(['cards/update', { id, priority: 'a' }]);
    await device.idle();
    const { directory } = device;
    await device.close();
    const two = world.replica({ directory });
    expect(two.replica.operations().map(({ state }) => state)).toEqual(['uncertain', 'waiting']);
    await two.start();
    await world.clock.advance(120_000);
    await two.idle();
    expect(world.service.engine.rows.where('card', `"content" = 'Sent as it ended'`)).toMatchObject([
      { priority: 'a' },
    ]);
    expect(two.replica.operations()).toEqual([]);
    expect(replicaDifferences(two.replica, world.service, world.userId)).toEqual([]);
  });
});
