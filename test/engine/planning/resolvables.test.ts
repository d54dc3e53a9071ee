import { beforeEach, describe, expect, test } from 'vitest';
import { nonProducerActor, PlanningFixture, personActor } from './workspace.ts';

let w: PlanningFixture;
let deck: string;
beforeEach(() => {
  w = new PlanningFixture();
  deck = w.deck(w.project());
});

const later = '2026-03-02T10:00:00.000Z';
const entriesOf = (threadId: string) => w.rows.find('resolvableEntry', { resolvableId: threadId }, ['createdAt']);
const open = (
  cardId: string,
  context: 'block' | 'review' | 'comment' = 'comment',
  content = 'Hm',
  actor = personActor('ada'),
) => w.act('resolvables/create', { cardId, context, content }, actor).id;

describe('resolvables/create', () => {
  test('creates a thread with its first comment', () => {
    const card = w.card(deck);
    const id = open(card, 'comment', 'Ask @ben, not a@cleo.org or @nobody');
    expect(w.rows.get('resolvable', id)).toMatchObject({
      cardId: card,
      context: 'comment',
      creatorId: 'ada',
      isClosed: false,
      closedAt: null,
      reopenedAt: null,
    });
    expect(entriesOf(id)).toMatchObject([
      {
        authorId: 'ada',
        cardId: card,
        content: 'Ask @[userId:ben], not a@cleo.org or @nobody',
        createdAt: w.now,
        lastChangedAt: w.now,
        version: 1,
      },
    ]);
  });

  test('adds its creator, the card’s assignee and mentioned people as participants', () => {
    const card = w.card(deck, { assigneeId: 'cleo' });
    expect(w.participants(open(card, 'comment', '@ben?'))).toEqual({ ada: 'active', ben: 'active', cleo: 'active' });
    expect(w.participants(open(w.card(deck)))).toEqual({ ada: 'active' });
  });

  test("adds the deck's guardians to a review, and to nothing else", () => {
    const card = w.card(deck);
    w.act('decks/updateGuardians', { id: deck, userIds: ['ben', 'cleo'] });
    expect(w.participants(open(w.card(deck), 'block'))).toEqual({ ada: 'active' });
    expect(w.participants(open(card, 'review'))).toEqual({ ada: 'active', ben: 'active', cleo: 'active' });
  });

  test('notifies watchers of the card and of its deck, but not the author', () => {
    const card = w.card(deck);
    w.act('watchings/addCard', { cardId: card }, personActor('ben'));
    w.act('watchings/addDeck', { deckId: deck, userId: 'cleo' }, personActor('cleo'));
    w.act('watchings/addCard', { cardId: card });
    const [entry] = entriesOf(open(card));
    expect(w.notifiedBy(entry?.entryId ?? '')).toEqual(['ben', 'cleo']);
  });

  test.each(['block', 'review'] as const)('sets the card back to not started by a %s thread', (context) => {
    const card = w.card(deck, { assigneeId: 'ada' });
    w.act('cards/update', { id: card, status: 'started' });
    const { version } = w.cardRow(card);
    w.now = later;
    open(card, context);
    expect(w.cardRow(card)).toMatchObject({
      status: 'not_started',
      derivedStatus: context === 'block' ? 'blocked' : 'review',
      version: version + 1,
      lastUpdatedAt: later,
    });
  });

  test('moves a done card back to the end of its owner’s Hand by a block', () => {
    const [done, other] = [w.card(deck, { assigneeId: 'ada' }), w.card(deck, { assigneeId: 'ada', putInQueue: true })];
    w.act('cards/update', { id: done, status: 'done' });
    open(done, 'block');
    expect(w.cardRow(done).status).toBe('not_started');
    expect(w.hand('ada')).toEqual([other, done]);
  });

  test('does not change the card for a comment thread', () => {
    const card = w.card(deck, { assigneeId: 'ada' });
    w.act('cards/update', { id: card, status: 'started' });
    const before = w.cardRow(card);
    w.now = later;
    open(card, 'comment');
    expect(w.cardRow(card)).toEqual(before);
  });

  test('refuses a second open block or review', () => {
    const card = w.card(deck);
    const block = open(card, 'block');
    expect(w.refusal('resolvables/create', { cardId: card, context: 'review', content: '?' })).toBe('thread_conflict');
    expect(w.refusal('resolvables/create', { cardId: card, context: 'block', content: '?' })).toBe('thread_conflict');
    open(card, 'comment');
    w.act('resolvables/close', { id: block });
    open(card, 'review');
  });

  test('refuses block and review on doc and hero cards', () => {
    const doc = w.card(deck, { isDoc: true });
    const hero = w.card(deck);
    w.card(deck, { parentCardId: hero });
    const inHeroDeck = w.card(w.deck(w.project(), 'Heroes', { deckType: 'hero' }));
    for (const context of ['block', 'review'] as const) {
      expect(w.refusal('resolvables/create', { cardId: doc, context, content: '?' })).toBe('doc_takes_no_thread');
      expect(w.refusal('resolvables/create', { cardId: hero, context, content: '?' })).toBe('hero_takes_no_thread');
      expect(w.refusal('resolvables/create', { cardId: inHeroDeck, context, content: '?' })).toBe(
        'hero_takes_no_thread',
      );
    }
    open(doc);
    open(hero);
  });

  test('is refused on invisible cards', () => {
    const outsider = personActor('ben', { projects: new Set(['elsewhere']) });
    const secret = w.card(null);
    for (const cardId of [w.card(deck), secret, 'unknown'])
      expect(w.refusal('resolvables/create', { cardId, context: 'comment', content: '?' }, outsider)).toBe('not_found');
  });
});

