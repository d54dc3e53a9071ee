/** Checks which selected cards commands act on, and in which order. */
import { expect, test } from 'vitest';
import { clearSelectionAndFocus, selectCards, toggleCardSelection } from '../../../renderer/data/selection.ts';
import {
  type ActiveList,
  isCardShown,
  registerHandStripCardLookup,
  setActiveList,
  visibleSelectedCardIds,
} from '../../../renderer/workbench/active-list.ts';
import { cardRow, columnOf } from '../support.ts';

/** Returns a list with these columns. Its `cardOf` returns a row for every id, even if no column shows the card. */
const listOf = (...columns: string[]): ActiveList => ({
  key: 'list',
  title: 'List',
  columns: columns.map((ids, at) => ({ column: columnOf('status', String(at)), ids: [...ids] })),
  cardOf: (id) => cardRow(id),
  reveal: () => {},
});

// `hidden` is in no column of the list, so it is not shown, although the list's `cardOf` returns a row for it.
test('commands do not act on selected cards that neither the view nor the Hand strip shows', () => {
  const stops = [
    setActiveList(listOf('ab', 'c')),
    registerHandStripCardLookup((id) => (id === 's' ? cardRow(id) : undefined)),
  ];
  selectCards(['a', 'c', 'hidden', 's']);
  expect(visibleSelectedCardIds()).toEqual(['a', 'c', 's']);
  stops.push(setActiveList(listOf('b', 'c')));
  expect(visibleSelectedCardIds()).toEqual(['c', 's']);
  for (const stop of stops) stop();
  expect(visibleSelectedCardIds()).toEqual([]);
  clearSelectionAndFocus();
});

test('commands get the selected cards in the visible order, however they were selected', () => {
  const stop = setActiveList(listOf('abc', 'de'));
  for (const id of ['e', 'c', 'a']) toggleCardSelection(id);
  expect(visibleSelectedCardIds()).toEqual(['a', 'c', 'e']);
  stop();
  clearSelectionAndFocus();
});

// Cards of folded columns must not count as shown. Otherwise keys change cards that nobody sees.
test('commands do not act on cards that are in folded columns only', () => {
  const { columns, ...list } = listOf('ab', 'bc');
  const folded = { ...list, columns: columns.map((column, at) => ({ ...column, isFolded: at === 0 })) };
  const stop = setActiveList(folded);
  selectCards(['a', 'b', 'c']);
  expect(visibleSelectedCardIds()).toEqual(['b', 'c']);
  expect(['a', 'b', 'c'].map(isCardShown)).toEqual([false, true, true]);
  stop();
  clearSelectionAndFocus();
});
