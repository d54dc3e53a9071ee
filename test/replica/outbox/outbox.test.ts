import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unpackAnswer, unpackPatch } from '../../../shared/bridge/packed.ts';
import type { QueryAnswer } from '../../../shared/contract/index.ts';
import { comparableAnswer } from '../../engine/query/comparable-answer.ts';
import { waitForCallbacks } from '../../faults/clock.ts';
import { replicaDifferences } from '../comparison.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;

beforeEach(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterEach(() => world.close());

const rows = () => device.replica.store.rows;
const serviceRows = () => world.service.engine.rows;
const plain = `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned')`;
const card = (index = 0) => rows().where('card', `${plain} ORDER BY "accountSeq"`)[index]?.cardId as string;
const deck = (index = 0) =>
  rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[index]?.id as string;
const expectNoDifferences = () => expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);

// The replica knows that the cards are in different decks, so it must refuse the action at once. If only the service
// refused it, the person would see the refusal later, in the outbox.
test('a card is not placed beside a card of another deck', () => {
  const other = rows().where('card', `${plain} AND "deckId" <> '${rows().get('card', card())?.deckId}'`)[0]?.cardId;
  const params = { cardIds: [card()], targetId: other as string, context: 'deck', label: null } as const;
  expect(device.act(['cardOrders/addAfter', params])).toMatchObject({ ok: false, failure: { kind: 'rejected' } });
  expect(device.replica.operations()).toEqual([]);
});

test('a service that leaves a request unanswered is noticed after two seconds, until it answers', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  device.network.delay = (path) => (path.startsWith('/dispatch/') ? held : Promise.resolve());
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  const idle = device.idle();
  await waitForCallbacks();
  const sentAt = new Date(world.clock.now()).toISOString();
  expect(device.replica.status().unansweredSince).toBeNull();
  await world.clock.advance(2_000);
  expect(device.statuses.at(-1)).toMatchObject({ unansweredSince: sentAt, waiting: 1 });
  answer();
  await idle;
  expect(device.statuses.at(-1)).toMatchObject({ unansweredSince: null, waiting: 0 });
});

