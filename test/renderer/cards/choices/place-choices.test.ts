/** Checks the columns that the list “Move to…” offers on a board, and what Enter picks first in lists of choices. */
import { afterEach, expect, test } from 'vitest';
import { taskOnlyFieldChoices } from '../../../../renderer/cards/choices/field-choices.tsx';
import { columnChoices, deckChoices, runChoices } from '../../../../renderer/cards/choices/place-choices.tsx';
import { firstActiveIndex } from '../../../../renderer/ui/forms/ChoiceList.tsx';
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

test('Move opens on the column after the present one, and on the first one after the last', () => {
  const first = () => {
    const choices = columnChoices([cardRow('a')], createLookups());
    return choices[firstActiveIndex(choices, '', { isMove: true })]?.key;
  };
  show({ u1: [], u2: ['a'], u3: [] });
  expect(first()).toBe('column:owner:u3');
  show({ u1: [], u2: [], u3: ['a'] });
  const lookups = createLookups();
  const all = [...columnChoices([cardRow('a')], lookups), ...deckChoices([cardRow('a')], lookups)];
  expect(all[firstActiveIndex(all, '', { isMove: true })]?.disabled ?? null).toBeNull();
  expect(first()).toBe('column:owner:u1');
});

test('a list of values opens on the value, and without one on the first that can be given', () => {
  const of = (priority: string | null) =>
    taskOnlyFieldChoices('priority', [cardRow('a', { priority })], createLookups());
  expect(firstActiveIndex(of('b'), '')).toBe(1);
  expect(firstActiveIndex(of(null), '')).toBe(0);
  expect(firstActiveIndex(of('b'), 'lo')).toBe(2);
  const runs = runChoices([cardRow('a', { sprintId: null })], createLookups());
  expect(runs[firstActiveIndex(runs, '')]?.chosen ?? false).toBe(runs.length === 1);
});
