import { describe, expect, test } from 'vitest';
import { Refusal } from '../../shared/contract/index.ts';
import {
  createEngineFixture,
  decks,
  type EngineFixture,
  milestones,
  people,
  projects,
  runConfigId,
  runs,
  tags,
} from '../support/workspace.ts';

/** The caller is an organization token that sees only the project `game`. */
const gameOnly = { by: 'bot', projects: [projects.game] } as const;

/** Creates a workspace whose milestones and runs belong only to the project `site`. */
function siteOnly(): EngineFixture {
  const workspace = createEngineFixture();
  workspace.act('milestones/update', { id: milestones.beta, projectIds: [projects.site] });
  workspace.act('sprints/updateConfig', { id: runConfigId, projectIds: [projects.site] });
  return workspace;
}

test.each([{ milestoneId: milestones.beta }, { sprintId: runs.first }, { parentCardId: 'other' }])(
  '%j of another project is out of sight',
  (field) => {
    const workspace = siteOnly();
    const other = workspace.newCard({ deckId: decks.site });
    const params = {
      content: 'x',
      deckId: decks.tasks,
      ...field,
      ...('parentCardId' in field ? { parentCardId: other } : {}),
    };
    expect(workspace.refusal('cards/create', params, gameOnly)).toBe('not_found');
    workspace.act('cards/create', params, { by: 'bot' });
  },
);

test('global milestones and runs are visible to every project', () => {
  const workspace = siteOnly();
  const id = workspace.newCard({ milestoneId: milestones.alpha }, gameOnly);
  expect(workspace.card(id).milestoneId).toBe(milestones.alpha);
});

test('a card keeps a milestone or run that its editor cannot see', () => {
  const workspace = siteOnly();
  const [other, id] = [workspace.newCard({ deckId: decks.site }), workspace.newCard({ milestoneId: milestones.beta })];
  workspace.act('cards/update', { id, inDeps: [other] });
  const second = workspace.newCard();
  // The token reads no milestone and no dependency, so it sends neither.
  workspace.act('cards/update', { id, milestoneId: null, inDeps: [second] }, gameOnly);
  workspace.act('cards/bulkUpdate', { ids: [id], milestoneId: null, effort: 3 }, gameOnly);
  expect(workspace.card(id)).toMatchObject({ milestoneId: milestones.beta, inDeps: [second, other], effort: 3 });
  expect(workspace.refusal('cards/update', { id, milestoneId: milestones.beta }, gameOnly)).toBe('not_found');
  expect(workspace.refusal('cards/update', { id: second, inDeps: [other] }, gameOnly)).toBe('not_found');
});

test('no card can join a deleted milestone or run', () => {
  const workspace = createEngineFixture();
  workspace.act('milestones/delete', { id: milestones.alpha });
  workspace.rows.update('sprint', runs.first, { isDeleted: true });
  const id = workspace.newCard();
  expect(workspace.refusal('cards/update', { id, milestoneId: milestones.alpha })).toBe('not_found');
  expect(workspace.refusal('cards/bulkUpdate', { ids: [id], sprintId: runs.first })).toBe('not_found');
});

test('only its creator sees a private card, whatever the permission of others', () => {
  const workspace = createEngineFixture();
  const id = workspace.newCard({ deckId: null }, { by: 'cal' });
  const attempts = [
    () => workspace.refusal('cards/copy', { ids: [id], props: [], target: decks.tasks }),
    () => workspace.refusal('cards/bulkUpdate', { ids: [id], effort: 1 }),
    () => workspace.refusal('handQueue/addCardsToHand', { cardIds: [id], userId: people.ann }),
    () => workspace.refusal('bookmarks/addCards', { ids: [id], userId: people.ann }),
    () => workspace.refusal('cardOrders/updateLabel', { cardIds: [id], context: 'deck', label: null }),
    () => workspace.refusal('cards/addFile', { cardId: id, fileData: { fileName: 'x', url: 'x' } }),
  ];
  for (const attempt of attempts) expect(attempt()).toBe('not_found');
});