describe('resolvables/comment and updateComment', () => {
  test('adds the caller and mentioned people as participants, even after they opted out', () => {
    const id = open(w.card(deck), 'comment', '@ben @cleo');
    for (const userId of ['ben', 'cleo'])
      w.act('resolvables/updateParticipantDone', { resolvableId: id, userId, done: true }, personActor(userId));
    expect(w.participants(id)).toEqual({ ada: 'active', ben: 'opt_out', cleo: 'opt_out' });
    w.act('resolvables/comment', { resolvableId: id, content: '@cleo again' }, personActor('ben'));
    expect(w.participants(id)).toEqual({ ada: 'active', ben: 'active', cleo: 'active' });
  });

  test('notifies the participants who did not opt out', () => {
    const id = open(w.card(deck), 'comment', '@ben @cleo');
    w.act('resolvables/updateParticipantDone', { resolvableId: id, userId: 'ben', done: true }, personActor('ben'));
    const { id: entryId } = w.act('resolvables/comment', { resolvableId: id, content: 'News' });
    expect(w.notifiedBy(entryId)).toEqual(['cleo']);
  });

  test('notifies watchers of new threads, and only participants of comments', () => {
    const card = w.card(deck);
    w.act('watchings/addCard', { cardId: card }, personActor('cleo'));
    const id = open(card, 'comment', '@ben');
    expect(w.notifiedBy(entriesOf(id)[0]?.entryId ?? '')).toEqual(['ben', 'cleo']);
    expect(w.notifiedBy(w.act('resolvables/comment', { resolvableId: id, content: 'News' }).id)).toEqual(['ben']);
  });

  test('edits the caller’s own comments only, and counts the edit', () => {
    const id = open(w.card(deck));
    const entryId = entriesOf(id)[0]?.entryId ?? '';
    w.now = later;
    w.act('resolvables/updateComment', { entryId, content: 'Hm, @ben' });
    expect(w.rows.get('resolvableEntry', entryId)).toMatchObject({
      content: 'Hm, @[userId:ben]',
      version: 2,
      lastChangedAt: later,
    });
    expect(w.refusal('resolvables/updateComment', { entryId, content: 'x' }, personActor('ben'))).toBe('not_own');
  });

  test('an edit adds newly mentioned people as participants while the thread is open, and nobody else', () => {
    const id = open(w.card(deck), 'comment', '@ben');
    const entryId = entriesOf(id)[0]?.entryId ?? '';
    w.act('resolvables/updateParticipantDone', { resolvableId: id, userId: 'ben', done: true }, personActor('ben'));
    w.act('resolvables/updateComment', { entryId, content: '@ben and @cleo' });
    expect(w.participants(id)).toEqual({ ada: 'active', ben: 'opt_out', cleo: 'active' });
    const closed = open(w.card(deck));
    w.act('resolvables/close', { id: closed });
    w.act('resolvables/updateComment', { entryId: entriesOf(closed)[0]?.entryId ?? '', content: '@cleo' });
    expect(w.participants(closed)).toEqual({ ada: 'active' });
  });
});

