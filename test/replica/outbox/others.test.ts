/**
 * Checks unsent changes in three cases: other people change the same cards, the token changes, or the person changes
 * the same card again.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FaultyNetwork } from '../../faults/network.ts';
import { replicaDifferences } from '../comparison.ts';
import { createWorld, type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const plain = `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned')`;
const card = (index = 0) =>
  device.replica.store.rows.where('card', `${plain} ORDER BY "accountSeq"`)[index]?.cardId as string;
const expectNoDifferences = () => expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
const serviceCard = (cardId: string) => world.service.engine.rows.get('card', cardId as never);

describe('unsent edits of one card', () => {
  test('count as one change, are sent one by one, and are undone together', async () => {
    const [first, second] = [card(0), card(1)];
    const before = serviceCard(second);
    await device.offline();
    device.actOrThrow(['cards/update', { id: first, effort: 1 }]);
    device.actOrThrow(['cards/update', { id: second, effort: 2 }]);
    device.actOrThrow(['cards/update', { id: first, effort: 8, priority: 'a' }]);
    device.actOrThrow(['cards/update', { id: second, priority: 'c' }]);
    expect(device.replica.status()).toMatchObject({ waiting: 2 });
    const shown = device.replica.operations();
    expect(shown).toMatchObject([
      { params: { id: first, effort: 8, priority: 'a' }, waitsFor: [] },
      { params: { id: second, effort: 2, priority: 'c' }, waitsFor: [] },
    ]);
    device.replica.discard(shown[1]?.id as number);
    expect(device.replica.status()).toMatchObject({ waiting: 1 });
    await device.online();
    expect(serviceCard(first)).toMatchObject({ effort: 8, priority: 'a' });
    expect(serviceCard(second)).toMatchObject({ effort: before?.effort, priority: before?.priority });
    expectNoDifferences();
  });

  test('are separate from one that may have been carried out', async () => {
    device.network.fault = (path) => (path.startsWith('/dispatch/') ? 'dropAfter' : undefined);
    device.actOrThrow(['cards/update', { id: card(), effort: 1 }]);
    await device.idle();
    device.actOrThrow(['cards/update', { id: card(), effort: 2 }]);
    expect(device.replica.operations()).toHaveLength(2);
  });
});

describe('a replaced value of somebody else', () => {
  test('is shown, and restored in one step', async () => {
    const id = card();
    device.actOrThrow(['cards/update', { id, priority: 'b', effort: 1 }]);
    await device.idle();
    await device.offline();
    device.actOrThrow(['cards/update', { id, priority: 'a', effort: 2 }]);
    await world.dispatch('cards/update', { id: id as never, priority: 'c' });
    await device.online();
    // If both people changed the same field, the change that reaches the service last wins.
    expect(serviceCard(id)).toMatchObject({ priority: 'a', effort: 2 });
    const replaced = device.replica.restorableConflicts.overwritten();
    expect(replaced).toMatchObject([{ model: 'card', key: id, field: 'priority', theirs: 'c', mine: 'a' }]);
    expect(replaced[0]?.title).toBe(serviceCard(id)?.title);
    // The author and time of the replaced value come from the card's history, which is read on demand.
    device.outboxes.length = 0;
    await device.idle();
    const change = world.service.engine.rows
      .where('cardHistory', '"cardId" = ? ORDER BY "version" DESC', id)
      .find(({ diff }) => JSON.stringify(diff).includes('"c"'));
    const author = world.service.engine.rows.get('user', world.userId as never);
    expect(device.outboxes.length).toBeGreaterThan(0);
    expect(device.replica.restorableConflicts.overwritten()).toMatchObject([
      { by: author?.fullName || author?.name, madeAt: change?.versionCreatedAt },
    ]);

    // The replaced value is still listed after a restart, and can be restored by an ordinary change.
    const { directory } = device;
    await device.close();
    device = world.replica({ directory });
    await device.start();
    expect(device.replica.restorableConflicts.putBack(replaced[0]?.id as number)).toMatchObject({ ok: true });
    await device.idle();
    expect(serviceCard(id)).toMatchObject({ priority: 'c', effort: 2 });
    expect(device.replica.restorableConflicts.overwritten()).toEqual([]);
    expect(device.replica.restorableConflicts.putBack(replaced[0]?.id as number)).toMatchObject({
      ok: false,
      failure: { code: 'not_there' },
    });
    expectNoDifferences();
  });

  // The replica must read the values of other people before it sends changes. Otherwise it cannot tell the person which
  // values the changes replace.
  test.each([
    ['working offline', async () => device.replica.setOffline(true), async () => device.replica.setOffline(false)],
    ['sleep', async () => device.replica.pauseOutbox(true), async () => device.replica.pauseOutbox(false)],
  ])('is shown after %s too', async (how, begin, end) => {
    const id = card();
    await begin();
    device.actOrThrow(['cards/update', { id, effort: 2 }]);
    await world.dispatch('cards/update', { id: id as never, effort: 5 });
    // While the computer sleeps, the clock moves on and no timer runs.
    if (how === 'sleep') world.clock.skip(3_600_000);
    await end();
    await device.idle();
    expect(serviceCard(id)).toMatchObject({ effort: 2 });
    expect(device.replica.restorableConflicts.overwritten()).toMatchObject([{ theirs: 5, mine: 2 }]);
  });

  test('is shown for each card of a bulk change that had one', async () => {
    const [id, other] = [card(0), card(1)];
    await device.offline();
    device.actOrThrow(['cards/bulkUpdate', { ids: [id, other], effort: 2 }]);
    await world.dispatch('cards/update', { id: other as never, effort: 5 });
    await device.online();
    expect(device.replica.restorableConflicts.overwritten()).toMatchObject([
      { key: other, field: 'effort', theirs: 5, mine: 2 },
    ]);
    expect(
      device.replica.restorableConflicts.putBack(device.replica.restorableConflicts.overwritten()[0]?.id as number),
    ).toMatchObject({
      ok: true,
    });
    await device.idle();
    expect([serviceCard(id)?.effort, serviceCard(other)?.effort]).toEqual([2, 5]);
  });

  test('can stay replaced', async () => {
    const id = card();
    await device.offline();
    device.actOrThrow(['cards/update', { id, effort: 2 }]);
    await world.dispatch('cards/update', { id: id as never, effort: 5 });
    await device.online();
    device.replica.restorableConflicts.keepMine(device.replica.restorableConflicts.overwritten()[0]?.id as number);
    expect(device.replica.restorableConflicts.overwritten()).toEqual([]);
    expect(serviceCard(id)).toMatchObject({ effort: 2 });
  });

  test('is not shown for own earlier changes, for equal values, or for refused changes', async () => {
    const [id, other] = [card(0), card(1)];
    await device.offline();
    device.actOrThrow(['cards/update', { id, effort: 1 }]);
    device.actOrThrow(['cards/update', { id, effort: 2 }]);
    device.actOrThrow(['cards/update', { id: other, effort: 3 }]);
    await world.dispatch('cards/update', { id: other as never, effort: 3 });
    await device.online();
    expect(device.replica.restorableConflicts.overwritten()).toEqual([]);

    await device.offline();
    device.actOrThrow(['cards/update', { id: other, effort: 8 }]);
    await world.dispatch('cards/update', { id: other as never, effort: 5 });
    device.network.fault = (path) => (path.startsWith('/dispatch/') ? 'forbidden' : undefined);
    device.replica.sync.refresh();
    await device.idle();
    expect(device.replica.operations()).toMatchObject([{ state: 'rejected' }]);
    expect(device.replica.restorableConflicts.overwritten()).toEqual([]);
  });
});

describe('a token of another organization', () => {
  const mismatch = { phase: 'stopped', waiting: 1, failure: { code: 'token_account_mismatch' } };
  const sent = (network: FaultyNetwork) => network.exchanges.filter(({ path }) => path.startsWith('/dispatch/'));
  const effort = () => device.read({ [`card("${card()}")`]: ['effort'] }).card?.[card()];

  test.each([
    ['at the next start', true],
    ['while the program runs', false],
  ])('is refused %s: nothing is sent, nothing is mixed, everything can be read', async (_when, restarts) => {
    const another = createWorld({ empty: true, newId: randomUUID });
    expect(another.service.engine.rows.find('account', {})).not.toEqual(world.service.engine.rows.find('account', {}));
    let service = world.service;
    const network = new FaultyNetwork(() => service);
    const { directory } = device;
    await device.close();
    device = world.replica({ directory, network });
    await device.start();
    const cards = device.replica.store.rows.find('card', {}).length;
    network.fault = () => 'unreachable';
    device.replica.sync.refresh();
    await device.idle();
    device.actOrThrow(['cards/update', { id: card(), effort: 8 }]);

    // From now on, the service of another organization answers at the address of the first service.
    network.fault = () => undefined;
    service = another.service;
    network.exchanges.length = 0;
    if (restarts) {
      await device.close();
      device = world.replica({ directory, network, token: another.token });
      device.replica.start();
    } else device.replica.reconnect(another.token);
    await device.idle();
    expect(device.replica.status()).toMatchObject(mismatch);
    expect(sent(network)).toEqual([]);
    expect(effort()).toMatchObject({ effort: 8 });
    expect(device.replica.store.rows.find('card', {})).toHaveLength(cards);

    // With a token of the original organization, the replica sends the waiting changes.
    service = world.service;
    device.replica.reconnect(world.token);
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(serviceCard(card())).toMatchObject({ effort: 8 });
    expectNoDifferences();
    await another.close();
  });
});

test('rows that are no longer visible are removed with their cards, threads and Hand entries; pending changes on them wait', async () => {
  const { administration, engine } = world.service;
  const projects = engine.rows.find('project', {}).filter(({ visibility }) => visibility === 'default');
  const [seen, hidden] = projects.map(({ id }) => id) as [string, string];
  const token = (ids: string[]) =>
    administration.createToken({ kind: 'organization', permission: 'producer', label: 'some', projects: ids as never })
      .token;
  device = world.replica({ token: token([seen, hidden]), userId: world.userId });
  await device.start();
  const cardsOf = (projectId: string) =>
    device.replica.store.rows.where(
      'card',
      '"deckId" IN (SELECT "id" FROM "deck" WHERE "projectId" = ?) ORDER BY "cardId"',
      projectId,
    );
  const [lost, kept] = [cardsOf(hidden), cardsOf(seen)];
  expect(lost.length * kept.length).toBeGreaterThan(0);
  device.network.fault = () => 'unreachable';
  device.actOrThrow(['cards/update', { id: lost[0]?.cardId, effort: 4 }]);
  await device.idle();
  device.replica.reconnect(token([seen]));
  device.network.fault = () => undefined;
  for (let minute = 0; minute < 17; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
  const { rows } = device.replica.store;
  expect(rows.get('project', hidden)).toBeUndefined();
  expect(rows.find('deck', { projectId: hidden })).toEqual([]);
  const ids = lost.map(({ cardId }) => cardId);
  expect(ids.filter((id) => rows.get('card', id) && id !== lost[0]?.cardId)).toEqual([]);
  expect(ids.filter((cardId) => rows.find('resolvable', { cardId }).length > 0)).toEqual([]);
  expect(ids.filter((cardId) => rows.find('queueEntry', { cardId }).length > 0)).toEqual([]);
  expect(kept.filter(({ cardId }) => !rows.get('card', cardId))).toEqual([]);
  expect(device.replica.operations()).toMatchObject([{ action: 'cards/update', state: 'rejected' }]);
});

// The replica must ask at once whose token it has, not only in the first sync. Otherwise new rows get the previous
// person as creator, and a search after a lost answer looks for rows of the wrong creator.
test('with the token of another person of the organization, changes belong to that person', async () => {
  const [other] = world.service.engine.rows.where('user', `"kind" = 'human' AND "id" <> ?`, world.userId);
  const otherId = String(other?.id);
  const { token } = world.service.administration.createToken({
    kind: 'personal',
    permission: 'write',
    label: 'other',
    userId: otherId,
  });
  device.replica.reconnect(token);
  await device.idle();
  device.network.fault = (path) => (path === '/dispatch/cards/create' ? 'dropAfter' : undefined);
  const { rows } = device.replica.store;
  const deckId = rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id;
  const { id } = device.actOrThrow(['cards/create', { content: 'By the other person', deckId }]);
  expect(rows.get('card', id as string)).toMatchObject({ creatorId: otherId });
  await device.idle();
  device.network.fault = () => undefined;
  for (let minute = 0; minute < 4; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
  expect(device.replica.operations()).toEqual([]);
  expect(device.network.carriedOut('cards/create')).toHaveLength(1);
});
