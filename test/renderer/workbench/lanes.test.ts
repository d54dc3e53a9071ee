import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrangeCards,
  cardListsOf,
  columnAndLaneOf,
  columnKeysOfCard,
  type DropPlacement,
  isDropPlacementObsolete,
  laneCellKey,
} from '../../../renderer/model/arrange.ts';
import type { CardRow, ManualPosition } from '../../../renderer/model/card-row.ts';
import { type Column, type GroupingName, groupingNames } from '../../../renderer/model/column.ts';
import {
  type BoardOfDrop,
  type CardDrop,
  columnAndLaneRefusal,
  dropRefusal,
  resolveDrop,
} from '../../../renderer/model/drop-action.ts';
import { canCreateCardIn } from '../../../renderer/model/new-cards/new-card.ts';
import { type ActiveList, adjacentCardId, adjacentColumnIndex } from '../../../renderer/workbench/active-list.ts';
import { actionByName, derivedStatuses, validateActionParams } from '../../../shared/contract/index.ts';
import { cardRow, columnOf, createGroupingContext, deckRow, loadedCardsFrom } from '../support.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const anyCard = (id: string) =>
  fc
    .record({
      assigneeId: fc.constantFrom(null, 'u1', 'u2'),
      derivedStatus: fc.constantFrom(...derivedStatuses, 'brand_new_status'),
      status: fc.constantFrom('not_started', 'started', 'done'),
      priority: fc.constantFrom(null, 'a', 'b', 'urgent'),
      effort: fc.constantFrom(null, 1, 77),
      sprintId: fc.constantFrom(null, 's1'),
      milestoneId: fc.constantFrom(null, 'm1'),
      deckId: fc.constantFrom('deck', 'other', null),
      parentCardId: fc.constantFrom(null, 'hero', 'gone'),
      tags: fc.constantFrom([], ['art'], ['Art', 'code']),
    })
    .map((fields) => cardRow(id, fields as unknown as Partial<CardRow>));
const board = fc.tuple(...names.map(anyCard));
const zones = [null, 'Now', 'Later'];
const groupings = groupingNames.filter((name) => name !== 'none');
const pair = fc
  .tuple(fc.constantFrom<GroupingName>(...groupings), fc.constantFrom<GroupingName>(...groupings))
  .filter(([by, lanesBy]) => by !== lanesBy);
const places = fc.dictionary(
  fc.constantFrom(...names),
  fc.record({ label: fc.constantFrom(...zones, 'Gone'), sortValue: fc.constantFrom('a1', 'a2', 'b1') }),
);
const input = (
  rows: readonly CardRow[],
  by: GroupingName,
  lanesBy: GroupingName,
  where: Record<string, ManualPosition> = {},
  placement: DropPlacement | null = null,
) => ({
  loaded: loadedCardsFrom(rows, where),
  by,
  lanesBy,
  sort: 'manual' as const,
  grouping: createGroupingContext({ zones, decks: [deckRow('deck')] }),
  test: undefined,
  placement,
});

