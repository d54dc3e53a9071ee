import { expect, test } from 'vitest';
import {
  createEngineFixture,
  decks,
  type EngineFixture,
  milestones,
  people,
  projects,
  runConfigId,
  runs,
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
  workspace.act('cards/update', { id, milestoneId: milestones.beta, inDeps: [other, second] }, gameOnly);
  expect(workspace.card(id)).toMatchObject({ milestoneId: milestones.beta, inDeps: [other, second] });
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
