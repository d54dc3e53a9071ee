/**
 * Checks what else changes when a card's status or visibility changes. Also checks guardians and auto tags of decks.
 */
import { describe, expect, test } from 'vitest';
import {
  createEngineFixture,
  decks,
  type EngineFixture,
  milestones,
  people,
  runConfigId,
  runs,
  tags,
} from '../../support/workspace.ts';

/** Creates a card that Bob owns and has started, so that it is in his Hand. */
function startedCard(workspace: EngineFixture): string {
  const id = workspace.newCard({ assigneeId: people.bob });
  workspace.act('cards/update', { id, status: 'started' });
  return id;
}

const block = (workspace: EngineFixture, cardId: string, context: 'block' | 'review' | 'comment' = 'block') =>
  workspace.act('resolvables/create', { cardId, context, content: 'Stop' }).id;

describe('a started or snoozing card becomes not_started', () => {
  const causes: [string, (workspace: EngineFixture, id: string) => void][] = [
    ['with another owner', (w, id) => w.act('cards/update', { id, assigneeId: people.cal })],
    ['without owner', (w, id) => w.act('cards/bulkUpdate', { ids: [id], assigneeId: null })],
    [
      'with another owner by updateMany',
      (w, id) => w.act('cards/updateMany', { cards: [{ id, title: 'A card', assigneeId: people.cal }] }),
    ],
    ['archived', (w, id) => w.act('cards/update', { id, visibility: 'archived' })],
    ['deleted', (w, id) => w.act('cards/update', { id, visibility: 'deleted' })],
    [
      'archived in the same update that starts it',
      (w, id) => w.act('cards/update', { id, visibility: 'archived', status: 'started' }),
    ],
    ['moved into a hero deck', (w, id) => w.act('cards/update', { id, deckId: decks.heroes })],
    ['moved into a doc deck', (w, id) => w.act('cards/update', { id, deckId: decks.docs })],
    ['when its deck becomes a hero deck', (w) => w.act('decks/update', { id: decks.tasks, deckType: 'hero' })],
    ['as a doc', (w, id) => w.act('cards/update', { id, isDoc: true })],
    ['as a hero card', (w, id) => void w.newCard({ parentCardId: id })],
    [
      'as a hero card whose only sub card is restored',
      (w, id) => {
        const sub = w.newCard({ parentCardId: id });
        w.act('cards/update', { id: sub, visibility: 'deleted' });
        w.act('cards/update', { id, status: 'started' });
        w.act('cards/update', { id: sub, visibility: 'default' });
      },
    ],
    ['as a hero card by childCards', (w, id) => w.act('cards/update', { id, childCards: [w.newCard()] })],
    ['blocked', (w, id) => void block(w, id)],
    ['in review', (w, id) => void block(w, id, 'review')],
  ];
  for (const status of ['started', 'snoozing'] as const)
    test.each(causes)(`${status}, %s`, (_name, cause) => {
      const workspace = createEngineFixture();
      const id = startedCard(workspace);
      workspace.rows.update('card', id, { status });
      cause(workspace, id);
      expect(workspace.card(id).status).toBe('not_started');
    });

  test('as a sub card taken out of its hero card in a hero deck', () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard({ deckId: decks.heroes });
    const id = workspace.newCard({ deckId: decks.heroes, parentCardId: hero });
    workspace.act('cards/update', { id, status: 'started' });
    workspace.act('cards/update', { id, parentCardId: null });
    expect(workspace.card(id)).toMatchObject({ status: 'not_started', derivedStatus: 'hero' });
  });
});

describe('a started card stays started', () => {
  test.each<[string, (workspace: EngineFixture, id: string) => void]>([
    ['with the same owner', (w, id) => w.act('cards/update', { id, assigneeId: people.bob })],
    ['moved into a task deck', (w, id) => w.act('cards/update', { id, deckId: decks.more })],
    ['when its deck becomes a mixed deck', (w) => w.act('decks/update', { id: decks.tasks, deckType: 'mixed' })],
    ['commented on', (w, id) => void block(w, id, 'comment')],
    ['edited', (w, id) => w.act('cards/update', { id, content: 'New', effort: 3, milestoneId: milestones.alpha })],
    [
      'with another owner and a given status',
      (w, id) => w.act('cards/update', { id, assigneeId: people.cal, status: 'started' }),
    ],
  ])('%s', (_name, change) => {
    const workspace = createEngineFixture();
    const id = startedCard(workspace);
    change(workspace, id);
    expect(workspace.card(id).status).toBe('started');
  });
});