describe('offline', () => {
  test('everything can be read and done, survives a restart, and is sent in order', async () => {
    await device.offline();
    const sub = card();
    const { id } = device.actOrThrow(['cards/create', { content: 'Written on a plane', deckId: deck() }]);
    device.actOrThrow(['cards/update', { id: sub, parentCardId: id }]);
    const thread = device.actOrThrow(['resolvables/create', { cardId: id, context: 'comment', content: 'A thought' }]);
    device.actOrThrow(['resolvables/comment', { resolvableId: thread.id, content: 'Another' }]);
    device.actOrThrow(['handQueue/addCardsToHand', { cardIds: [id], userId: world.userId }]);
    await device.idle();
    const { directory } = device;
    await device.close();

    device = world.replica({ directory });
    device.network.fault = () => 'unreachable';
    await device.start();
    expect(device.replica.operations()).toHaveLength(5);
    expect(device.replica.status()).toMatchObject({ phase: 'offline', waiting: 5, attention: 0 });
    expect(
      device.read({ [`card("${id}")`]: ['title', 'childCards', 'count:resolvableEntries'] }).card?.[String(id)],
    ).toMatchObject({
      title: 'Written on a plane',
      'count:resolvableEntries': 2,
    });
    await device.online();
    expect(device.replica.operations()).toEqual([]);
    expectNoDifferences();
  });

  // The person places a card beside another one, which then leaves the deck. So the service refuses the position. The
  // replica must send the move again without the other card, and not ask the person.
  test('a card placed beside one that others move away goes to the end of its zone', async () => {
    const [moved, beside] = rows().where('card', `${plain} AND "deckId" = '${rows().get('card', card())?.deckId}'`);
    const cardIds = [moved?.cardId as string];
    await device.offline();
    device.actOrThrow([
      'cardOrders/addAfter',
      { cardIds, targetId: beside?.cardId as string, context: 'deck', label: 'Zone' },
    ]);
    const other = rows().where('deck', `"isDeleted" = 0 AND "id" <> '${moved?.deckId}'`)[0]?.id as string;
    await world.dispatch('cards/update', { id: beside?.cardId as string, deckId: other });
    await device.online();
    expect(device.replica.operations()).toEqual([]);
    expect(device.replica.status()).toMatchObject({ attention: 0, waiting: 0 });
    expect(serviceRows().find('cardOrder', { context: 'deck', cardId: cardIds[0] as string })).toMatchObject([
      { label: 'Zone' },
    ]);
    expectNoDifferences();
  });

  // Each undo has a label, which the outbox shows. The undo of an undo must be labelled “Redo: …”, not “Undo: Undo: …”.
  test('undos and redos that are sent one after the other are labelled by turns', async () => {
    const labels: string[] = [];
    let acted = device.act(['cards/update', { id: card(), effort: 13 }]);
    for (let turn = 0; turn < 3; turn += 1) {
      await device.idle();
      if (!acted.ok || !acted.value.undo) throw new Error('no undo');
      labels.push(acted.value.undo.label);
      acted = device.replica.act(acted.value.undo);
    }
    const [, changed = ''] = /^Undo: (.*)$/.exec(labels[0] ?? '') ?? [];
    expect(labels).toEqual([`Undo: ${changed}`, `Redo: ${changed}`, `Undo: ${changed}`]);
  });

  test('unsent changes are undone without a trace', async () => {
    await device.offline();
    const acted = device.act(['cards/create', { content: 'Never mind', deckId: deck() }]);
    if (!acted.ok || !acted.value.undo) throw new Error('no undo');
    expect(device.replica.act(acted.value.undo)).toMatchObject({ ok: true, value: { operationIds: [] } });
    expect(device.replica.operations()).toEqual([]);
    await device.online();
    expect(device.network.carriedOut('cards/create')).toEqual([]);
    expectNoDifferences();
  });

  test('additions of others to the same lists are kept', async () => {
    const [hero, mine, theirs] = [card(0), card(1), card(2)];
    await device.offline();
    device.actOrThrow(['cards/update', { id: hero, childCards: [mine] }]);
    device.actOrThrow([
      'decks/update',
      {
        id: deck(),
        manualOrderLabels: [...((rows().get('deck', deck())?.manualOrderLabels ?? []) as string[]), 'mine'],
      },
    ]);
    const zones = serviceRows().get('deck', deck())?.manualOrderLabels ?? [];
    await world.dispatch('decks/update', { id: deck(), manualOrderLabels: [...zones, 'theirs'] });
    await world.dispatch('cards/update', { id: hero, childCards: [theirs] });
    await device.online();
    await world.clock.advance(61_000);
    await device.idle();
    expect(new Set(serviceRows().get('card', hero)?.childCards)).toEqual(new Set([mine, theirs]));
    expect(serviceRows().get('deck', deck())?.manualOrderLabels).toEqual(expect.arrayContaining(['mine', 'theirs']));
    expectNoDifferences();
  });
});

test('windows get an event for every change of the outbox, also when an operation settles', async () => {
  device.outboxes.length = 0;
  device.actOrThrow(['cards/update', { id: card(), priority: 'a' }]);
  await device.idle();
  expect(device.outboxes).toEqual([['queued'], ['sending'], ['acknowledged'], []]);
});

