import { describe, expect, test } from 'vitest';
import { laneCellKey } from '../../../renderer/model/arrange.ts';
import type { CardRow, ManualPosition } from '../../../renderer/model/card-row.ts';
import {
  type BoardOfDrop,
  type CardDrop,
  columnDropRefusal,
  columnsAndLanesOfDrop,
  dropWarning,
  resolveDrop,
} from '../../../renderer/model/drop-action.ts';
import { actionByName, validateActionParams } from '../../../shared/contract/index.ts';
import { cardRow, columnOf } from '../support.ts';

const now = columnOf('zone', 'Now');
const later = columnOf('zone', 'Later');

function boardFor(
  rows: readonly CardRow[],
  fields: Partial<BoardOfDrop> & { places?: Record<string, ManualPosition> } = {},
): BoardOfDrop {
  const { places = {}, ...rest } = fields;
  return {
    sort: 'manual',
    orderKind: 'deck',
    manualPositionOf: (id) => places[id] ?? null,
    cardOf: (id) => rows.find((row) => row.cardId === id),
    deckTypeOf: () => 'task',
    me: 'me',
    ...rest,
  };
}

function stepsOfDrop(drop: Partial<CardDrop> & Pick<CardDrop, 'cards' | 'to'>, board: BoardOfDrop) {
  const result = resolveDrop({ from: null, afterCardId: null, beforeCardId: null, ...drop }, board);
  if (result.kind !== 'act') return result;
  // The contract must accept every step that a drop sends.
  for (const { action, params } of result.steps) {
    const known = actionByName(action);
    if (!known) throw new Error(`no action ${action}`);
    expect(validateActionParams(known.params, params)).toEqual(params);
  }
  return result.steps.map(({ action, params }) => [action, params]);
}