describe('starting a card', () => {
  test("puts it at the end of its owner's Hand, full or not, once", () => {
    const workspace = createEngineFixture();
    const ids = Array.from({ length: 7 }, () => workspace.newCard({ assigneeId: people.bob, putInQueue: true }));
    const id = workspace.newCard({ assigneeId: people.bob });
    workspace.act('cards/update', { id, status: 'started' });
    workspace.act('cards/update', { id: ids[0] as string, status: 'started' });
    expect(workspace.hand('bob')).toEqual([...ids, id]);
    workspace.act('cards/update', { id, assigneeId: people.cal, status: 'started' });
    expect(workspace.hand('cal')).toEqual([id]);
  });

  test('makes the person who starts it its owner', () => {
    const workspace = createEngineFixture();
    const mine = workspace.newCard();
    workspace.act('cards/update', { id: mine, status: 'started' }, { by: 'cal' });
    expect(workspace.card(mine)).toMatchObject({ assigneeId: people.cal, status: 'started', derivedStatus: 'started' });
    expect(workspace.hand('cal')).toEqual([mine]);
    const nobodys = workspace.newCard();
    workspace.act('cards/update', { id: nobodys, status: 'started' }, { by: 'bot' });
    expect(workspace.card(nobodys)).toMatchObject({ assigneeId: null, status: 'started' });
    expect(workspace.rows.find('queueEntry', { cardId: nobodys })).toEqual([]);
  });

  test('adds it to the current run if the Run Config says so and the card has no run', () => {
    const workspace = createEngineFixture();
    const plain = startedCard(workspace);
    workspace.rows.update('sprintConfig', runConfigId, { autoAssignStartedCard: true });
    const planned = workspace.newCard({ sprintId: runs.second });
    workspace.act('cards/update', { id: planned, status: 'started' });
    expect([workspace.card(plain).sprintId, workspace.card(planned).sprintId]).toEqual([null, runs.second]);
    expect(workspace.card(startedCard(workspace)).sprintId).toBe(runs.first);
    const kept = workspace.newCard();
    workspace.act('cards/update', { id: kept, status: 'started', sprintId: null });
    expect(workspace.card(kept).sprintId).toBeNull();
    workspace.advanceClock(7 * 86_400_000);
    expect(workspace.card(startedCard(workspace)).sprintId).toBe(runs.second);
  });

  test.each<[string, (workspace: EngineFixture) => [id: string, change?: object]]>([
    [
      'with sub cards',
      (w) => {
        const id = w.newCard();
        w.newCard({ parentCardId: id });
        return [id];
      },
    ],
    ['in a hero deck', (w) => [w.newCard({ deckId: decks.heroes })]],
    ['on its way into a hero deck', (w) => [w.newCard(), { deckId: decks.heroes }]],
    ['getting sub cards', (w) => [w.newCard(), { childCards: [w.newCard()] }]],
  ])('is refused for a hero card %s', (_name, make) => {
    const workspace = createEngineFixture();
    const [id, change] = make(workspace);
    expect(workspace.refusal('cards/update', { id, status: 'started', ...change })).toBe('hero_cannot_start');
    workspace.act('cards/update', { id, status: 'done', ...change });
    expect(workspace.card(id).derivedStatus).toBe('heroDone');
  });

  test('is allowed for a sub card in a hero deck, and after all sub cards left or were deleted', () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard();
    const sub = workspace.newCard({ deckId: decks.heroes, parentCardId: hero });
    workspace.act('cards/update', { id: sub, status: 'started' });
    workspace.act('cards/update', { id: sub, visibility: 'deleted' });
    workspace.act('cards/update', { id: hero, status: 'started' });
    workspace.act('cards/update', { id: sub, visibility: 'default' });
    expect(workspace.card(hero).derivedStatus).toBe('hero');
  });

  test('cannot set the status snoozing', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    expect(workspace.refusal('cards/update', { id, status: 'snoozing' })).toBe('invalid_param');
  });
});