test('entries of a list are sent in their order, also after a lost answer; a refusal delays no others', async () => {
  const [thread] = rows().where('resolvable', '"isClosed" = 0 ORDER BY "id"');
  let isFirst = true;
  device.network.fault = (path) => {
    const isLost = isFirst && path === '/dispatch/cards/create';
    if (isLost) isFirst = false;
    return isLost ? 'dropBefore' : undefined;
  };
  const before = serviceRows().find('queueEntry', { userId: world.userId as never, cardDoneAt: null }).length;
  const made = ['first', 'second'].map((content) => {
    const { id } = device.actOrThrow(['cards/create', { content, deckId: deck() }]);
    device.actOrThrow(['handQueue/addCardsToHand', { cardIds: [id], userId: world.userId }]);
    return String(id);
  });
  await device.idle();
  await world.clock.advance(150_000);
  await device.idle();
  expect(device.replica.operations()).toEqual([]);
  const [a, b] = made.map((id) => serviceRows().get('card', device.replica.store.ids.renamed(id)));
  // The lost card is made after the other one, and then moved before it.
  const orderInDeck = serviceRows().find('cardOrder', { context: 'deck' }, ['sortValue']);
  expect(orderInDeck.map(({ cardId }) => cardId).filter((id) => id === a?.cardId || id === b?.cardId)[0]).toBe(
    a?.cardId,
  );
  const hand = serviceRows().find('queueEntry', { userId: world.userId as never, cardDoneAt: null }, ['sortIndex']);
  expect(hand.slice(before).map(({ cardId }) => cardId)).toEqual([a?.cardId, b?.cardId]);

  device.network.fault = (path, body) =>
    path.startsWith('/dispatch/') && body.includes('refused') ? 'forbidden' : undefined;
  device.actOrThrow(['resolvables/comment', { resolvableId: thread?.id, content: 'refused' }]);
  device.actOrThrow(['resolvables/comment', { resolvableId: thread?.id, content: 'goes on' }]);
  await device.idle();
  expect(device.replica.operations()).toMatchObject([{ state: 'rejected', params: { content: 'refused' } }]);
  expect(serviceRows().where('resolvableEntry', `"content" = 'goes on'`)).toHaveLength(1);
});

describe('texts changed by both sides', () => {
  test('are merged if different lines changed', async () => {
    const id = card();
    await world.dispatch('cards/update', { id, content: 'Title\n\none\ntwo\nthree\nfour' });
    await world.clock.advance(31_000);
    await device.idle();
    await device.offline();
    device.actOrThrow(['cards/update', { id, content: 'Title\n\nONE\ntwo\nthree\nfour' }]);
    await world.dispatch('cards/update', { id, content: 'Title\n\none\ntwo\nthree\nFOUR' });
    await device.online();
    expect(serviceRows().get('card', id)?.content).toBe('Title\n\nONE\ntwo\nthree\nFOUR');
    expectNoDifferences();
  });

  test('with a conflict delay only the next text of the card', async () => {
    const id = card();
    await device.offline();
    device.actOrThrow(['cards/update', { id, content: 'Mine' }]);
    device.actOrThrow(['resolvables/create', { cardId: id, context: 'comment', content: 'Said meanwhile' }]);
    device.actOrThrow(['cards/update', { id, effort: 7, deckId: deck(1) }]);
    device.actOrThrow(['bookmarks/addCards', { ids: [id], userId: world.userId }]);
    device.actOrThrow(['cards/update', { id, content: 'Mine, longer' }]);
    device.actOrThrow(['cards/copy', { ids: [id], props: [], target: deck() }]);
    await world.dispatch('cards/update', { id: id as never, content: 'Theirs' });
    await device.online();
    expect(device.replica.operations().map(({ action, state }) => [action, state])).toEqual([
      ['cards/update', 'rejected'],
      ['cards/update', 'waiting'],
      // The copy must wait, because it would copy the refused text.
      ['cards/copy', 'waiting'],
    ]);
    expect(serviceRows().get('card', id)).toMatchObject({ content: 'Theirs', effort: 7, deckId: deck(1) });
    expect(serviceRows().where('resolvableEntry', '"content" = ?', 'Said meanwhile')).toHaveLength(1);
  });

  test('with a conflict wait for the person; either choice keeps the other text', async () => {
    const id = card();
    await device.offline();
    device.actOrThrow(['cards/update', { id, content: 'Mine' }]);
    await world.dispatch('cards/update', { id, content: 'Theirs' });
    await device.online();
    expect(device.replica.operations()).toMatchObject([
      { state: 'rejected', failure: { kind: 'conflict', code: 'content_clash' } },
    ]);
    expect(device.replica.status()).toMatchObject({ attention: 1 });
    expect(rows().get('card', id)?.content).toBe('Mine');
    device.replica.retry(device.replica.operations()[0]?.id as number);
    await device.idle();
    expect(serviceRows().get('card', id)?.content).toBe('Mine');

    await device.offline();
    device.actOrThrow(['cards/update', { id, content: 'Mine again' }]);
    await world.dispatch('cards/update', { id, content: 'Theirs again' });
    await device.online();
    device.replica.discard(device.replica.operations()[0]?.id as number);
    await device.idle();
    expect(rows().get('card', id)?.content).toBe('Theirs again');
    expect(device.replica.operations()).toEqual([]);
    expectNoDifferences();
  });
});

