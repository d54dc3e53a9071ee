import { describe, expect, test, vi } from 'vitest';
import {
  createEngineFixture,
  decks,
  type EngineFixture,
  milestones,
  people,
  runs,
  tags,
} from '../../support/workspace.ts';

const newCards = (workspace: EngineFixture, count: number, params = {}) =>
  Array.from({ length: count }, () => workspace.newCard(params)) as [string, string, string, string];

describe('cards/update', () => {
  test('changes the given fields and nothing else', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'Text', priority: 'b', effort: 2, dueDate: '2026-05-01' });
    const before = workspace.card(id);
    workspace.advanceClock(1000);
    workspace.act('cards/update', { id, priority: null, dueDate: null });
    expect(workspace.card(id)).toEqual({
      ...before,
      priority: null,
      dueDate: null,
      version: 2,
      lastUpdatedAt: workspace.now(),
    });
  });

  test('that changes nothing leaves version and time alone', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'Text #bug', effort: 2 });
    const before = workspace.card(id);
    workspace.advanceClock(1000);
    const { changes } = workspace.perform('cards/update', {
      id,
      effort: 2,
      content: 'Text #bug',
      masterTags: [],
      status: 'not_started',
    });
    expect(workspace.card(id)).toEqual(before);
    expect(changes).toEqual(new Map());
  });

  test('is found by the words of its newest content', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'apple' });
    workspace.act('cards/update', { id, content: 'banana' });
    const search = (word: string) =>
      workspace.db.prepare('SELECT count(*) FROM cardText WHERE cardText MATCH ?').pluck().get(word);
    expect([search('apple'), search('banana')]).toEqual([0, 1]);
  });

  test.each([
    ['not_found', { milestoneId: 'never' }],
    ['not_found', { deckId: 'nowhere' }],
    ['not_found', { inDeps: ['nothing'] }],
    ['not_found', { childCards: ['nothing'] }],
  ])('is refused with %s for %j', (code, params) => {
    const workspace = createEngineFixture();
    expect(workspace.refusal('cards/update', { id: workspace.newCard(), ...params })).toBe(code);
  });

  test('is refused for an invisible card', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ deckId: decks.site });
    const doer = { by: 'bot', projects: ['project-game'] } as const;
    expect(workspace.refusal('cards/update', { id, effort: 1 }, doer)).toBe('not_found');
    expect(workspace.refusal('cards/bulkUpdate', { ids: [workspace.newCard(), id], effort: 1 }, doer)).toBe(
      'not_found',
    );
  });

  test.each([{ status: 'started' }, { status: 'done' }, { priority: 'a' }, { effort: 1 }] as const)(
    'refuses a doc %j, also one that becomes a doc with it',
    (field) => {
      const workspace = createEngineFixture();
      const code = 'status' in field ? 'doc_has_no_status' : 'doc_takes_no_field';
      expect(workspace.refusal('cards/update', { id: workspace.newCard({ isDoc: true }), ...field })).toBe(code);
      expect(workspace.refusal('cards/update', { id: workspace.newCard(), isDoc: true, ...field })).toBe(code);
      workspace.act('cards/update', { id: workspace.newCard({ isDoc: true }), isDoc: false, ...field });
    },
  );

  test('a done card that becomes a doc is not done any more', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ assigneeId: people.bob });
    workspace.act('cards/update', { id, status: 'done' });
    workspace.act('cards/update', { id, isDoc: true });
    expect(workspace.card(id)).toMatchObject({ status: 'not_started', derivedStatus: 'doc' });
    expect([workspace.donePile('bob'), workspace.hand('bob')]).toEqual([[], [id]]);
  });
});

