/** Checks the columns that the list “Move to…” offers on a board. */
import { afterEach, expect, test } from 'vitest';
import { columnChoices } from '../../../../renderer/cards/choices/place-choices.tsx';
import { type ActiveList, setActiveList } from '../../../../renderer/workbench/active-list.ts';
import { cardRow, columnOf, createLookups } from '../../support.ts';

let moves: unknown[] = [];
let shown: ActiveList['columns'] = [];
let close = () => {};
afterEach(() => {
  close();
  moves = [];
});

/**
 * Shows a board with one column per owner. A move names its column by an index. As on a real board, this is the index
 * among the columns that are shown at the time of the move.
 */
function show(columns: Readonly<Record<string, readonly string[]>>): void {
  shown = Object.entries(columns).map(([owner, ids]) => ({ column: columnOf('owner', owner), ids }));
  close = setActiveList({
    key: 'board',
    title: 'Board',
    columns: shown,
    cardOf: (id) => cardRow(id),
    reveal: () => undefined,
    move: (cards, at, index) => moves.push([cards[0]?.cardId, shown[at]?.column.value, index]),
  });
}
const choose = (owner: string, change: () => void) => {
  const choice = columnChoices([cardRow('a')], createLookups()).find(({ key }) => key === `column:owner:${owner}`);
  change();
  choice?.run();
};

// A choice must remember the key of its column. The column's index can change while the list is open.
test('cards go to the chosen column if another column appears before it while the list is open', () => {
  show({ u1: ['a'], u2: ['b'] });
  choose('u2', () => show({ u0: ['c', 'd'], u1: ['a'], u2: ['b', 'e'] }));
  expect(moves).toEqual([['a', 'u2', 2]]);
});

test('cards stay if the chosen column disappears while the list is open', () => {
  show({ u1: ['a'], u2: ['b'], u3: ['c'] });
  choose('u2', () => show({ u1: ['a'], u3: ['c'] }));
  expect(moves).toEqual([]);
});
