/** Checks of threads, of people who watch cards, and of files. */
import assert from 'node:assert/strict';
import { type Check, check, type ServiceUnderTest, unknownId } from '../subject.ts';

const thread = (s: ServiceUnderTest, cardId: string, context = 'comment', content = 'Hello') =>
  s.ok('resolvables/create', { cardId, context, content });
const entriesOf = async (s: ServiceUnderTest, resolvableId: string) => {
  const answer = await s.answer({
    [`resolvable(${resolvableId})`]: [
      { entries: ['content', 'authorId', 'version', 'createdAt', 'lastChangedAt', { reactions: ['value', 'userId'] }] },
    ],
  });
  return Object.values(answer.resolvableEntry ?? {}) as unknown as {
    entryId: string;
    content: string;
    authorId: string;
    version: number;
    createdAt: string;
    lastChangedAt: string;
    reactions: string[];
  }[];
};

/** Requests a signed URL, uploads a file to it, and attaches the file to a card. Returns the file's address. */
async function attach(s: ServiceUnderTest, cardId: string, fileName: string, bytes = 'bytes'): Promise<string> {
  const signed = await s.send(`/s3/sign?objectName=${encodeURIComponent(fileName)}`);
  assert.equal(signed.status, 200);
  const { signedUrl, publicUrl } = (await signed.json()) as { signedUrl: string; publicUrl: string };
  const type = fileName.endsWith('.png') ? 'image/png' : 'text/plain';
  const uploaded = await fetch(signedUrl, { method: 'PUT', body: bytes, headers: { 'content-type': type } });
  assert.ok(uploaded.ok, `the upload answered ${uploaded.status}`);
  const { id } = await s.ok('cards/addFile', { cardId, fileData: { fileName, url: publicUrl } });
  return id;
}

