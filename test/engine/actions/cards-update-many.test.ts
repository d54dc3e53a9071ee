import { describe, expect, test } from 'vitest';
import { createEngineFixture, type EngineFixture, people } from '../../support/workspace.ts';

const newCards = (workspace: EngineFixture, count: number, params = {}) =>
  Array.from({ length: count }, () => workspace.newCard(params)) as [string, string, string, string];

describe('cards/updateMany', () => {
  const update = (workspace: EngineFixture, element: object) =>
    workspace.act('cards/updateMany', { cards: [{ id: 'none', title: '', ...element }] });

  test.each([
    [{ title: 'New' }, 'New\nrest'],
    [{ content: 'All new' }, 'All new'],
    [{ title: 'New', content: 'text' }, 'New\n\ntext'],
    [{ title: 'New', content: null }, 'New\nrest'],
    [{ title: null, content: 'All new' }, 'All new'],
  ])('with %j writes %j', (element, content) => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'Old\nrest' });
    workspace.act('cards/updateMany', { cards: [{ id, ...element }] });
    expect(workspace.card(id).content).toBe(content);
  });

  test('needs content or title in each element', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    const good = { id, title: 'New' };
    for (const bad of [{ id }, { id, title: null }, { id, content: null, title: null }])
      expect(workspace.refusal('cards/updateMany', { cards: [good, bad] })).toBe('invalid_param');
  });

  test('creates the project tags that are missing', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3);
    const earlier = workspace.newCard({ content: 'Long since #Brand-New' });
    workspace.act('cards/updateMany', {
      cards: [
        { id: a, title: 'A #Brand-new', masterTags: ['BUG', 'brand-new'] },
        { id: b, title: 'B #brand-new' },
        { id: c, title: 'C', masterTags: ['#bug', '', ' big idea '] },
      ],
    });
    expect(workspace.card(a).masterTags).toEqual(['BUG', 'brand-new']);
    // The change to card `a` creates the tag, and the change to card `b` uses it.
    expect(workspace.card(b).masterTags).toEqual(['brand-new']);
    expect(workspace.card(earlier).masterTags).toEqual(['brand-new']);
    const names = workspace.rows.find('projectTag', { projectId: 'project-game' }).map(({ tag }) => tag);
    expect(names.sort()).toEqual(['brand-new', 'bug', 'ui']);
    workspace.act('cards/update', { id: a, masterTags: ['never-created'] });
    expect(workspace.rows.find('projectTag', { tag: 'never-created' })).toEqual([]);
  });

  test('skips unknown and invisible cards', () => {
    const workspace = createEngineFixture();
    const [id, hidden] = [workspace.newCard(), workspace.newCard({ deckId: null })];
    const cards = ['nothing', hidden, id].map((each) => ({ id: each, title: 'New' }));
    workspace.act('cards/updateMany', { cards }, { by: 'bob' });
    expect([workspace.card(id).title, workspace.card(hidden).title]).toEqual(['New', 'A card']);
    update(workspace, {});
  });

  test('changes the other fields and ignores a null status', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    const fields = {
      title: 'New',
      priority: 'c',
      effort: 8,
      assigneeId: people.bob,
      isDoc: false,
      visibility: 'archived',
    };
    workspace.act('cards/updateMany', { cards: [{ id, ...fields, status: 'done' }] });
    expect(workspace.card(id)).toMatchObject({ ...fields, status: 'done', derivedStatus: 'archivedDone', version: 2 });
    workspace.act('cards/updateMany', { cards: [{ id, title: 'New', status: null }] });
    expect(workspace.card(id).version).toBe(2);
  });
});