describe('a refused operation', () => {
  test('waits with its reason, delays only operations that depend on it, and can be discarded', async () => {
    await device.offline();
    const { id } = device.actOrThrow(['cards/create', { content: 'Into a deck that goes', deckId: deck(1) }]);
    device.actOrThrow(['cards/update', { id, priority: 'a' }]);
    device.actOrThrow(['cards/update', { id: card(3), priority: 'b' }]);
    device.network.fault = (path) => (path === '/dispatch/cards/create' ? 'forbidden' : undefined);
    device.replica.sync.refresh();
    await device.idle();
    expect(device.replica.operations()).toMatchObject([
      { action: 'cards/create', state: 'rejected', failure: { kind: 'scope', requiredScope: 'card:write' } },
      { action: 'cards/update', state: 'waiting' },
    ]);
    expect(serviceRows().get('card', card(3))?.priority).toBe('b');
    await world.clock.advance(120_000);
    expect(device.replica.operations()).toHaveLength(2);

    const [creation] = device.replica.operations();
    device.replica.discard(creation?.id as number);
    await device.idle();
    expect(device.replica.operations()).toMatchObject([{ state: 'rejected', failure: { code: 'row_discarded' } }]);
    // The row that this operation changes will never exist. A retry must not make the operation wait for it.
    device.replica.retry(device.replica.operations()[0]?.id as number);
    expect(device.replica.operations()).toMatchObject([{ state: 'rejected' }]);
    device.replica.discard(device.replica.operations()[0]?.id as number);
    await device.idle();
    expectNoDifferences();
  });

  test('can be changed: operations that depend on it are sent with it', async () => {
    await device.offline();
    const gone = deck(1);
    const made = device.actOrThrow(['cards/create', { content: 'Into a deck that goes', deckId: gone }]);
    device.actOrThrow(['cards/update', { id: made.id, priority: 'a' }]);
    await world.dispatch('decks/delete', { id: gone as never });
    await device.online();
    const [creation] = device.replica.operations();
    expect(creation).toMatchObject({ state: 'rejected', failure: { kind: 'rejected' } });
    const id = creation?.id as number;
    expect(device.replica.change(id, { content: 5 })).toMatchObject({ ok: false, failure: { code: 'invalid_param' } });
    expect(device.replica.change(id, { ...creation?.params, deckId: deck(0) })).toMatchObject({ ok: true });
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(serviceRows().where('card', `"content" = 'Into a deck that goes'`)).toMatchObject([
      { deckId: deck(0), priority: 'a' },
    ]);
    expectNoDifferences();
  });

  // The service's answer to a new thread does not contain the id of the first comment. The edit of this comment must
  // still depend on the creation of the thread. Otherwise the edit stays queued and is never sent.
  test('delays the edit of a comment in a refused thread, also after a restart', async () => {
    await device.offline();
    const hero = card(0);
    device.actOrThrow(['resolvables/create', { cardId: hero, context: 'review', content: 'Of a hero by then' }]);
    const [entry] = rows().where('resolvableEntry', `"content" = 'Of a hero by then'`);
    device.actOrThrow(['resolvables/updateComment', { entryId: entry?.entryId, content: 'Edited' }]);
    await world.dispatch('cards/update', { id: card(1) as never, parentCardId: hero as never });
    await device.online();
    const waits = [{ state: 'rejected' }, { state: 'waiting', waitsFor: [device.replica.operations()[0]?.id] }];
    expect(device.replica.operations()).toMatchObject(waits);
    const { directory, network } = device;
    await device.close();
    device = world.replica({ directory, network });
    await device.start();
    expect(device.replica.operations()).toMatchObject(waits);
    device.replica.discard(device.replica.operations()[0]?.id as number);
    expect(device.replica.operations()).toMatchObject([{ state: 'rejected', failure: { code: 'row_discarded' } }]);
  });

  // The change of the owner is sent although Hand sync reads the milestone. The retry must still fill the Hand.
  test('that sets a milestone with Hand sync adds the card later to the Hand of the owner set meanwhile', async () => {
    const [cardId, owner] = [card(), world.userId];
    const { id: milestoneId } = rows().where('milestone', '"isDeleted" = 0 AND "isGlobal" = 1')[0] ?? {};
    const inHand = () => serviceRows().find('queueEntry', { cardId: cardId as never, userId: owner as never });
    device.actOrThrow(['milestones/update', { id: milestoneId, handSyncEnabled: true }]);
    device.actOrThrow(['cards/update', { id: cardId, assigneeId: null }]);
    device.actOrThrow(['handQueue/removeCards', { cardIds: [cardId], userId: owner }]);
    await device.idle();
    device.network.fault = (path, body) =>
      path === '/dispatch/cards/update' && body.includes('milestoneId') ? 'forbidden' : undefined;
    device.actOrThrow(['cards/update', { id: cardId, milestoneId }]);
    device.actOrThrow(['cards/update', { id: cardId, assigneeId: owner }]);
    await device.idle();
    const waiting = device.replica.operations();
    expect(waiting).toMatchObject([{ state: 'rejected', params: { milestoneId } }]);
    expect([serviceRows().get('card', cardId)?.assigneeId, inHand().length]).toEqual([owner, 0]);
    device.network.fault = () => undefined;
    device.replica.retry(waiting[0]?.id as number);
    await device.idle();
    expect(inHand()).toHaveLength(1);
    expectNoDifferences();
  });

  test('is sent again on demand', async () => {
    device.network.fault = (path) => (path === '/dispatch/cards/update' ? 'forbidden' : undefined);
    device.actOrThrow(['cards/update', { id: card(), priority: 'c' }]);
    await device.idle();
    device.network.fault = () => undefined;
    device.replica.retry(device.replica.operations()[0]?.id as number);
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expectNoDifferences();
  });

  test('that is certain to be refused is refused at once, and changes nothing', () => {
    const hero = rows().where('card', `"childCards" <> '[]' AND "visibility" = 'default'`)[0]?.cardId as string;
    const before = JSON.stringify(rows().get('card', hero));
    expect(device.act(['cards/update', { id: hero, status: 'started' }])).toMatchObject({
      ok: false,
      failure: { kind: 'rejected', code: 'hero_cannot_start' },
    });
    expect(JSON.stringify(rows().get('card', hero))).toBe(before);
    expect(device.replica.operations()).toEqual([]);
  });
});

