import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorkspaceLookups } from '../../../renderer/data/lookups.ts';
import { formatRoute, parseRoute, viewNames } from '../../../renderer/data/routes.ts';
import { handRefusal, missingHandSlotCount, stepToDropInHand } from '../../../renderer/model/hand/hand-drop.ts';
import {
  deckIdFixedByColumnOrBoard,
  defaultRunForNewCards,
  newCardParams,
} from '../../../renderer/model/new-cards/new-card.ts';
import { parsePastedList } from '../../../renderer/model/new-cards/paste-list.ts';
import { dailyProgressPoints, progressChartData, progressTotalsOf } from '../../../renderer/progress/progress.ts';
import { allActions, validateActionParams } from '../../../shared/contract/index.ts';
import { newHandOrder } from '../../../shared/domain/hand.ts';
import { computeLiveProgress } from '../../../shared/domain/progress.ts';
import { cardRow, columnOf, createLookups, deckRow } from '../support.ts';

const ids = ['a', 'b', 'c', 'd'];
const hand = { userId: 'me', cardIds: ids, slots: 6 };

describe('a drop on the Hand', () => {
  test('gives the order shown at the drop: dragged cards before the card at the index', () => {
    fc.assert(
      fc.property(fc.subarray([...ids, 'x', 'y'], { minLength: 1 }), fc.nat(4), (moved, index) => {
        const step = stepToDropInHand(
          moved.map((id) => cardRow(id)),
          index,
          hand,
        );
        const { cardIds, draggedCardIds } = (step?.params ?? { cardIds: ids, draggedCardIds: moved }) as Record<
          string,
          string[]
        >;
        const after = newHandOrder(ids, cardIds ?? [], draggedCardIds ?? [], () => true);
        const rest = ids.filter((id) => !moved.includes(id));
        const at = ids.slice(0, index).filter((id) => !moved.includes(id)).length;
        expect(after).toEqual([...rest.slice(0, at), ...moved, ...rest.slice(at)]);
      }),
      { numRuns: 500 },
    );
  });
  test('is null if nothing moves', () => {
    expect(stepToDropInHand([cardRow('b')], 1, hand)).toBeNull();
    expect(stepToDropInHand([cardRow('b')], 2, hand)).toBeNull();
  });
  test('is refused when the Hand is full, with the number of slots', () => {
    const full = { ...hand, slots: 4 };
    expect(handRefusal([cardRow('x')], full)).toContain('4');
    expect(handRefusal([cardRow('a')], full)).toBeNull();
    expect(handRefusal([cardRow('x'), cardRow('y'), cardRow('z')], hand)).toContain('2');
    expect(handRefusal([cardRow('x', { status: 'done' })], hand)).not.toBeNull();
    expect(handRefusal([cardRow('x', { visibility: 'archived' })], hand)).not.toBeNull();
  });
});

test('how many cards must leave a full Hand for others', () => {
  const full = { ...hand, slots: 4 };
  expect(missingHandSlotCount([cardRow('x')], full)).toBe(1);
  expect(missingHandSlotCount([cardRow('x'), cardRow('y')], full)).toBe(2);
  expect(missingHandSlotCount([cardRow('a'), cardRow('x')], full)).toBe(1);
  expect(missingHandSlotCount([cardRow('x')], { ...hand, slots: 5 })).toBe(0);
  // Done cards need no slot, because they cannot be in the Hand.
  expect(missingHandSlotCount([cardRow('x', { status: 'done' })], full)).toBe(0);
  expect(
    missingHandSlotCount(
      ['v', 'w', 'x', 'y', 'z'].map((id) => cardRow(id)),
      full,
    ),
  ).toBe(0);
});