describe('a card that becomes done', () => {
  test("leaves other Hands and joins its owner's done pile, even from outside the Hand", () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ assigneeId: people.bob });
    const other = workspace.newCard({ assigneeId: people.cal, putInQueue: true });
    workspace.act('handQueue/addCardsToHand', { cardIds: [id], userId: people.cal });
    workspace.act('cards/update', { id, status: 'done' });
    expect(workspace.rows.find('queueEntry', { cardId: id })).toMatchObject([
      { userId: people.bob, cardDoneAt: workspace.now(), sortIndex: null },
    ]);
    expect(workspace.hand('cal')).toEqual([other]);
  });

  test('without owner joins no done pile', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ putInQueue: true });
    workspace.act('cards/update', { id, status: 'done' });
    expect(workspace.rows.find('queueEntry', {})).toEqual([]);
  });

  test("when set back, moves to the end of its owner's Hand", () => {
    const workspace = createEngineFixture();
    const [a, b, c] = Array.from({ length: 3 }, () =>
      workspace.newCard({ assigneeId: people.bob, putInQueue: true }),
    ) as [string, string, string];
    workspace.act('cards/update', { id: a, status: 'done' });
    expect([workspace.hand('bob'), workspace.donePile('bob')]).toEqual([[b, c], [a]]);
    const entry = workspace.rows.find('queueEntry', { cardId: a })[0];
    workspace.act('cards/update', { id: a, status: 'not_started' });
    expect([workspace.hand('bob'), workspace.donePile('bob')]).toEqual([[b, c, a], []]);
    // The card's entry in the Hand keeps its id, because the action changes the existing row instead of inserting a new
    // one.
    expect(workspace.rows.find('queueEntry', { cardId: a })).toEqual([{ ...entry, cardDoneAt: null, sortIndex: 2 }]);
  });

  test('counts as a fulfilled dependency', () => {
    const workspace = createEngineFixture();
    const [before, after] = [workspace.newCard(), workspace.newCard()];
    workspace.act('cards/update', { id: after, inDeps: [before] });
    const versions = () => [workspace.card(before).version, workspace.card(after).version];
    const flags = () => [workspace.card(before).isBlockingDep, workspace.card(after).hasBlockingDeps];
    expect(flags()).toEqual([true, true]);
    const [first, second] = versions() as [number, number];
    workspace.act('cards/update', { id: before, status: 'done' });
    expect(flags()).toEqual([false, false]);
    // If only `hasBlockingDeps` of a card changes, the card's version stays the same.
    expect(versions()).toEqual([first + 1, second]);
    workspace.act('cards/update', { id: before, status: 'not_started' });
    workspace.act('cards/update', { id: after, status: 'done' });
    expect(flags()).toEqual([false, true]);
  });
});