/** Returns a workspace with a visible card, a hidden card, and a producer's token that sees only the first. */
function twoProjects() {
  const workspace = createEngineFixture();
  const [seen, hidden] = [workspace.newCard(), workspace.newCard({ deckId: decks.site })];
  return { workspace, seen, hidden };
}
const producerOfGame = { ...gameOnly, permission: 'producer' } as const;

describe('invisible and missing rows', () => {
  const refusalOf = (workspace: EngineFixture, name: string, params: object) => {
    try {
      workspace.engine.perform(name as 'cards/update', params, workspace.call(producerOfGame));
    } catch (error) {
      if (error instanceof Refusal) return error.body;
      throw error;
    }
    throw new Error(`${name} was performed`);
  };

  test.each<[name: string, id: string, params: (id: string) => object]>([
    ['resolvables/comment', 'thread', (resolvableId) => ({ resolvableId, content: 'x' })],
    ['resolvables/updateComment', 'comment', (entryId) => ({ entryId, content: 'x' })],
    ['resolvables/close', 'thread', (id) => ({ id })],
    ['resolvables/reopen', 'thread', (id) => ({ id })],
    [
      'resolvables/updateParticipantDone',
      'thread',
      (resolvableId) => ({ resolvableId, userId: people.bot, done: true }),
    ],
    ['resolvables/addReaction', 'comment', (entryId) => ({ entryId, value: { type: 'emoji', value: '👍' } })],
    ['resolvables/removeReaction', 'reaction', (reactionId) => ({ reactionId })],
    ['projects/updateTag', 'tag', (id) => ({ id, tag: 'x' })],
    ['projects/deleteTag', 'tag', (id) => ({ id })],
    ['workflowItems/update', 'step', (id) => ({ id, content: 'x' })],
    ['sprints/updateSprint', 'run', (id) => ({ id, name: 'x' })],
    ['handQueue/removeCards', 'card', (id) => ({ cardIds: [id], userId: people.bot })],
    ['bookmarks/removeCards', 'card', (id) => ({ ids: [id], userId: people.bot })],
  ])('%s refuses both with the same words', (name, kind, params) => {
    const { workspace, hidden } = twoProjects();
    const { act, rows } = workspace;
    act('sprints/updateConfig', { id: runConfigId, projectIds: [projects.site] });
    act('handQueue/addCardsToHand', { cardIds: [hidden], userId: people.bot });
    act('bookmarks/addCards', { ids: [hidden], userId: people.bot }, { by: 'bot' });
    const thread = act('resolvables/create', { cardId: hidden, context: 'comment', content: 'x' }).id;
    const comment = rows.find('resolvableEntry', { resolvableId: thread })[0]?.entryId as string;
    const ids: Record<string, string> = {
      card: hidden,
      thread,
      comment,
      reaction: act('resolvables/addReaction', { entryId: comment, value: { type: 'emoji', value: '🦉' } }).id,
      tag: tags.seo,
      step: act('workflowItems/create', { deckId: decks.site, content: 'x' }).id,
      run: runs.first,
    };
    const [ofHidden, ofMissing] = [ids[kind] as string, 'missing'].map((id) => {
      const body = refusalOf(workspace, name, params(id));
      return { ...body, message: body.message.replace(id, '…') };
    });
    expect(ofHidden).toEqual(ofMissing);
    expect(ofHidden).toMatchObject({ error: 'not_found' });
  });
});

