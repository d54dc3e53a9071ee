import { describe, expect, test } from 'vitest';
import { taskOnlyValuesOf } from '../../../shared/contract/index.ts';
import { createEngineFixture, decks, milestones, people, projects, runs, tags } from '../../support/workspace.ts';

describe('cards/create', () => {
  test('fills every field, some of them from the content', () => {
    const workspace = createEngineFixture();
    const first = workspace.newCard();
    const { id, accountSeq } = workspace.act(
      'cards/create',
      {
        content: '# Fix *it* #Bug #new @bob\n- [x] one\n- [ ] two\nsee $111',
        deckId: decks.tasks,
        priority: 'a',
        effort: 4,
        assigneeId: people.cal,
        masterTags: ['ui', 'unheard-of'],
        milestoneId: milestones.alpha,
        sprintId: runs.first,
        dueDate: '2026-05-01',
      },
      { by: 'bob' },
    );
    expect(accountSeq).toBe(2);
    expect(workspace.card(id)).toEqual({
      ...taskOnlyValuesOf({}),
      cardId: id,
      accountId: 'account-1',
      accountSeq: 2,
      assigneeId: people.cal,
      attachments: [],
      cardReferences: [first],
      checkboxInfo: [
        { label: 'one', checked: true },
        { label: 'two', checked: false },
      ],
      checkboxStats: { total: 2, checked: 1 },
      childCards: [],
      content: '# Fix *it* #Bug #new @bob\n- [x] one\n- [ ] two\nsee $111',
      coverFileId: null,
      createdAt: workspace.now(),
      creatorId: people.bob,
      deckId: decks.tasks,
      derivedStatus: 'assigned',
      dueDate: '2026-05-01',
      effort: 4,
      hasBlockingDeps: false,
      inDeps: [],
      isBlockingDep: false,
      isDoc: false,
      lastUpdatedAt: workspace.now(),
      // A tag in the content becomes a tag of the card if the project has this tag. Letter case does not matter, and
      // the card gets the project's spelling.
      masterTags: ['ui', 'unheard-of', 'bug'],
      mentionedUsers: [people.bob],
      milestoneId: milestones.alpha,
      outDeps: [],
      parentCardId: null,
      priority: 'a',
      sourceWorkflowItemId: null,
      sprintId: runs.first,
      status: 'not_started',
      tags: ['bug', 'new', 'ui', 'unheard-of'],
      title: 'Fix it #Bug #new @bob',
      version: 1,
      visibility: 'default',
    });
  });

  test('ignores the default card of the deck', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('deck', decks.tasks, { defaultCard: { effort: 8, assigneeId: people.bob } });
    expect(workspace.card(workspace.newCard())).toMatchObject({ effort: null, assigneeId: null });
  });

  test('subscribes everyone mentioned, and the caller when asked', () => {
    const workspace = createEngineFixture();
    const watchers = (cardId: string) =>
      workspace.rows.find('cardSubscription', { cardId }, ['userId']).map(({ userId }) => userId);
    expect(watchers(workspace.newCard({ content: 'For @bob and @[userId:user-cal]' }))).toEqual([
      people.bob,
      people.cal,
    ]);
    expect(watchers(workspace.newCard({ content: 'For @bob', subscribeCreator: true }))).toEqual([
      people.ann,
      people.bob,
    ]);
    expect(watchers(workspace.newCard())).toEqual([]);
  });

  test('a private card is bookmarked for the caller and visible to nobody else', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ deckId: null, content: 'Mine #bug' }, { by: 'bob' });
    expect(workspace.bookmarks('bob')).toEqual([id]);
    // A private card belongs to no project, so a tag in its content cannot become a project tag.
    expect(workspace.card(id)).toMatchObject({ deckId: null, masterTags: [], tags: ['bug'] });
    expect(workspace.refusal('cards/update', { id, effort: 1 }, { by: 'ann' })).toBe('not_found');
    workspace.act('cards/update', { id, effort: 1 }, { by: 'bob' });
  });

  test('bookmarks when asked, at the end', () => {
    const workspace = createEngineFixture();
    const ids = [workspace.newCard({ addAsBookmark: true }), workspace.newCard({ addAsBookmark: true })];
    expect(workspace.bookmarks('ann')).toEqual(ids);
  });

  test('goes into the Hand of its owner, or of the caller if it has no owner', () => {
    const workspace = createEngineFixture();
    const owned = workspace.newCard({ putInQueue: true, assigneeId: people.bob });
    const free = workspace.newCard({ putInQueue: true });
    expect([workspace.hand('bob'), workspace.hand('ann')]).toEqual([[owned], [free]]);
    expect(workspace.card(free).assigneeId).toBeNull();
  });

  test('is refused when the Hand of its owner is full; a done, archived or deleted card needs no slot', () => {
    const workspace = createEngineFixture();
    const ids = Array.from({ length: 7 }, () => workspace.newCard({ putInQueue: true, assigneeId: people.bob }));
    const one = { content: 'More', deckId: decks.tasks, putInQueue: true, assigneeId: people.bob };
    expect(workspace.refusal('cards/create', one)).toBe('hand_full');
    workspace.act('cards/create', { ...one, assigneeId: people.cal });
    workspace.act('cards/update', { id: ids[0] as string, status: 'done' });
    workspace.act('cards/create', one);
    expect(workspace.refusal('cards/create', one)).toBe('hand_full');
    workspace.act('cards/update', { id: ids[1] as string, visibility: 'archived' });
    workspace.act('cards/create', one);
    expect(workspace.refusal('cards/create', one)).toBe('hand_full');
  });

  test('gets the auto tag of the deck', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('deck', decks.tasks, { defaultProjectTagId: tags.ui });
    expect(workspace.card(workspace.newCard({ content: 'New #bug' }))).toMatchObject({
      masterTags: ['bug', 'ui'],
      tags: ['bug', 'ui'],
    });
  });

  test.each([
    ['deck', () => ({ deckId: decks.tasks })],
    ['milestone', () => ({ milestoneId: milestones.alpha })],
    ['run', () => ({ sprintId: runs.first })],
  ])('goes into the Hand of its owner where the %s keeps Hands in sync, full or not', (model, place) => {
    const workspace = createEngineFixture();
    const synced = { handSyncEnabled: true };
    if (model === 'deck') workspace.rows.update('deck', decks.tasks, synced);
    if (model === 'milestone') workspace.rows.update('milestone', milestones.alpha, synced);
    if (model === 'run') workspace.rows.update('sprint', runs.first, synced);
    const ids = Array.from({ length: 9 }, () => workspace.newCard({ ...place(), assigneeId: people.bob }));
    workspace.newCard({ ...place() });
    expect(workspace.hand('bob')).toEqual(ids);
  });

  test('gets the milestone of the run, unless it has one', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('sprint', runs.first, { autoMilestoneId: milestones.beta });
    expect(workspace.card(workspace.newCard({ sprintId: runs.first })).milestoneId).toBe(milestones.beta);
    const own = workspace.newCard({ sprintId: runs.first, milestoneId: milestones.alpha });
    expect(workspace.card(own).milestoneId).toBe(milestones.alpha);
  });

  test('becomes the last sub card of its hero card, which stops being started', () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard({ assigneeId: people.bob });
    workspace.act('cards/update', { id: hero, status: 'started' });
    const ids = [workspace.newCard({ parentCardId: hero }), workspace.newCard({ parentCardId: hero })];
    expect(workspace.card(hero)).toMatchObject({ childCards: ids, derivedStatus: 'hero', status: 'not_started' });
    expect(workspace.card(ids[0] as string).parentCardId).toBe(hero);
  });

  test.each([
    ['not_found', { deckId: 'deck-nowhere' }],
    ['not_found', { assigneeId: 'nobody' }],
    ['not_found', { milestoneId: 'never' }],
    ['not_found', { sprintId: 'none' }],
    ['not_found', { parentCardId: 'nothing' }],
    ['doc_takes_no_field', { isDoc: true, priority: 'a' }],
    ['doc_takes_no_field', { isDoc: true, effort: 0 }],
    ['invalid_param', { dueDate: '2026-02-30' }],
    ['invalid_param', { effort: 1.5 }],
  ])('is refused with %s for %j', (code, params) => {
    const workspace = createEngineFixture();
    expect(workspace.refusal('cards/create', { content: 'No', deckId: decks.tasks, ...params })).toBe(code);
  });

  test('a doc may be created with null for fields that it cannot have', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ isDoc: true, priority: null, effort: null });
    expect(workspace.card(id)).toMatchObject({ isDoc: true, derivedStatus: 'doc' });
  });

  test('is refused under a sub card, and with a due date if the plan does not include due dates', () => {
    const workspace = createEngineFixture();
    const sub = workspace.newCard({ parentCardId: workspace.newCard() });
    const params = { content: 'No', deckId: decks.tasks };
    expect(workspace.refusal('cards/create', { ...params, parentCardId: sub })).toBe('sub_card_depth');
    workspace.act('account/update', { planFeatures: [] });
    expect(workspace.refusal('cards/create', { ...params, dueDate: '2026-05-01' })).toBe('plan_feature_missing');
    workspace.act('cards/create', { ...params, dueDate: null });
  });

  test('is refused in a deleted or invisible deck', () => {
    const workspace = createEngineFixture();
    const params = { content: 'No', deckId: decks.site };
    expect(workspace.refusal('cards/create', params, { by: 'bot', projects: [projects.game] })).toBe('not_found');
    workspace.rows.update('deck', decks.site, { isDeleted: true });
    expect(workspace.refusal('cards/create', params)).toBe('not_found');
  });
});