describe('a token', () => {
  const reconnectWithAnotherToken = () => {
    const { userId } = world;
    const request = { kind: 'personal', permission: 'admin', label: 'another', userId } as const;
    device.replica.reconnect(world.service.administration.createToken(request).token);
  };

  test('that is revoked stops the sending; another one resumes it', async () => {
    const [info] = world.service.administration.listTokens().filter(({ isSession }) => !isSession);
    world.service.administration.revokeToken(info?.id as string);
    device.actOrThrow(['cards/update', { id: card(), effort: 8 }]);
    await device.idle();
    expect(device.replica.status()).toMatchObject({
      phase: 'stopped',
      waiting: 1,
      failure: { kind: 'auth', code: 'invalid_token' },
    });
    expect(device.read({ [`card("${card()}")`]: ['effort'] }).card?.[card()]).toMatchObject({ effort: 8 });
    reconnectWithAnotherToken();
    await device.idle();
    expect(device.replica.operations()).toEqual([]);
    expect(device.replica.status()).toMatchObject({ phase: 'fresh' });
    expectNoDifferences();
  });

  // When the service refuses the token, the sync stops. `syncNow` must start it again.
  test('that was only disabled is used again when the person syncs', async () => {
    world.service.administration.setPersonalTokensEnabled(false);
    device.actOrThrow(['cards/update', { id: card(), effort: 8 }]);
    await device.idle();
    const stopped = { phase: 'stopped', failure: { kind: 'auth', code: 'user_api_tokens_disabled' } };
    expect(device.replica.status()).toMatchObject(stopped);
    device.replica.syncNow();
    await device.idle();
    expect(device.replica.status()).toMatchObject(stopped);
    world.service.administration.setPersonalTokensEnabled(true);
    device.replica.syncNow();
    await device.idle();
    expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: null });
    expect(device.replica.operations()).toEqual([]);
  });

  // The refusal of the old token arrives after the new token is set. It must not stop the sync, and the refused full
  // poll must be repeated.
  test.each(['a poll', 'a full poll', 'a change'])(
    'that replaces a revoked one while %s is under way is used',
    async (request) => {
      const [info] = world.service.administration.listTokens().filter(({ isSession }) => !isSession);
      world.service.administration.revokeToken(info?.id as string);
      const held = Promise.withResolvers<void>();
      device.network.delay = () => held.promise;
      if (request === 'a poll') device.replica.sync.refresh();
      else if (request === 'a full poll') {
        device.replica.sync.schedule.dueAt.fullPoll = 0;
        device.replica.sync.wake();
      } else device.actOrThrow(['cards/update', { id: card(), effort: 8 }]);
      await world.clock.advance(100);
      reconnectWithAnotherToken();
      device.network.exchanges.length = 0;
      held.resolve();
      await device.idle();
      expect(device.replica.status()).toMatchObject({ phase: 'fresh', failure: null });
      const fullPolls = device.network.exchanges.filter(({ body }) => body.includes('workflowItems'));
      expect(fullPolls.at(-1)).toMatchObject({ status: 200 });
      expect(device.replica.operations()).toEqual([]);
      expectNoDifferences();
    },
  );
});