describe('a drop between zones', () => {
  const a = cardRow('a');
  const b = cardRow('b');
  const c = cardRow('c');
  const places = { a: { label: 'Now', sortValue: '1' }, b: { label: 'Later', sortValue: '2' } };
  const board = boardFor([a, b, c], { places });

  test('puts the card after the one above it', () => {
    expect(stepsOfDrop({ cards: [a], from: now, to: later, afterCardId: 'b' }, board)).toEqual([
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
  });
  test('puts it first when there is no card above', () => {
    expect(stepsOfDrop({ cards: [a], from: now, to: later, beforeCardId: 'b' }, board)).toEqual([
      ['cardOrders/addBefore', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
  });
  test('puts it at the end of an empty zone', () => {
    expect(stepsOfDrop({ cards: [a, c], from: now, to: columnOf('zone', null) }, board)).toEqual([
      ['cardOrders/addAfter', { targetId: null, cardIds: ['a', 'c'], context: 'deck', label: null }],
    ]);
  });
  test('reorders within a zone', () => {
    expect(stepsOfDrop({ cards: [a], from: now, to: now, afterCardId: 'c' }, board)).toEqual([
      ['cardOrders/addAfter', { targetId: 'c', cardIds: ['a'], context: 'deck', label: 'Now' }],
    ]);
  });
  // Card `c` has no position. `updateLabel` skips cards without a position (rule `card-orders.update-label.skips`), so
  // a drop of `c` must send `addAfter`.
  test('only changes the zone of cards whose position is known, when the board is not in manual order', () => {
    const sorted = { ...board, sort: 'title' as const };
    expect(stepsOfDrop({ cards: [a], from: now, to: later }, sorted)).toEqual([
      ['cardOrders/updateLabel', { cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
    expect(stepsOfDrop({ cards: [a, c], from: now, to: later }, sorted)).toEqual([
      ['cardOrders/addAfter', { targetId: null, cardIds: ['a', 'c'], context: 'deck', label: 'Later' }],
    ]);
    expect(stepsOfDrop({ cards: [b], from: now, to: later }, sorted)).toEqual({ kind: 'nothing' });
  });
});

describe('a drop on a deck', () => {
  const a = cardRow('a', { deckId: 'one' });
  const b = cardRow('b', { deckId: 'two' });
  const board = boardFor([a, b], { places: { b: { label: 'Next', sortValue: '1' } } });
  const one = columnOf('deck', 'one');
  const two = columnOf('deck', 'two');

  test('moves the card, then gives it its position in the other deck’s order, in the neighbour’s zone', () => {
    expect(stepsOfDrop({ cards: [a], from: one, to: two, afterCardId: 'b' }, board)).toEqual([
      ['cards/update', { id: 'a', deckId: 'two' }],
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Next' }],
    ]);
  });
  test('moves many with one action', () => {
    const c = cardRow('c', { deckId: 'one' });
    expect(stepsOfDrop({ cards: [a, c], from: one, to: two }, boardFor([a, b, c]))).toEqual([
      ['cards/bulkUpdate', { ids: ['a', 'c'], deckId: 'two' }],
    ]);
  });
  test('sends no position when the board is not in manual order', () => {
    expect(stepsOfDrop({ cards: [a], from: one, to: two, afterCardId: 'b' }, { ...board, sort: 'priority' })).toEqual([
      ['cards/update', { id: 'a', deckId: 'two' }],
    ]);
  });
  test('never makes a card private', () => {
    expect(stepsOfDrop({ cards: [a], from: one, to: columnOf('deck', null) }, board)).toMatchObject({
      kind: 'refused',
    });
  });
});

describe('a drop on a run', () => {
  const a = cardRow('a', { sprintId: 'one' });
  const b = cardRow('b', { sprintId: 'two' });
  const unplanned = cardRow('c', { sprintId: null });
  const board = boardFor([a, b, unplanned], { orderKind: 'sprint', places: { b: { label: 'Must', sortValue: '1' } } });

  test('gives the card its position in the order of that run, in the neighbour’s zone', () => {
    expect(
      stepsOfDrop({ cards: [a], from: columnOf('run', 'one'), to: columnOf('run', 'two'), afterCardId: 'b' }, board),
    ).toEqual([
      ['cards/update', { id: 'a', sprintId: 'two' }],
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'sprint', label: 'Must' }],
    ]);
  });
  test('without a run cards have no positions', () => {
    const none = columnOf('run', null);
    expect(stepsOfDrop({ cards: [a], from: columnOf('run', 'one'), to: none, afterCardId: 'c' }, board)).toEqual([
      ['cards/update', { id: 'a', sprintId: null }],
    ]);
    expect(stepsOfDrop({ cards: [unplanned], from: none, to: none, afterCardId: 'd' }, board)).toEqual({
      kind: 'nothing',
    });
  });
});

describe('a drop that sets a field', () => {
  const plain = cardRow('a');
  const board = boardFor([plain], { orderKind: null, sort: 'priority' });
  test.each([
    ['owner', 'u1', { assigneeId: 'u1' }],
    ['priority', 'b', { priority: 'b' }],
    ['effort', 5, { effort: 5 }],
    ['run', 's1', { sprintId: 's1' }],
    ['milestone', 'm1', { milestoneId: 'm1' }],
  ] as const)('%s', (by, value, fields) => {
    expect(stepsOfDrop({ cards: [plain], to: columnOf(by, value) }, board)).toEqual([
      ['cards/update', { id: 'a', ...fields }],
    ]);
  });
  test('sends nothing for cards that have the value already', () => {
    const owned = cardRow('b', { assigneeId: 'u1' });
    expect(stepsOfDrop({ cards: [plain, owned], to: columnOf('owner', 'u1') }, board)).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'u1' }],
    ]);
    expect(stepsOfDrop({ cards: [owned], to: columnOf('owner', 'u1') }, board)).toEqual({ kind: 'nothing' });
  });
  test('replaces one tag by another', () => {
    const tagged = cardRow('a', { tags: ['art'], masterTags: ['art'] });
    expect(stepsOfDrop({ cards: [tagged], from: columnOf('tag', 'art'), to: columnOf('tag', 'code') }, board)).toEqual([
      ['cards/bulkUpdate', { ids: ['a'], addMasterTag: 'code', removeMasterTag: 'art' }],
    ]);
  });
});

describe('a drop on a status', () => {
  const board = boardFor([], { orderKind: null });
  const to = (group: string) => columnOf('status', group);
  test('starts and finishes cards, and resets them', () => {
    expect(stepsOfDrop({ cards: [cardRow('a')], to: to('started') }, board)).toEqual([
      ['cards/update', { id: 'a', status: 'started' }],
    ]);
    expect(stepsOfDrop({ cards: [cardRow('a', { status: 'started' })], to: to('done') }, board)).toEqual([
      ['cards/update', { id: 'a', status: 'done' }],
    ]);
    expect(
      stepsOfDrop({ cards: [cardRow('a', { status: 'done', assigneeId: 'u' })], to: to('unassigned') }, board),
    ).toEqual([['cards/update', { id: 'a', status: 'not_started', assigneeId: null }]]);
  });
  test('gives a card without an owner to the person who moves it to Assigned', () => {
    expect(
      stepsOfDrop(
        { cards: [cardRow('a'), cardRow('b', { assigneeId: 'u', status: 'done' })], to: to('assigned') },
        board,
      ),
    ).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'me' }],
      ['cards/update', { id: 'b', status: 'not_started' }],
    ]);
  });
  test.each([
    ['a hero card', cardRow('a', { childCards: ['b'] }), 'started'],
    ['a document', cardRow('a', { isDoc: true }), 'done'],
    ['a hero card', cardRow('a', { childCards: ['b'] }), 'blocked'],
    ['a document', cardRow('a', { isDoc: true }), 'review'],
    ['any card', cardRow('a'), 'snoozing'],
    ['any card', cardRow('a'), 'hero'],
  ])('refuses %s with the reason: %#', (_what, row, group) => {
    expect(stepsOfDrop({ cards: [row], to: to(group) }, board)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/\.$/),
    });
  });
  test('opens a block or review on the cards that have none of that kind', () => {
    const inReview = cardRow('b', { derivedStatus: 'review' });
    const drop = { cards: [cardRow('a'), inReview], from: to('started'), afterCardId: null, beforeCardId: null };
    expect(resolveDrop({ ...drop, to: to('blocked') }, board)).toMatchObject({
      kind: 'act',
      steps: [],
      cardsToBlockOrReview: { threadKind: 'block', cards: [{ cardId: 'a' }, { cardId: 'b' }] },
      cardsWithThreadsToClose: [],
    });
    expect(resolveDrop({ ...drop, to: to('review') }, board)).toMatchObject({
      cardsToBlockOrReview: { threadKind: 'review', cards: [{ cardId: 'a' }] },
    });
    // A drop in the card's own column does nothing.
    expect(resolveDrop({ ...drop, cards: [inReview], from: to('review'), to: to('review') }, board)).toMatchObject({
      kind: 'nothing',
    });
  });
  test('closes the block or review of a card that moves to any other state', () => {
    const blocked = cardRow('a', { derivedStatus: 'blocked' });
    const drop = { cards: [blocked, cardRow('b')], from: to('blocked'), afterCardId: null, beforeCardId: null };
    for (const group of ['unassigned', 'assigned', 'started', 'done'])
      expect(resolveDrop({ ...drop, to: to(group) }, board)).toMatchObject({
        cardsToBlockOrReview: null,
        cardsWithThreadsToClose: [{ cardId: 'a' }],
      });
    // Archiving closes the card's threads by itself, so `cardsWithThreadsToClose` is empty.
    expect(resolveDrop({ ...drop, to: to('archived') }, board)).toMatchObject({
      cardsToBlockOrReview: null,
      cardsWithThreadsToClose: [],
    });
    expect(resolveDrop({ ...drop, to: columnOf('owner', 'u1') }, board)).toMatchObject({
      cardsToBlockOrReview: null,
      cardsWithThreadsToClose: [],
    });
  });
  test('starts a sub card in a hero deck', () => {
    const sub = cardRow('a', { parentCardId: 'hero' });
    expect(columnDropRefusal(sub, to('started'), { deckTypeOf: () => 'hero' })).toBeNull();
    expect(columnDropRefusal(cardRow('a'), to('started'), { deckTypeOf: () => 'hero' })).not.toBeNull();
  });
});