describe('arranging cards in lanes', () => {
  test('shows every card in every pair of groupings, in cells of its own columns', () => {
    fc.assert(
      fc.property(board, pair, places, (rows, [by, lanesBy], where) => {
        const arrangement = arrangeCards(input(rows, by, lanesBy, where));
        const { columns, lanes = [] } = arrangement;
        const inCells = new Set(cardListsOf(arrangement).flatMap(({ ids }) => ids));
        expect([...inCells].sort()).toEqual(names);
        const keys = cardListsOf(arrangement).map((list) => list.column.key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { cells } of lanes) {
          expect(cells.map((cell) => columnAndLaneOf(cell).column.key)).toEqual(
            columns.map(({ column: { key } }) => key),
          );
        }
        // A column has the same cards as the cells of this column in all lanes.
        for (const [index, { ids }] of columns.entries()) {
          const below = lanes.flatMap(({ cells }) => cells[index]?.ids ?? []);
          expect(new Set(below)).toEqual(new Set(ids));
          for (const { cells } of lanes) {
            const cell = cells[index]?.ids ?? [];
            expect(ids.filter((id) => cell.includes(id))).toEqual(cell);
          }
        }
      }),
      { numRuns: 600 },
    );
  });

  // A change to one card must not create new objects for all lanes. Otherwise all cells of the board render again.
  test('keeps lanes and cells that a change does not touch', () => {
    const rows = [
      cardRow('a', { assigneeId: 'u1' }),
      cardRow('b', { assigneeId: 'u2' }),
      cardRow('c', { assigneeId: 'u2' }),
    ];
    const first = arrangeCards(input(rows, 'status', 'owner'));
    const moved = rows.map((row) => (row.cardId === 'c' ? { ...row, derivedStatus: 'started' } : row)) as CardRow[];
    const second = arrangeCards(input(moved, 'status', 'owner'), first);
    const laneOf = (arrangement: typeof first, key: string) => arrangement.lanes?.find(({ lane }) => lane.key === key);
    expect(laneOf(second, 'owner:u1')).toBe(laneOf(first, 'owner:u1'));
    expect(laneOf(second, 'owner:u2')).not.toBe(laneOf(first, 'owner:u2'));
  });

  test('shows a dropped card in its new cell until the rows have changed', () => {
    const rows = [cardRow('a', { assigneeId: 'u1', priority: 'a' }), cardRow('b', { assigneeId: 'u2', priority: 'b' })];
    const placement: DropPlacement = { ids: ['a'], columnKey: 'priority:b', laneKey: 'owner:u2', beforeCardId: 'b' };
    const { lanes = [] } = arrangeCards(input(rows, 'priority', 'owner', {}, placement));
    const cell = lanes
      .flatMap(({ cells }) => cells)
      .find((c) => c.column.key === laneCellKey('owner:u2', 'priority:b'));
    expect(cell?.ids).toEqual(['a', 'b']);
    expect(isDropPlacementObsolete(placement, arrangeCards(input(rows, 'priority', 'owner')))).toBe(false);
    const done = [cardRow('a', { assigneeId: 'u2', priority: 'b', accountSeq: 0 }), rows[1] as CardRow];
    const where = { a: { label: null, sortValue: 'a' }, b: { label: null, sortValue: 'b' } };
    expect(isDropPlacementObsolete(placement, arrangeCards(input(done, 'priority', 'owner', where)))).toBe(true);
  });

  test('leaves out empty lanes if there are many', () => {
    const decks = Array.from({ length: 12 }, (_, index) => deckRow(`d${index}`));
    const { lanes = [] } = arrangeCards({
      ...input([cardRow('a', { deckId: 'd3' })], 'status', 'deck'),
      grouping: createGroupingContext({ decks }),
    });
    expect(lanes.map(({ lane }) => lane.key)).toEqual(['deck:d3']);
  });
});

function boardFor(rows: readonly CardRow[], fields: Partial<BoardOfDrop> = {}): BoardOfDrop {
  return {
    sort: 'priority',
    orderKind: null,
    manualPositionOf: () => null,
    cardOf: (id) => rows.find((row) => row.cardId === id),
    deckTypeOf: () => 'task',
    me: 'me',
    ...fields,
  };
}

function stepsOfDrop(drop: Partial<CardDrop> & Pick<CardDrop, 'cards' | 'to'>, fields: Partial<BoardOfDrop> = {}) {
  const result = resolveDrop(
    { from: null, afterCardId: null, beforeCardId: null, ...drop },
    boardFor(drop.cards, fields),
  );
  if (result.kind !== 'act') return result;
  for (const { action, params } of result.steps) {
    const known = actionByName(action);
    if (!known) throw new Error(`no action ${action}`);
    expect(validateActionParams(known.params, params)).toEqual(params);
  }
  return result.steps.map(({ action, params }) => [action, params]);
}