describe('resolvables/close and reopen', () => {
  test('closes: closedAt and closedBy are set, reopenedAt is cleared, the card is free', () => {
    const card = w.card(deck);
    const id = open(card, 'block');
    w.now = later;
    expect(w.act('resolvables/close', { id }, personActor('ben'))).toEqual({ cardId: card });
    expect(w.rows.get('resolvable', id)).toMatchObject({ isClosed: true, closedAt: later, closedBy: 'ben' });
    expect(w.cardRow(card)).toMatchObject({ derivedStatus: 'unassigned', lastUpdatedAt: later });
    w.act('resolvables/reopen', { id });
    w.act('resolvables/close', { id });
    expect(w.rows.get('resolvable', id)).toMatchObject({ isClosed: true, reopenedAt: null, reopenedBy: null });
  });

  test('keeps closer and time when it is closed again', () => {
    const id = open(w.card(deck));
    w.act('resolvables/close', { id }, personActor('ben'));
    const before = w.rows.get('resolvable', id);
    w.now = later;
    w.act('resolvables/close', { id });
    expect(w.rows.get('resolvable', id)).toEqual(before);
  });

  test('mentions the person of a name, not a token with the same name', () => {
    const ben = w.rows.get('user', 'ben');
    if (!ben) throw new Error('Ben is missing');
    w.rows.insert('user', { ...ben, id: 'zz-token', kind: 'api_token' });
    const { id } = w.act('resolvables/create', {
      cardId: w.card(deck),
      context: 'comment',
      content: `Hi @${ben.name}`,
    });
    expect(w.rows.find('resolvableEntry', { resolvableId: id })).toMatchObject([{ content: 'Hi @[userId:ben]' }]);
  });

  test('marks the card done when asked, which adds it to the done pile', () => {
    const card = w.card(deck, { assigneeId: 'ben' });
    const review = open(card, 'review');
    w.act('resolvables/close', { id: review, markCardDone: true });
    expect(w.cardRow(card)).toMatchObject({ status: 'done', derivedStatus: 'done' });
    expect(w.rows.find('queueEntry', { cardId: card })).toMatchObject([{ userId: 'ben', cardDoneAt: w.now }]);
    // A client may send the same request again after a lost answer. The second request must not set the card to done
    // again.
    w.act('cards/update', { id: card, status: 'not_started' });
    w.act('resolvables/close', { id: review, markCardDone: true });
    expect(w.cardRow(card).status).toBe('not_started');
    const doc = w.card(deck, { isDoc: true });
    expect(w.refusal('resolvables/close', { id: open(doc), markCardDone: true })).toBe('doc_has_no_status');
  });

  test('reopens: reopenedAt and reopenedBy are set, a block sets the card back again', () => {
    const card = w.card(deck, { assigneeId: 'ada' });
    const id = open(card, 'block');
    w.act('resolvables/close', { id });
    w.act('cards/update', { id: card, status: 'started' });
    w.now = later;
    w.act('resolvables/reopen', { id }, personActor('cleo'));
    expect(w.rows.get('resolvable', id)).toMatchObject({
      isClosed: false,
      closedAt: null,
      closedBy: null,
      reopenedAt: later,
      reopenedBy: 'cleo',
    });
    expect(w.cardRow(card)).toMatchObject({ status: 'not_started', derivedStatus: 'blocked' });
  });

  test('reopens no block or review on doc and hero cards, nor beside another one', () => {
    const card = w.card(deck);
    const first = open(card, 'block');
    w.act('resolvables/close', { id: first });
    const second = open(card, 'review');
    expect(w.refusal('resolvables/reopen', { id: first })).toBe('thread_conflict');
    w.act('resolvables/close', { id: second });
    const sub = w.card(deck, { parentCardId: card });
    expect(w.refusal('resolvables/reopen', { id: first })).toBe('hero_takes_no_thread');
    w.act('cards/update', { id: sub, parentCardId: null });
    w.act('cards/update', { id: card, isDoc: true });
    expect(w.refusal('resolvables/reopen', { id: first })).toBe('doc_takes_no_thread');
  });

  test.each(['archived', 'deleted'] as const)(
    'closes open threads without a user as closer when the card is %s',
    (visibility) => {
      const card = w.card(deck);
      const id = open(card);
      w.act('cards/update', { id: card, visibility });
      expect(w.rows.get('resolvable', id)).toMatchObject({ isClosed: true, closedBy: null, closedAt: w.now });
    },
  );

  test.each(['archived', 'deleted'] as const)('closes open threads when the project is %s', (visibility) => {
    const [here, elsewhere] = [w.card(deck), w.card(w.deck(w.project('Other')))];
    const [id, other] = [open(here, 'review'), open(elsewhere)];
    const projectId = w.rows.get('deck', deck)?.projectId ?? '';
    w.act('projects/setVisibility', { id: projectId, visibility });
    expect(w.rows.get('resolvable', id)).toMatchObject({ isClosed: true, closedBy: null });
    expect(w.cardRow(here).derivedStatus).toBe('unassigned');
    expect(w.rows.get('resolvable', other)?.isClosed).toBe(false);
  });
});

