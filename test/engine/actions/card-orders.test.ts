import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEngineFixture, decks, type EngineFixture, milestones, people, runs } from '../../support/workspace.ts';

const columns = { deck: 'deckId', milestone: 'milestoneId', sprint: 'sprintId' } as const;
type Context = keyof typeof columns;

/**
 * Returns the cards of a deck, milestone or run in board order: first the cards with a rank, by rank, then the others
 * by `accountSeq`.
 */
function boardOrder(
  workspace: EngineFixture,
  context: Context,
  ownerId: string,
): { cardId: string; label: string | null }[] {
  const cards = workspace.rows.find('card', { [columns[context]]: ownerId }, ['accountSeq']);
  const placed = cards.map((card) => {
    const order = workspace.rows.get('cardOrder', JSON.stringify([context, card.cardId]));
    return { cardId: card.cardId as string, label: order?.label ?? null, rank: order?.sortValue };
  });
  const byRank = (a: string, b: string) => (a < b ? -1 : 1);
  return [
    ...placed.filter(({ rank }) => rank !== undefined).sort((a, b) => byRank(a.rank as string, b.rank as string)),
    ...placed.filter(({ rank }) => rank === undefined),
  ].map(({ cardId, label }) => ({ cardId, label }));
}
const order = (workspace: EngineFixture) => boardOrder(workspace, 'deck', decks.tasks).map(({ cardId }) => cardId);
const newCards = (workspace: EngineFixture, count: number, params = {}) =>
  Array.from({ length: count }, () => workspace.newCard(params)) as [string, string, string, string, string];
const moveCards = (
  workspace: EngineFixture,
  side: 'After' | 'Before',
  targetId: string | null,
  cardIds: string[],
  label: string | null = null,
) =>
  workspace.perform(`cardOrders/add${side}`, { targetId, cardIds, context: 'deck', label }).changes.get('cardOrder')
    ?.size ?? 0;

describe('manual order', () => {
  test('puts cards right after or before the target, in the given order', () => {
    const workspace = createEngineFixture();
    const [a, b, c, d, e] = newCards(workspace, 5);
    moveCards(workspace, 'After', b, [e, d]);
    expect(order(workspace)).toEqual([a, b, e, d, c]);
    moveCards(workspace, 'Before', e, [c]);
    expect(order(workspace)).toEqual([a, b, c, e, d]);
  });

  test('a target without a position stays where boards show it', () => {
    const workspace = createEngineFixture();
    const [a, b, c, d, e] = newCards(workspace, 5);
    expect(moveCards(workspace, 'Before', d, [a])).toBe(4);
    expect(order(workspace)).toEqual([b, c, a, d, e]);
    expect(workspace.rows.get('cardOrder', JSON.stringify(['deck', e]))).toBeUndefined();
  });

  test('null is the end or the start of the zone', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3);
    moveCards(workspace, 'After', null, [a]);
    expect(order(workspace)).toEqual([b, c, a]);
    moveCards(workspace, 'Before', null, [c], 'Now');
    moveCards(workspace, 'After', null, [b], 'Now');
    expect(boardOrder(workspace, 'deck', decks.tasks).filter(({ label }) => label === 'Now')).toEqual([
      { cardId: c, label: 'Now' },
      { cardId: b, label: 'Now' },
    ]);
  });

  test('updateLabel keeps positions and skips cards without one', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3);
    moveCards(workspace, 'After', a, [b]);
    workspace.act('cardOrders/updateLabel', { cardIds: [b, c], context: 'deck', label: 'Later' });
    expect(boardOrder(workspace, 'deck', decks.tasks)).toEqual([
      { cardId: a, label: null },
      { cardId: b, label: 'Later' },
      { cardId: c, label: null },
    ]);
  });

  test('a card has one position in each of its deck, milestone and run', () => {
    const workspace = createEngineFixture();
    const [a, b] = newCards(workspace, 2, { milestoneId: milestones.alpha, sprintId: runs.first });
    const move = (context: Context, label: string) =>
      workspace.act('cardOrders/addBefore', { targetId: a, cardIds: [b], context, label });
    move('milestone', 'M');
    move('sprint', 'S');
    expect(boardOrder(workspace, 'milestone', milestones.alpha)[0]).toEqual({ cardId: b, label: 'M' });
    expect(boardOrder(workspace, 'sprint', runs.first)[0]).toEqual({ cardId: b, label: 'S' });
    expect(boardOrder(workspace, 'deck', decks.tasks).map(({ cardId }) => cardId)).toEqual([a, b]);
  });

  test('a card that leaves its deck, milestone or run loses its position there alone', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard({ milestoneId: milestones.alpha, sprintId: runs.first });
    for (const context of ['deck', 'milestone', 'sprint'] as const)
      workspace.act('cardOrders/addAfter', { targetId: null, cardIds: [id], context, label: 'Zone' });
    const contexts = () => workspace.rows.find('cardOrder', { cardId: id }).map(({ context }) => context);
    workspace.act('cards/update', { id, deckId: decks.tasks, effort: 1 });
    expect(contexts()).toEqual(['deck', 'milestone', 'sprint']);
    workspace.act('cards/update', { id, deckId: decks.more });
    expect(contexts()).toEqual(['milestone', 'sprint']);
    workspace.act('cards/update', { id, milestoneId: milestones.beta });
    expect(contexts()).toEqual(['sprint']);
    workspace.act('cards/update', { id, sprintId: null });
    expect(contexts()).toEqual([]);
  });

  test('cards keep version and time: a position is not a field of the card', () => {
    const workspace = createEngineFixture();
    const [a, b] = newCards(workspace, 2);
    const before = workspace.card(b);
    workspace.advanceClock(1000);
    moveCards(workspace, 'Before', a, [b]);
    expect(workspace.card(b)).toEqual(before);
  });

  // A move must not give every card of the zone a new rank, because it would then write 5,000 rows.
  test('in a zone of 5,000 cards a move writes only the moved card', () => {
    const workspace = createEngineFixture();
    const cards = Array.from({ length: 5000 }, (_, index) => ({ content: `Card ${index}` }));
    const ids = workspace.act('cards/createMany', { deckId: decks.tasks, cards }).cards.map(({ id }) => id as string);
    // `moveCards` returns the number of written positions. Only the first move to the end gives every card a rank.
    expect(moveCards(workspace, 'After', null, [ids[0] as string])).toBe(5000);
    expect(moveCards(workspace, 'After', ids[2500] as string, [ids[10], ids[4000]] as string[])).toBe(2);
    expect(moveCards(workspace, 'Before', null, [ids[4999] as string])).toBe(1);
    expect(order(workspace).slice(0, 2)).toEqual([ids[4999], ids[1]]);
  });

  test.each([
    ['not_found', { targetId: null, cardIds: ['nothing'], context: 'deck' }],
    ['not_found', { targetId: 'nothing', cardIds: [], context: 'deck' }],
    ['invalid_param', { targetId: null, cardIds: [], context: 'project' }],
  ])('is refused with %s for %j', (code, params) => {
    const workspace = createEngineFixture();
    expect(workspace.refusal('cardOrders/addAfter', { label: null, ...params })).toBe(code);
  });

  test('is refused for cards outside the target’s deck, milestone or run', () => {
    const workspace = createEngineFixture();
    const [a, b] = [workspace.newCard(), workspace.newCard({ deckId: decks.more })];
    const move = (context: Context) => ({ targetId: a, cardIds: [b], context, label: null });
    expect(workspace.refusal('cardOrders/addAfter', move('deck'))).toBe('invalid_param');
    expect(workspace.refusal('cardOrders/addBefore', { ...move('sprint'), targetId: null })).toBe('invalid_param');
  });
});