describe('a new card', () => {
  const sprint = { id: 's1', sprintConfigId: 'c', startDate: '2026-11-16', endDate: '2026-11-29', completedAt: null };
  const known = createLookups({
    decks: {
      one: deckRow('one', {
        defaultCard: { content: '- [ ] test it', priority: 'b', effort: 3, masterTags: ['art'], assigneeId: 'u1' },
      }),
      docs: deckRow('docs', { deckType: 'doc', defaultCard: { priority: 'a' } }),
    },
    sprintConfigs: { c: { id: 'c', autoAssignNewCard: true, isGlobal: false } },
    sprintProjects: [{ sprintConfigId: 'c', projectId: 'project', accountId: 'x' }],
    sprints: {
      s1: sprint,
      s0: { ...sprint, id: 's0', startDate: '2026-11-02', completedAt: '2026-11-16T00:00:00.000Z' },
    },
  } as unknown as Partial<WorkspaceLookups>);
  const make = (fields: Partial<Parameters<typeof newCardParams>[0]>) => {
    const params = newCardParams({
      content: 'Title',
      deckId: 'one',
      column: null,
      newCardFields: {},
      lookups: known,
      me: 'me',
      today: '2026-11-20',
      ...fields,
    });
    expect(validateActionParams(allActions['cards/create'].params, params)).toEqual(params);
    return params;
  };
  test('takes the deck’s default card and the current run of a Run Config that adds new cards to it', () => {
    expect(make({})).toEqual({
      content: 'Title\n\n- [ ] test it',
      deckId: 'one',
      priority: 'b',
      effort: 3,
      masterTags: ['art'],
      assigneeId: 'u1',
      sprintId: 's1',
    });
  });
  test('gets the values of its column instead of the defaults', () => {
    expect(make({ column: columnOf('priority', 'a') }).priority).toBe('a');
    expect(make({ column: columnOf('owner', null) }).assigneeId).toBeNull();
    expect(make({ column: columnOf('tag', 'ux') }).masterTags).toEqual(['art', 'ux']);
    expect(make({ column: columnOf('run', null) }).sprintId).toBeNull();
  });
  // `deckIdFixedByColumnOrBoard` must also look at the lane and the board. Otherwise a card that is created in a cell
  // goes to the default deck.
  test('goes to the deck that is its column or lane, else to the deck of its board', () => {
    const [priority, deck] = [columnOf('priority', 'a'), columnOf('deck', 'one')];
    expect(deckIdFixedByColumnOrBoard({ column: deck, lane: null }, {})).toBe('one');
    expect(deckIdFixedByColumnOrBoard({ column: priority, lane: deck }, {})).toBe('one');
    expect(deckIdFixedByColumnOrBoard({ column: priority, lane: null }, { deckId: 'docs' })).toBe('docs');
    expect(deckIdFixedByColumnOrBoard({ column: priority, lane: columnOf('deck', null) }, {})).toBeNull();
  });
  test('is in the current run if it is created in the column of a completed one', () => {
    expect(make({ column: columnOf('run', 's0') }).sprintId).toBe('s1');
    expect(make({ newCardFields: { sprintId: 's0' } }).sprintId).toBe('s1');
    expect(make({ newCardFields: { sprintId: 's0' }, column: columnOf('run', 's1') }).sprintId).toBe('s1');
    expect(make({ newCardFields: { sprintId: 's0' }, today: '2026-11-01' })).not.toHaveProperty('sprintId');
  });
  test('is a document in a knowledge deck, without fields that documents cannot have', () => {
    expect(make({ deckId: 'docs', column: columnOf('priority', 'a') })).toEqual({
      content: 'Title',
      deckId: 'docs',
      isDoc: true,
    });
  });
  test('is in no run of another project', () => {
    expect(defaultRunForNewCards(known, 'elsewhere', '2026-11-20')).toBeUndefined();
  });
  test('is created for each line of a pasted list, without bullets, numbers and boxes', () => {
    const cards = parsePastedList('- one\n* two\n  3. three\n- [x] four\n\n[ ] five\n2026 plans');
    expect(cards.map(({ title }) => title)).toEqual(['one', 'two', 'three', 'four', 'five', '2026 plans']);
  });
});

describe('progress', () => {
  const rows = [
    { date: '2026-11-18', progress: { cards: { done: 3, assigned: 2 } } },
    { date: '2026-11-16', progress: { cards: { assigned: 4, hero: 9 } } },
  ];
  test('repeats the last row on days without one', () => {
    expect(
      dailyProgressPoints(rows, '2026-11-16', '2026-11-19', 'cards', 0).map(({ day, done, total }) => [
        day,
        done,
        total,
      ]),
    ).toEqual([
      ['2026-11-16', 0, 4],
      ['2026-11-17', 0, 4],
      ['2026-11-18', 3, 5],
      ['2026-11-19', 3, 5],
    ]);
  });
  const span = { from: '2026-11-16', to: '2026-11-29', endedAt: null };
  const card = (derivedStatus: string, effort: number | null = null) => ({ derivedStatus, effort });
  const live = computeLiveProgress([
    card('done', 3),
    card('archivedDone', 2),
    card('review', 1),
    card('hero', 8),
    card('doc'),
  ]);
  test('of today is computed from the cards, whatever was recorded or is not read yet', () => {
    const stale = [...rows, { date: '2026-11-20', progress: { cards: { assigned: 99 }, effort: { assigned: 99 } } }];
    for (const recorded of [stale, rows, [], null]) {
      const shown = progressChartData({ recorded, live, fallbackEffort: 0 }, span, '2026-11-20', 'effort');
      expect(shown.now).toEqual({ done: 5, started: 1, total: 6 });
      expect(shown.points.at(-1)?.total).toBe(recorded ? 6 : undefined);
    }
    expect(
      progressChartData({ recorded: rows, live: null, fallbackEffort: 0 }, span, '2026-11-20', 'cards').now?.total,
    ).toBe(5);
    expect(
      progressChartData({ recorded: null, live: null, fallbackEffort: 0 }, span, '2026-11-20', 'cards').now,
    ).toBeUndefined();
    // A run can have cards before its first day.
    expect(progressChartData({ recorded: [], live, fallbackEffort: 0 }, span, '2026-11-10', 'cards').now?.total).toBe(
      3,
    );
  });
  test('is empty if the field has an unexpected shape', () => {
    expect(progressTotalsOf(null, 'cards', 0)).toEqual({ done: 0, started: 0, total: 0 });
    expect(progressTotalsOf({ cards: { done: 'many' } }, 'cards', 0).total).toBe(0);
    expect(dailyProgressPoints([], '2026-11-16', '2026-11-19', 'effort', 0)).toEqual([]);
  });
});

describe('routes', () => {
  test('are the same after formatting and parsing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...viewNames),
        fc.option(fc.string({ minLength: 1 }).filter((id) => id.isWellFormed())),
        fc.dictionary(
          fc.stringMatching(/^[a-z]+$/),
          fc.string().filter((text) => text.isWellFormed()),
        ),
        (view, id, query) => {
          expect(parseRoute(formatRoute({ view, id, query }))).toEqual({ view, id, query });
        },
      ),
    );
  });
  test('without a known view lead home', () => {
    expect(parseRoute('#/elsewhere/1').view).toBe('home');
    expect(parseRoute('').view).toBe('home');
  });
});