test('the outbox pauses and goes on', async () => {
  device.replica.pauseOutbox(true);
  device.actOrThrow(['cards/update', { id: card(), effort: 3 }]);
  await world.clock.advance(60_000);
  await device.idle();
  expect(device.replica.operations()).toMatchObject([{ state: 'queued' }]);
  device.replica.pauseOutbox(false);
  await device.idle();
  expect(device.replica.operations()).toEqual([]);
});

// While sending is paused, the app shows “Work offline” as on. When the person turns it off, the app sends only the
// command `sync/offline`. So `setOffline(false)` must also resume sending.
test('the end of offline work also resumes paused sending, also after a restart', async () => {
  device.replica.pauseOutbox(true);
  device.actOrThrow(['cards/update', { id: card(), effort: 3 }]);
  await device.idle();
  expect(device.replica.status()).toMatchObject({ pausedByPerson: true, waiting: 1 });
  device.replica.setOffline(false);
  await device.idle();
  expect(device.replica.status()).toMatchObject({ pausedByPerson: false, waiting: 0 });
  const { directory } = device;
  await device.close();
  device = world.replica({ directory });
  await device.start();
  expect(device.replica.status()).toMatchObject({ pausedByPerson: false });
});

test('a watching window gets patches that lead to the current answer', async () => {
  const query = {
    _root: [{ account: [{ [`cards({"deckId":"${deck()}"})`]: ['title', 'priority', { assignee: ['name'] }] }] }],
  };
  const answer = unpackAnswer(device.replica.watch('w', query)) as Record<string, Record<string, unknown>>;
  device.actOrThrow(['cards/create', { content: 'Watched', deckId: deck(), assigneeId: world.userId }]);
  await device.idle();
  await world.dispatch('cards/create', { content: 'From elsewhere', deckId: deck() });
  await world.clock.advance(61_000);
  await device.idle();
  let base = 0;
  for (const patch of device.patches) {
    expect(patch.base).toBe(base);
    base += 1;
    const { set, gone, root } = unpackPatch(patch.text);
    for (const [model, changed] of Object.entries(set)) answer[model] = { ...answer[model], ...changed };
    for (const [model, keys] of Object.entries(gone)) for (const key of keys) delete answer[model]?.[key];
    if (root) answer._root = root;
  }
  expect(base).toBeGreaterThan(1);
  expect(comparableAnswer(answer as QueryAnswer)).toEqual(comparableAnswer(device.read(query) as QueryAnswer));
});