describe('cards/createMany', () => {
  test('returns ids in order and subscribes mentioned users but not the caller', () => {
    const workspace = createEngineFixture();
    const { cards } = workspace.act('cards/createMany', {
      deckId: decks.tasks,
      cards: [{ content: 'One @bob' }, { content: 'Two', priority: 'b', effort: 2, assigneeId: people.cal }],
    });
    expect(cards.map(({ accountSeq }) => accountSeq)).toEqual([1, 2]);
    expect(cards.map(({ id }) => workspace.card(id).title)).toEqual(['One @bob', 'Two']);
    expect(workspace.rows.find('cardSubscription', {}).map(({ userId }) => userId)).toEqual([people.bob]);
  });

  test('sets status and visibility with their effects', () => {
    const workspace = createEngineFixture();
    const { cards } = workspace.act(
      'cards/createMany',
      {
        deckId: decks.tasks,
        cards: [
          { content: 'Started', status: 'started' },
          { content: 'Done', status: 'done', assigneeId: people.cal },
          { content: 'Gone', status: 'started', visibility: 'deleted' },
          { content: 'Kept', status: null, visibility: 'archived' },
        ],
      },
      { by: 'bob' },
    );
    const [started, done, gone, kept] = cards.map(({ id }) => workspace.card(id));
    expect(started).toMatchObject({ derivedStatus: 'started', assigneeId: people.bob });
    expect(done?.derivedStatus).toBe('done');
    expect(gone).toMatchObject({ derivedStatus: 'deleted', status: 'not_started' });
    expect(kept?.derivedStatus).toBe('archived');
    expect([workspace.hand('bob'), workspace.donePile('cal')]).toEqual([[started?.cardId], [done?.cardId]]);
  });

  test('adds sub cards at the end, in order', () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard();
    const first = workspace.newCard({ parentCardId: hero });
    const { cards } = workspace.act('cards/createMany', {
      deckId: decks.more,
      parentCardId: hero,
      cards: [{ content: 'b' }, { content: 'c' }],
    });
    expect(workspace.card(hero).childCards).toEqual([first, ...cards.map(({ id }) => id)]);
  });

  test('is refused as a whole if one card is refused', () => {
    const workspace = createEngineFixture();
    const many = (deckId: string, bad: object) =>
      workspace.refusal('cards/createMany', { deckId, cards: [{ content: 'good' }, { content: 'bad', ...bad }] });
    expect(many(decks.heroes, { status: 'started' })).toBe('hero_cannot_start');
    expect(many(decks.tasks, { isDoc: true, status: 'done' })).toBe('doc_has_no_status');
    expect(many(decks.tasks, { status: 'snoozing' })).toBe('invalid_param');
  });
});
