import { afterEach, describe, expect, test } from 'vitest';
import { createRequestBudget } from '../../../electron/client/budget.ts';
import { deckIdsPerDigestRequest } from '../../../electron/replica/pull/digest.ts';
import {
  type ComputerActivity,
  inUseComputerActivity,
  remotePollIntervals,
} from '../../../electron/replica/pull/poll-intervals.ts';
import type { Query } from '../../../shared/contract/index.ts';
import { textIndexDifferences } from '../../support/invariants.ts';
import { replicaDifferences } from '../comparison.ts';
import { createWorld, type World, type WorldReplica } from '../support.ts';

let world: World;
let device: WorldReplica;
afterEach(() => world.close());

async function startWorld(options: Parameters<World['replica']>[0] = {}): Promise<void> {
  world = createWorld();
  device = world.replica(options);
  await device.start();
}
const expectNoDifferences = () => expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
const rows = () => device.replica.store.rows;
const plain = `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned')`;
const card = (index = 0) => rows().where('card', `${plain} ORDER BY "cardId"`)[index]?.cardId as string;
const deck = () => rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id as string;
const minutes = async (count: number) => {
  for (let minute = 0; minute < count; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
};

test('changes of others arrive: cards, Hands, threads, decks, runs, deleted rows', async () => {
  await startWorld();
  const [hand] = rows().find('queueEntry', { userId: world.userId, cardDoneAt: null });
  const { id } = (await world.dispatch('cards/create', { content: 'Theirs', deckId: deck() })) as { id: string };
  await world.dispatch('cards/update', { id: card(), content: 'Changed by them', inDeps: [card(1)] });
  await world.dispatch('handQueue/removeCards', { cardIds: [hand?.cardId as string], userId: world.userId });
  await world.dispatch('bookmarks/addCards', { ids: [id], userId: world.userId });
  const thread = (await world.dispatch('resolvables/create', { cardId: id, context: 'review', content: 'Look' })) as {
    id: string;
  };
  await world.dispatch('resolvables/comment', { resolvableId: thread.id, content: 'Looked' });
  await world.dispatch('decks/update', { id: deck(), title: 'Their title' });
  const other = rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[1]?.id as string;
  await world.dispatch('decks/delete', { id: other });
  await minutes(2);
  expectNoDifferences();
});

test('all cards of one timestamp arrive, even if they fill more than a page', async () => {
  await startWorld();
  const cards = Array.from({ length: 3500 }, (_, index) => ({ content: `Bulk ${index}` }));
  await world.dispatch('cards/createMany', { cards, deckId: deck() });
  await minutes(1);
  expect(rows().where('card', `"content" LIKE 'Bulk %'`)).toHaveLength(3500);
  expectNoDifferences();
  // The service's answer to `cards/copy` has no ids. A poll finds the copy, here on its second page. The first page
  // must not settle the copy operation: the replica would then reject the waiting change to the copy.
  device.actOrThrow(['cards/copy', { ids: [card()], props: [], target: deck() }]);
  const copy = rows().where('card', `"cardId" LIKE 'local-%'`)[0]?.cardId;
  device.actOrThrow(['cards/update', { id: copy, effort: 5 }]);
  await minutes(1);
  expect(device.replica.operations()).toEqual([]);
  expectNoDifferences();
  // Polls must not read the last changed cards again when nothing has changed since.
  await world.dispatch('cards/update', { id: card(), effort: 3 });
  await minutes(4);
  device.network.exchanges.length = 0;
  await world.clock.advance(remotePollIntervals.backgroundDeltaPollMs);
  await device.idle();
  expect(device.network.exchanges.map(({ answered }) => answered.includes('"content"'))).toEqual([false]);
});

test('differences that no timestamp shows are found by comparing', async () => {
  await startWorld({ intervals: undefined });
  const { db } = device.replica.store.engine;
  const victim = card(2);
  db.prepare(`UPDATE "card" SET "derivedStatus" = 'started', "hasBlockingDeps" = 1 WHERE "cardId" = ?`).run(victim);
  db.prepare('DELETE FROM "card" WHERE "cardId" = ?').run(card(3));
  db.prepare(`UPDATE "deck" SET "deckType" = 'hero' WHERE "id" = ?`).run(deck());
  db.prepare('DELETE FROM "projectTag" WHERE "id" IN (SELECT "id" FROM "projectTag" LIMIT 1)').run();
  db.prepare(
    'DELETE FROM "queueEntry" WHERE "id" IN (SELECT "id" FROM "queueEntry" WHERE "cardDoneAt" IS NULL LIMIT 1)',
  ).run();
  db.prepare('UPDATE "cardOrder" SET "sortValue" = "sortValue" || \'V\' WHERE "context" = \'deck\'').run();
  /**
   * Swaps the values that two rows have in a column. So counts, such as the number of cards per deck, stay the same and
   * do not reveal the difference.
   */
  const swap = (table: string, column: string, key: string, [a, b]: string[]) => {
    const at = (id?: string) => db.prepare(`SELECT "${column}" FROM "${table}" WHERE "${key}" = ?`).pluck().get(id);
    const set = db.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE "${key}" = ?`);
    const [ofA, ofB] = [at(a), at(b)];
    expect(ofA).not.toBe(ofB);
    set.run(ofB, a);
    set.run(ofA, b);
  };
  const hand = rows().find('queueEntry', { userId: world.userId, cardDoneAt: null });
  swap('queueEntry', 'sortIndex', 'id', [String(hand[0]?.id), String(hand[1]?.id)]);
  const elsewhere = rows().where(
    'card',
    `${plain} AND "deckId" <> (SELECT "deckId" FROM "card" WHERE "cardId" = ?)`,
    card(5),
  );
  swap('card', 'deckId', 'cardId', [card(5), String(elsewhere[0]?.cardId)]);
  // Simulate that the replica missed the renaming of a tag: its cards have the old tag and a lower version.
  db.prepare(
    `UPDATE "card" SET "version" = "version" - 1, "tags" = '["old"]', "masterTags" = '["old"]' WHERE "masterTags" <> '[]'`,
  ).run();
  db.prepare(`UPDATE "projectTag" SET "tag" = 'old' WHERE "id" IN (SELECT "id" FROM "projectTag" LIMIT 1)`).run();
  // Delete a comment, edit another, and swap the states of an open and a closed thread, which keeps the count of open
  // threads.
  const open = rows().where('resolvable', '"isClosed" = 0 ORDER BY "id"');
  const closed = rows().where('resolvable', '"isClosed" = 1 ORDER BY "closedAt" DESC');
  const entryOf = (thread?: { id: string }) =>
    rows().find('resolvableEntry', { resolvableId: thread?.id as never })[0]?.entryId;
  db.prepare('DELETE FROM "resolvableEntry" WHERE "entryId" = ?').run(entryOf(open[0]));
  db.prepare(`UPDATE "resolvableEntry" SET "content" = 'old', "version" = 0 WHERE "entryId" = ?`).run(entryOf(open[1]));
  db.prepare('UPDATE "resolvable" SET "isClosed" = 1, "closedAt" = "createdAt" WHERE "id" = ?').run(open[2]?.id);
  db.prepare('UPDATE "resolvable" SET "isClosed" = 0, "closedAt" = NULL WHERE "id" = ?').run(closed[0]?.id);
  db.prepare(`UPDATE "user" SET "name" = 'Somebody else' WHERE "id" = ?`).run(world.userId);
  // poll-intervals.ts promises that the replica corrects these differences within 15 minutes. Two more minutes leave time
  // for the requests that correct them.
  await minutes(17);
  expectNoDifferences();
  expect(rows().get('user', world.userId as never)?.name).toBe(
    world.service.engine.rows.get('user', world.userId as never)?.name,
  );
});

test('the local service reports its commits, which are read before the next poll', async () => {
  await startWorld({ isLocal: true });
  world.service.onCommit((commit) => device.replica.onServiceCommit(commit));
  await world.dispatch('cards/update', { id: card(), content: 'At once' });
  await world.dispatch('cards/create', { content: 'New at once', deckId: deck() });
  await world.dispatch('cardOrders/addBefore', { targetId: null, cardIds: [card(4)], context: 'deck', label: null });
  await device.idle();
  expectNoDifferences();
});

test('an interrupted first sync continues where it stopped', async () => {
  world = createWorld();
  device = world.replica();
  await device.startCutOffAfter(3);
  expect(device.replica.status()).toMatchObject({ phase: 'offline' });
  const { directory } = device;
  await device.close();
  device = world.replica({ directory });
  await device.start();
  expectNoDifferences();
});

// The replica must store the time at which it last read from the service.
test('the age of the data is known after a start that reads nothing', async () => {
  await startWorld();
  const { freshAt } = device.replica.status();
  expect(freshAt).not.toBeNull();
  const { directory } = device;
  await device.close();
  await world.clock.advance(60_000);
  device = world.replica({ directory });
  device.replica.stopWithoutToken({ kind: 'auth', code: 'no_token', message: 'no token' });
  expect(device.replica.status()).toMatchObject({ phase: 'stopped', progress: null, freshAt });
});

test('changes made during the first sync are kept', async () => {
  world = createWorld();
  device = world.replica();
  await device.startCutOffAfter(2);
  device.actOrThrow(['cards/create', { content: 'Early', deckId: deck() }]);
  await device.online();
  await minutes(1);
  expect(world.service.engine.rows.where('card', `"content" = 'Early'`)).toHaveLength(1);
  expectNoDifferences();
});

// The service's answer to a new thread does not contain the id of the first comment. The replica must still know the
// local id of this comment after the service's row has replaced the local row (`madeRows`). Otherwise it cannot send
// the edit.
test('a comment created and edited during the first sync is edited at the service too', async () => {
  world = createWorld();
  device = world.replica();
  await device.startCutOffAfter(3);
  device.actOrThrow(['resolvables/create', { cardId: card(), context: 'comment', content: 'First words' }]);
  const [entry] = rows().find('resolvableEntry', { content: 'First words' });
  device.actOrThrow(['resolvables/updateComment', { entryId: entry?.entryId, content: 'Second words' }]);
  await device.online();
  await minutes(2);
  expect(device.replica.operations()).toEqual([]);
  expect(world.service.engine.rows.find('resolvableEntry', { content: 'Second words' })).toHaveLength(1);
  expectNoDifferences();
});

// Changes must not update the full-text index before the first sync has filled it. Removing a text that the index does
// not contain would damage the index (electron/engine/store/rows.ts).
test('a card changed during the first sync is found by its new text, and the index is valid', async () => {
  world = createWorld();
  device = world.replica();
  await device.startCutOffAfter(3);
  expect(device.replica.status()).toMatchObject({ phase: 'offline' });
  const changed = card();
  for (let round = 0; round < 5; round += 1)
    device.actOrThrow(['cards/update', { id: changed, content: `Round ${round} of xylophones` }]);
  const { directory } = device;
  await device.close();
  device = world.replica({ directory });
  await device.start();
  await minutes(1);
  expect(device.warnings).toEqual([]);
  expect(textIndexDifferences(device.replica.store.engine.db)).toEqual([]);
  const found = device.read({
    _root: [{ account: [{ 'cards({"content":{"op":"search","value":"xylophones"}})': ['title'] }] }],
  });
  expect(Object.keys(found.card ?? {})).toEqual([changed]);
  expectNoDifferences();
});

describe('rows that a window opens are read on demand', () => {
  test('reactions, history, progress and attachments', async () => {
    await startWorld();
    const entry = rows().find('resolvableEntry', {})[0];
    await world.dispatch('resolvables/addReaction', {
      entryId: entry?.entryId as string,
      value: { type: 'emoji', value: '🎲' },
    });
    expect(rows().find('resolvableEntryReaction', {})).toEqual([]);
    const query: Query = {
      [`card("${entry?.cardId}")`]: [
        'title',
        { diffs: ['version', 'diff'] },
        { resolvables: [{ entries: ['content', { reactions: ['value'] }] }] },
      ],
    };
    device.replica.watch('card', query);
    await device.idle();
    const answer = device.read(query);
    expect(Object.values(answer.resolvableEntryReaction ?? {})).toContainEqual(
      expect.objectContaining({ value: { type: 'emoji', value: '🎲' } }),
    );
    expect(Object.keys(answer.cardHistory ?? {}).length).toBeGreaterThan(0);

    device.replica.watch('run', { _root: [{ account: [{ sprints: ['name', { progress: ['date', 'progress'] }] }] }] });
    await device.idle();
    expect(rows().find('sprintProgress', {}).length).toBe(world.service.engine.rows.find('sprintProgress', {}).length);
  });

  // `unwatch` must drop the waiting request for a card that no window shows any more. It must keep the request for a
  // card that another window still shows.
  test('unless no window shows them any more when the connection is back', async () => {
    await startWorld();
    await device.offline();
    const historyOf = (id: string): Query => ({ [`card("${id}")`]: ['title', { diffs: ['version', 'diff'] }] });
    for (const [watchId, id] of [card(0), card(1), card(1)].entries())
      device.replica.watch(String(watchId), historyOf(id));
    for (const watchId of ['0', '1']) device.replica.unwatch(watchId);
    device.network.exchanges.length = 0;
    await device.online();
    const requested = device.network.exchanges.filter(({ body }) => body.includes('diffs')).map(({ body }) => body);
    expect([...new Set(requested)]).toEqual([expect.stringContaining(card(1))]);
  });
});

describe('a service without readable manual order', () => {
  test('keeps the order set here through restarts, and sends relative moves', async () => {
    world = createWorld();
    device = world.replica();
    const hide = (replica: WorldReplica) => {
      replica.network.fault = (_path, body) =>
        body.includes('cardOrders') && body.includes('"query"') ? 'noOrder' : undefined;
    };
    hide(device);
    await device.start();
    expect(device.replica.status()).toMatchObject({ manualOrderShared: false, failure: null });
    const cards = rows()
      .where('card', `"deckId" = ? AND ${plain} ORDER BY "accountSeq"`, deck())
      .map(({ cardId }) => cardId);
    const [first, second, third] = cards as [string, string, string];
    device.actOrThrow(['cardOrders/addBefore', { targetId: null, cardIds: [third], context: 'deck', label: null }]);
    device.actOrThrow(['cardOrders/addAfter', { targetId: third, cardIds: [first], context: 'deck', label: null }]);
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(device.network.carriedOut('cardOrders/addBefore').map(({ body }) => JSON.parse(body))).toMatchObject([
      { targetId: null, cardIds: [third] },
    ]);
    expect(device.network.carriedOut('cardOrders/addAfter').map(({ body }) => JSON.parse(body))).toMatchObject([
      { targetId: third, cardIds: [first] },
    ]);
    await minutes(2);
    const { directory } = device;
    await device.close();
    device = world.replica({ directory });
    hide(device);
    await device.start();
    const order = rows()
      .find('cardOrder', { context: 'deck', label: null }, ['sortValue'])
      .map(({ cardId }) => cardId)
      .filter((cardId) => [first, second, third].includes(cardId));
    expect(order.slice(0, 2)).toEqual([third, first]);
  });

  // `probeOrder` asks for manual order and for the token's user in one query. The refusal does not say which part is
  // refused, so `probeOrder` must ask again without manual order.
  test('is used without manual order if it refuses the request for manual order for any reason', async () => {
    world = createWorld();
    device = world.replica();
    let refusals = 0;
    device.network.fault = (_path, body) => {
      if (!body.includes('cardOrders')) return undefined;
      refusals += 1;
      return 'forbidden';
    };
    await device.start();
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', manualOrderShared: false, failure: null });
    const asked = refusals;
    await minutes(5);
    expect(refusals).toBe(asked);
  });

  // A refusal is an answer, so `probeOrder` must not report it as a lost connection.
  test('is not shown as offline if it refuses to say who the token belongs to', async () => {
    world = createWorld();
    device = world.replica();
    let isFirst = true;
    device.network.fault = () => {
      const fault = isFirst ? undefined : 'forbidden';
      isFirst = false;
      return fault;
    };
    await device.start();
    expect(device.replica.status()).toMatchObject({ phase: 'first', offlineSince: null, failure: { kind: 'scope' } });
    device.network.fault = () => undefined;
    await minutes(1);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', manualOrderShared: true, failure: null });
  });
});

describe('a service that refuses the query', () => {
  const refuseQueriesWith = (text: string) => {
    const refused: string[] = [];
    device.network.fault = (_path, body) => {
      if (!body.includes(text)) return undefined;
      refused.push(body);
      return 'forbidden';
    };
    return refused;
  };

  // After a refusal, delta polls must go on without the row sets that may have caused it. A row set must be dropped if
  // the service also refuses a request for this row set alone. Cards that refer to the unreadable person must not cause
  // requests for that person again and again.
  test('of a person goes on with everything else, and the person is not requested for ever', async () => {
    await startWorld();
    const [theirs] = rows().where('card', `${plain} AND "creatorId" <> ?`, world.userId);
    const creator = theirs?.creatorId as string;
    device.replica.store.engine.db.prepare('DELETE FROM "user" WHERE "id" = ?').run(creator);
    rows().discardChanges();
    const refused = refuseQueriesWith(`user(\\"${creator}\\")`);
    await world.dispatch('cards/update', { id: theirs?.cardId as never, effort: 3 });
    await minutes(1);
    device.actOrThrow(['cards/update', { id: card(), effort: 8 }]);
    device.replica.sync.requestRowSets([`user:${creator}`, `card:${card(1)}`, `card:${card(2)}`]);
    await minutes(5);
    expect(device.replica.operations()).toEqual([]);
    expect(rows().get('card', theirs?.cardId as never)?.effort).toBe(3);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(16);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: null });
  });

  // The service does not know local ids and refuses queries with them, so the replica must not send any.
  test('of local ids is not asked for a deck or person that the service does not know yet', async () => {
    await startWorld();
    device.replica.pauseOutbox(true);
    const { projectId } = rows().get('deck', deck() as never) ?? {};
    const { id } = device.actOrThrow(['decks/create', { title: 'New here', projectId }]);
    device.actOrThrow(['users/create', { name: 'newcomer' }]);
    device.replica.setHasWatches(true);
    device.replica.focus([String(id)], null);
    device.network.exchanges.length = 0;
    expect(deckIdsPerDigestRequest(device.replica.store.engine.db).flat()).not.toContain(id);
    await minutes(3);
    expect(device.network.exchanges.filter(({ status }) => status !== 200)).toEqual([]);
    // The window still names the deck by its local id. Queries must contain the id that the service has assigned.
    device.replica.pauseOutbox(false);
    await minutes(2);
    const created = world.service.engine.rows.find('deck', { title: 'New here' as never })[0]?.id;
    expect(device.network.exchanges.some(({ body }) => body.includes(`[\\"${created}\\"]`))).toBe(true);
    expect(device.network.exchanges.filter(({ status }) => status !== 200)).toEqual([]);
    expectNoDifferences();
  });

  // `fullPoll` and `digest` must wait for their interval after a refusal too, not only after an answer.
  test('for planning and comparisons is asked only at their intervals, and the status says why', async () => {
    await startWorld();
    const refused = refuseQueriesWith('workflowItems');
    await minutes(10);
    expect(refused.length).toBeLessThan(25);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: { kind: 'scope' } });
    const compared = refuseQueriesWith('isBlockingDep","childCards","deckId"');
    device.replica.setHasWatches(true);
    device.replica.focus([deck()], null);
    await minutes(5);
    expect(compared.length).toBeLessThan(25);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: null });
  });
});

describe('a service that refuses a relation', () => {
  // The answers then contain none of the rows that the relation lists. They must not count as deleted.
  test.each([
    ['entries', 'resolvableEntry'],
    ['reactions', 'resolvableEntryReaction'],
    ['archivedProjects', 'projectTag'],
    ['milestoneProjects', 'milestoneProject'],
    ['sprintProjects', 'sprintProject'],
  ] as const)('%s keeps the stored rows', async (relation, model) => {
    let refuses = false;
    const text = JSON.stringify({ error: 'unknown_relation', message: 'x', path: `x.${relation}`, statusCode: 400 });
    world = createWorld({
      testHooks: {
        answer: (answer, { body }) =>
          refuses && Buffer.from(body ?? '').includes(`"${relation}"`)
            ? { ...answer, status: 400, body: text }
            : answer,
      },
    });
    device = world.replica();
    const { entryId, cardId } = world.service.engine.rows.find('resolvableEntry', {})[0] ?? {};
    await world.dispatch('resolvables/addReaction', {
      entryId: entryId as never,
      value: { type: 'emoji', value: '👍' },
    });
    const tagged = String(world.service.engine.rows.find('projectTag', {})[0]?.projectId);
    await world.dispatch('projects/setVisibility', { id: tagged as never, visibility: 'archived' });
    await device.start();
    device.replica.sync.requestRowSets([`talk:${cardId}`]);
    await device.idle();
    const before = rows().find(model, {});
    expect(before).not.toEqual([]);
    refuses = true;
    device.replica.sync.requestRowSets(['planning', `threads:${cardId}`, `reactions:${entryId}`]);
    await device.idle();
    expect(device.network.exchanges.some(({ status }) => status === 400)).toBe(true);
    expect(rows().find(model, {})).toEqual(before);
  });
});

test('a returning window gets a poll at once, not after the interval of the background', async () => {
  await startWorld();
  const untilPoll = () => Date.parse(device.replica.status().nextPollAt ?? '') - world.clock.now();
  // Replicas of support.ts start without a window, so polls run at the interval for the background.
  expect(untilPoll()).toBe(remotePollIntervals.backgroundDeltaPollMs);
  device.replica.setHasWatches(true);
  expect(untilPoll()).toBe(remotePollIntervals.deltaPollMs);
  await world.clock.advance(remotePollIntervals.deltaPollMs);
  await device.idle();
  expect(device.replica.status().freshAt).toBe(new Date(world.clock.now()).toISOString());
});

describe('with the activity of the computer', () => {
  const set = (activity: Partial<ComputerActivity>) =>
    device.replica.setActivity({ ...inUseComputerActivity, ...activity });
  const untilPoll = () => Date.parse(device.replica.status().nextPollAt ?? '') - world.clock.now();
  const create = (content: string) =>
    device.replica.act({ label: 'Create', steps: [{ action: 'cards/create', params: { content, deckId: deck() } }] });
  const contents = () =>
    rows()
      .find('card', { deckId: deck() as never })
      .map(({ content }) => content);

  test('a weekend asleep sends nothing; then changes of others are read before anything is sent', async () => {
    await startWorld();
    set({ isAsleep: true });
    create('Written while the lid closed');
    await world.dispatch('cards/create', { content: 'Written by others', deckId: deck() });
    const sent = device.network.exchanges.length;
    await world.clock.advance(60 * 3600_000);
    expect(device.network.exchanges.length).toBe(sent);
    set({});
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(contents()).toEqual(expect.arrayContaining(['Written while the lid closed', 'Written by others']));
    await minutes(1);
    expectNoDifferences();
  });

  test('a locked screen stops polls, not waiting changes; unlocking catches up', async () => {
    await startWorld();
    set({ isLocked: true });
    const sent = device.network.exchanges.length;
    await minutes(30);
    expect(device.network.exchanges.length).toBe(sent);
    create('Sent on a locked screen');
    await device.idle();
    expect(device.network.carriedOut('cards/create')).toHaveLength(1);
    await world.dispatch('cards/create', { content: 'Written meanwhile', deckId: deck() });
    set({});
    await device.idle();
    expect(contents()).toEqual(expect.arrayContaining(['Sent on a locked screen', 'Written meanwhile']));
  });

  test('polls are rarer while no window is visible, and on battery', async () => {
    await startWorld();
    device.replica.setHasWatches(true);
    const polled = async (activity: Partial<ComputerActivity>) => {
      set(activity);
      device.replica.sync.refresh();
      await device.idle();
      return untilPoll();
    };
    expect(await polled({})).toBe(remotePollIntervals.deltaPollMs);
    expect(await polled({ isOnBattery: true })).toBe(3 * remotePollIntervals.deltaPollMs);
    expect(await polled({ isVisible: false })).toBe(remotePollIntervals.backgroundDeltaPollMs);
    expect(await polled({ isVisible: false, isOnBattery: true })).toBe(3 * remotePollIntervals.backgroundDeltaPollMs);
  });
});

// A round of comparisons has several steps. Each step must limit the number of cards, not only of decks: one answer
// about twenty large decks would have many megabytes.
test('a round of comparisons contains every deck once, with a limited number of cards per step', async () => {
  await startWorld();
  const { db } = device.replica.store.engine;
  const decks = db.prepare('SELECT "id" FROM "deck"').pluck().all() as string[];
  const cards = Array.from({ length: 2000 }, (_, index) => ({ content: `Bulk ${index}` }));
  for (const deckId of decks.slice(0, 3)) await world.dispatch('cards/createMany', { cards, deckId });
  await minutes(1);
  const turns = deckIdsPerDigestRequest(db);
  expect(turns.flat().sort()).toEqual([...decks, null].sort());
  const count = (ids: readonly (string | null)[]) =>
    ids.reduce((sum, id) => sum + rows().find('card', { deckId: id as never }).length, 0);
  for (const turn of turns) {
    expect(turn.length).toBeLessThanOrEqual(20);
    expect(turn.length === 1 || count(turn) <= 3000).toBe(true);
  }
});

// After the service is restored from a backup, its rows have lower versions than the replica's rows. The replica must
// accept these older rows.
test('the rows of a service that was restored to an earlier state are taken over', async () => {
  await startWorld();
  const { rows: there } = world.service.engine;
  const before = there.get('card', card() as never);
  await world.dispatch('cards/update', { id: card() as never, content: 'Lost with the disk', priority: 'a' });
  await minutes(1);
  expect(rows().get('card', card())?.content).toBe('Lost with the disk');
  there.put('card', before as never);
  there.flushText();
  there.drainChanges();
  await minutes(17);
  expectNoDifferences();
});

describe('a service that asks to wait', () => {
  test('is not shown as up to date, and the person can try at once', async () => {
    world = createWorld();
    device = world.replica({ budget: createRequestBudget(world.clock) });
    await device.start();
    device.network.fault = () => 'throttleForYears';
    // The loop waits inside a request, so it is not idle.
    await world.clock.advance(240_000);
    const { phase, failure } = device.replica.status();
    expect([phase, failure?.kind]).toEqual(['failing', 'throttled']);
    const asked = device.network.exchanges.length;
    device.network.fault = () => undefined;
    device.replica.syncNow();
    await device.idle();
    expect(device.network.exchanges.length).toBeGreaterThan(asked);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: null });
  });
});