export const threadChecks: readonly Check[] = [
  check(['threads.create', 'threads.unedited', 'account.resolvables'], 'write', async (s) => {
    const cardId = await s.newCard();
    const { id } = await thread(s, cardId, 'comment', 'First');
    const row = await s.row('resolvable', id);
    assert.deepEqual(
      [row.isClosed, row.closedAt, row.context, row.creatorId, row.cardId],
      [false, null, 'comment', s.userId, cardId],
    );
    const [entry, ...more] = await entriesOf(s, id);
    assert.equal(more.length, 0);
    assert.deepEqual([entry?.content, entry?.authorId, entry?.version], ['First', s.userId, 1]);
    assert.equal(entry?.lastChangedAt, entry?.createdAt);
    assert.ok((await s.ids('resolvables')).includes(id));
  }),
  check('threads.create.mentions', 'write', async (s) => {
    const name = await s.ownName();
    const { id } = await thread(s, await s.newCard(), 'comment', `Hi @${name}, hi @nobody-of-that-name`);
    const [entry] = await entriesOf(s, id);
    assert.equal(entry?.content, `Hi @[userId:${s.userId}], hi @nobody-of-that-name`);
  }),
  check(['status.block-review', 'derived.blocked', 'derived.review'], 'write', async (s) => {
    for (const [context, derived] of [
      ['block', 'blocked'],
      ['review', 'review'],
    ] as const) {
      const id = await s.newCard();
      await s.ok('cards/update', { id, status: 'started' });
      await thread(s, id, context);
      const card = await s.card(id);
      assert.deepEqual([card.status, card.derivedStatus], ['not_started', derived]);
    }
  }),
  check('threads.exclusive', 'write', async (s) => {
    const cardId = await s.newCard();
    const { id } = await thread(s, cardId, 'block');
    await s.refused('resolvables/create', { cardId, context: 'review', content: 'x' });
    await s.refused('resolvables/create', { cardId, context: 'block', content: 'x' });
    await s.ok('resolvables/close', { id });
    await thread(s, cardId, 'review');
    await s.refused('resolvables/reopen', { id });
  }),
  check('threads.no-doc-hero', 'write', async (s) => {
    const [hero = '', sub = ''] = await s.newCards(2);
    await s.ok('cards/update', { id: sub, parentCardId: hero });
    const doc = await s.newCard({ isDoc: true });
    for (const cardId of [hero, doc]) {
      await s.refused('resolvables/create', { cardId, context: 'review', content: 'x' });
      await thread(s, cardId, 'comment');
    }
  }),
  check(['threads.comment', 'threads.update-comment'], 'write', async (s) => {
    const { id: resolvableId } = await thread(s, await s.newCard());
    const { id } = await s.ok('resolvables/comment', { resolvableId, content: 'Second' });
    await s.letTimePass();
    await s.ok('resolvables/updateComment', { entryId: id, content: 'Changed' });
    const entry = (await entriesOf(s, resolvableId)).find(({ entryId }) => entryId === id);
    assert.deepEqual([entry?.content, entry?.version], ['Changed', 2]);
    assert.ok((entry?.lastChangedAt ?? '') > (entry?.createdAt ?? ''));
    if (s.isLocal) assert.equal(entry?.lastChangedAt, s.local.now());
  }),
  check('threads.update-comment.own', 'local', async (s) => {
    const { id } = await thread(s, await s.newCard());
    const [entry] = await entriesOf(s, id);
    const other = s.asUser(await s.newPerson());
    await other.refused('resolvables/updateComment', { entryId: entry?.entryId, content: 'Not mine' });
    assert.equal((await entriesOf(s, id))[0]?.content, 'Hello');
  }),
  check(['threads.close', 'threads.reopen', 'threads.close.clears-reopened', 'status.reopen'], 'write', async (s) => {
    const cardId = await s.newCard();
    const { id } = await thread(s, cardId, 'review');
    assert.deepEqual(await s.ok('resolvables/close', { id }), { cardId });
    const closed = await s.row('resolvable', id, ['closedBy']);
    assert.deepEqual([closed.isClosed, closed.closedBy], [true, s.userId]);
    assert.notEqual(closed.closedAt, null);
    assert.equal((await s.card(cardId)).derivedStatus, 'unassigned');
    await s.ok('cards/update', { id: cardId, status: 'started' });
    await s.ok('resolvables/reopen', { id });
    const open = await s.row('resolvable', id, ['closedBy', 'reopenedBy']);
    assert.deepEqual([open.isClosed, open.reopenedBy, open.closedBy], [false, s.userId, null]);
    assert.notEqual(open.reopenedAt, null);
    assert.deepEqual((await s.card(cardId)).status, 'not_started');
    await s.ok('resolvables/close', { id });
    assert.equal((await s.row('resolvable', id)).reopenedAt, null);
  }),
  check('status.close-done', 'write', async (s) => {
    const cardId = await s.newCard();
    const { id } = await thread(s, cardId, 'review');
    await s.ok('resolvables/close', { id, markCardDone: true });
    assert.equal((await s.card(cardId)).status, 'done');
    assert.equal((await s.row('resolvable', id)).isClosed, true);
  }),
  check(['threads.close.guardians', 'threads.close.approved'], 'local', async (s) => {
    const [guardianId, writerId] = [await s.newPerson('guardian'), await s.newPerson('writer')];
    const [guardian, writer] = [s.asUser(guardianId), s.asUser(writerId)];
    const cardId = await s.newCard({ assigneeId: writerId });
    const { deckId } = await s.card(cardId);
    await s.ok('decks/updateGuardians', { id: deckId as string, userIds: [guardianId] });
    const { id } = await thread(s, cardId, 'review');
    await writer.refused('resolvables/close', { id });
    await guardian.ok('resolvables/updateParticipantDone', {
      resolvableId: id,
      userId: guardianId,
      done: true,
      status: 'approve',
    });
    await writer.ok('resolvables/close', { id });
    const again = await thread(s, cardId, 'review');
    await guardian.ok('resolvables/close', { id: again.id });
  }),
  check('threads.opt-out.assignee', 'write', async (s) => {
    const cardId = await s.newCard({ assigneeId: s.userId });
    const { id: resolvableId } = await thread(s, cardId);
    await s.refused('resolvables/updateParticipantDone', { resolvableId, userId: s.userId, done: true });
    await s.ok('cards/update', { id: cardId, assigneeId: null });
    await s.ok('resolvables/updateParticipantDone', { resolvableId, userId: s.userId, done: true });
    await s.ok('resolvables/updateParticipantDone', { resolvableId, userId: s.userId, done: false });
  }),
  check(['threads.reaction', 'threads.reaction.once', 'threads.reaction.remove'], 'write', async (s) => {
    const { id } = await thread(s, await s.newCard());
    const [entry] = await entriesOf(s, id);
    const entryId = entry?.entryId as string;
    const react = (value: string) => s.ok('resolvables/addReaction', { entryId, value: { type: 'emoji', value } });
    const first = await react('👍');
    await s.refused('resolvables/addReaction', { entryId, value: { type: 'emoji', value: '👍' } });
    await react('🎉');
    const row = await s.row('resolvableEntryReaction', first.id);
    assert.deepEqual([row.value, row.userId], [{ type: 'emoji', value: '👍' }, s.userId]);
    await s.ok('resolvables/removeReaction', { reactionId: first.id });
    assert.equal((await entriesOf(s, id))[0]?.reactions.length, 1);
    await react('👍');
  }),
  check(['threads.reaction.once', 'threads.reaction.remove'], 'local', async (s) => {
    const { id } = await thread(s, await s.newCard());
    const [entry] = await entriesOf(s, id);
    const react = (by: ServiceUnderTest) =>
      by.ok('resolvables/addReaction', { entryId: entry?.entryId as string, value: { type: 'emoji', value: '👍' } });
    const mine = await react(s);
    const other = s.asUser(await s.newPerson());
    await react(other);
    await other.refused('resolvables/removeReaction', { reactionId: mine.id });
    assert.equal((await entriesOf(s, id))[0]?.reactions.length, 2);
  }),

  check(['watch.card', 'watch.card.remove'], 'write', async (s) => {
    const cardId = await s.newCard();
    const first = await s.ok('watchings/addCard', { cardId });
    assert.equal(typeof first.id, 'string');
    assert.deepEqual(await s.ok('watchings/addCard', { cardId }), first);
    await s.ok('watchings/removeCard', { cardId });
    assert.notDeepEqual(await s.ok('watchings/addCard', { cardId }), first);
    await s.ok('watchings/removeCard', { cardId });
  }),
  check(['watch.deck', 'watch.deck.own'], 'write', async (s) => {
    const deckId = await s.newDeck();
    const first = await s.ok('watchings/addDeck', { deckId, userId: s.userId });
    assert.equal(typeof first.id, 'string');
    assert.deepEqual(await s.ok('watchings/addDeck', { deckId, userId: s.userId }), first);
    await s.refused('watchings/addDeck', { deckId, userId: s.isLocal ? await s.newPerson('watcher') : unknownId });
    await s.ok('watchings/removeDeck', { deckId, userId: s.userId });
  }),

  check(['files.flow', 'files.url', 'files.title'], 'local', async (s) => {
    const cardId = await s.newCard();
    const name = `${'n'.repeat(90)}.txt`;
    const id = await attach(s, cardId, name, 'twelve bytes');
    assert.deepEqual((await s.card(cardId, ['attachments'])).attachments, [id]);
    const row = await s.row('attachment', id);
    assert.equal(row.content, name);
    assert.equal(row.title, name.slice(0, 80));
    const file = await s.row('file', row.fileId);
    assert.deepEqual([file.size, file.name, file.uploaderId], [12, name, s.userId]);
    const response = await fetch(file.url);
    assert.equal(await response.text(), 'twelve bytes');
    await s.refused('cards/addFile', { cardId, fileData: { fileName: 'x', url: 'https://example.invalid/x' } });
  }),
  ...(['first', 'last', 'none'] as const).map((mode) =>
    check(`files.cover.${mode}`, 'local', async (s) => {
      await s.ok('account/update', { attachmentCoverMode: mode });
      const cardId = await s.newCard();
      await attach(s, cardId, 'text.txt');
      assert.equal((await s.card(cardId)).coverFileId, null);
      const files = [];
      for (const name of ['one.png', 'two.png'])
        files.push((await s.row('attachment', await attach(s, cardId, name))).fileId);
      const expected = { first: files[0], last: files[1], none: null }[mode];
      assert.equal((await s.card(cardId)).coverFileId, expected);
    }),
  ),
];