/** Returns a card and its position after the steps of a drop. */
function afterSteps(
  row: CardRow,
  place: ManualPosition | undefined,
  steps: readonly (readonly [string, Record<string, unknown>])[],
): [CardRow, ManualPosition | undefined] {
  let [after, placed] = [row, place];
  for (const [action, { addMasterTag, removeMasterTag, label, ...fields }] of steps) {
    if (action.startsWith('cardOrders/'))
      placed = { label: label as string | null, sortValue: placed?.sortValue ?? 'z' };
    else {
      const kept = after.tags.filter((tag) => tag.toLowerCase() !== String(removeMasterTag).toLowerCase());
      const { id: _, ids: __, ...changes } = fields;
      after = { ...after, ...changes, tags: addMasterTag ? [...kept, String(addMasterTag)] : kept } as CardRow;
    }
  }
  return [after, placed];
}

describe('a drop in a lane', () => {
  const high = columnOf('priority', 'a');
  const low = columnOf('priority', 'c');
  const mine = columnOf('owner', 'me');
  const theirs = columnOf('owner', 'you');

  test('sets the fields of column and lane in one action', () => {
    const row = cardRow('a', { assigneeId: 'me', priority: 'c' });
    expect(stepsOfDrop({ cards: [row], from: low, to: high, fromLane: mine, lane: theirs })).toEqual([
      ['cards/update', { id: 'a', priority: 'a', assigneeId: 'you' }],
    ]);
  });
  test('sets only what changes', () => {
    const row = cardRow('a', { assigneeId: 'me', priority: 'c' });
    expect(stepsOfDrop({ cards: [row], from: low, to: low, fromLane: mine, lane: theirs })).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'you' }],
    ]);
    expect(stepsOfDrop({ cards: [row], from: low, to: high, fromLane: mine, lane: mine })).toEqual([
      ['cards/update', { id: 'a', priority: 'a' }],
    ]);
    expect(stepsOfDrop({ cards: [row], from: low, to: low, fromLane: mine, lane: mine })).toEqual({ kind: 'nothing' });
  });
  // A drop on the column "Assigned" must set the owner of the lane, not the current user.
  test('gives the card to the owner of the lane, not to whoever moves it', () => {
    const to = columnOf('status', 'assigned');
    expect(stepsOfDrop({ cards: [cardRow('a')], to, lane: theirs })).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'you' }],
    ]);
    expect(stepsOfDrop({ cards: [cardRow('a')], to: theirs, lane: to })).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'you' }],
    ]);
  });
  test('sets the zone of the lane and the position among its cards', () => {
    const row = cardRow('a');
    expect(
      stepsOfDrop(
        { cards: [row], to: columnOf('status', 'started'), lane: columnOf('zone', 'Later'), afterCardId: 'b' },
        { sort: 'manual', orderKind: 'deck', cardOf: (id) => cardRow(id) },
      ),
    ).toEqual([
      ['cards/update', { id: 'a', status: 'started' }],
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
  });
  test('puts cards under a hero card, and removes them from it', () => {
    const sub = cardRow('a', { parentCardId: 'old' });
    expect(stepsOfDrop({ cards: [sub], to: columnOf('hero', 'new') })).toEqual([
      ['cards/update', { id: 'a', parentCardId: 'new' }],
    ]);
    expect(stepsOfDrop({ cards: [sub], to: columnOf('hero', null) })).toEqual([
      ['cards/update', { id: 'a', parentCardId: null }],
    ]);
  });
  test.each([
    ['a hero card under another', cardRow('a', { childCards: ['x'] }), columnOf('hero', 'h'), null],
    ['a card under itself', cardRow('a'), columnOf('hero', 'a'), null],
    ['an owner on unassigned cards', cardRow('a'), columnOf('status', 'unassigned'), theirs],
    ['nobody on assigned cards', cardRow('a'), columnOf('owner', null), columnOf('status', 'assigned')],
    ['a document in a lane of priorities', cardRow('a', { isDoc: true }), columnOf('owner', 'me'), high],
    ['a hero card in a lane of started ones', cardRow('a', { childCards: ['x'] }), high, columnOf('status', 'started')],
  ])('refuses %s with the reason', (_what, row, to, lane) => {
    expect(stepsOfDrop({ cards: [row], to, lane })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/\.$/),
    });
  });
  test('accepts cards that are in the lane already', () => {
    const started = columnOf('status', 'started');
    const hero = cardRow('a', { childCards: ['x'], status: 'started' });
    expect(
      dropRefusal(hero, { to: high, from: low, lane: started, fromLane: started }, { deckTypeOf: () => 'task' }),
    ).toBeNull();
  });

  test('puts a card into the zone of a lane on a board of runs, where its run has that zone', () => {
    const zonesOfRun = (id: string) => (id === 's1' ? [null, 'Now'] : []);
    const run = (value: string | null) => columnOf('run', value);
    const [now, none] = [columnOf('zone', 'Now'), columnOf('zone', null)];
    const board = { orderKind: 'sprint', zonesOfRun } as const;
    const inRun = cardRow('a', { sprintId: 's1' });
    const place = { label: 'Now', sortValue: 'a' };
    const addAfter = ['cardOrders/addAfter', { targetId: null, cardIds: ['a'], context: 'sprint', label: 'Now' }];
    // Each drop gives the card a position in the zone of this run. Only the drop from another run also sets the run.
    expect(
      stepsOfDrop({ cards: [inRun], to: run('s1'), from: run('s1'), lane: now, fromLane: none }, { ...board }),
    ).toEqual([addAfter]);
    expect(
      stepsOfDrop(
        { cards: [cardRow('a', { sprintId: 's2' })], to: run('s1'), from: run('s2'), lane: now, fromLane: now },
        { ...board, manualPositionOf: () => place },
      ),
    ).toEqual([['cards/update', { id: 'a', sprintId: 's1' }], addAfter]);
    const refusalIn = (to: Column, lane: Column) =>
      dropRefusal(inRun, { to, from: run('s1'), lane, fromLane: now }, { deckTypeOf: () => 'task', zonesOfRun });
    expect(refusalIn(run('s2'), now)).toBe('This run has no zone “Now”.');
    expect(refusalIn(run(null), now)).toBe('A card without a run is in no zone.');
    expect(refusalIn(run('s2'), none)).toBeNull();
    // A card without a run has no position in a run.
    expect(stepsOfDrop({ cards: [inRun], to: run(null), from: run('s1'), lane: none, fromLane: now }, board)).toEqual([
      ['cards/update', { id: 'a', sprintId: null }],
    ]);
  });

  test('is valid by the contract and puts the card into the cell of column and lane, for every pair of groupings', () => {
    fc.assert(
      fc.property(board, pair, fc.nat(), fc.nat(), places, (rows, [by, lanesBy], from, to, where) => {
        const arrangement = arrangeCards(input(rows, by, lanesBy, where));
        const lists = cardListsOf(arrangement);
        const filled = lists.filter(({ ids }) => ids.length > 0);
        const source = filled[from % filled.length];
        const target = lists[to % lists.length];
        const row = rows.find(({ cardId }) => cardId === source?.ids[0]);
        if (!source || !target || !row) return;
        const there = columnAndLaneOf(target);
        const here = columnAndLaneOf(source);
        const loaded = loadedCardsFrom(rows, where);
        const result = stepsOfDrop(
          { cards: [row], to: there.column, lane: there.lane, from: here.column, fromLane: here.lane },
          {
            orderKind: 'deck',
            manualPositionOf: (id) => loaded.positions[JSON.stringify(['deck', id])] ?? null,
            cardOf: (id) => loaded.rows[id],
          },
        );
        if (!Array.isArray(result)) return;
        // After the steps, the card must be in the cell into which it was dropped.
        const [after, place] = afterSteps(row, where[row.cardId], result as never);
        const then = loadedCardsFrom([after], { ...where, ...(place ? { [row.cardId]: place } : {}) });
        for (const axis of [there.column, there.lane].filter((each) => each !== null))
          if (axis.by !== 'status') expect(columnKeysOfCard(axis.by, after, then, zones)).toContain(axis.key);
      }),
      { numRuns: 800 },
    );
  });
});

