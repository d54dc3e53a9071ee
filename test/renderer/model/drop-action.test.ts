import { describe, expect, test } from 'vitest';
import type { CardRow, ManualPosition } from '../../../renderer/model/card-row.ts';
import {
  type CardDrop,
  columnRefusal,
  type DropBoard,
  dropCaution,
  resolveDrop,
} from '../../../renderer/model/drop-action.ts';
import { actionNamed, checkParams } from '../../../shared/contract/index.ts';
import { card, column } from '../support.ts';

const now = column('zone', 'Now');
const later = column('zone', 'Later');

function boardFor(
  rows: readonly CardRow[],
  fields: Partial<DropBoard> & { places?: Record<string, ManualPosition> } = {},
): DropBoard {
  const { places = {}, ...rest } = fields;
  return {
    sort: 'manual',
    context: 'deck',
    manualPositionOf: (id) => places[id] ?? null,
    cardOf: (id) => rows.find((row) => row.cardId === id),
    deckTypeOf: () => 'task',
    me: 'me',
    ...rest,
  };
}

function meaning(drop: Partial<CardDrop> & Pick<CardDrop, 'cards' | 'to'>, board: DropBoard) {
  const result = resolveDrop({ from: null, after: null, before: null, ...drop }, board);
  if (result.kind !== 'act') return result;
  // The contract must accept every step that a drop sends.
  for (const { action, params } of result.steps) {
    const known = actionNamed(action);
    if (!known) throw new Error(`no action ${action}`);
    expect(checkParams(known.params, params)).toEqual(params);
  }
  return result.steps.map(({ action, params }) => [action, params]);
}

