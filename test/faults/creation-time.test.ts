/**
 * Tests a lost answer: a comment is created, the answer gets lost, and the comment's text changes before the app
 * searches for the comment. The app must recognise the comment by its creation time
 * (electron/replica/push/request-window.ts). The last test does the same with a copy of a card.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replicaDifferences } from '../replica/comparison.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../replica/support.ts';
import type { NetworkFault } from './network.ts';

let world: World;
let device: WorldReplica;
beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const cardId = () =>
  device.replica.store.rows.where('card', `"visibility" = 'default' AND "derivedStatus" = 'assigned'`)[0]
    ?.cardId as string;
const thread = (content: string) => ({ cardId: cardId(), context: 'comment', content }) as const;
const entriesWith = (content: string) => world.service.engine.rows.find('resolvableEntry', { content });

/** Applies the fault to the first request for an action. All requests after it fail. */
function failAfterFirst(fault: NetworkFault): void {
  let isFirst = true;
  device.network.fault = (path) => {
    if (!path.startsWith('/dispatch/')) return isFirst ? undefined : 'unreachable';
    if (!isFirst) return 'unreachable';
    isFirst = false;
    return fault;
  };
}

async function reconnect(): Promise<void> {
  device.network.fault = () => undefined;
  for (let minute = 0; minute < 4; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
}

/**
 * Simulates the same person on another computer: starts a thread on the card and changes the first comment of this
 * thread.
 */
async function startThreadElsewhere(): Promise<void> {
  const { id } = await world.dispatch('resolvables/create', thread('From elsewhere'));
  const [entry] = world.service.engine.rows.find('resolvableEntry', { resolvableId: id as never });
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Elsewhere, later' });
}

test('a comment changed since is found by its creation time, and the replaced text is kept with the card', async () => {
  failAfterFirst('dropAfter');
  device.actOrThrow(['resolvables/create', thread('As I wrote it')]);
  await device.idle();
  const [entry] = entriesWith('As I wrote it');
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Changed elsewhere' });
  await world.clock.advance(3_600_000);
  await reconnect();
  expect(device.replica.operations()).toEqual([]);
  expect(device.network.carriedOut('resolvables/create')).toHaveLength(1);
  expect(device.replica.drafts.lostTexts(cardId(), (id) => id)).toMatchObject([{ text: 'As I wrote it' }]);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

test('a comment of another computer, created soon after and changed, does not count: the person is asked', async () => {
  failAfterFirst('dropBefore');
  device.actOrThrow(['resolvables/create', thread('Never arrived')]);
  await device.idle();
  await world.clock.advance(20_000);
  await startThreadElsewhere();
  await reconnect();
  expect(device.replica.operations()).toMatchObject([{ state: 'uncertain', failure: { code: 'ambiguous' } }]);
  expect(device.network.carriedOut('resolvables/create')).toHaveLength(0);
});

test('a comment of another computer, created when the request was no longer in flight, needs no question', async () => {
  failAfterFirst('dropBefore');
  device.actOrThrow(['resolvables/create', thread('Never arrived')]);
  await device.idle();
  await world.clock.advance(600_000);
  await startThreadElsewhere();
  await reconnect();
  expect(device.replica.operations()).toEqual([]);
  expect(entriesWith('Never arrived')).toHaveLength(1);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

test('a row that was ruled out once stays ruled out, even if it changes before the next search', async () => {
  const late: NetworkFault[] = ['dropBefore'];
  device.network.fault = (path) => (path === '/dispatch/resolvables/create' ? late.shift() : undefined);
  device.actOrThrow(['resolvables/create', thread('Never arrived')]);
  const { id } = await world.dispatch('resolvables/create', thread('From elsewhere'));
  await device.idle();
  await world.clock.advance(5_000);
  await device.idle();
  const [entry] = world.service.engine.rows.find('resolvableEntry', { resolvableId: id as never });
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Elsewhere, later' });
  await reconnect();
  expect(device.replica.operations()).toEqual([]);
  expect(entriesWith('Never arrived')).toHaveLength(1);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

test('of two lost requests in the same list, each is found by its own time', async () => {
  const fates: NetworkFault[] = ['dropBefore', 'dropAfter'];
  let sent = 0;
  device.network.fault = (path) => {
    if (path !== '/dispatch/resolvables/create') return sent > 1 ? 'unreachable' : undefined;
    sent += 1;
    return fates.shift() ?? 'unreachable';
  };
  device.actOrThrow(['resolvables/create', thread('First of two')]);
  await device.idle();
  await world.clock.advance(8_000);
  device.actOrThrow(['resolvables/create', thread('Second of two')]);
  await device.idle();
  expect(device.replica.operations().map(({ state }) => state)).toEqual(['uncertain', 'uncertain']);
  const [entry] = entriesWith('Second of two');
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Changed elsewhere' });
  await reconnect();
  expect(device.replica.operations()).toEqual([]);
  expect(entriesWith('First of two')).toHaveLength(1);
  expect(device.network.carriedOut('resolvables/create')).toHaveLength(2);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});

test('a copy of a card that others changed just before is found by any text that the card has had', async () => {
  let isFirst = true;
  device.network.fault = (path) => {
    if (path !== '/dispatch/cards/copy') return isFirst ? undefined : 'unreachable';
    isFirst = false;
    return 'dropAfter';
  };
  const deckId = device.replica.store.rows.get('card', cardId())?.deckId as string;
  await world.dispatch('cards/update', { id: cardId() as never, content: 'New just before' });
  device.actOrThrow(['cards/copy', { ids: [cardId()], props: [], target: deckId }]);
  await device.idle();
  await world.dispatch('cards/update', { id: cardId() as never, content: 'Newer still' });
  const [copy] = world.service.engine.rows.find('card', { content: 'New just before' });
  await world.dispatch('cards/update', { id: copy?.cardId as never, content: 'The copy, changed' });
  await world.dispatch('cards/create', { content: 'Something else', deckId: deckId as never });
  await reconnect();
  expect(device.replica.operations()).toEqual([]);
  expect(device.network.carriedOut('cards/copy')).toHaveLength(1);
  expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
});