// The dropped cards come from different columns. For each card, the board must use the column from which this card
// comes. It must not use the column of the pressed card for the other cards.
describe('a selection from several columns, dropped within the column of the pressed card', () => {
  const cards = [
    cardRow('a', { status: 'started', derivedStatus: 'started' }),
    cardRow('b'),
    cardRow('c', { status: 'started', derivedStatus: 'blocked' }),
  ];
  const started = columnOf('status', 'started');
  const own = { column: started, ids: ['a'] };
  const lists = [
    own,
    { column: columnOf('status', 'unassigned'), ids: ['b'] },
    { column: columnOf('status', 'blocked'), ids: ['c'] },
  ];
  const dropOf = (rows: readonly CardRow[]) => ({
    cards: rows,
    ...columnsAndLanesOfDrop(rows, own, own, lists),
    afterCardId: null,
    beforeCardId: null,
  });

  test('gives cards of other columns the value, and only moves the others', () => {
    expect(resolveDrop(dropOf(cards), boardFor(cards, { sort: 'title' }))).toMatchObject({
      label: 'Move 3 cards to started',
      steps: [{ action: 'cards/update', params: { id: 'b', status: 'started' } }],
      cardsWithThreadsToClose: [{ cardId: 'c' }],
    });
    expect(resolveDrop(dropOf(cards.slice(0, 1)), boardFor(cards, { sort: 'title' }))).toEqual({ kind: 'nothing' });
  });
  test('refuses the cards that the column refuses from another column', () => {
    const doc = cardRow('b', { isDoc: true });
    expect(resolveDrop(dropOf([cards[0] as CardRow, doc]), boardFor(cards))).toMatchObject({ kind: 'refused' });
  });
  test('keeps the lane of cards that only their column changes', () => {
    const lane = columnOf('owner', 'u1');
    const cell = (column: CardDrop['to'], of: CardDrop['to'], ids: string[]) => ({
      column: { ...column, key: laneCellKey(of.key, column.key) },
      lane: of,
      ids,
    });
    const target = cell(started, lane, ['a']);
    const cells = [
      target,
      cell(columnOf('status', 'unassigned'), lane, ['b']),
      cell(started, columnOf('owner', 'u2'), ['c']),
    ];
    const { originOf } = columnsAndLanesOfDrop(cards, target, target, cells);
    expect(cards.map((card) => originOf?.(card))).toEqual([
      { from: started, fromLane: lane },
      { from: null, fromLane: lane },
      { from: started, fromLane: null },
    ]);
  });
  test('adds a tag without removing those of other columns', () => {
    const tagged = [cardRow('a', { tags: ['art'] }), cardRow('b', { tags: ['code', 'sound'] })];
    const target = { column: columnOf('tag', 'art'), ids: ['a'] };
    const columns = [target, { column: columnOf('tag', 'code'), ids: ['b'] }];
    const drop = {
      cards: tagged,
      ...columnsAndLanesOfDrop(tagged, target, target, columns),
      after: null,
      before: null,
    };
    expect(stepsOfDrop(drop, boardFor(tagged, { sort: 'title' }))).toEqual([
      ['cards/bulkUpdate', { ids: ['b'], addMasterTag: 'art' }],
    ]);
  });
});

