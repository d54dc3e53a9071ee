/** Checks of Hands, bookmarks and manual order. */
import assert from 'node:assert/strict';
import { type Check, check, type ServiceUnderTest } from '../subject.ts';

const add = (s: ServiceUnderTest, cardIds: string[], userId = s.userId) =>
  s.ok('handQueue/addCardsToHand', { cardIds, userId });
const own = (s: ServiceUnderTest, params: object = {}) => s.newCards(3, { assigneeId: s.userId, ...params });

async function smallHand(s: ServiceUnderTest): Promise<void> {
  await s.ok('account/update', { maxHandSlotCount: 7 });
}

export const handChecks: readonly Check[] = [
  check('hand.add', 'hand', async (s) => {
    await s.needSlots(3);
    const [a = '', b = '', c = ''] = await own(s);
    await add(s, [a]);
    const { queueEntries } = await add(s, [c, b]);
    assert.deepEqual(
      queueEntries.map(({ cardId }) => cardId),
      [c, b],
    );
    assert.deepEqual((await s.hand()).slice(-3), [a, c, b]);
    const entry = await s.row('queueEntry', queueEntries[0]?.id as string);
    assert.deepEqual([entry.cardId, entry.userId, entry.cardDoneAt], [c, s.userId, null]);
  }),
  check('hand.sort-index', 'hand', async (s) => {
    await s.needSlots(3);
    const [a = '', b = '', c = ''] = await own(s);
    await add(s, [a, b, c]);
    await s.ok('cards/update', { id: a, status: 'done' });
    const entries = await s.entries(s.userId);
    const open = entries.filter(({ cardDoneAt }) => cardDoneAt === null);
    assert.equal(open[0]?.sortIndex, 0);
    assert.equal(entries.find(({ cardId }) => cardId === a)?.sortIndex, null);
  }),
  check('hand.add.skips', 'hand', async (s) => {
    await s.needSlots(3);
    const [present = '', done = '', archived = '', deleted = '', fresh = ''] = await s.newCards(5);
    await add(s, [present]);
    await s.ok('cards/update', { id: done, status: 'done' });
    await s.ok('cards/update', { id: archived, visibility: 'archived' });
    await s.ok('cards/update', { id: deleted, visibility: 'deleted' });
    const { queueEntries } = await add(s, [present, done, archived, deleted, fresh]);
    assert.deepEqual(
      queueEntries.map(({ cardId }) => cardId),
      [fresh],
    );
  }),
  check('hand.add.owner', 'hand', async (s) => {
    await s.needSlots(3);
    const id = await s.newCard();
    await add(s, [id]);
    assert.equal((await s.card(id)).assigneeId, s.userId);
  }),
  check(['hand.add.full', 'cards.create.queue.full'], 'local', async (s) => {
    await smallHand(s);
    const cards = await s.newCards(8);
    await add(s, cards.slice(0, 6));
    await s.refused('handQueue/addCardsToHand', { cardIds: cards.slice(6), userId: s.userId });
    assert.equal((await s.hand()).length, 6);
    await add(s, cards.slice(6, 7));
    const { deckId } = await s.card(cards[0] as string);
    await s.refused('cards/create', { content: 'Too much', deckId, putInQueue: true });
    assert.equal((await s.ids('cards')).length, 8);
  }),
  check('cards.create.queue', 'hand', async (s) => {
    await s.needSlots(1);
    const mine = await s.newCard({ putInQueue: true });
    assert.deepEqual(await s.handOf([mine]), [mine]);
  }),
  check('cards.create.queue', 'local', async (s) => {
    const other = await s.newPerson();
    const theirs = await s.newCard({ putInQueue: true, assigneeId: other });
    assert.deepEqual([await s.hand(), await s.hand(other)], [[], [theirs]]);
  }),
  check(['hand.remove', 'hand.remove.all'], 'hand', async (s) => {
    await s.needSlots(3);
    const [a = '', b = '', c = ''] = await own(s);
    await add(s, [a, b, c]);
    await s.ok('handQueue/removeCards', { cardIds: [a], userId: s.userId });
    assert.deepEqual(await s.handOf([a, b, c]), [b, c]);
    await s.ok('handQueue/removeCards', { cardIds: [b] });
    assert.deepEqual(await s.handOf([a, b, c]), [c]);
    await s.ok('cards/update', { id: c, status: 'done' });
    assert.ok((await s.donePile()).includes(c));
    await s.ok('handQueue/removeCards', { cardIds: [c], userId: s.userId });
    assert.ok(!(await s.donePile()).includes(c));
  }),
  check(['hand.remove', 'hand.remove.all'], 'local', async (s) => {
    const other = await s.newPerson();
    const [a = '', b = ''] = await own(s);
    await add(s, [a, b]);
    await add(s, [a, b], other);
    await s.ok('handQueue/removeCards', { cardIds: [a], userId: s.userId });
    assert.deepEqual([await s.hand(), await s.hand(other)], [[b], [a, b]]);
    await s.ok('handQueue/removeCards', { cardIds: [b] });
    assert.deepEqual([await s.hand(), await s.hand(other)], [[], [a]]);
  }),
  check(['hand.order', 'hand.order.answer', 'hand.order.ignores', 'hand.order.adds'], 'hand', async (s) => {
    await s.needSlots(4);
    const others = await s.hand();
    const [a = '', b = '', c = '', outside = '', stranger = ''] = await s.newCards(5);
    await add(s, [a, b, c]);
    const { queueEntries } = await s.ok('handQueue/setCardOrders', {
      cardIds: [c, outside, stranger, a],
      draggedCardIds: [c, outside],
      userId: s.userId,
    });
    const wanted = [c, outside, a, ...others, b];
    assert.deepEqual(await s.hand(), wanted);
    assert.deepEqual(
      queueEntries.map(({ cardId }) => cardId),
      wanted,
    );
    assert.equal((await s.card(outside)).assigneeId, s.userId);
  }),
  check('hand.order.nothing', 'hand', async (s) => {
    await s.needSlots(2);
    const [a = '', b = '', done = ''] = await s.newCards(3);
    await add(s, [a, b]);
    await s.ok('handQueue/setCardOrders', { cardIds: [b, a], draggedCardIds: [], userId: s.userId });
    assert.deepEqual(await s.handOf([a, b]), [a, b]);
    await s.ok('cards/update', { id: done, status: 'done' });
    await s.ok('handQueue/setCardOrders', { cardIds: [b, done, a], draggedCardIds: [done], userId: s.userId });
    assert.deepEqual(await s.handOf([a, b, done]), [a, b]);
  }),
  check('hand.order.full', 'local', async (s) => {
    await smallHand(s);
    const cards = await s.newCards(8);
    await add(s, cards.slice(0, 7));
    const [last = ''] = cards.slice(7);
    const params = { cardIds: [last, ...cards.slice(0, 7)], draggedCardIds: [last], userId: s.userId };
    await s.refused('handQueue/setCardOrders', params);
    assert.deepEqual(await s.hand(), cards.slice(0, 7));
  }),
  check('hand.start-exceeds', 'local', async (s) => {
    await smallHand(s);
    const cards = await s.newCards(8, { assigneeId: s.userId });
    await add(s, cards.slice(0, 7));
    await s.ok('cards/update', { id: cards[7] as string, status: 'started' });
    assert.deepEqual(await s.hand(), cards);
  }),
  check(['status.done.pile', 'status.undone.hand'], 'hand', async (s) => {
    await s.needSlots(2);
    const [a = '', b = ''] = await own(s);
    await add(s, [b]);
    await s.ok('cards/update', { id: a, status: 'done' });
    assert.ok((await s.donePile()).includes(a));
    await s.ok('cards/update', { id: a, status: 'not_started' });
    assert.ok(!(await s.donePile()).includes(a));
    assert.deepEqual((await s.hand()).slice(-2), [b, a]);
  }),
  check(['status.done.pile', 'status.done.others', 'status.undone.hand'], 'local', async (s) => {
    const other = await s.newPerson();
    const [a = '', b = ''] = await own(s);
    await add(s, [b]);
    await add(s, [a], other);
    await s.ok('cards/update', { id: a, status: 'done' });
    assert.deepEqual(await s.donePile(), [a]);
    assert.deepEqual(await s.hand(other), []);
    await s.ok('cards/update', { id: a, status: 'not_started' });
    assert.deepEqual(await s.donePile(), []);
    assert.deepEqual(await s.hand(), [b, a]);
  }),
  check('hand.sync.deck', 'hand', async (s) => {
    await s.needSlots(3);
    const deckId = await s.newDeck();
    await s.ok('decks/update', { id: deckId, handSyncEnabled: true });
    const created = await s.newCard({ deckId, assigneeId: s.userId });
    const moved = await s.newCard({ assigneeId: s.userId });
    const given = await s.newCard({ deckId });
    assert.deepEqual(await s.handOf([created, moved, given]), [created]);
    await s.ok('cards/update', { id: moved, deckId });
    await s.ok('cards/update', { id: given, assigneeId: s.userId });
    assert.deepEqual(await s.handOf([created, moved, given]), [created, moved, given]);
  }),
  check('hand.sync.deck', 'local', async (s) => {
    const other = await s.newPerson();
    const deckId = await s.newDeck();
    await s.ok('decks/update', { id: deckId, handSyncEnabled: true });
    const id = await s.newCard({ deckId, assigneeId: s.userId });
    await s.ok('cards/update', { id, assigneeId: other });
    assert.deepEqual(await s.hand(other), [id]);
  }),
  check('hand.sync.deck-on', 'hand', async (s) => {
    await s.needSlots(2);
    const [a = '', done = '', other = ''] = await own(s);
    const { deckId } = await s.card(a);
    const ownerless = await s.newCard({ deckId });
    await s.ok('cards/update', { id: done, status: 'done' });
    await s.ok('decks/update', { id: deckId as string, handSyncEnabled: true });
    assert.deepEqual(new Set(await s.handOf([a, done, other, ownerless])), new Set([a, other]));
  }),
  check('hand.sync.milestone', 'hand', async (s) => {
    await s.needSlots(2);
    const { id: milestoneId } = await s.newMilestone();
    const [before = '', later = ''] = await own(s);
    await s.ok('cards/update', { id: before, milestoneId });
    await s.ok('milestones/update', { id: milestoneId, handSyncEnabled: true });
    assert.deepEqual(await s.handOf([before, later]), [before]);
    await s.ok('cards/update', { id: later, milestoneId });
    assert.deepEqual(await s.handOf([before, later]), [before, later]);
  }),
  check('hand.sync.sprint', 'local', async (s) => {
    const { id } = await s.ok('sprints/createConfig', { name: 'R', startDate: '2026-04-13', days: 7 });
    const [sprintId = ''] = await s.ids('sprints', { sprintConfigId: id, $order: 'index' });
    await s.ok('sprints/updateSprint', { id: sprintId, handSyncEnabled: true });
    const card = await s.newCard({ sprintId, assigneeId: s.userId });
    assert.deepEqual(await s.hand(), [card]);
  }),

  check(['bookmarks.add', 'bookmarks.remove', 'bookmarks.order'], 'hand', async (s) => {
    const [a = '', b = '', c = '', d = ''] = await s.newCards(4);
    const userId = s.userId;
    const marked = async () => (await s.bookmarks()).filter((id) => [a, b, c, d].includes(id));
    await s.ok('bookmarks/addCards', { ids: [a, b], userId });
    await s.ok('bookmarks/addCards', { ids: [c, a], userId });
    assert.deepEqual(await marked(), [b, c, a]);
    await s.ok('bookmarks/setOrders', { cardIds: [a, d], userId });
    assert.deepEqual((await s.bookmarks()).slice(0, 2), [a, d]);
    assert.deepEqual(await marked(), [a, d, b, c]);
    await s.ok('bookmarks/removeCards', { ids: [a, c], userId });
    assert.deepEqual(await marked(), [d, b]);
    await s.ok('bookmarks/removeCards', { ids: [d, b], userId });
  }),
  check('bookmarks.deleted-card', 'hand', async (s) => {
    const id = await s.newCard({ addAsBookmark: true });
    await s.ok('cards/update', { id, visibility: 'deleted' });
    assert.ok(!(await s.bookmarks()).includes(id));
  }),
  check(['bookmarks.others', 'account.hand-cards'], 'local', async (s) => {
    const other = await s.newPerson();
    const id = await s.newCard();
    await s.refused('bookmarks/addCards', { ids: [id], userId: other });
    assert.deepEqual(await s.bookmarks(other), []);
    await s.ok('bookmarks/addCards', { ids: [id], userId: other }, 'admin');
    assert.deepEqual(await s.bookmarks(other), [id]);
  }),
  check('account.queue-entries', 'local', async (s) => {
    const other = await s.newPerson();
    const [a = '', b = ''] = await s.newCards(2);
    await add(s, [a]);
    await add(s, [b], other);
    const answer = await s.answer({ _root: [{ account: [{ queueEntries: ['userId'] }] }] });
    const users = Object.values(answer.queueEntry ?? {}).map(({ userId }) => userId as unknown as string);
    assert.deepEqual(new Set(users), new Set([s.userId, other]));
  }),

  check(['card-orders.after', 'card-orders.after.null', 'card-orders.label'], 'local', async (s) => {
    const [a = '', b = '', c = '', d = ''] = await s.newCards(4);
    const put = (cardIds: string[], targetId: string | null, label: string | null = null) =>
      s.ok('cardOrders/addAfter', { targetId, cardIds, context: 'deck', label });
    await put([a, b], null);
    await put([d, c], a);
    assert.deepEqual(
      (await s.order('deck', [a, b, c, d])).map(([id]) => id),
      [a, d, c, b],
    );
    await put([a], null);
    assert.deepEqual(
      (await s.order('deck', [a, b, c, d])).map(([id]) => id),
      [d, c, b, a],
    );
    await put([b], d, 'Zone');
    assert.equal((await s.order('deck', [b]))[0]?.[1], 'Zone');
  }),
  check(['card-orders.before', 'card-orders.before.null'], 'local', async (s) => {
    const [a = '', b = '', c = ''] = await s.newCards(3);
    await s.ok('cardOrders/addAfter', { targetId: null, cardIds: [a, b], context: 'deck', label: null });
    await s.ok('cardOrders/addBefore', { targetId: b, cardIds: [c], context: 'deck', label: null });
    assert.deepEqual(
      (await s.order('deck', [a, b, c])).map(([id]) => id),
      [a, c, b],
    );
    await s.ok('cardOrders/addBefore', { targetId: null, cardIds: [b], context: 'deck', label: null });
    assert.deepEqual(
      (await s.order('deck', [a, b, c])).map(([id]) => id),
      [b, a, c],
    );
  }),
  check(['card-orders.update-label', 'card-orders.update-label.skips'], 'local', async (s) => {
    const [a = '', b = ''] = await s.newCards(2);
    await s.ok('cardOrders/addAfter', { targetId: null, cardIds: [a, b], context: 'deck', label: null });
    await s.ok('cardOrders/updateLabel', { cardIds: [a], context: 'deck', label: 'Z' });
    assert.equal((await s.order('deck', [a]))[0]?.[1], 'Z');
    assert.deepEqual(new Set((await s.order('deck', [a, b])).map(([id]) => id)), new Set([a, b]));
    const unplaced = await s.newCard();
    await s.ok('cardOrders/updateLabel', { cardIds: [unplaced], context: 'deck', label: 'Z' });
    assert.deepEqual(await s.order('deck', [unplaced]), []);
  }),
  check('card-orders.contexts', 'local', async (s) => {
    const { id: milestoneId } = await s.ok('milestones/create', {
      accountId: s.accountId,
      name: 'M',
      color: 'blue',
      date: '2030-01-01',
      isGlobal: true,
      projectIds: null,
    });
    const [a = '', b = ''] = await s.newCards(2, { milestoneId });
    await s.ok('cardOrders/addAfter', { targetId: null, cardIds: [a, b], context: 'deck', label: null });
    await s.ok('cardOrders/addAfter', { targetId: null, cardIds: [b, a], context: 'milestone', label: null });
    assert.deepEqual(
      (await s.order('deck', [a, b])).map(([id]) => id),
      [a, b],
    );
    assert.deepEqual(
      (await s.order('milestone', [a, b])).map(([id]) => id),
      [b, a],
    );
  }),
];