describe('a drop between zones', () => {
  const a = card('a');
  const b = card('b');
  const c = card('c');
  const places = { a: { label: 'Now', sortValue: '1' }, b: { label: 'Later', sortValue: '2' } };
  const board = boardFor([a, b, c], { places });

  test('puts the card after the one above it', () => {
    expect(meaning({ cards: [a], from: now, to: later, after: 'b' }, board)).toEqual([
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
  });
  test('puts it first when there is no card above', () => {
    expect(meaning({ cards: [a], from: now, to: later, before: 'b' }, board)).toEqual([
      ['cardOrders/addBefore', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
  });
  test('puts it at the end of an empty zone', () => {
    expect(meaning({ cards: [a, c], from: now, to: column('zone', null) }, board)).toEqual([
      ['cardOrders/addAfter', { targetId: null, cardIds: ['a', 'c'], context: 'deck', label: null }],
    ]);
  });
  test('reorders within a zone', () => {
    expect(meaning({ cards: [a], from: now, to: now, after: 'c' }, board)).toEqual([
      ['cardOrders/addAfter', { targetId: 'c', cardIds: ['a'], context: 'deck', label: 'Now' }],
    ]);
  });
  // Card `c` has no position, and `updateLabel` skips such cards (rule `card-orders.update-label.skips`).
  test('only changes the zone of cards whose position is known, when the board is not in manual order', () => {
    const sorted = { ...board, sort: 'title' as const };
    expect(meaning({ cards: [a], from: now, to: later }, sorted)).toEqual([
      ['cardOrders/updateLabel', { cardIds: ['a'], context: 'deck', label: 'Later' }],
    ]);
    expect(meaning({ cards: [a, c], from: now, to: later }, sorted)).toEqual([
      ['cardOrders/addAfter', { targetId: null, cardIds: ['a', 'c'], context: 'deck', label: 'Later' }],
    ]);
    expect(meaning({ cards: [b], from: now, to: later }, sorted)).toEqual({ kind: 'nothing' });
  });
});

describe('a drop on a deck', () => {
  const a = card('a', { deckId: 'one' });
  const b = card('b', { deckId: 'two' });
  const board = boardFor([a, b], { places: { b: { label: 'Next', sortValue: '1' } } });
  const one = column('deck', 'one');
  const two = column('deck', 'two');

  test('moves the card, then gives it its position in the other deck’s order, in the neighbour’s zone', () => {
    expect(meaning({ cards: [a], from: one, to: two, after: 'b' }, board)).toEqual([
      ['cards/update', { id: 'a', deckId: 'two' }],
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'deck', label: 'Next' }],
    ]);
  });
  test('moves many with one action', () => {
    const c = card('c', { deckId: 'one' });
    expect(meaning({ cards: [a, c], from: one, to: two }, boardFor([a, b, c]))).toEqual([
      ['cards/bulkUpdate', { ids: ['a', 'c'], deckId: 'two' }],
    ]);
  });
  test('sends no position when the board is not in manual order', () => {
    expect(meaning({ cards: [a], from: one, to: two, after: 'b' }, { ...board, sort: 'priority' })).toEqual([
      ['cards/update', { id: 'a', deckId: 'two' }],
    ]);
  });
  test('never makes a card private', () => {
    expect(meaning({ cards: [a], from: one, to: column('deck', null) }, board)).toMatchObject({ kind: 'refused' });
  });
});

describe('a drop on a run', () => {
  const a = card('a', { sprintId: 'one' });
  const b = card('b', { sprintId: 'two' });
  const unplanned = card('c', { sprintId: null });
  const board = boardFor([a, b, unplanned], { context: 'sprint', places: { b: { label: 'Must', sortValue: '1' } } });

  test('gives the card its position in the order of that run, in the neighbour’s zone', () => {
    expect(meaning({ cards: [a], from: column('run', 'one'), to: column('run', 'two'), after: 'b' }, board)).toEqual([
      ['cards/update', { id: 'a', sprintId: 'two' }],
      ['cardOrders/addAfter', { targetId: 'b', cardIds: ['a'], context: 'sprint', label: 'Must' }],
    ]);
  });
  test('without a run cards have no positions', () => {
    const none = column('run', null);
    expect(meaning({ cards: [a], from: column('run', 'one'), to: none, after: 'c' }, board)).toEqual([
      ['cards/update', { id: 'a', sprintId: null }],
    ]);
    expect(meaning({ cards: [unplanned], from: none, to: none, after: 'd' }, board)).toEqual({ kind: 'nothing' });
  });
});

describe('a drop that sets a field', () => {
  const plain = card('a');
  const board = boardFor([plain], { context: null, sort: 'priority' });
  test.each([
    ['owner', 'u1', { assigneeId: 'u1' }],
    ['priority', 'b', { priority: 'b' }],
    ['effort', 5, { effort: 5 }],
    ['run', 's1', { sprintId: 's1' }],
    ['milestone', 'm1', { milestoneId: 'm1' }],
  ] as const)('%s', (by, value, fields) => {
    expect(meaning({ cards: [plain], to: column(by, value) }, board)).toEqual([
      ['cards/update', { id: 'a', ...fields }],
    ]);
  });
  test('sends nothing for cards that have the value already', () => {
    const owned = card('b', { assigneeId: 'u1' });
    expect(meaning({ cards: [plain, owned], to: column('owner', 'u1') }, board)).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'u1' }],
    ]);
    expect(meaning({ cards: [owned], to: column('owner', 'u1') }, board)).toEqual({ kind: 'nothing' });
  });
  test('replaces one tag by another', () => {
    const tagged = card('a', { tags: ['art'], masterTags: ['art'] });
    expect(meaning({ cards: [tagged], from: column('tag', 'art'), to: column('tag', 'code') }, board)).toEqual([
      ['cards/bulkUpdate', { ids: ['a'], addMasterTag: 'code', removeMasterTag: 'art' }],
    ]);
  });
});

