import { describe, expect, test } from 'vitest';
import { decodeTextDiff } from '../../shared/domain/text-diff.ts';
import { createEngineFixture, decks, type EngineFixture, people, runs } from '../support/workspace.ts';

const versions = (workspace: EngineFixture, cardId: string) =>
  workspace.rows.find('cardHistory', { cardId }, ['version']);
const lastDiff = (workspace: EngineFixture, cardId: string) => versions(workspace, cardId).at(-1)?.diff;

describe('cardHistory', () => {
  test('starts with the creation', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ content: 'New #bug', effort: 2 }, { by: 'bob' });
    const [first, ...more] = versions(workspace, id);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ version: 1, changerId: people.bob, versionCreatedAt: workspace.now() });
    expect(first?.diff).toMatchObject({
      deckId: [null, decks.tasks],
      effort: [null, 2],
      status: [null, 'not_started'],
      masterTags: { '+': ['bug'], '-': [] },
    });
    expect(Object.keys(first?.diff ?? {})).not.toContain('assigneeId');
  });

  test('has one version per action, in the documented form', () => {
    const workspace = createEngineFixture();
    const [id, other] = [workspace.newCard({ content: 'The old text', masterTags: ['a', 'b'] }), workspace.newCard()];
    workspace.advanceClock(1000);
    workspace.act(
      'cards/update',
      { id, content: 'The new text', masterTags: ['b', 'c'], status: 'started', inDeps: [other], sprintId: runs.first },
      { by: 'bob' },
    );
    expect(workspace.card(id)).toMatchObject({ version: 2, lastUpdatedAt: workspace.now() });
    const diff = lastDiff(workspace, id) as Record<string, unknown>;
    expect(diff).toMatchObject({
      assigneeId: [null, people.bob],
      derivedStatus: ['unassigned', 'started'],
      inDeps: { '+': [other], '-': [] },
      masterTags: { '+': ['c'], '-': ['a'] },
      sprintId: [null, runs.first],
      status: ['not_started', 'started'],
      tags: { '+': ['c'], '-': ['a'] },
    });
    expect(decodeTextDiff(diff.content)).toEqual([
      { kind: 'kept', text: 'The ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'kept', text: ' text' },
    ]);
    expect(decodeTextDiff(diff.title)).toBeDefined();
    // The action also changes the card at the other end of the dependency, so this card gets a new version, too.
    expect(lastDiff(workspace, other)).toEqual({ outDeps: { '+': [id], '-': [] } });
  });

  test('of a hero card contains added and removed sub cards, and that it became a hero card', () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard();
    const sub = workspace.newCard({ parentCardId: hero });
    expect(lastDiff(workspace, hero)).toEqual({
      childCards: { '+': [sub], '-': [] },
      derivedStatus: ['unassigned', 'hero'],
    });
    workspace.act('cards/update', { id: sub, visibility: 'deleted' });
    // The hero card loses its last sub card. This changes only the hero card's derived status, so its version stays the
    // same.
    expect(workspace.card(hero)).toMatchObject({ version: 2, derivedStatus: 'unassigned' });
  });

  test('contains block and review threads, not comments', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ assigneeId: people.bob });
    const open = (context: 'block' | 'comment') =>
      workspace.act('resolvables/create', { cardId: id, context, content: 'Hm' }).id;
    open('comment');
    expect(workspace.card(id).version).toBe(1);
    workspace.advanceClock(1000);
    const thread = open('block');
    expect(lastDiff(workspace, id)).toEqual({ derivedStatus: ['assigned', 'blocked'] });
    expect(workspace.card(id)).toMatchObject({ version: 2, lastUpdatedAt: workspace.now() });
    workspace.act('resolvables/close', { id: thread });
    expect(lastDiff(workspace, id)).toEqual({ derivedStatus: ['blocked', 'assigned'] });
    workspace.act('resolvables/reopen', { id: thread });
    expect(workspace.card(id).version).toBe(4);
  });

  test('has no user for changes that the service makes by itself', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    workspace.engine.change({ ...workspace.call(), isAutomatic: true }, ({ rows }) =>
      rows.update('card', id, { status: 'snoozing' }),
    );
    expect(versions(workspace, id).at(-1)).toMatchObject({ version: 2, changerId: null });
  });
});