describe('project tags', () => {
  test('are replaced, except those in the content', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'A #bug', masterTags: ['ui', 'free'] });
    workspace.act('cards/update', { id, masterTags: ['other'] });
    expect(workspace.card(id)).toMatchObject({
      masterTags: ['other', 'bug'],
      tags: ['bug', 'other'],
      content: 'A #bug',
    });
  });

  test('follow the content', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'A #bug', masterTags: ['free'] });
    workspace.act('cards/update', { id, content: 'A #UI #unheard' });
    expect(workspace.card(id)).toMatchObject({ masterTags: ['free', 'ui'], tags: ['ui', 'unheard', 'free'] });
  });

  test('of the deck stay when the content does not contain them any more', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('deck', decks.tasks, { defaultProjectTagId: tags.ui });
    const id = workspace.newCard({ content: 'A #ui' });
    workspace.act('cards/update', { id, content: 'A' });
    expect(workspace.card(id).masterTags).toEqual(['ui']);
  });

  test('are added and removed in bulk, ignoring case; a removed one becomes a plain word', () => {
    const workspace = createEngineFixture();
    const ids = [
      workspace.newCard({ content: 'A #Bug here', masterTags: ['free'] }),
      workspace.newCard({ masterTags: ['BUG'] }),
    ];
    workspace.act('cards/bulkUpdate', { ids, removeMasterTag: 'bug', addMasterTag: 'ui' });
    expect(ids.map((id) => workspace.card(id).masterTags)).toEqual([['free', 'ui'], ['ui']]);
    expect(workspace.card(ids[0] as string)).toMatchObject({ content: 'A Bug here', tags: ['free', 'ui'] });
    workspace.act('cards/bulkUpdate', { ids, addMasterTag: 'UI' });
    expect(workspace.card(ids[1] as string).masterTags).toEqual(['ui']);
    expect(workspace.refusal('cards/bulkUpdate', { ids, addMasterTag: ' ' })).toBe('invalid_param');
  });
});

describe('milestones, runs and decks', () => {
  test('a run gives its milestone to a card that has none', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('sprint', runs.first, { autoMilestoneId: milestones.beta });
    const [plain, planned] = [workspace.newCard(), workspace.newCard({ milestoneId: milestones.alpha })];
    workspace.act('cards/bulkUpdate', { ids: [plain, planned], sprintId: runs.first });
    expect([workspace.card(plain).milestoneId, workspace.card(planned).milestoneId]).toEqual([
      milestones.beta,
      milestones.alpha,
    ]);
    workspace.act('cards/update', { id: plain, sprintId: null });
    expect(workspace.card(plain).milestoneId).toBe(milestones.beta);
  });

  test('Hand sync follows moves and owners, for cards that can be in a Hand', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('deck', decks.more, { handSyncEnabled: true });
    workspace.rows.update('milestone', milestones.alpha, { handSyncEnabled: true });
    const [moved, planned, done, given] = newCards(workspace, 4, { assigneeId: people.bob });
    workspace.act('cards/update', { id: done, status: 'done' });
    workspace.act('cards/bulkUpdate', { ids: [moved, done], deckId: decks.more });
    workspace.act('cards/update', { id: planned, milestoneId: milestones.alpha });
    expect(workspace.hand('bob')).toEqual([moved, planned]);
    workspace.act('cards/update', { id: moved, assigneeId: people.cal });
    expect(workspace.hand('cal')).toEqual([moved]);
    workspace.act('cards/update', { id: given, effort: 1 });
    expect(workspace.hand('bob')).toEqual([moved, planned]);
  });

  test('a run with Hand sync takes only cards created in it', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('sprint', runs.first, { handSyncEnabled: true });
    workspace.act('cards/update', { id: workspace.newCard({ assigneeId: people.bob }), sprintId: runs.first });
    expect(workspace.hand('bob')).toEqual([]);
  });

  test('moving a locked card to another run raises its Beast level', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ sprintId: runs.first });
    workspace.act('sprints/updateSprint', { id: runs.first, lockIn: true });
    workspace.act('cards/update', { id, sprintId: runs.second });
    expect(workspace.rows.get('lockedCard', id)?.level).toBe(1);
  });
});