describe('reviews in a deck with guardians', () => {
  beforeEach(() => {
    w.act('decks/updateGuardians', { id: deck, userIds: ['ben', 'cleo'] });
  });

  test('can be closed by guardians and producers only', () => {
    const card = w.card(deck);
    const id = open(card, 'review');
    expect(w.refusal('resolvables/close', { id }, nonProducerActor('ada'))).toBe('guardians_only');
    w.act('resolvables/close', { id }, nonProducerActor('ben'));
    w.act('resolvables/reopen', { id });
    w.act('resolvables/close', { id }, personActor('ada'));
    const block = open(card, 'block');
    w.act('resolvables/close', { id: block }, nonProducerActor('ada'));
  });

  test('can be closed by the card’s assignee after all guardians approved', () => {
    const id = open(w.card(deck, { assigneeId: 'ada' }), 'review');
    const approve = (userId: string) =>
      w.act(
        'resolvables/updateParticipantDone',
        { resolvableId: id, userId, done: true, status: 'approve' },
        nonProducerActor(userId),
      );
    approve('ben');
    expect(w.refusal('resolvables/close', { id }, nonProducerActor('ada'))).toBe('guardians_only');
    approve('cleo');
    expect(w.participants(id)).toMatchObject({ ben: 'approve', cleo: 'approve' });
    w.act('resolvables/close', { id }, nonProducerActor('ada'));
  });

  test('cannot be closed by others even after all guardians approved', () => {
    const id = open(w.card(deck, { assigneeId: 'cleo' }), 'review');
    for (const userId of ['ben', 'cleo'])
      w.act(
        'resolvables/updateParticipantDone',
        { resolvableId: id, userId, done: true, status: 'approve' },
        nonProducerActor(userId),
      );
    expect(w.refusal('resolvables/close', { id }, nonProducerActor('ada'))).toBe('guardians_only');
  });

  test('can be approved by guardians only', () => {
    const id = open(w.card(deck), 'review', '@ada');
    const params = { resolvableId: id, userId: 'ada', done: true, status: 'approve' } as const;
    expect(w.refusal('resolvables/updateParticipantDone', params)).toBe('guardians_only');
    const block = open(w.card(deck), 'block');
    expect(
      w.refusal(
        'resolvables/updateParticipantDone',
        { ...params, resolvableId: block, userId: 'ben' },
        personActor('ben'),
      ),
    ).toBe('guardians_only');
  });

  test('do not let others mark cards done by closing a thread', () => {
    const id = open(w.card(deck));
    expect(w.refusal('resolvables/close', { id, markCardDone: true }, nonProducerActor('ada'))).toBe('guardians_only');
    w.act('resolvables/close', { id, markCardDone: true }, nonProducerActor('ben'));
  });
});