test('random moves give the same order as on a plain list', () => {
  const command = fc.record({
    side: fc.constantFrom('After' as const, 'Before' as const),
    target: fc.option(fc.nat(8), { nil: null, freq: 4 }),
    at: fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 3 }),
    label: fc.constantFrom(null, 'Now', 'Later'),
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20, size: 'max' }), (commands) => {
      const workspace = createEngineFixture();
      const all = Array.from({ length: 9 }, () => workspace.newCard());
      let model = all.map((cardId) => ({ cardId, label: null as string | null }));
      for (const { side, target, at, label: named } of commands) {
        const targetId = target === null ? null : (all[target] as string);
        // A card that is dropped beside another card gets the zone of that card, as on a board.
        const label = targetId === null ? named : (model.find(({ cardId }) => cardId === targetId)?.label ?? null);
        const cardIds = at.map((index) => all[index] as string).filter((id) => id !== targetId);
        moveCards(workspace, side, targetId, cardIds, label);
        const rest = model.filter(({ cardId }) => !cardIds.includes(cardId));
        const moved = cardIds.map((cardId) => ({ cardId, label }));
        let index = side === 'After' ? rest.length : 0;
        if (targetId !== null) index = rest.findIndex(({ cardId }) => cardId === targetId) + (side === 'After' ? 1 : 0);
        model = [...rest.slice(0, index), ...moved, ...rest.slice(index)];
        const now = boardOrder(workspace, 'deck', decks.tasks);
        // Each zone is compared separately, because no view shows the order between cards of different zones.
        for (const zone of [null, 'Now', 'Later'])
          expect(now.filter((each) => each.label === zone)).toEqual(model.filter((each) => each.label === zone));
        if (targetId !== null && cardIds.length > 0) {
          const ids = now.map(({ cardId }) => cardId);
          const moveCards = ids.indexOf(targetId);
          const beside =
            side === 'After'
              ? ids.slice(moveCards + 1, moveCards + 1 + cardIds.length)
              : ids.slice(moveCards - cardIds.length, moveCards);
          expect(beside).toEqual(cardIds);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('random actions give the same sub cards as on a plain list', () => {
  const command = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), at: fc.array(fc.nat(5), { maxLength: 5 }) }),
    fc.record({
      kind: fc.constantFrom('join' as const, 'leave' as const, 'copy' as const),
      at: fc.array(fc.nat(5), { maxLength: 3 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20, size: 'max' }), (commands) => {
      const workspace = createEngineFixture();
      const hero = workspace.newCard();
      const all = Array.from({ length: 6 }, () => workspace.newCard({ assigneeId: people.bob }));
      let model: string[] = [];
      for (const { kind, at } of commands) {
        const ids = [...new Set(at.map((index) => all[index] as string))];
        if (kind === 'set') {
          model = ids;
          workspace.act('cards/update', { id: hero, childCards: ids });
        } else if (kind === 'copy') {
          workspace.act('cards/copy', { ids, props: [], target: decks.more });
          const copies = workspace.rows
            .where('card', 'deckId = ? ORDER BY accountSeq DESC LIMIT ?', decks.more, ids.length)
            .reverse();
          for (const [index, id] of ids.entries())
            if (model.includes(id)) model.splice(model.indexOf(id) + 1, 0, copies[index]?.cardId as string);
        } else {
          const others = model.filter((id) => !ids.includes(id));
          model = kind === 'join' ? [...model, ...ids.filter((id) => !model.includes(id))] : others;
          workspace.act('cards/bulkUpdate', { ids, parentCardId: kind === 'join' ? hero : null });
        }
        expect(workspace.card(hero).childCards).toEqual(model);
      }
    }),
    { numRuns: 40 },
  );
});
