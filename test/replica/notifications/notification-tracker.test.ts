/**
 * Checks which notifications a person gets when other people change rows of a real service, also after restarts of the
 * replica.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActionName, Params } from '../../../shared/contract/index.ts';
import { createWorld, type World, type WorldReplica } from '../support.ts';

let world: World;
let device: WorldReplica;
let ann: { readonly id: string; readonly token: string };

const minuteMs = 60_000;

/** Advances the clock until the replica has read all changes and created the notifications for them. */
async function waitForNotifications(of = device): Promise<void> {
  await world.clock.advance(minuteMs);
  await of.idle();
  await world.clock.advance(2_000);
}

/** Simulates that the computer sleeps for a day. */
async function nextDay(): Promise<void> {
  world.clock.skip(24 * 60 * minuteMs);
  await waitForNotifications();
}

const asAnn = <A extends ActionName>(action: A, params: Params<A>) => world.dispatch(action, params, ann.token);
const arrived = () => device.notified.flatMap(({ arrived: keys }) => keys);
/** Returns the titles of the notifications since the last call. */
function announced(): string[] {
  const titles = device.notified.flatMap(({ all, arrived: keys }) =>
    keys.map((key) => all.find((shown) => shown.key === key)?.title ?? key),
  );
  device.notified.length = 0;
  return titles;
}
const listed = () => device.replica.notifications().map(({ kind, title, isRead }) => ({ kind, title, isRead }));
const unread = () => device.replica.notifications().filter(({ isRead }) => !isRead);

/** Finds an open card that is in a deck and in no Hand. The card has no owner, no open thread and no due date. */
function freeCard(index = 0): { cardId: never; title: string } {
  const { rows } = world.service.engine;
  const found = rows.where(
    'card',
    `"visibility" = 'default' AND "derivedStatus" = 'unassigned' AND "deckId" IS NOT NULL AND "isDoc" IS NOT 1 AND "dueDate" IS NULL
       AND NOT EXISTS (SELECT 1 FROM queueEntry WHERE queueEntry.cardId = card.cardId) ORDER BY "accountSeq"`,
  )[index];
  if (!found) throw new Error('The demo has no free card');
  return found as never;
}

beforeEach(async () => {
  world = createWorld();
  const other = world.service.engine.rows
    .where('user', `"id" != ? AND "kind" = 'human' ORDER BY "name"`, world.userId)
    .find(({ id }) => world.service.engine.rows.get('accountRole', id));
  if (!other) throw new Error('The demo has one person only');
  const { token } = world.service.administration.createToken({
    kind: 'personal',
    permission: 'write',
    label: 'Ann',
    userId: other.id,
  });
  ann = { id: other.id, token };
  world.service.engine.db.prepare(`UPDATE user SET fullName = 'Ann', name = 'ann' WHERE id = ?`).run(ann.id);
  device = world.replica();
  await device.start();
  await waitForNotifications();
});
afterEach(() => world.close());

test('the rows of a first sync announce nothing, and threads that wait are unread', () => {
  expect(arrived()).toEqual([]);
  expect(unread().length).toBeGreaterThan(0);
  expect(new Set(unread().map(({ threadId }) => threadId !== null))).toEqual(new Set([true]));
});

test('others assign, mention, block and hand over; each is announced once', async () => {
  const [first, second, third] = [freeCard(0), freeCard(1), freeCard(2)];
  const me = world.userId as never;
  announced();
  await asAnn('cards/update', { id: first.cardId, assigneeId: me });
  await asAnn('handQueue/addCardsToHand', { cardIds: [second.cardId], userId: me });
  await waitForNotifications();
  // The service also assigns `second` to the person, but the app must notify only of the addition to the Hand.
  expect(announced().sort()).toEqual([`Added to your Hand: ${second.title}`, `Assigned to you: ${first.title}`]);

  await asAnn('resolvables/create', {
    cardId: first.cardId,
    context: 'block',
    content: 'The **lens** is cracked\n- see `lens.png`',
  });
  await asAnn('resolvables/create', {
    cardId: third.cardId,
    context: 'comment',
    content: `Ask @[userId:${world.userId}] about it`,
  });
  await waitForNotifications();
  expect(announced().sort()).toEqual([`Ann blocked “${first.title}”`, `Ann mentioned you on “${third.title}”`]);
  const block = device.replica.notifications().find(({ kind }) => kind === 'block');
  expect(block).toMatchObject({
    body: 'The lens is cracked see lens.png',
    isRead: false,
    actorId: ann.id,
    target: { model: 'card', id: first.cardId },
  });
  await waitForNotifications();
  expect(announced()).toEqual([]);
});

test('windows get no new list for what the person does', async () => {
  const { cardId } = freeCard();
  const known = device.notified.length;
  device.act(['cards/update', { id: cardId, assigneeId: world.userId }]);
  device.act(['handQueue/addCardsToHand', { cardIds: [cardId], userId: world.userId }]);
  await waitForNotifications();
  expect(device.notified.slice(known)).toEqual([]);
});

test('a second answer in a thread is announced again, and the person’s own answer ends its notification', async () => {
  const { cardId, title } = freeCard();
  device.actOrThrow(['resolvables/create', { cardId, context: 'comment', content: 'Which lens?' }]);
  await device.idle();
  await waitForNotifications();
  announced();
  const threadId = world.service.engine.rows.find('resolvable', { cardId })[0]?.id as never;
  await asAnn('resolvables/comment', { resolvableId: threadId, content: 'The old one' });
  await waitForNotifications();
  expect(announced()).toEqual([`Ann commented on “${title}”`]);
  const key = `thread:${threadId}`;
  device.replica.markNotifications([key], true);
  expect(device.replica.notifications().find((shown) => shown.key === key)?.isRead).toBe(true);
  await asAnn('resolvables/comment', { resolvableId: threadId, content: 'Or both' });
  await waitForNotifications();
  expect(announced()).toEqual([`Ann commented on “${title}”`]);
  device.actOrThrow(['resolvables/comment', { resolvableId: threadId, content: 'Both, then' }]);
  expect(device.replica.notifications().some((shown) => shown.key === key)).toBe(false);
  await waitForNotifications();
  expect(announced()).toEqual([]);
});