describe('sub cards', () => {
  test('are set in order; others leave, new ones leave their former hero card', () => {
    const workspace = createEngineFixture();
    const [hero, other, a, b] = newCards(workspace, 4);
    const c = workspace.newCard({ parentCardId: other });
    workspace.act('cards/update', { id: hero, childCards: [a, b] });
    workspace.act('cards/update', { id: hero, childCards: [c, b, c] });
    expect(workspace.card(hero).childCards).toEqual([c, b]);
    expect([a, b, c].map((id) => workspace.card(id).parentCardId)).toEqual([null, hero, hero]);
    expect(workspace.card(other)).toMatchObject({ childCards: [], derivedStatus: 'unassigned' });
    workspace.act('cards/update', { id: hero, childCards: null });
    expect([workspace.card(hero).childCards, workspace.card(b).parentCardId]).toEqual([[], null]);
  });

  test('are added at the end, and keep their position when added again', () => {
    const workspace = createEngineFixture();
    const [hero, a, b] = newCards(workspace, 3);
    workspace.act('cards/bulkUpdate', { ids: [a, b], parentCardId: hero });
    workspace.act('cards/update', { id: a, parentCardId: hero });
    expect(workspace.card(hero).childCards).toEqual([a, b]);
    workspace.act('cards/bulkUpdate', { ids: [a], parentCardId: null });
    expect(workspace.card(hero).childCards).toEqual([b]);
  });

  test('are one level deep, without cycles', () => {
    const workspace = createEngineFixture();
    const [hero, sub, plain] = newCards(workspace, 3);
    workspace.act('cards/update', { id: sub, parentCardId: hero });
    expect(workspace.refusal('cards/update', { id: plain, parentCardId: sub })).toBe('sub_card_depth');
    expect(workspace.refusal('cards/update', { id: hero, parentCardId: plain })).toBe('sub_card_depth');
    expect(workspace.refusal('cards/update', { id: hero, parentCardId: sub })).toBe('parent_cycle');
    expect(workspace.refusal('cards/update', { id: hero, parentCardId: hero })).toBe('parent_cycle');
    expect(workspace.refusal('cards/update', { id: sub, childCards: [plain] })).toBe('sub_card_depth');
    expect(workspace.refusal('cards/update', { id: plain, childCards: [hero] })).toBe('sub_card_depth');
    expect(workspace.refusal('cards/update', { id: plain, childCards: [plain] })).toBe('parent_cycle');
    expect(workspace.refusal('cards/bulkUpdate', { ids: [plain, hero], parentCardId: hero })).toBe('parent_cycle');
    // One action turns a sub card into a hero card.
    workspace.act('cards/update', { id: sub, parentCardId: null, childCards: [plain] });
    workspace.act('cards/update', { id: sub, childCards: [], parentCardId: hero });
    expect(workspace.card(hero).childCards).toEqual([sub]);
    // One action makes the sub card the hero card of its former hero card.
    workspace.act('cards/update', { id: sub, parentCardId: null, childCards: [hero] });
    expect([workspace.card(sub).childCards, workspace.card(hero).childCards]).toEqual([[hero], []]);
  });

  test('that were deleted do not make a hero card, and leave it when it becomes a sub card itself', () => {
    const workspace = createEngineFixture();
    const [hero, card, gone] = newCards(workspace, 3);
    workspace.act('cards/update', { id: gone, parentCardId: card });
    workspace.act('cards/update', { id: gone, visibility: 'deleted' });
    expect(workspace.card(card)).toMatchObject({ childCards: [gone], derivedStatus: 'unassigned' });
    workspace.act('cards/update', { id: card, parentCardId: hero });
    expect([workspace.card(card).childCards, workspace.card(gone).parentCardId]).toEqual([[], null]);
  });
});

describe('dependencies', () => {
  test('are kept on both ends', () => {
    const workspace = createEngineFixture();
    const [a, b, c, d] = newCards(workspace, 4);
    workspace.act('cards/update', { id: b, inDeps: [a, a], outDeps: [c, d] });
    expect([a, b, c, d].map((id) => [workspace.card(id).inDeps, workspace.card(id).outDeps])).toEqual([
      [[], [b]],
      [[a], [c, d]],
      [[b], []],
      [[b], []],
    ]);
    workspace.act('cards/update', { id: b, outDeps: [d] });
    workspace.act('cards/update', { id: d, inDeps: [] });
    expect([workspace.card(b).outDeps, workspace.card(c).inDeps, workspace.card(d).inDeps]).toEqual([[], [], []]);
    expect(workspace.card(b).inDeps).toEqual([a]);
  });

  test('never close a cycle', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3);
    workspace.act('cards/update', { id: b, inDeps: [a] });
    workspace.act('cards/update', { id: c, inDeps: [b] });
    const refusal = (id: string, lists: object) => workspace.refusal('cards/update', { id, ...lists });
    expect(refusal(a, { inDeps: [c] })).toBe('dependency_cycle');
    expect(refusal(c, { outDeps: [a] })).toBe('dependency_cycle');
    expect(refusal(a, { inDeps: [a] })).toBe('dependency_cycle');
    expect(refusal(a, { outDeps: [a] })).toBe('dependency_cycle');
    expect(refusal(b, { inDeps: [c], outDeps: [c] })).toBe('dependency_cycle');
    // Reversing the chain a, b, c creates no cycle, because the action replaces the old links.
    workspace.act('cards/update', { id: b, inDeps: [c], outDeps: [a] });
    expect([workspace.card(a).inDeps, workspace.card(c).outDeps]).toEqual([[b], [b]]);
  });
});