// These tests fail if the list in which the drag started counts as the origin of all dropped cards.
describe('a selection from several lists, dropped on another list', () => {
  const cell = (column: CardDrop['to'], lane: CardDrop['to'], ids: string[]) => ({
    column: { ...column, key: laneCellKey(lane.key, column.key) },
    lane,
    ids,
  });
  test('gives every card the lane, also if the pressed card is in the lane already', () => {
    const [ann, ben] = [columnOf('owner', 'u1'), columnOf('owner', 'u2')];
    const cards = [cardRow('a', { assigneeId: 'u1' }), cardRow('b', { assigneeId: 'u2' })];
    const start = cell(columnOf('status', 'assigned'), ann, ['a']);
    const target = cell(columnOf('status', 'started'), ann, []);
    const cells = [start, target, cell(columnOf('status', 'assigned'), ben, ['b'])];
    const drop = {
      cards,
      ...columnsAndLanesOfDrop(cards, target, start, cells),
      afterCardId: null,
      beforeCardId: null,
    };
    expect(stepsOfDrop(drop, boardFor(cards, { sort: 'title' }))).toEqual([
      ['cards/update', { id: 'a', status: 'started' }],
      ['cards/update', { id: 'b', status: 'started', assigneeId: 'u1' }],
    ]);
  });
  test('removes the tag of the column in which the drag started, only from the cards of that column', () => {
    const cards = [cardRow('a', { tags: ['art'] }), cardRow('b', { tags: ['sound'] })];
    const start = { column: columnOf('tag', 'art'), ids: ['a'] };
    const target = { column: columnOf('tag', 'code'), ids: [] };
    const columns = [start, target, { column: columnOf('tag', 'sound'), ids: ['b'] }];
    const drop = {
      cards,
      ...columnsAndLanesOfDrop(cards, target, start, columns),
      afterCardId: null,
      beforeCardId: null,
    };
    expect(stepsOfDrop(drop, boardFor(cards, { sort: 'title' }))).toEqual([
      ['cards/bulkUpdate', { ids: ['a'], addMasterTag: 'code', removeMasterTag: 'art' }],
      ['cards/bulkUpdate', { ids: ['b'], addMasterTag: 'code' }],
    ]);
  });
});