test('what the person does here is not announced, also when the service gives new ids', async () => {
  const { cardId } = freeCard();
  const deckId = world.service.engine.rows.get('card', cardId)?.deckId;
  announced();
  device.actOrThrow(['cards/update', { id: cardId, assigneeId: world.userId, dueDate: '2026-03-02' }]);
  device.actOrThrow(['handQueue/addCardsToHand', { cardIds: [cardId], userId: world.userId }]);
  device.actOrThrow(['cards/create', { content: 'Made offline', deckId, assigneeId: world.userId, putInQueue: true }]);
  await device.idle();
  await waitForNotifications();
  await waitForNotifications();
  expect(announced()).toEqual([]);
});

test('a card that the person assigns to themselves with another program is not announced', async () => {
  const [mine, hers] = [freeCard(0), freeCard(1)];
  announced();
  await world.dispatch('cards/update', { id: mine.cardId, assigneeId: world.userId as never });
  await asAnn('cards/update', { id: hers.cardId, assigneeId: world.userId as never });
  await waitForNotifications();
  await waitForNotifications();
  expect(announced()).toEqual([`Assigned to you: ${hers.title}`]);
  expect(listed().map(({ title }) => title)).not.toContain(`Assigned to you: ${mine.title}`);
});

test('an assignment is announced also where the service shows no history', async () => {
  const { cardId, title } = freeCard();
  announced();
  device.network.fault = (_path, body) => (body.includes('diffs(') ? 'forbidden' : undefined);
  await world.dispatch('cards/update', { id: cardId, assigneeId: world.userId as never });
  await waitForNotifications();
  await waitForNotifications();
  expect(announced()).toEqual([`Assigned to you: ${title}`]);
});

test('after a restart nothing is announced twice, and what happened meanwhile is announced once', async () => {
  const [first, second] = [freeCard(0), freeCard(1)];
  await asAnn('cards/update', { id: first.cardId, assigneeId: world.userId as never });
  await waitForNotifications();
  const [key] = device.replica
    .notifications()
    .filter(({ kind }) => kind === 'assigned')
    .map((shown) => shown.key);
  device.replica.markNotifications([key ?? ''], true);
  const { directory } = device;
  const before = listed();
  await device.close();
  await asAnn('cards/update', { id: second.cardId, assigneeId: world.userId as never });
  device = world.replica({ directory });
  await device.start();
  await waitForNotifications();
  expect(announced()).toEqual([`Assigned to you: ${second.title}`]);
  expect(listed().filter(({ title }) => title !== `Assigned to you: ${second.title}`)).toEqual(before);
});

test('a cache that is read from the service again announces nothing twice', async () => {
  const { cardId } = freeCard();
  await asAnn('cards/update', { id: cardId, assigneeId: world.userId as never });
  await waitForNotifications();
  announced();
  device.replica.failureOf(Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }));
  device = world.replica({ directory: device.directory });
  await device.start();
  await waitForNotifications();
  expect(announced()).toEqual([]);
  expect(device.replica.notifications().some(({ key }) => key === `assigned:${cardId}`)).toBe(true);
});

test('a card is announced on the morning of its due date, and leaves the list when it is done', async () => {
  const { cardId, title } = freeCard();
  await asAnn('cards/update', { id: cardId, assigneeId: world.userId as never, dueDate: '2026-03-04' });
  await waitForNotifications();
  expect(announced()).toEqual([`Assigned to you: ${title}`]);
  await nextDay();
  expect(announced().filter((text) => text.includes(title))).toEqual([]);
  await nextDay();
  expect(announced()).toContain(`Due today: ${title}`);
  await nextDay();
  expect(announced().filter((text) => text.includes(title))).toEqual([]);
  expect(listed().map((shown) => shown.title)).toContain(`Due yesterday: ${title}`);
  device.actOrThrow(['cards/update', { id: cardId, status: 'done' }]);
  expect(listed().filter((shown) => shown.title.includes(title))).toEqual([]);
});

test('a refused change is announced and leaves the list with the person’s decision', async () => {
  const { cardId, title } = freeCard();
  announced();
  await device.offline();
  device.actOrThrow(['cards/update', { id: cardId, effort: 3 }]);
  device.network.fault = (path) => (path.startsWith('/dispatch/') ? 'forbidden' : undefined);
  await waitForNotifications();
  const [operation] = device.replica.operations();
  expect(operation?.state, title).toBe('rejected');
  expect(announced()).toEqual(['Change refused: cards/update']);
  expect(listed()[0]).toMatchObject({ kind: 'refused', isRead: false });
  device.replica.discard(operation?.id ?? 0);
  expect(listed().some(({ kind }) => kind === 'refused')).toBe(false);
});

test('another person who uses the workspace starts without old notifications', async () => {
  const { cardId } = freeCard();
  await asAnn('cards/update', { id: cardId, assigneeId: world.userId as never });
  await waitForNotifications();
  announced();
  device.replica.setUser(ann.id);
  await device.idle();
  await waitForNotifications();
  expect(announced()).toEqual([]);
  expect(device.replica.notifications().some(({ key }) => key === `assigned:${cardId}`)).toBe(false);
});