describe('changes of a token in projects that it does not see', () => {
  test('deleting a milestone takes it from all cards', () => {
    const { workspace, hidden } = twoProjects();
    workspace.act('cards/update', { id: hidden, milestoneId: milestones.alpha });
    workspace.act('milestones/delete', { id: milestones.alpha }, producerOfGame);
    expect(workspace.card(hidden).milestoneId).toBeNull();
  });

  test('completing a run moves all its cards', () => {
    const { workspace, hidden } = twoProjects();
    workspace.act('cards/update', { id: hidden, sprintId: runs.first });
    workspace.act('sprints/updateSprint', { id: runs.first, complete: true }, producerOfGame);
    expect(workspace.card(hidden).sprintId).toBe(runs.second);
  });

  test('deleting a deck archives sub cards and journey steps in other decks', () => {
    const { workspace, seen, hidden } = twoProjects();
    workspace.act('cards/update', { id: seen, childCards: [hidden] });
    const step = workspace.act('workflowItems/create', { deckId: decks.site, content: 'x', targetDeckId: decks.tasks });
    workspace.act('decks/delete', { id: decks.tasks }, producerOfGame);
    expect(workspace.card(hidden).visibility).toBe('archived');
    expect(workspace.row('workflowItem', step.id).visibility).toBe('archived');
  });

  test('deleting a Run Config takes it from the visible projects only', () => {
    const { workspace, seen, hidden } = twoProjects();
    for (const id of [seen, hidden]) workspace.act('cards/update', { id, sprintId: runs.first });
    expect(workspace.refusal('sprints/deleteConfig', { id: runConfigId }, producerOfGame)).toBe('not_own');
    workspace.act('sprints/updateConfig', { id: runConfigId, projectIds: [projects.game, projects.site] });
    workspace.act('sprints/deleteConfig', { id: runConfigId }, producerOfGame);
    expect([workspace.card(seen).sprintId, workspace.card(hidden).sprintId]).toEqual([null, runs.first]);
    expect(workspace.refusal('sprints/deleteConfig', { id: runConfigId }, producerOfGame)).toBe('not_found');
    workspace.act('sprints/updateConfig', { id: runConfigId, projectIds: [projects.game] });
    workspace.act(
      'sprints/deleteConfig',
      { id: runConfigId },
      { ...gameOnly, projects: [projects.game, projects.site] },
    );
    expect(workspace.rows.get('sprintConfig', runConfigId)).toBeUndefined();
  });

  test('a copy has no hidden hero card, milestone or run', () => {
    const { workspace, seen, hidden } = twoProjects();
    workspace.act('cards/update', { id: seen, parentCardId: hidden });
    workspace.act('milestones/update', { id: milestones.beta, projectIds: [projects.site] });
    workspace.act('cards/update', { id: seen, milestoneId: milestones.beta });
    const params = { ids: [seen], props: ['milestoneId' as const], target: decks.tasks };
    workspace.act('cards/copy', params, gameOnly);
    expect(workspace.card(hidden).childCards).toEqual([seen]);
    expect(workspace.rows.find('card', { milestoneId: milestones.beta })).toHaveLength(1);
    workspace.act('cards/copy', params);
    expect(workspace.card(hidden).childCards).toHaveLength(2);
  });
});

test('a reordered Hand is answered without cards that the token does not see', () => {
  const { workspace, seen, hidden } = twoProjects();
  workspace.act('handQueue/addCardsToHand', { cardIds: [hidden, seen], userId: people.bob });
  const params = { cardIds: [], draggedCardIds: [], userId: people.bob };
  expect(workspace.act('handQueue/setCardOrders', params, gameOnly).queueEntries.map(({ cardId }) => cardId)).toEqual([
    seen,
  ]);
  expect(workspace.act('handQueue/setCardOrders', params).queueEntries).toHaveLength(2);
});

test('a hidden target deck of a journey step changes no refusal', () => {
  const { workspace } = twoProjects();
  const deckId = workspace.act('decks/create', { title: 'Steps', projectId: projects.game }).id;
  const steps = [decks.site, null].map(
    (targetDeckId) => workspace.act('workflowItems/create', { deckId, content: 'x', targetDeckId }).id,
  );
  for (const id of steps) workspace.act('workflowItems/update', { id, visibility: 'archived' });
  workspace.db.prepare("UPDATE deck SET deckType = 'doc' WHERE id = ?").run(deckId);
  const refusals = steps.map((id) =>
    workspace.refusal('workflowItems/update', { id, targetDeckId: null, visibility: 'archived' }, gameOnly),
  );
  expect(refusals).toEqual(['invalid_param', 'invalid_param']);
});
