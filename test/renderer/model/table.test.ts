import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cardIdsSortedByColumn,
  cardSortValueInColumn,
  type TableCellContext,
  visibleTableColumns,
} from '../../../renderer/board/layouts/table/table-columns.ts';
import { shownSortLabel, sortMenuEntries } from '../../../renderer/board/toolbar/view-menus.ts';
import type { BoardModel } from '../../../renderer/board/use-board-model.ts';
import { type CardTableSettings, tableColumns } from '../../../renderer/model/board-settings.ts';
import type { CardRow } from '../../../renderer/model/card-row.ts';
import { shownTitle } from '../../../renderer/model/card-row.ts';
import { derivedStatuses } from '../../../shared/contract/index.ts';
import { titleOfContent } from '../../../shared/domain/content.ts';
import { cardRow, createLookups, deckRow, loadedCardsFrom } from '../support.ts';

const contextOf = (rows: readonly CardRow[], places = {}): TableCellContext => ({
  loaded: loadedCardsFrom(rows, places),
  zones: [null, 'Now', 'Later'],
  lookups: createLookups({ decks: { deck: deckRow('deck'), other: deckRow('other') } }),
  people: {},
});
const row = fc.record({
  title: fc.string(),
  assigneeId: fc.constantFrom(null, 'u1'),
  derivedStatus: fc.constantFrom(...derivedStatuses, 'brand_new_status'),
  priority: fc.constantFrom(null, 'a', 'c', 'urgent'),
  effort: fc.constantFrom(null, 0, 1, 13),
  dueDate: fc.constantFrom(null, '2026-01-02', '2026-11-20'),
  deckId: fc.constantFrom('deck', 'out of sight', null),
  milestoneId: fc.constantFrom(null, 'unknown'),
  sprintId: fc.constantFrom(null, 'unknown'),
  tags: fc.constantFrom([], ['art'], ['Art', 'code']),
  accountSeq: fc.nat(3),
});
const rows = fc
  .array(row, { maxLength: 12 })
  .map((all) => all.map((fields, index) => cardRow(`c${index}`, fields as unknown as Partial<CardRow>)));
const anyColumn = fc.constantFrom(...tableColumns);

describe('sorting a table', () => {
  test('keeps every card, puts those without a value last in both directions, and keeps the order of equal ones', () => {
    fc.assert(
      fc.property(rows, anyColumn, fc.boolean(), (all, column, descending) => {
        const context = contextOf(all);
        const ids = all.map(({ cardId }) => cardId);
        const sorted = cardIdsSortedByColumn(ids, { column, descending }, context);
        expect([...sorted].sort()).toEqual([...ids].sort());
        const values = sorted.map((id) => cardSortValueInColumn(column, context.loaded.rows[id] as CardRow, context));
        const firstMissing = values.indexOf(null);
        if (firstMissing >= 0) expect(values.slice(firstMissing).every((value) => value === null)).toBe(true);
        for (let index = 1; index < sorted.length; index++)
          if (values[index] === values[index - 1])
            expect(ids.indexOf(sorted[index] as string)).toBeGreaterThan(ids.indexOf(sorted[index - 1] as string));
        // A second sort must not change the order.
        expect(cardIdsSortedByColumn(sorted, { column, descending }, context)).toEqual(sorted);
      }),
      { numRuns: 600 },
    );
  });
  test('sorts by number, name and date', () => {
    const all = [
      cardRow('a', { title: 'Card 10', effort: 13, dueDate: '2026-11-20' }),
      cardRow('b', { title: 'card 2', effort: 2, dueDate: null }),
      cardRow('c', { title: 'Ärger', effort: null, dueDate: '2026-02-01' }),
    ];
    const by = (column: 'title' | 'effort' | 'due', descending = false) =>
      cardIdsSortedByColumn(['a', 'b', 'c'], { column, descending }, contextOf(all)).join('');
    expect(by('title')).toBe('cba');
    expect(by('effort')).toBe('bac');
    expect(by('effort', true)).toBe('abc');
    expect(by('due')).toBe('cab');
    expect(by('due', true)).toBe('acb');
  });
  test('puts an unknown status after the known ones', () => {
    const all = [cardRow('a', { derivedStatus: 'brand_new_status' as never }), cardRow('b', { derivedStatus: 'done' })];
    expect(cardIdsSortedByColumn(['a', 'b'], { column: 'status', descending: false }, contextOf(all))).toEqual([
      'b',
      'a',
    ]);
  });
  test('sorts zones in the order of the deck', () => {
    const all = [cardRow('a'), cardRow('b'), cardRow('c')];
    const places = { a: { label: 'Later', sortValue: 'a' }, b: { label: 'Now', sortValue: 'a' } };
    expect(
      cardIdsSortedByColumn(['a', 'b', 'c'], { column: 'zone', descending: false }, contextOf(all, places)),
    ).toEqual(['c', 'b', 'a']);
  });
});

describe('the columns of a table', () => {
  test('begin with the title and leave out unknown names', () => {
    expect(visibleTableColumns({ columns: ['tags', 'code', 'made up' as never] })).toEqual(['title', 'code', 'tags']);
    expect(visibleTableColumns({ columns: [] } satisfies CardTableSettings)).toEqual(['title']);
    expect(visibleTableColumns(undefined)[0]).toBe('title');
  });
});

test('the toolbar names the order that the rows have, and a choice of another order ends the order by a column', () => {
  const seen: unknown[] = [];
  const model = {
    layout: 'table',
    sort: 'manual',
    sorts: ['manual', 'title'],
    view: { table: { columns: ['priority'], sort: { column: 'priority', descending: true } } },
    setView: (view: unknown) => seen.push(view),
  } as unknown as BoardModel;
  expect(shownSortLabel(model)).toBe('Priority, descending');
  expect(shownSortLabel({ ...model, layout: 'board' })).toBe('Manual order');
  const [byHand] = sortMenuEntries(model) as { checked: boolean; run: () => void }[];
  expect(byHand?.checked).toBe(false);
  byHand?.run();
  expect(seen).toEqual([{ sort: 'manual', table: { columns: ['priority'], sort: null } }]);
});

test('a title that the service cut ends with an ellipsis', () => {
  const line = 'a'.repeat(200);
  expect(shownTitle(titleOfContent(line))).toBe(`${'a'.repeat(80)}…`);
  expect(shownTitle(titleOfContent('😀'.repeat(90)))).toBe(`${'😀'.repeat(80)}…`);
  expect(shownTitle(titleOfContent(`${'a'.repeat(79)} b`))).toBe(`${'a'.repeat(79)}…`);
  expect(shownTitle(titleOfContent(`${'a'.repeat(79)} `))).toBe('a'.repeat(79));
  // Without the text, nobody can tell a title of exactly this length from a cut one.
  expect(shownTitle('a'.repeat(80))).toBe(`${'a'.repeat(80)}…`);
  expect(shownTitle('Short')).toBe('Short');
  expect(shownTitle('')).toBe('Untitled');
});