describe('a drop target', () => {
  const started = cardRow('a', { status: 'started', deckId: 'task' });
  const decks = {
    task: { deckType: 'task' },
    hero: { deckType: 'hero' },
    guarded: { deckType: 'task', hasGuardians: true },
  };
  const cautionOf = (row: CardRow, to: CardDrop['to'], from: CardDrop['to'] | null = null) =>
    dropWarning([row], { to, from }, decks);

  test('states that a started card will be reset, where the drop does that', () => {
    const words = 'Started cards go back to not started.';
    expect(cautionOf(started, columnOf('deck', 'hero'))).toBe(words);
    expect(cautionOf(started, columnOf('deck', 'task'))).toBeNull();
    expect(cautionOf(started, columnOf('owner', 'bob'))).toBe(words);
    expect(cautionOf(cardRow('b'), columnOf('deck', 'hero'))).toBeNull();
    // In the column "Done" the drop itself sets the status, so the change of the status is not a side effect.
    expect(cautionOf(started, columnOf('status', 'done'))).toBeNull();
  });
  test('states that the service may refuse it where guardians decide', () => {
    const row = cardRow('a', { deckId: 'guarded' });
    const words = 'May be refused: guardians of its deck decide this.';
    expect(cautionOf(row, columnOf('deck', 'task'))).toBe(words);
    expect(cautionOf(row, columnOf('status', 'done'))).toBe(words);
    expect(cautionOf(row, columnOf('status', 'started'))).toBeNull();
    expect(cautionOf(row, columnOf('priority', 'a'))).toBeNull();
  });
});