describe('cards/bulkUpdate', () => {
  test('is all or nothing', () => {
    const workspace = createEngineFixture();
    const [a, b] = newCards(workspace, 2);
    const doc = workspace.newCard({ isDoc: true });
    expect(workspace.refusal('cards/bulkUpdate', { ids: [a, b, doc], status: 'done' })).toBe('doc_has_no_status');
    expect(workspace.refusal('cards/bulkUpdate', { ids: [a, 'nothing'], effort: 1 })).toBe('not_found');
    workspace.act('cards/bulkUpdate', { ids: [a, b, a], status: 'done', effort: 5 });
    expect([a, b].map((id) => workspace.card(id))).toMatchObject([
      { status: 'done', effort: 5, version: 2 },
      { status: 'done', effort: 5, version: 2 },
    ]);
  });

  test('is refused with a due date if the plan does not include due dates', () => {
    const workspace = createEngineFixture();
    const ids = [workspace.newCard({ dueDate: '2026-05-01' })];
    workspace.act('account/update', { planFeatures: ['guardians'] });
    expect(workspace.refusal('cards/bulkUpdate', { ids, dueDate: '2026-06-01' })).toBe('plan_feature_missing');
    expect(workspace.refusal('cards/update', { id: ids[0] as string, dueDate: '2026-06-01' })).toBe(
      'plan_feature_missing',
    );
    workspace.act('cards/bulkUpdate', { ids, dueDate: null });
  });

  // The engine must read the Hand once per action. If it reads the Hand once per card, this test becomes very slow.
  test('reads and writes of 500 cards grow linearly', () => {
    const workspace = createEngineFixture();
    const cards = Array.from({ length: 500 }, (_, index) => ({ content: `Card ${index}`, assigneeId: people.bob }));
    const ids = workspace.act('cards/createMany', { deckId: decks.tasks, cards }).cards.map(({ id }) => id);
    const { changes } = workspace.perform('cards/bulkUpdate', { ids, status: 'started' });
    expect(changes.get('card')?.size).toBe(500);
    expect(changes.get('queueEntry')?.size).toBe(500);
    expect(workspace.hand('bob')).toEqual(ids);
    const done = workspace.perform('cards/bulkUpdate', { ids: ids.slice(100), status: 'done' });
    expect(done.changes.get('queueEntry')?.size).toBe(400);
  });

  test('writes the list of sub cards once, however many cards join, leave or are copied', () => {
    const workspace = createEngineFixture();
    const writes = vi.spyOn(workspace.rows, 'update');
    const writesOfLists = () => {
      const count = writes.mock.calls.filter(([, , patch]) => 'childCards' in patch).length;
      writes.mockClear();
      return count;
    };
    const listWrites = (count: number) => {
      const cards = Array.from({ length: count }, (_, index) => ({ content: `Card ${index}` }));
      const create = (parentCardId: string | null) =>
        workspace.act('cards/createMany', { deckId: decks.tasks, parentCardId, cards }).cards.map(({ id }) => id);
      const [hero, other] = [workspace.newCard(), workspace.newCard()];
      const ids = create(null);
      writesOfLists();
      return [
        () => workspace.act('cards/bulkUpdate', { ids, parentCardId: hero }),
        () => workspace.act('cards/bulkUpdate', { ids, parentCardId: other }),
        () => workspace.act('cards/copy', { ids, props: [], target: decks.more }),
        () => workspace.act('cards/update', { id: other, childCards: [] }),
        () => workspace.act('cards/update', { id: hero, childCards: ids }),
        () => workspace.act('cards/bulkUpdate', { ids, parentCardId: null }),
        () => create(hero),
      ].map((act) => {
        act();
        return writesOfLists();
      });
    };
    const few = listWrites(2);
    expect(Math.max(...few)).toBeLessThan(5);
    expect(listWrites(20)).toEqual(few);
  });
});