describe('a drop on a status', () => {
  const board = boardFor([], { context: null });
  const to = (group: string) => column('status', group);
  test('starts and finishes cards, and resets them', () => {
    expect(meaning({ cards: [card('a')], to: to('started') }, board)).toEqual([
      ['cards/update', { id: 'a', status: 'started' }],
    ]);
    expect(meaning({ cards: [card('a', { status: 'started' })], to: to('done') }, board)).toEqual([
      ['cards/update', { id: 'a', status: 'done' }],
    ]);
    expect(meaning({ cards: [card('a', { status: 'done', assigneeId: 'u' })], to: to('unassigned') }, board)).toEqual([
      ['cards/update', { id: 'a', status: 'not_started', assigneeId: null }],
    ]);
  });
  test('gives a card without an owner to the person who moves it to Assigned', () => {
    expect(
      meaning({ cards: [card('a'), card('b', { assigneeId: 'u', status: 'done' })], to: to('assigned') }, board),
    ).toEqual([
      ['cards/update', { id: 'a', assigneeId: 'me' }],
      ['cards/update', { id: 'b', status: 'not_started' }],
    ]);
  });
  test.each([
    ['a hero card', card('a', { childCards: ['b'] }), 'started'],
    ['a document', card('a', { isDoc: true }), 'done'],
    ['a hero card', card('a', { childCards: ['b'] }), 'blocked'],
    ['a document', card('a', { isDoc: true }), 'review'],
    ['any card', card('a'), 'snoozing'],
    ['any card', card('a'), 'hero'],
  ])('refuses %s with the reason: %#', (_what, row, group) => {
    expect(meaning({ cards: [row], to: to(group) }, board)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/\.$/),
    });
  });
  test('opens a block or review on the cards that have none of that kind', () => {
    const inReview = card('b', { derivedStatus: 'review' });
    const drop = { cards: [card('a'), inReview], from: to('started'), after: null, before: null };
    expect(resolveDrop({ ...drop, to: to('blocked') }, board)).toMatchObject({
      kind: 'act',
      steps: [],
      begins: { mark: 'block', cards: [{ cardId: 'a' }, { cardId: 'b' }] },
      ends: [],
    });
    expect(resolveDrop({ ...drop, to: to('review') }, board)).toMatchObject({
      begins: { mark: 'review', cards: [{ cardId: 'a' }] },
    });
    // A drop in the card's own column does nothing.
    expect(resolveDrop({ ...drop, cards: [inReview], from: to('review'), to: to('review') }, board)).toMatchObject({
      kind: 'nothing',
    });
  });
  test('closes the block or review of a card that moves to any other state', () => {
    const blocked = card('a', { derivedStatus: 'blocked' });
    const drop = { cards: [blocked, card('b')], from: to('blocked'), after: null, before: null };
    for (const group of ['unassigned', 'assigned', 'started', 'done'])
      expect(resolveDrop({ ...drop, to: to(group) }, board)).toMatchObject({ begins: null, ends: [{ cardId: 'a' }] });
    // Archiving closes the card's threads by itself, so `ends` is empty.
    expect(resolveDrop({ ...drop, to: to('archived') }, board)).toMatchObject({ begins: null, ends: [] });
    expect(resolveDrop({ ...drop, to: column('owner', 'u1') }, board)).toMatchObject({ begins: null, ends: [] });
  });
  test('starts a sub card in a hero deck', () => {
    const sub = card('a', { parentCardId: 'hero' });
    expect(columnRefusal(sub, to('started'), { deckTypeOf: () => 'hero' })).toBeNull();
    expect(columnRefusal(card('a'), to('started'), { deckTypeOf: () => 'hero' })).not.toBeNull();
  });
});

describe('a drop target', () => {
  const started = card('a', { status: 'started', deckId: 'task' });
  const decks = {
    task: { deckType: 'task' },
    hero: { deckType: 'hero' },
    guarded: { deckType: 'task', hasGuardians: true },
  };
  const cautionOf = (row: CardRow, to: CardDrop['to'], from: CardDrop['to'] | null = null) =>
    dropCaution([row], { to, from }, decks);

  test('states that a started card will be reset, where the drop does that', () => {
    const words = 'Started cards go back to not started.';
    expect(cautionOf(started, column('deck', 'hero'))).toBe(words);
    expect(cautionOf(started, column('deck', 'task'))).toBeNull();
    expect(cautionOf(started, column('owner', 'bob'))).toBe(words);
    expect(cautionOf(card('b'), column('deck', 'hero'))).toBeNull();
    // In the column "Done" the drop sets the status itself, which is not a side effect.
    expect(cautionOf(started, column('status', 'done'))).toBeNull();
  });
  test('states that the service may refuse it where guardians decide', () => {
    const row = card('a', { deckId: 'guarded' });
    const words = 'May be refused: guardians of its deck decide this.';
    expect(cautionOf(row, column('deck', 'task'))).toBe(words);
    expect(cautionOf(row, column('status', 'done'))).toBe(words);
    expect(cautionOf(row, column('status', 'started'))).toBeNull();
    expect(cautionOf(row, column('priority', 'a'))).toBeNull();
  });
});
