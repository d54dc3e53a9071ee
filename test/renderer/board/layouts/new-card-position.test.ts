import { expect, test } from 'vitest';
import { stepsToPositionNewCards } from '../../../../renderer/board/layouts/new-card-position.ts';
import type { BoardSource } from '../../../../renderer/model/board-source.ts';
import { cardRow, columnOf, loadedCardsFrom } from '../../support.ts';

const loaded = loadedCardsFrom([cardRow('a'), cardRow('b')], {
  a: { label: 'Now', sortValue: 'a1' },
  b: { label: 'Now', sortValue: 'a2' },
});
const list = { column: columnOf('zone', 'Now'), ids: ['a', 'b'] };
const source = { orderKind: 'deck', zones: [null, 'Now'] } as unknown as BoardSource;
const model = { source, loaded, sort: 'manual' } as const;
const where = { model, list, near: 'a' } as const;

test('new cards are placed before the card below their composer, or at the end of the list', () => {
  const order = { cardIds: ['n'], context: 'deck', label: 'Now' };
  expect(stepsToPositionNewCards({ ...where, before: 'a' }, ['n'])).toEqual([
    { action: 'cardOrders/addBefore', params: { ...order, targetId: 'a' } },
  ]);
  expect(stepsToPositionNewCards({ ...where, before: null }, ['n'])).toEqual([
    { action: 'cardOrders/addAfter', params: { ...order, targetId: 'b' } },
  ]);
});

test('a second new card follows the first, even before the board shows that one', () => {
  for (const before of ['a', null])
    expect(stepsToPositionNewCards({ ...where, before, after: 'first' }, ['second'])).toEqual([
      {
        action: 'cardOrders/addAfter',
        params: { cardIds: ['second'], context: 'deck', label: 'Now', targetId: 'first' },
      },
    ]);
});

test('without a card to take the zone from, new cards in manual order get the zone of the card beside them', () => {
  const anywhere = { model, list: { column: columnOf('none', null), ids: ['a', 'b'] }, near: null };
  expect(stepsToPositionNewCards({ ...anywhere, before: null }, ['n'])).toEqual([
    { action: 'cardOrders/addAfter', params: { cardIds: ['n'], context: 'deck', label: 'Now', targetId: 'b' } },
  ]);
  expect(stepsToPositionNewCards({ ...anywhere, model: { ...model, sort: 'title' }, before: null }, ['n'])).toEqual([]);
});