describe('archiving and deleting', () => {
  test.each(['archived', 'deleted'] as const)('%s: closes open threads without a user as closer', (visibility) => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    const threads = [block(workspace, id), block(workspace, id, 'comment')];
    workspace.advanceClock(1000);
    workspace.act('cards/update', { id, visibility });
    for (const thread of threads)
      expect(workspace.row('resolvable', thread)).toMatchObject({
        isClosed: true,
        closedAt: workspace.now(),
        closedBy: null,
        reopenedAt: null,
      });
    workspace.act('cards/update', { id, visibility: 'default' });
    expect(workspace.row('resolvable', threads[0] as string).isClosed).toBe(true);
  });

  test('deleting removes dependencies and bookmarks, archiving does not; Hand entries stay', () => {
    const workspace = createEngineFixture();
    const [id, before, after] = [
      workspace.newCard({ addAsBookmark: true, putInQueue: true }),
      workspace.newCard(),
      workspace.newCard(),
    ];
    workspace.act('cards/update', { id, inDeps: [before], outDeps: [after] });
    workspace.act('cards/update', { id, visibility: 'archived' });
    expect(workspace.card(id)).toMatchObject({ inDeps: [before], outDeps: [after] });
    expect(workspace.bookmarks('ann')).toEqual([id]);
    workspace.act('cards/update', { id, visibility: 'deleted' });
    expect(workspace.card(id)).toMatchObject({ inDeps: [], outDeps: [] });
    expect([workspace.card(before).outDeps, workspace.card(after).inDeps]).toEqual([[], []]);
    expect([workspace.card(before).isBlockingDep, workspace.card(after).hasBlockingDeps]).toEqual([false, false]);
    expect(workspace.bookmarks('ann')).toEqual([]);
    expect(workspace.hand('ann')).toEqual([id]);
  });

  test('a deleted card cannot get a dependency', () => {
    const workspace = createEngineFixture();
    const [gone, other] = [workspace.newCard(), workspace.newCard()];
    workspace.act('cards/update', { id: gone, visibility: 'deleted', inDeps: [other] });
    workspace.act('cards/update', { id: other, inDeps: [gone] });
    expect([workspace.card(gone).outDeps, workspace.card(other).inDeps, workspace.card(other).outDeps]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('guardians', () => {
  const guarded = () => {
    const workspace = createEngineFixture();
    workspace.act('decks/updateGuardians', { id: decks.tasks, userIds: [people.bob] });
    return workspace;
  };
  const changes = [
    { status: 'done' },
    { visibility: 'archived' },
    { visibility: 'deleted' },
    { deckId: decks.more },
  ] as const;

  test.each(changes)('only they, producers and admins may set %j', (change) => {
    const workspace = guarded();
    const id = workspace.newCard();
    expect(workspace.refusal('cards/update', { id, ...change }, { by: 'cal' })).toBe('guardians_only');
    expect(workspace.refusal('cards/bulkUpdate', { ids: [id], ...change }, { by: 'bot' })).toBe('guardians_only');
    workspace.act('cards/update', { id, ...change }, { by: 'bob' });
    workspace.act('cards/update', { id: workspace.newCard(), ...change }, { by: 'cal', permission: 'producer' });
    workspace.act('cards/bulkUpdate', { ids: [workspace.newCard()], ...change }, { by: 'ann' });
  });

  test('only they, producers and admins may set cards back and restore them, also by updateMany', () => {
    const workspace = guarded();
    const [done, gone] = [workspace.newCard(), workspace.newCard()];
    workspace.act('cards/update', { id: done, status: 'done' });
    workspace.act('cards/update', { id: gone, visibility: 'deleted' });
    const by = { by: 'cal' } as const;
    expect(workspace.refusal('cards/update', { id: done, status: 'not_started' }, by)).toBe('guardians_only');
    expect(
      workspace.refusal('cards/updateMany', { cards: [{ id: gone, title: 'A card', visibility: 'default' }] }, by),
    ).toBe('guardians_only');
  });

  test('other fields may be set by anybody', () => {
    const workspace = guarded();
    const id = workspace.newCard();
    workspace.act(
      'cards/update',
      { id, status: 'started', effort: 3, content: 'New', deckId: decks.tasks, visibility: 'default' },
      { by: 'cal' },
    );
    expect(workspace.card(id)).toMatchObject({ status: 'started', effort: 3 });
  });
});

test('a done card that changed owners leaves the former done pile when it is set back', () => {
  const workspace = createEngineFixture();
  const id = workspace.newCard({ assigneeId: people.bob });
  workspace.act('cards/update', { id, status: 'done' });
  workspace.act('cards/update', { id, assigneeId: people.cal });
  expect(workspace.card(id).status).toBe('done');
  workspace.act('cards/update', { id, status: 'not_started' });
  expect(workspace.rows.find('queueEntry', { cardId: id })).toEqual([]);
});

test('other tags replace all but the auto tag of the deck, which can be removed by its name', () => {
  const workspace = createEngineFixture();
  workspace.rows.update('deck', decks.tasks, { defaultProjectTagId: tags.ui });
  const id = workspace.newCard();
  workspace.act('cards/update', { id, masterTags: ['seo'] });
  expect(workspace.card(id).masterTags).toEqual(['seo', 'ui']);
  workspace.act('cards/updateMany', { cards: [{ id, title: 'Edited', masterTags: [] }] });
  expect(workspace.card(id).masterTags).toEqual(['ui']);
  workspace.act('cards/bulkUpdate', { ids: [id], removeMasterTag: 'ui' });
  workspace.act('cards/update', { id, content: 'Edited again', masterTags: [] });
  expect(workspace.card(id).masterTags).toEqual([]);
});

test('the auto tag of a deck comes with the move and stays after it', () => {
  const workspace = createEngineFixture();
  workspace.rows.update('deck', decks.more, { defaultProjectTagId: tags.ui });
  const id = workspace.newCard({ content: 'A #seo card' });
  workspace.act('cards/update', { id, deckId: decks.more });
  expect(workspace.card(id).masterTags).toEqual(['ui']);
  workspace.act('cards/update', { id, deckId: decks.site });
  // The project of `decks.site` has the tag `seo`, so `#seo` in the content becomes a tag of the card.
  expect(workspace.card(id)).toMatchObject({ masterTags: ['ui', 'seo'], tags: ['seo', 'ui'] });
});
