/**
 * Checks unsent changes when others change the same cards, when the token changes, and when the same card changes
 * again.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Network } from '../faults/network.ts';
import { differences } from './comparison.ts';
import { createWorld, startedWorld, type World, type WorldReplica } from './support.ts';

let world: World;
let one: WorldReplica;

beforeEach(async () => {
  ({ world, one } = await startedWorld());
});
afterEach(() => world.close());

const plain = `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned')`;
const card = (index = 0) =>
  one.replica.store.rows.where('card', `${plain} ORDER BY "accountSeq"`)[index]?.cardId as string;
const expectNoDifferences = () => expect(differences(one.replica, world.service, world.userId)).toEqual([]);
const serviceCard = (cardId: string) => world.service.engine.rows.get('card', cardId as never);

describe('unsent edits of one card', () => {
  test('count as one change, are sent one by one, and are undone together', async () => {
    const [first, second] = [card(0), card(1)];
    const before = serviceCard(second);
    await one.offline();
    one.done(['cards/update', { id: first, effort: 1 }]);
    one.done(['cards/update', { id: second, effort: 2 }]);
    one.done(['cards/update', { id: first, effort: 8, priority: 'a' }]);
    one.done(['cards/update', { id: second, priority: 'c' }]);
    expect(one.replica.status()).toMatchObject({ waiting: 2 });
    const shown = one.replica.operations();
    expect(shown).toMatchObject([
      { params: { id: first, effort: 8, priority: 'a' }, waitsFor: [] },
      { params: { id: second, effort: 2, priority: 'c' }, waitsFor: [] },
    ]);
    one.replica.discard(shown[1]?.id as number);
    expect(one.replica.status()).toMatchObject({ waiting: 1 });
    await one.online();
    expect(serviceCard(first)).toMatchObject({ effort: 8, priority: 'a' });
    expect(serviceCard(second)).toMatchObject({ effort: before?.effort, priority: before?.priority });
    expectNoDifferences();
  });

  test('are separate from one that may have been carried out', async () => {
    one.network.fault = (path) => (path.startsWith('/dispatch/') ? 'dropAfter' : undefined);
    one.done(['cards/update', { id: card(), effort: 1 }]);
    await one.idle();
    one.done(['cards/update', { id: card(), effort: 2 }]);
    expect(one.replica.operations()).toHaveLength(2);
  });
});

describe('a replaced value of somebody else', () => {
  test('is shown, and restored in one step', async () => {
    const id = card();
    one.done(['cards/update', { id, priority: 'b', effort: 1 }]);
    await one.idle();
    await one.offline();
    one.done(['cards/update', { id, priority: 'a', effort: 2 }]);
    await world.dispatch('cards/update', { id: id as never, priority: 'c' });
    await one.online();
    // If both changed a field, the change that is sent last wins.
    expect(serviceCard(id)).toMatchObject({ priority: 'a', effort: 2 });
    const replaced = one.replica.othersChanges.overwritten();
    expect(replaced).toMatchObject([{ model: 'card', key: id, field: 'priority', theirs: 'c', mine: 'a' }]);
    expect(replaced[0]?.title).toBe(serviceCard(id)?.title);
    // The author and time of the replaced value come from the card's history, which is read on demand.
    one.outboxes.length = 0;
    await one.idle();
    const change = world.service.engine.rows
      .where('cardHistory', '"cardId" = ? ORDER BY "version" DESC', id)
      .find(({ diff }) => JSON.stringify(diff).includes('"c"'));
    const author = world.service.engine.rows.get('user', world.userId as never);
    expect(one.outboxes.length).toBeGreaterThan(0);
    expect(one.replica.othersChanges.overwritten()).toMatchObject([
      { by: author?.fullName || author?.name, madeAt: change?.versionCreatedAt },
    ]);

    // The replaced value is still listed after a restart, and can be restored by an ordinary change.
    const { directory } = one;
    await one.close();
    one = world.replica({ directory });
    await one.start();
    expect(one.replica.othersChanges.putBack(replaced[0]?.id as number)).toMatchObject({ ok: true });
    await one.idle();
    expect(serviceCard(id)).toMatchObject({ priority: 'c', effort: 2 });
    expect(one.replica.othersChanges.overwritten()).toEqual([]);
    expect(one.replica.othersChanges.putBack(replaced[0]?.id as number)).toMatchObject({
      ok: false,
      failure: { code: 'not_there' },
    });
    expectNoDifferences();
  });

  // Fails when the replica sends changes before it reads others' values, which it would then replace unnoticed.
  test.each([
    ['working offline', async () => one.replica.setOffline(true), async () => one.replica.setOffline(false)],
    ['sleep', async () => one.replica.pauseOutbox(true), async () => one.replica.pauseOutbox(false)],
  ])('is shown after %s too', async (how, begin, end) => {
    const id = card();
    await begin();
    one.done(['cards/update', { id, effort: 2 }]);
    await world.dispatch('cards/update', { id: id as never, effort: 5 });
    // While the computer sleeps, the clock moves on and no timer runs.
    if (how === 'sleep') world.clock.skip(3_600_000);
    await end();
    await one.idle();
    expect(serviceCard(id)).toMatchObject({ effort: 2 });
    expect(one.replica.othersChanges.overwritten()).toMatchObject([{ theirs: 5, mine: 2 }]);
  });

  test('is shown for each card of a bulk change that had one', async () => {
    const [id, other] = [card(0), card(1)];
    await one.offline();
    one.done(['cards/bulkUpdate', { ids: [id, other], effort: 2 }]);
    await world.dispatch('cards/update', { id: other as never, effort: 5 });
    await one.online();
    expect(one.replica.othersChanges.overwritten()).toMatchObject([
      { key: other, field: 'effort', theirs: 5, mine: 2 },
    ]);
    expect(one.replica.othersChanges.putBack(one.replica.othersChanges.overwritten()[0]?.id as number)).toMatchObject({
      ok: true,
    });
    await one.idle();
    expect([serviceCard(id)?.effort, serviceCard(other)?.effort]).toEqual([2, 5]);
  });

  test('can stay replaced', async () => {
    const id = card();
    await one.offline();
    one.done(['cards/update', { id, effort: 2 }]);
    await world.dispatch('cards/update', { id: id as never, effort: 5 });
    await one.online();
    one.replica.othersChanges.keepMine(one.replica.othersChanges.overwritten()[0]?.id as number);
    expect(one.replica.othersChanges.overwritten()).toEqual([]);
    expect(serviceCard(id)).toMatchObject({ effort: 2 });
  });

  test('is not shown for own earlier changes, for equal values, or for refused changes', async () => {
    const [id, other] = [card(0), card(1)];
    await one.offline();
    one.done(['cards/update', { id, effort: 1 }]);
    one.done(['cards/update', { id, effort: 2 }]);
    one.done(['cards/update', { id: other, effort: 3 }]);
    await world.dispatch('cards/update', { id: other as never, effort: 3 });
    await one.online();
    expect(one.replica.othersChanges.overwritten()).toEqual([]);

    await one.offline();
    one.done(['cards/update', { id: other, effort: 8 }]);
    await world.dispatch('cards/update', { id: other as never, effort: 5 });
    one.network.fault = (path) => (path.startsWith('/dispatch/') ? 'forbidden' : undefined);
    one.replica.sync.refresh();
    await one.idle();
    expect(one.replica.operations()).toMatchObject([{ state: 'rejected' }]);
    expect(one.replica.othersChanges.overwritten()).toEqual([]);
  });
});

describe('a token of another organization', () => {
  const mismatch = { phase: 'stopped', waiting: 1, failure: { code: 'token_account_mismatch' } };
  const sent = (network: Network) => network.exchanges.filter(({ path }) => path.startsWith('/dispatch/'));
  const effort = () => one.read({ [`card("${card()}")`]: ['effort'] }).card?.[card()];

  test.each([
    ['at the next start', true],
    ['while the program runs', false],
  ])('is refused %s: nothing is sent, nothing is mixed, everything can be read', async (_when, restarts) => {
    const another = createWorld({ empty: true, newId: randomUUID });
    expect(another.service.engine.rows.find('account', {})).not.toEqual(world.service.engine.rows.find('account', {}));
    let service = world.service;
    const network = new Network(() => service);
    const { directory } = one;
    await one.close();
    one = world.replica({ directory, network });
    await one.start();
    const cards = one.replica.store.rows.find('card', {}).length;
    network.fault = () => 'unreachable';
    one.replica.sync.refresh();
    await one.idle();
    one.done(['cards/update', { id: card(), effort: 8 }]);

    // The service of another organization now answers at the address.
    network.fault = () => undefined;
    service = another.service;
    network.exchanges.length = 0;
    if (restarts) {
      await one.close();
      one = world.replica({ directory, network, token: another.token });
      one.replica.start();
    } else one.replica.reconnect(another.token);
    await one.idle();
    expect(one.replica.status()).toMatchObject(mismatch);
    expect(sent(network)).toEqual([]);
    expect(effort()).toMatchObject({ effort: 8 });
    expect(one.replica.store.rows.find('card', {})).toHaveLength(cards);

    // With a token of the original organization, the replica sends the waiting changes.
    service = world.service;
    one.replica.reconnect(world.token);
    await one.idle();
    expect(one.replica.operations()).toEqual([]);
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
  one = world.replica({ token: token([seen, hidden]), userId: world.userId });
  await one.start();
  const cardsOf = (projectId: string) =>
    one.replica.store.rows.where(
      'card',
      '"deckId" IN (SELECT "id" FROM "deck" WHERE "projectId" = ?) ORDER BY "cardId"',
      projectId,
    );
  const [lost, kept] = [cardsOf(hidden), cardsOf(seen)];
  expect(lost.length * kept.length).toBeGreaterThan(0);
  one.network.fault = () => 'unreachable';
  one.done(['cards/update', { id: lost[0]?.cardId, effort: 4 }]);
  await one.idle();
  one.replica.reconnect(token([seen]));
  one.network.fault = () => undefined;
  for (let minute = 0; minute < 17; minute += 1) {
    await world.clock.advance(60_000);
    await one.idle();
  }
  const { rows } = one.replica.store;
  expect(rows.get('project', hidden)).toBeUndefined();
  expect(rows.find('deck', { projectId: hidden })).toEqual([]);
  const ids = lost.map(({ cardId }) => cardId);
  expect(ids.filter((id) => rows.get('card', id) && id !== lost[0]?.cardId)).toEqual([]);
  expect(ids.filter((cardId) => rows.find('resolvable', { cardId }).length > 0)).toEqual([]);
  expect(ids.filter((cardId) => rows.find('queueEntry', { cardId }).length > 0)).toEqual([]);
  expect(kept.filter(({ cardId }) => !rows.get('card', cardId))).toEqual([]);
  expect(one.replica.operations()).toMatchObject([{ action: 'cards/update', state: 'rejected' }]);
});
