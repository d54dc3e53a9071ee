import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrangeCards,
  type DropPlacement,
  foldedKeysOf,
  isDropPlacementApplied,
  isDropPlacementObsolete,
} from '../../../renderer/model/arrange.ts';
import type { CardRow, ManualPosition } from '../../../renderer/model/card-row.ts';
import { type GroupingName, groupingNames } from '../../../renderer/model/column.ts';
import { filterPredicate } from '../../../renderer/model/filters.ts';
import { sortOrderNames } from '../../../renderer/model/ordering.ts';
import { derivedStatuses } from '../../../shared/contract/index.ts';
import { accountSeqOfShortCode } from '../../../shared/domain/short-code.ts';
import { cardRow, createGroupingContext, deckRow, loadedCardsFrom } from '../support.ts';

const zones = [null, 'Now', 'Later'];
const anyCard = (id: string) =>
  fc
    .record({
      assigneeId: fc.constantFrom(null, 'u1', 'u2'),
      derivedStatus: fc.constantFrom(...derivedStatuses, 'brand_new_status'),
      priority: fc.constantFrom(null, 'a', 'b', 'c', 'urgent'),
      effort: fc.constantFrom(null, 1, 3, 77),
      sprintId: fc.constantFrom(null, 's1'),
      milestoneId: fc.constantFrom(null, 'm1'),
      deckId: fc.constantFrom('deck', 'other', null),
      tags: fc.constantFrom([], ['art'], ['Art', 'code']),
      accountSeq: fc.integer({ min: 0, max: 9 }),
    })
    .map((fields) => cardRow(id, fields as unknown as Partial<CardRow>));
const board = fc.tuple(...['a', 'b', 'c', 'd', 'e', 'f'].map(anyCard));
const places = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  fc.record({ label: fc.constantFrom(...zones, 'Gone'), sortValue: fc.constantFrom('a1', 'a2', 'a3', 'b1') }),
);
const input = (
  rows: readonly CardRow[],
  where: Record<string, ManualPosition>,
  by: GroupingName,
  placement: DropPlacement | null = null,
) => ({
  loaded: loadedCardsFrom(rows, where),
  by,
  sort: 'manual' as const,
  grouping: createGroupingContext({ zones, decks: [deckRow('deck')] }),
  test: undefined,
  placement,
});