test('a new card and its position are one change, undone together', async () => {
  await device.offline();
  const did = (action: string, params: Record<string, unknown>) => {
    const acted = device.replica.act({ label: 'New card', steps: [{ action, params }] });
    if (!acted.ok) throw new Error(acted.failure.message);
    return acted.value.answers[0] ?? {};
  };
  const { id } = did('cards/create', { content: 'Placed', deckId: deck() });
  did('cardOrders/addAfter', { cardIds: [id], targetId: null, context: 'deck', label: null });
  expect(device.replica.operations()).toMatchObject([{ action: 'cards/create', params: { content: 'Placed' } }]);
  expect(device.replica.operations()[0]?.params).not.toHaveProperty('targetId');
  expect(device.replica.status()).toMatchObject({ waiting: 1 });
  device.replica.discard(device.replica.operations()[0]?.id ?? 0);
  expect(device.replica.operations()).toEqual([]);
});

test('a waiting change that cannot be shown is counted, and logged with its reason if the service will not refuse it', async () => {
  device.replica.pauseOutbox(true);
  const [id, hero, top] = [card(0), card(1), card(2)];
  device.actOrThrow(['cards/update', { id, parentCardId: hero }]);
  expect(device.replica.status()).toMatchObject({ waiting: 1, unapplied: 0 });
  await world.dispatch('cards/update', { id: hero as never, parentCardId: top as never });
  await world.clock.advance(31_000);
  await device.idle();
  // The change to card `id` cannot be shown: `hero` has become a sub card, and a sub card cannot have sub cards. No
  // warning is logged, because the service will refuse the change, too.
  expect(device.replica.status()).toMatchObject({ waiting: 1, unapplied: 1 });
  expect(device.warnings).toEqual([]);

  const made = device.actOrThrow([
    'decks/create',
    { title: 'Made here', projectId: rows().find('project', {})[0]?.id },
  ]);
  device.replica.store.engine.db.exec(
    `CREATE TEMP TRIGGER noDecks BEFORE INSERT ON deck BEGIN SELECT RAISE(ABORT, 'no more decks'); END`,
  );
  device.actOrThrow(['decks/update', { id: made.id, description: 'Discarded' }]);
  device.replica.discard(device.replica.operations().at(-1)?.id ?? 0);
  expect(device.replica.status()).toMatchObject({ waiting: 2, unapplied: 2 });
  expect(device.warnings).toEqual([expect.stringMatching(/could not be applied.*decks\/create.*SQLITE_CONSTRAINT/)]);
});