describe('cards/copy', () => {
  const original = (workspace: EngineFixture) =>
    workspace.newCard({
      content: 'Original #bug @bob',
      priority: 'a',
      effort: 3,
      assigneeId: people.bob,
      masterTags: ['free'],
      milestoneId: milestones.alpha,
      sprintId: runs.first,
      dueDate: '2026-05-01',
    });
  const copies = (workspace: EngineFixture, deckId: string) => workspace.rows.find('card', { deckId }, ['accountSeq']);

  test('copies content alone, or the fields named', () => {
    const workspace = createEngineFixture();
    const id = original(workspace);
    workspace.act('cards/update', { id, status: 'started' });
    workspace.act('cards/copy', { ids: [id], props: [], target: decks.more }, { by: 'cal' });
    workspace.act('cards/copy', {
      ids: [id],
      props: ['effort', 'priority', 'assigneeId', 'masterTags', 'milestoneId', 'sprintId'],
      target: decks.more,
    });
    const plain = {
      content: 'Original #bug @bob',
      title: 'Original #bug @bob',
      status: 'not_started',
      version: 1,
      dueDate: null,
    };
    expect(copies(workspace, decks.more)).toMatchObject([
      {
        ...plain,
        creatorId: people.cal,
        priority: null,
        effort: null,
        assigneeId: null,
        masterTags: ['bug'],
        milestoneId: null,
        sprintId: null,
      },
      {
        ...plain,
        creatorId: people.ann,
        priority: 'a',
        effort: 3,
        assigneeId: people.bob,
        masterTags: ['free', 'bug'],
        milestoneId: milestones.alpha,
        sprintId: runs.first,
      },
    ]);
  });

  test('keeps the order of ids, and copies of docs are docs', () => {
    const workspace = createEngineFixture();
    const [a, b] = [workspace.newCard({ content: 'a' }), workspace.newCard({ content: 'b', isDoc: true })];
    workspace.act('cards/copy', { ids: [b, a], props: [], target: decks.more });
    expect(copies(workspace, decks.more)).toMatchObject([{ title: 'b', isDoc: true }, { title: 'a' }]);
  });

  test('puts the copy of a sub card right after the original, and copies no sub cards', () => {
    const workspace = createEngineFixture();
    const [hero, a, b] = newCards(workspace, 3);
    workspace.act('cards/update', { id: hero, childCards: [a, b] });
    workspace.act('cards/copy', { ids: [a, hero], props: [], target: decks.more });
    const [copyOfA, copyOfHero] = copies(workspace, decks.more);
    expect(workspace.card(hero).childCards).toEqual([a, copyOfA?.cardId, b]);
    expect(copyOfA?.parentCardId).toBe(hero);
    expect(copyOfHero).toMatchObject({ childCards: [], parentCardId: null, derivedStatus: 'unassigned' });
  });

  test('gets the same defaults as a new card in the deck', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('deck', decks.more, { defaultProjectTagId: tags.ui, handSyncEnabled: true });
    workspace.act('cards/copy', { ids: [original(workspace)], props: ['assigneeId'], target: decks.more });
    const [copy] = copies(workspace, decks.more);
    expect(copy?.masterTags).toEqual(['bug', 'ui']);
    expect(workspace.hand('bob')).toEqual([copy?.cardId]);
  });

  test('is refused for a missing deck or card', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    expect(workspace.refusal('cards/copy', { ids: [id], props: [], target: 'nowhere' })).toBe('not_found');
    expect(workspace.refusal('cards/copy', { ids: [id, 'nothing'], props: [], target: decks.more })).toBe('not_found');
  });
});

// One card can wait for thousands. Changing its list for each of them takes the square of their number.
test('deleting many cards changes a card that depends on all of them once', () => {
  const charactersWritten = (count: number, how: 'bulkUpdate' | 'updateMany') => {
    const workspace = createEngineFixture();
    const ids = newCards(workspace, count);
    const hub = workspace.newCard();
    workspace.act('cards/update', { id: hub, inDeps: ids });
    const other = workspace.newCard();
    workspace.act('cards/update', { id: other, outDeps: ids.slice(0, 2), inDeps: [] });
    const run = vi.spyOn(Object.getPrototypeOf(workspace.rows.db.prepare('SELECT 1')), 'run');
    if (how === 'bulkUpdate') workspace.act('cards/bulkUpdate', { ids, visibility: 'deleted' });
    else workspace.act('cards/updateMany', { cards: ids.map((id) => ({ id, content: 'x', visibility: 'deleted' })) });
    const written = run.mock.calls.flat(2).filter((value) => typeof value === 'string');
    run.mockRestore();
    expect([workspace.card(hub).inDeps, workspace.card(other).outDeps, workspace.card(ids[0]).inDeps]).toEqual([
      [],
      [],
      [],
    ]);
    return written.reduce((sum, text) => sum + text.length, 0);
  };
  for (const how of ['bulkUpdate', 'updateMany'] as const)
    expect(charactersWritten(80, how) / charactersWritten(40, how)).toBeLessThan(2.3);
});