describe('creating in a lane', () => {
  test('is offered only in cells where the new card would be shown', () => {
    expect(canCreateCardIn(columnOf('priority', 'a'), columnOf('owner', 'me'))).toBe(true);
    expect(canCreateCardIn(columnOf('priority', 'a'), columnOf('status', 'started'))).toBe(false);
    expect(canCreateCardIn(columnOf('status', 'unassigned'), columnOf('owner', 'me'))).toBe(false);
    expect(columnAndLaneRefusal(columnOf('status', 'assigned'), columnOf('owner', 'me'))).toBeNull();
  });

  test('is offered in a zone of runs only where the run has that zone', () => {
    const board = { zonesOfRun: (id: string) => (id === 's1' ? [null, 'Now'] : []) };
    const now = columnOf('zone', 'Now');
    expect(canCreateCardIn(columnOf('run', 's1'), now, board)).toBe(true);
    expect(canCreateCardIn(columnOf('run', 's2'), now, board)).toBe(false);
    expect(canCreateCardIn(columnOf('run', null), now, board)).toBe(false);
    expect(canCreateCardIn(columnOf('run', 's2'), columnOf('zone', null), board)).toBe(true);
    // On the board of one run, each lane of a zone accepts new cards in all columns.
    expect(canCreateCardIn(columnOf('owner', 'me'), now, board)).toBe(true);
  });
});

