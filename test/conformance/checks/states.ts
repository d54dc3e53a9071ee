/** Checks of card status, visibility, and the derived status. */
import assert from 'node:assert/strict';
import { type Check, check, type ServiceUnderTest } from '../subject.ts';

const openThread = (s: ServiceUnderTest, cardId: string, context = 'comment') =>
  s.ok('resolvables/create', { cardId, context, content: 'Hello' });

export const cardStatusChecks: readonly Check[] = [
  check('status.assignee-change', 'write', async (s) => {
    const id = await s.newCard({ assigneeId: s.userId });
    await s.ok('cards/update', { id, status: 'started' });
    await s.ok('cards/update', { id, effort: 1 });
    assert.equal((await s.card(id)).status, 'started');
    await s.ok('cards/update', { id, assigneeId: null });
    assert.equal((await s.card(id)).status, 'not_started');
  }),
  check('status.assignee-change', 'local', async (s) => {
    const id = await s.newCard({ assigneeId: s.userId });
    await s.ok('cards/update', { id, status: 'started' });
    await s.ok('cards/update', { id, assigneeId: await s.newPerson() });
    assert.equal((await s.card(id)).status, 'not_started');
  }),
  check(['status.archive', 'derived.archived', 'derived.deleted', 'card.archived-readable'], 'write', async (s) => {
    const [a = '', b = '', c = ''] = await s.newCards(3);
    await s.ok('cards/bulkUpdate', { ids: [a, b], status: 'started' });
    await s.ok('cards/update', { id: c, status: 'done' });
    await s.ok('cards/bulkUpdate', { ids: [a, c], visibility: 'archived' });
    await s.ok('cards/update', { id: b, visibility: 'deleted' });
    const [archived, deleted, done] = [await s.card(a), await s.card(b), await s.card(c)];
    assert.deepEqual([archived.status, archived.derivedStatus], ['not_started', 'archived']);
    assert.deepEqual([deleted.status, deleted.derivedStatus], ['not_started', 'deleted']);
    assert.deepEqual([done.status, done.derivedStatus], ['done', 'archivedDone']);
  }),
  check('status.delete-deps', 'write', async (s) => {
    const [first = '', then = ''] = await s.newCards(2);
    await s.ok('cards/update', { id: then, inDeps: [first] });
    await s.ok('cards/update', { id: first, visibility: 'deleted' });
    assert.deepEqual((await s.card(then, ['inDeps'])).inDeps, []);
    assert.deepEqual((await s.card(first, ['outDeps'])).outDeps, []);
    assert.equal((await s.card(then)).hasBlockingDeps, false);
  }),
  check('status.move-to-hero-or-doc', 'write', async (s) => {
    for (const deckType of ['hero', 'doc']) {
      const id = await s.newCard();
      await s.ok('cards/update', { id, status: 'started' });
      await s.ok('cards/update', { id, deckId: await s.newDeck({ deckType }) });
      assert.equal((await s.card(id)).status, 'not_started', deckType);
    }
  }),
  check(['status.deck-to-hero', 'decks.hero'], 'write', async (s) => {
    const [started = '', done = '', sub = ''] = await s.newCards(3);
    await s.ok('cards/update', { id: sub, parentCardId: done });
    await s.ok('cards/update', { id: started, status: 'started' });
    await s.ok('cards/update', { id: done, status: 'done' });
    const { deckId } = await s.card(started);
    await s.ok('decks/update', { id: deckId as string, deckType: 'hero' });
    const card = await s.card(started);
    assert.deepEqual([card.status, card.derivedStatus], ['not_started', 'hero']);
    assert.equal((await s.card(done)).status, 'done');
    assert.equal((await s.card(sub)).derivedStatus, 'unassigned');
  }),
  check(['derived.doc'], 'write', async (s) => {
    const [doc = '', sub = ''] = await s.newCards(2, { isDoc: true });
    assert.equal((await s.card(doc)).derivedStatus, 'doc');
    await s.ok('cards/update', { id: sub, parentCardId: doc });
    assert.equal((await s.card(doc)).derivedStatus, 'heroDoc');
  }),
  check(['derived.assigned', 'derived.status'], 'write', async (s) => {
    const id = await s.newCard();
    assert.equal((await s.card(id)).derivedStatus, 'unassigned');
    await s.ok('cards/update', { id, assigneeId: s.userId });
    assert.equal((await s.card(id)).derivedStatus, 'assigned');
    await s.ok('cards/update', { id, status: 'started' });
    assert.equal((await s.card(id)).derivedStatus, 'started');
    await s.ok('cards/update', { id, status: 'done' });
    assert.equal((await s.card(id)).derivedStatus, 'done');
  }),
  check(['status.snooze', 'status.snooze.only-unchanged'], 'local', async (s) => {
    await s.ok('account/update', { statusChangeDurations: { snooze: 86_400, archive: null } });
    const [idle = '', busy = ''] = await s.newCards(2);
    await s.ok('cards/bulkUpdate', { ids: [idle, busy], status: 'started' });
    s.local.advance({ hours: 20 });
    await s.ok('cards/update', { id: busy, effort: 1 });
    s.local.advance({ hours: 5 });
    const card = await s.card(idle);
    assert.deepEqual([card.status, card.derivedStatus], ['snoozing', 'snoozing']);
    assert.equal((await s.card(busy)).status, 'started');
  }),
  check(['status.archive-done', 'status.archive-done.threads'], 'local', async (s) => {
    await s.ok('account/update', { statusChangeDurations: { snooze: 86_400, archive: 86_400 } });
    const [done = '', talked = '', open = ''] = await s.newCards(3);
    await s.ok('cards/bulkUpdate', { ids: [done, talked], status: 'done' });
    await openThread(s, talked);
    s.local.advance({ days: 2 });
    assert.equal((await s.card(done)).visibility, 'archived');
    assert.equal((await s.card(talked)).visibility, 'default');
    assert.equal((await s.card(open)).visibility, 'default');
  }),
  check('status.archive-done.never', 'local', async (s) => {
    await s.ok('account/update', { statusChangeDurations: { snooze: 86_400, archive: null } });
    const id = await s.newCard();
    await s.ok('cards/update', { id, status: 'done' });
    s.local.advance({ days: 400 });
    assert.equal((await s.card(id)).visibility, 'default');
  }),
  check('status.archive.threads', 'write', async (s) => {
    const ids = await s.newCards(2);
    for (const [index, id] of ids.entries()) {
      const { id: thread } = await openThread(s, id);
      await s.ok('cards/update', { id, visibility: index === 0 ? 'archived' : 'deleted' });
      const row = await s.row('resolvable', thread, ['closedBy']);
      assert.deepEqual([row.isClosed, row.closedBy], [true, null]);
      assert.notEqual(row.closedAt, null);
    }
  }),
];
