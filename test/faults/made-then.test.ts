/**
 * The answer of a comment's creation gets lost, and the comment's text changes before the app searches for the comment.
 * The app must recognise the comment by its time of creation (electron/replica/push/request-window.ts).
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { differences } from '../replica/comparison.ts';
import { startedWorld, type World, type WorldReplica } from '../replica/support.ts';
import type { Fault } from './network.ts';

let world: World;
let one: WorldReplica;
beforeEach(async () => {
  ({ world, one } = await startedWorld());
});
afterEach(() => world.close());

const cardId = () =>
  one.replica.store.rows.where('card', `"visibility" = 'default' AND "derivedStatus" = 'assigned'`)[0]
    ?.cardId as string;
const thread = (content: string) => ({ cardId: cardId(), context: 'comment', content }) as const;
const entriesWith = (content: string) => world.service.engine.rows.find('resolvableEntry', { content });

/** Applies the fault to the first action's request. All later requests fail. */
function cutAfter(fault: Fault): void {
  let isFirst = true;
  one.network.fault = (path) => {
    if (!path.startsWith('/dispatch/')) return isFirst ? undefined : 'unreachable';
    if (!isFirst) return 'unreachable';
    isFirst = false;
    return fault;
  };
}

async function reconnect(): Promise<void> {
  one.network.fault = () => undefined;
  for (let minute = 0; minute < 4; minute += 1) {
    await world.clock.advance(60_000);
    await one.idle();
  }
}

/** Simulates the same person on another computer, who starts a thread on the card and changes its comment. */
async function startThreadElsewhere(): Promise<void> {
  const { id } = await world.dispatch('resolvables/create', thread('From elsewhere'));
  const [entry] = world.service.engine.rows.find('resolvableEntry', { resolvableId: id as never });
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Elsewhere, later' });
}

test('a comment changed since is found by its creation time, and the replaced text is kept with the card', async () => {
  cutAfter('dropAfter');
  one.done(['resolvables/create', thread('As I wrote it')]);
  await one.idle();
  const [entry] = entriesWith('As I wrote it');
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Changed elsewhere' });
  await world.clock.advance(3_600_000);
  await reconnect();
  expect(one.replica.operations()).toEqual([]);
  expect(one.network.carriedOut('resolvables/create')).toHaveLength(1);
  expect(one.replica.drafts.lost(cardId(), (id) => id)).toMatchObject([{ text: 'As I wrote it' }]);
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});

test('a comment of another computer, created soon after and changed, does not count: the person is asked', async () => {
  cutAfter('dropBefore');
  one.done(['resolvables/create', thread('Never arrived')]);
  await one.idle();
  await world.clock.advance(20_000);
  await startThreadElsewhere();
  await reconnect();
  expect(one.replica.operations()).toMatchObject([{ state: 'uncertain', failure: { code: 'ambiguous' } }]);
  expect(one.network.carriedOut('resolvables/create')).toHaveLength(0);
});

test('a comment of another computer, created when the request was no longer in flight, needs no question', async () => {
  cutAfter('dropBefore');
  one.done(['resolvables/create', thread('Never arrived')]);
  await one.idle();
  await world.clock.advance(600_000);
  await startThreadElsewhere();
  await reconnect();
  expect(one.replica.operations()).toEqual([]);
  expect(entriesWith('Never arrived')).toHaveLength(1);
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});

test('a row that was ruled out once stays ruled out, even if it changes before the next search', async () => {
  const late: Fault[] = ['dropBefore'];
  one.network.fault = (path) => (path === '/dispatch/resolvables/create' ? late.shift() : undefined);
  one.done(['resolvables/create', thread('Never arrived')]);
  const { id } = await world.dispatch('resolvables/create', thread('From elsewhere'));
  await one.idle();
  await world.clock.advance(5_000);
  await one.idle();
  const [entry] = world.service.engine.rows.find('resolvableEntry', { resolvableId: id as never });
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Elsewhere, later' });
  await reconnect();
  expect(one.replica.operations()).toEqual([]);
  expect(entriesWith('Never arrived')).toHaveLength(1);
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});

test('of two lost requests in the same list, each is found by its own time', async () => {
  const fates: Fault[] = ['dropBefore', 'dropAfter'];
  let sent = 0;
  one.network.fault = (path) => {
    if (path !== '/dispatch/resolvables/create') return sent > 1 ? 'unreachable' : undefined;
    sent += 1;
    return fates.shift() ?? 'unreachable';
  };
  one.done(['resolvables/create', thread('First of two')]);
  await one.idle();
  await world.clock.advance(8_000);
  one.done(['resolvables/create', thread('Second of two')]);
  await one.idle();
  expect(one.replica.operations().map(({ state }) => state)).toEqual(['uncertain', 'uncertain']);
  const [entry] = entriesWith('Second of two');
  await world.dispatch('resolvables/updateComment', { entryId: entry?.entryId as never, content: 'Changed elsewhere' });
  await reconnect();
  expect(one.replica.operations()).toEqual([]);
  expect(entriesWith('First of two')).toHaveLength(1);
  expect(one.network.carriedOut('resolvables/create')).toHaveLength(2);
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});

test('a copy of a card that others changed just before is found by any text that the card has had', async () => {
  let isFirst = true;
  one.network.fault = (path) => {
    if (path !== '/dispatch/cards/copy') return isFirst ? undefined : 'unreachable';
    isFirst = false;
    return 'dropAfter';
  };
  const deckId = one.replica.store.rows.get('card', cardId())?.deckId as string;
  await world.dispatch('cards/update', { id: cardId() as never, content: 'New just before' });
  one.done(['cards/copy', { ids: [cardId()], props: [], target: deckId }]);
  await one.idle();
  await world.dispatch('cards/update', { id: cardId() as never, content: 'Newer still' });
  const [copy] = world.service.engine.rows.find('card', { content: 'New just before' });
  await world.dispatch('cards/update', { id: copy?.cardId as never, content: 'The copy, changed' });
  await world.dispatch('cards/create', { content: 'Something else', deckId: deckId as never });
  await reconnect();
  expect(one.replica.operations()).toEqual([]);
  expect(one.network.carriedOut('cards/copy')).toHaveLength(1);
  expect(differences(one.replica, world.service, world.userId)).toEqual([]);
});