describe('arranging cards in columns', () => {
  test('has no column for unassigned cards if all cards have one owner, unless it is shown anyway', () => {
    const columnsOf = (status: CardRow['derivedStatus'], owned: boolean) =>
      arrangeCards({
        ...input([cardRow('a', { derivedStatus: status })], {}, 'status'),
        grouping: createGroupingContext({ zones, decks: [deckRow('deck')], areAllCardsOwned: owned }),
      }).columns.map(({ column }) => column.value);
    expect(columnsOf('assigned', false)).toContain('unassigned');
    expect(columnsOf('assigned', true)).not.toContain('unassigned');
    expect(columnsOf('unassigned', true)).toContain('unassigned');
  });

  // The board must not show empty columns for statuses that its filter excludes.
  test('has columns only for statuses that are shown, with lanes too', () => {
    const rows = [cardRow('a', { derivedStatus: 'archivedDone' }), cardRow('b', { derivedStatus: 'started' })];
    const loaded = loadedCardsFrom(rows, {});
    const statuses = ['archived', 'done'] as const;
    const test = filterPredicate({ statuses });
    const shown = {
      loaded,
      sort: 'title' as const,
      grouping: createGroupingContext({ statuses }),
      test,
      placement: null,
    };
    const titles = (all: readonly { column: { title: string } }[]) => all.map(({ column }) => column.title);
    expect(titles(arrangeCards({ ...shown, by: 'status' }).columns)).toEqual(['Done', 'Archived']);
    const { lanes } = arrangeCards({ ...shown, by: 'priority', lanesBy: 'status' });
    expect(lanes?.map(({ lane, count }) => [lane.title, count])).toEqual([
      ['Done', 0],
      ['Archived', 1],
    ]);
    expect(
      arrangeCards({ ...shown, grouping: createGroupingContext({}), by: 'status' }).columns.length,
    ).toBeGreaterThan(6);
  });

  test('shows every card, whatever its values, under every grouping and sorting', () => {
    fc.assert(
      fc.property(
        board,
        places,
        fc.constantFrom(...groupingNames),
        fc.constantFrom(...sortOrderNames),
        (rows, where, by, sort) => {
          const { columns, shownCount: shown } = arrangeCards({ ...input(rows, where, by), sort });
          const seen = new Set(columns.flatMap(({ ids }) => ids));
          expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
          expect(shown).toBe(6);
          expect(new Set(columns.map(({ column }) => column.key)).size).toBe(columns.length);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('does not depend on the order of rows in the answer', () => {
    fc.assert(
      fc.property(
        board,
        places,
        fc.constantFrom(...groupingNames),
        fc.constantFrom(...sortOrderNames),
        (rows, where, by, sort) => {
          const there = arrangeCards({ ...input(rows, where, by), sort });
          const back = arrangeCards({ ...input([...rows].reverse(), where, by), sort });
          const idsByKey = (columns: typeof there.columns) =>
            Object.fromEntries(columns.map(({ column, ids }) => [column.key, ids]));
          expect(idsByKey(back.columns)).toEqual(idsByKey(there.columns));
        },
      ),
      { numRuns: 500 },
    );
  });

  // Columns whose cards did not change must stay the same objects. Otherwise a change to one card renders all columns
  // again.
  test('keeps the identity of columns whose cards did not change', () => {
    const rows = ['a', 'b', 'c'].map((id) => cardRow(id));
    const where: Record<string, ManualPosition> = {
      a: { label: 'Now', sortValue: '1' },
      b: { label: 'Now', sortValue: '2' },
      c: { label: 'Later', sortValue: '3' },
    };
    const first = arrangeCards(input(rows, where, 'zone'));
    const second = arrangeCards(input(rows, { ...where, c: { label: null, sortValue: '3' } }, 'zone'), first);
    expect(second.columns.find(({ column }) => column.value === 'Now')).toBe(
      first.columns.find(({ column }) => column.value === 'Now'),
    );
    expect(second.columns.find(({ column }) => column.value === 'Later')?.ids).toEqual([]);
  });

  test('puts cards without a position after those with one, by number; unnumbered ones last', () => {
    const rows = [
      cardRow('new', { accountSeq: 0 }),
      cardRow('two', { accountSeq: 2 }),
      cardRow('one', { accountSeq: 1 }),
      cardRow('set', { accountSeq: 9 }),
    ];
    const { columns } = arrangeCards(input(rows, { set: { label: null, sortValue: 'z' } }, 'none'));
    expect(columns[0]?.ids).toEqual(['set', 'one', 'two', 'new']);
  });
});

describe('a drop before its rows have arrived', () => {
  test('shows the cards at the drop position, without losing or doubling one', () => {
    fc.assert(
      fc.property(
        board,
        places,
        fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 1 }),
        fc.constantFrom('zone:', 'zone:Now', 'zone:Later'),
        fc.constantFrom(null, 'a', 'b', 'c'),
        (rows, where, ids, columnKey, beforeCardId) => {
          const { columns } = arrangeCards(input(rows, where, 'zone', { ids, columnKey, beforeCardId }));
          const all = columns.flatMap((each) => each.ids);
          expect([...all].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
          expect(columns.find(({ column }) => column.key === columnKey)?.ids).toEqual(expect.arrayContaining(ids));
        },
      ),
      { numRuns: 500 },
    );
  });
  test('ends once the rows have the new positions', () => {
    const rows = [cardRow('a'), cardRow('b')];
    const placement = { ids: ['a'], columnKey: 'zone:Now', beforeCardId: null };
    const before = { b: { label: 'Now', sortValue: '1' }, a: { label: null, sortValue: '2' } };
    expect(isDropPlacementObsolete(placement, arrangeCards(input(rows, before, 'zone')))).toBe(false);
    const after = { ...before, a: { label: 'Now', sortValue: '2' } };
    expect(isDropPlacementObsolete(placement, arrangeCards(input(rows, after, 'zone')))).toBe(true);
    // `isDropPlacementApplied` must become true when the rows of the dropped cards have their new positions.
    expect([before, after].map((where) => isDropPlacementApplied(placement, input(rows, where, 'zone')))).toEqual([
      false,
      true,
    ]);
  });
});

describe('filtering', () => {
  const passes = (text: string, fields: Partial<CardRow>) => filterPredicate({ text })?.(cardRow('a', fields)) ?? true;
  test('finds words of the title in any order, without case and accents, and codes and tags', () => {
    expect(passes('fisch groß', { title: 'Großer Fisch' })).toBe(true);
    expect(passes('ETOILE', { title: 'Une étoile' })).toBe(true);
    expect(passes('$45j', { accountSeq: accountSeqOfShortCode('45j') as number })).toBe(true);
    expect(passes('#art', { tags: ['art'] })).toBe(true);
    expect(passes('boat', { title: 'Goat' })).toBe(false);
  });
  test('passes all cards without a filter', () => {
    expect(filterPredicate({})).toBeUndefined();
    expect(filterPredicate({ owners: [], text: '  ' })).toBeUndefined();
  });
  test('matches null as "nobody"', () => {
    const test = filterPredicate({ owners: [null] });
    expect(test?.(cardRow('a'))).toBe(true);
    expect(test?.(cardRow('a', { assigneeId: 'u' }))).toBe(false);
  });
});

describe('folded columns', () => {
  const column = (key: string, ids: readonly string[], statusGroup?: string) =>
    ({ column: { key, title: key, by: 'status', value: key, statusGroup }, ids }) as never;
  const columns = [column('none', []), column('started', ['a']), column('review', []), column('done', [], 'done')];

  test('empty columns fold, except those of finished cards and those that the person unfolded', () => {
    const shown = { columns, shownCount: 1 };
    expect(foldedKeysOf({}, true, shown)).toEqual(['none', 'review']);
    expect(foldedKeysOf({ unfolded: ['none'], folded: ['started'] }, true, shown)).toEqual(['started', 'review']);
    expect(foldedKeysOf({ folded: ['started'] }, false, shown)).toEqual(['started']);
  });

  test('the way of a card stays in sight, also on a board without any card', () => {
    const way = ['unassigned', 'assigned', 'started', 'review', 'done'].map((group) => column(group, [], group));
    expect(foldedKeysOf({}, true, { columns: way, shownCount: 0 })).toEqual(['unassigned', 'review']);
    expect(foldedKeysOf({ folded: ['started'] }, true, { columns: way, shownCount: 3 })).toContain('started');
    // By owner, each column is one where cards can go.
    expect(foldedKeysOf({}, true, { columns: [column('none', [])], shownCount: 0 })).toEqual([]);
  });
});

test('a second sort key decides between cards that are equal by the first', () => {
  const rows = [
    cardRow('a', { priority: 'a', title: 'Level 10', accountSeq: 1 } as Partial<CardRow>),
    cardRow('b', { priority: 'b', title: 'Anchor', accountSeq: 2 } as Partial<CardRow>),
    cardRow('c', { priority: 'a', title: 'Level 9', accountSeq: 3 } as Partial<CardRow>),
  ];
  const sorted = (thenSort?: 'title') =>
    arrangeCards({ ...input(rows, {}, 'none'), sort: 'priority', thenSort }).columns[0]?.ids;
  expect(sorted()).toEqual(['a', 'c', 'b']);
  expect(sorted('title')).toEqual(['c', 'a', 'b']);
});