describe('resolvables/updateParticipantDone', () => {
  test('opts out and back in', () => {
    const id = open(w.card(deck), 'comment', '@ben');
    const set = (done: boolean) =>
      w.act('resolvables/updateParticipantDone', { resolvableId: id, userId: 'ben', done }, personActor('ben'));
    set(true);
    expect(w.participants(id).ben).toBe('opt_out');
    set(false);
    expect(w.participants(id).ben).toBe('active');
  });

  test('works for the caller only, and not for the assignee', () => {
    const id = open(w.card(deck, { assigneeId: 'ben' }));
    const params = { resolvableId: id, userId: 'ben', done: true };
    expect(w.refusal('resolvables/updateParticipantDone', params)).toBe('not_own');
    expect(w.refusal('resolvables/updateParticipantDone', params, personActor('ben'))).toBe('assignee_cannot_opt_out');
  });
});

describe('reactions', () => {
  const thumb = { type: 'emoji', value: '👍' } as const;

  test('are added once per person and emoji, and removed only by the person who added them', () => {
    const id = open(w.card(deck));
    const entryId = entriesOf(id)[0]?.entryId ?? '';
    const { id: reactionId } = w.act('resolvables/addReaction', { entryId, value: thumb });
    expect(w.rows.get('resolvableEntryReaction', reactionId)).toMatchObject({
      entryId,
      resolvableId: id,
      userId: 'ada',
      value: thumb,
    });
    expect(w.refusal('resolvables/addReaction', { entryId, value: thumb })).toBe('reaction_exists');
    w.act('resolvables/addReaction', { entryId, value: { type: 'emoji', value: '🎉' } });
    w.act('resolvables/addReaction', { entryId, value: thumb }, personActor('ben'));
    expect(w.refusal('resolvables/removeReaction', { reactionId }, personActor('ben'))).toBe('not_own');
    w.act('resolvables/removeReaction', { reactionId });
    expect(w.rows.find('resolvableEntryReaction', { entryId })).toHaveLength(2);
    expect(w.refusal('resolvables/removeReaction', { reactionId })).toBe('not_found');
  });
});

describe('watching', () => {
  test('returns the same id if it exists already, and can be stopped', () => {
    const card = w.card(deck);
    const { id } = w.act('watchings/addCard', { cardId: card });
    expect(w.act('watchings/addCard', { cardId: card }).id).toBe(id);
    const { id: ofDeck } = w.act('watchings/addDeck', { deckId: deck, userId: 'ada' });
    expect(w.act('watchings/addDeck', { deckId: deck, userId: 'ada' }).id).toBe(ofDeck);
    w.act('watchings/removeDeck', { deckId: deck, userId: 'ada' });
    expect(w.rows.find('cardSubscription', {})).toHaveLength(1);
    w.act('watchings/removeCard', { cardId: card });
    expect(w.rows.find('cardSubscription', {})).toEqual([]);
    expect(w.rows.find('deckSubscription', {})).toEqual([]);
  });

  test('of a card goes on while its deck is watched', () => {
    const card = w.card(deck);
    w.act('watchings/addCard', { cardId: card }, personActor('ben'));
    w.act('watchings/addDeck', { deckId: deck, userId: 'ben' }, personActor('ben'));
    w.act('watchings/removeCard', { cardId: card }, personActor('ben'));
    expect(w.notifiedBy(entriesOf(open(card))[0]?.entryId ?? '')).toEqual(['ben']);
    w.act('watchings/removeDeck', { deckId: deck, userId: 'ben' }, personActor('ben'));
    expect(w.notifiedBy(entriesOf(open(card))[0]?.entryId ?? '')).toEqual([]);
  });

  test('of decks works for the caller only', () => {
    expect(w.refusal('watchings/addDeck', { deckId: deck, userId: 'ben' })).toBe('not_own');
    expect(w.refusal('watchings/removeDeck', { deckId: deck, userId: 'ben' })).toBe('not_own');
  });
});
