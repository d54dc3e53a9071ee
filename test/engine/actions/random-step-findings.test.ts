/** Regression tests for bugs that tests with random actions found. */
import { expect, test } from 'vitest';
import { createEngineFixture, decks, projects } from '../../support/workspace.ts';

test.each(['archived', 'deleted'] as const)(
  'A card that is %s stays not started when an update starts it',
  (visibility) => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    workspace.act('cards/update', { id, visibility });
    workspace.act('cards/update', { id, status: 'started' });
    workspace.act('cards/updateMany', { cards: [{ id, title: 'A card', status: 'started' }] });
    expect(workspace.card(id)).toMatchObject({ status: 'not_started', visibility });
    workspace.act('cards/update', { id, status: 'started', visibility: 'default' });
    expect(workspace.card(id).status).toBe('started');
  },
);

test('Cards of a deck that moves to another project get the tags of that project that are in their content', () => {
  const workspace = createEngineFixture();
  const id = workspace.newCard({ content: 'Rank the #seo' });
  expect(workspace.card(id).masterTags).toEqual([]);
  const space = { targetProjectId: projects.site, targetSpaceId: 1, targetId: null };
  workspace.act('decks/addToSpaceAfter', { deckIds: [decks.tasks], ...space });
  expect(workspace.card(id).masterTags).toEqual(['seo']);
});

test('A deck that was moved to another project loses its auto tag with the tag', () => {
  const workspace = createEngineFixture();
  const { id: tag } = workspace.act('projects/addTag', { projectId: projects.game, tag: 'art' });
  workspace.act('decks/update', { id: decks.tasks, defaultProjectTagId: tag });
  const space = { targetProjectId: projects.site, targetSpaceId: 1, targetId: null };
  workspace.act('decks/addToSpaceAfter', { deckIds: [decks.tasks], ...space });
  workspace.act('projects/deleteTag', { id: tag });
  expect(workspace.row('deck', decks.tasks).defaultProjectTagId).toBeNull();
});