describe('keys on a board with lanes', () => {
  const list = (columns: readonly (readonly string[])[], columnsPerRow?: number): ActiveList => ({
    key: 'k',
    title: 't',
    columns: columns.map((ids, index) => ({ column: columnOf('status', String(index)), ids })),
    ...(columnsPerRow ? { columnsPerRow } : {}),
    cardOf: () => undefined,
    reveal: () => undefined,
  });
  test('move down into the next lane, and sideways within their lane', () => {
    const lanes = list([['a', 'b'], ['c'], [], ['d'], ['e'], ['f', 'g']], 3);
    expect(adjacentCardId(lanes, 'a', 'down')).toBe('b');
    expect(adjacentCardId(lanes, 'b', 'down')).toBe('d');
    expect(adjacentCardId(lanes, 'd', 'up')).toBe('b');
    expect(adjacentCardId(lanes, 'c', 'right')).toBeNull();
    // The cell above card `f` is empty, so the focus moves to the nearest card of the lane above.
    expect(adjacentCardId(lanes, 'f', 'up')).toBe('c');
    expect(adjacentCardId(lanes, 'e', 'left')).toBe('d');
    expect(adjacentColumnIndex(lanes, 2, 'right')).toBeNull();
    expect(adjacentColumnIndex(lanes, 2, 'down')).toBe(5);
  });
  test('stay in their column without lanes', () => {
    const plain = list([['a'], [], ['b', 'c']]);
    expect(adjacentCardId(plain, 'a', 'down')).toBeNull();
    expect(adjacentCardId(plain, 'a', 'right')).toBe('b');
    expect(adjacentCardId(plain, 'c', 'left')).toBe('a');
  });
  test('move through the groups of a list', () => {
    const groups = list([['a'], [], ['b', 'c']], 1);
    expect(adjacentCardId(groups, 'a', 'down')).toBe('b');
    expect(adjacentCardId(groups, 'b', 'up')).toBe('a');
    expect(adjacentCardId(groups, 'b', 'left')).toBeNull();
  });
});
