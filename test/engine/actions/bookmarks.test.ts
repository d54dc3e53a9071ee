import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEngineFixture, decks, type EngineFixture, people, projects } from '../../support/workspace.ts';

const newCards = (workspace: EngineFixture, count: number) =>
  Array.from({ length: count }, () => workspace.newCard()) as [string, string, string, string];

describe('bookmarks', () => {
  test('are added at the end; existing ones move to the end', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3);
    workspace.act('bookmarks/addCards', { ids: [a, b, c], userId: people.ann });
    workspace.act('bookmarks/addCards', { ids: [a], userId: people.ann });
    expect(workspace.bookmarks('ann')).toEqual([b, c, a]);
  });

  test('are moved to the top; cards without a bookmark get one', () => {
    const workspace = createEngineFixture();
    const [a, b, c, d] = newCards(workspace, 4);
    workspace.act('bookmarks/setOrders', { cardIds: [a], userId: people.ann });
    workspace.act('bookmarks/addCards', { ids: [b, c], userId: people.ann });
    workspace.act('bookmarks/setOrders', { cardIds: [c, d], userId: people.ann });
    expect(workspace.bookmarks('ann')).toEqual([c, d, a, b]);
    workspace.act('bookmarks/removeCards', { ids: [d, a, a], userId: people.ann });
    expect(workspace.bookmarks('ann')).toEqual([c, b]);
  });

  test('a move writes only the moved bookmarks', () => {
    const workspace = createEngineFixture();
    const ids = Array.from({ length: 50 }, () => workspace.newCard({ addAsBookmark: true }));
    const moved = [ids[30], ids[10]] as string[];
    const { changes } = workspace.perform('bookmarks/setOrders', { cardIds: moved, userId: people.ann });
    expect([...(changes.get('handCard') ?? [])].map((key) => (JSON.parse(key) as string[])[0])).toEqual(moved);
  });

  test('belong to one user', () => {
    const workspace = createEngineFixture();
    const [a, b] = newCards(workspace, 2);
    workspace.act('bookmarks/addCards', { ids: [a], userId: people.ann });
    workspace.act('bookmarks/addCards', { ids: [b, a], userId: people.bob }, { by: 'bob' });
    expect([workspace.bookmarks('ann'), workspace.bookmarks('bob')]).toEqual([[a], [b, a]]);
    workspace.act('bookmarks/removeCards', { ids: [a], userId: people.bob }, { by: 'bob' });
    expect(workspace.bookmarks('ann')).toEqual([a]);
  });

  test('of others need handCard:writeAny, which organization tokens have and personal tokens lack', () => {
    const workspace = createEngineFixture();
    const ids = [workspace.newCard()];
    workspace.act('bookmarks/addCards', { ids, userId: people.bob }, { by: 'bot' });
    for (const name of ['bookmarks/addCards', 'bookmarks/removeCards'] as const)
      expect(workspace.refusal(name, { ids, userId: people.bob }, { by: 'ann' })).toBe('missing_scope');
    expect(workspace.refusal('bookmarks/setOrders', { cardIds: ids, userId: people.bob }, { by: 'ann' })).toBe(
      'missing_scope',
    );
    expect(workspace.refusal('bookmarks/addCards', { ids, userId: people.ann }, { permission: 'read' })).toBe(
      'missing_scope',
    );
  });

  test('skip deleted cards and refuse unknown and invisible ones', () => {
    const workspace = createEngineFixture();
    const [gone, good] = newCards(workspace, 2);
    workspace.act('cards/update', { id: gone, visibility: 'deleted' });
    workspace.act('bookmarks/addCards', { ids: [gone, good], userId: people.ann });
    expect(workspace.bookmarks('ann')).toEqual([good]);
    expect(workspace.refusal('bookmarks/addCards', { ids: ['nothing'], userId: people.ann })).toBe('not_found');
    expect(workspace.refusal('bookmarks/setOrders', { cardIds: ['nothing'], userId: people.ann })).toBe('not_found');
    expect(workspace.refusal('bookmarks/removeCards', { ids: ['nothing'], userId: people.ann })).toBe('not_found');
    const cardIds = [workspace.newCard({ deckId: decks.site })];
    const doer = { by: 'bot', projects: [projects.game] } as const;
    expect(workspace.refusal('bookmarks/setOrders', { cardIds, userId: people.bot }, doer)).toBe('not_found');
  });
});

test('random actions give the same bookmarks as on a plain list', () => {
  const command = fc.record({
    kind: fc.constantFrom('add', 'remove', 'top'),
    at: fc.array(fc.nat(6), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25, size: 'max' }), (commands) => {
      const workspace = createEngineFixture();
      const all = Array.from({ length: 7 }, () => workspace.newCard());
      let model: string[] = [];
      for (const { kind, at } of commands) {
        const ids = at.map((index) => all[index] as string);
        const given = [...new Set(ids)];
        const others = model.filter((id) => !given.includes(id));
        if (kind === 'add') model = [...others, ...given];
        else model = kind === 'top' ? [...given, ...others] : others;
        if (kind === 'add') workspace.act('bookmarks/addCards', { ids, userId: people.ann });
        if (kind === 'remove') workspace.act('bookmarks/removeCards', { ids, userId: people.ann });
        if (kind === 'top') workspace.act('bookmarks/setOrders', { cardIds: ids, userId: people.ann });
        expect(workspace.bookmarks('ann')).toEqual(model);
      }
    }),
    { numRuns: 40 },
  );
});
