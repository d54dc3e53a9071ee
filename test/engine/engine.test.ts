import { describe, expect, test } from 'vitest';
import type { AnyRow } from '../../electron/engine/store/rows.ts';
import { Refusal } from '../../shared/contract/index.ts';
import { createEngineFixture, databaseText, decks } from '../support/workspace.ts';

describe('an action', () => {
  test('reports every row it wrote, also derived ones, and no row of the previous action', () => {
    const workspace = createEngineFixture();
    const hero = workspace.newCard();
    const { answer, changes } = workspace.perform('cards/create', {
      content: 'Sub',
      deckId: decks.tasks,
      parentCardId: hero,
    });
    expect([...changes.keys()].sort()).toEqual(['card', 'cardHistory', 'counter']);
    expect([...(changes.get('card') ?? [])].sort()).toEqual([hero, answer.id].sort());
  });

  test('runs within its caller’s transaction and is rolled back with it', () => {
    const workspace = createEngineFixture();
    const before = databaseText(workspace.db);
    const outer = workspace.db.transaction(() => {
      workspace.newCard({ content: 'kept out' });
      workspace.refusal('cards/create', { content: 'x', deckId: 'nowhere' });
      workspace.newCard({ content: 'kept out too' });
      throw new Error('undo');
    });
    expect(outer).toThrow('undo');
    expect(databaseText(workspace.db)).toBe(before);
  });

  test('that is refused rolls back nothing of its caller', () => {
    const workspace = createEngineFixture();
    workspace.db.transaction(() => {
      const id = workspace.newCard({ content: 'pear' });
      workspace.rows.update('card', id, { content: 'quince' });
      expect(() => workspace.perform('cards/create', { content: 'x', deckId: 'nowhere' })).toThrow(Refusal);
      expect([...(workspace.rows.drainChanges().get('card') ?? [])]).toEqual([id]);
    })();
    const search = workspace.db.prepare('SELECT count(*) FROM cardText WHERE cardText MATCH ?').pluck();
    expect([search.get('pear'), search.get('quince')]).toEqual([0, 1]);
  });

  test('reports each row as it was before its first write', () => {
    const seen: [string, AnyRow | undefined][] = [];
    const workspace = createEngineFixture('replica', {
      beforeWrite: (model, _key, before) => void (model === 'card' && seen.push([model, before])),
    });
    const id = workspace.newCard({ content: 'One' });
    workspace.act('cards/update', { id, content: 'Two', status: 'done' });
    expect(seen).toMatchObject([
      ['card', undefined],
      ['card', { content: 'One', status: 'not_started' }],
    ]);
  });

  test.each([
    ['a missing param', { content: 'x' }],
    ['a wrong type', { content: 1, deckId: null }],
    ['an unknown value', { content: 'x', deckId: null, priority: 'z' }],
    ['no object', []],
  ])('is refused for %s', (_name, params) => {
    const workspace = createEngineFixture();
    expect(workspace.refusal('cards/create', params as never)).toBe('invalid_param');
  });

  test('ignores unknown params', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    workspace.act('cards/update', { id, title: 'No such param', version: 9 } as never);
    expect(workspace.card(id)).toMatchObject({ title: 'A card', version: 1 });
  });

  test('that does not exist fails with 404', () => {
    const workspace = createEngineFixture();
    for (const name of ['cards/nope', 'toString', '__proto__'])
      expect(workspace.refusal(name as 'cards/create', {} as never)).toBe('unknown_action');
  });
});

describe('a change without an action', () => {
  test('also derives values and writes history', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    const { value, changes } = workspace.engine.change(workspace.call(), ({ rows }) => {
      rows.update('card', id, { content: '# Other' });
      return 'done';
    });
    expect(value).toBe('done');
    expect([...changes.keys()].sort()).toEqual(['card', 'cardHistory']);
    expect(workspace.card(id)).toMatchObject({ title: 'Other', version: 2 });
  });

  test('cannot write outside its transaction', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    const before = databaseText(workspace.db);
    const late = () =>
      workspace.engine.change(workspace.call(), async ({ rows }) => rows.update('card', id, { effort: 1 }));
    expect(late).toThrow(TypeError);
    const nested = () => workspace.engine.change(workspace.call(), () => workspace.newCard());
    expect(nested).toThrow('within another');
    expect(databaseText(workspace.db)).toBe(before);
    workspace.newCard();
  });
});
