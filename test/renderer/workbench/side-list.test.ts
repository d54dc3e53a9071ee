/** Checks that keys treat a list beside the board as the first column of the board, with and without lanes. */
import { expect, test } from 'vitest';
import {
  type ActiveList,
  activeListWithSideList,
  adjacentCardId,
  type SideList,
} from '../../../renderer/workbench/active-list.ts';
import { cardRow, columnOf } from '../support.ts';

function listsWith(columns: ActiveList['columns'], columnsPerRow?: number) {
  const calls: unknown[] = [];
  const all = new Set(columns.flatMap(({ ids }) => ids));
  const list: ActiveList = {
    key: 'runs',
    title: 'Runs',
    columns,
    ...(columnsPerRow ? { columnsPerRow } : {}),
    cardOf: (id) => (all.has(id) ? cardRow(id) : undefined),
    move: (cards, at, index) => calls.push(['list', cards[0]?.cardId, at, index]),
    reveal: (id) => calls.push(['list', id]),
  };
  const beside: SideList = {
    column: { column: columnOf('run', null), ids: ['x', 'y'] },
    cardOf: (id) => (['x', 'y'].includes(id) ? cardRow(id) : undefined),
    move: (cards) => calls.push(['beside', cards[0]?.cardId]),
    reveal: (id) => calls.push(['beside', id]),
    revealPosition: (index) => calls.push(['beside', index]),
  };
  return { calls, merged: activeListWithSideList(list, beside) };
}
const of = (value: string, ...ids: string[]) => ({ column: columnOf('run', value), ids });

test('Keys go between the side list and the first column, and moves reach the list that shows the position', () => {
  const { merged, calls } = listsWith([of('1', 'a'), of('2', 'b')]);
  expect(adjacentCardId(merged, 'a', 'left')).toBe('x');
  expect(adjacentCardId(merged, 'x', 'right')).toBe('a');
  expect(adjacentCardId(merged, 'x', 'down')).toBe('y');
  merged.move?.([cardRow('x')], 2, 1);
  merged.move?.([cardRow('a')], 0, 0);
  merged.reveal('a');
  merged.reveal('x');
  expect(calls).toEqual([
    ['list', 'x', 1, 1],
    ['beside', 'a'],
    ['list', 'a'],
    ['beside', 'x'],
  ]);
});

test('Beside lanes, the side list is in the first row, and each cell keeps its index', () => {
  const { merged, calls } = listsWith([of('1', 'a'), of('2', 'b'), of('1', 'c'), of('2', 'd')], 2);
  expect(merged.columns.map(({ ids }) => ids.join())).toEqual(['x,y', 'a', 'b', '', 'c', 'd']);
  expect(merged.columnsPerRow).toBe(3);
  merged.move?.([cardRow('x')], 5, 0);
  expect(calls).toEqual([['list', 'x', 3, 0]]);
});
