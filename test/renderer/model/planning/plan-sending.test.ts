/** Checks which steps send a run plan, and about which conflicts the app asks the person before it sends the plan. */
import { expect, test } from 'vitest';
import {
  cardIdsOfPlan,
  hasPlannedChanges,
  stepsToSendPlan,
  unsentCardPlans,
} from '../../../../renderer/model/planning/plan-sending.ts';
import { cardRow } from '../../support.ts';

const toNext = { sprintId: { from: null, to: 'r2' } };
const none = () => false;

test('cards of one run are moved by one action, and cards that are there already by none', () => {
  const rows = { a: cardRow('a'), b: cardRow('b'), c: cardRow('c', { sprintId: 'r2' as never }) };
  const plan = { a: toNext, b: toNext, c: toNext };
  const entries = unsentCardPlans(plan, rows, {}, none);
  expect(stepsToSendPlan(entries, plan, { rows, positions: {} })).toEqual([
    { action: 'cards/bulkUpdate', params: { ids: ['a', 'b'], sprintId: 'r2' } },
  ]);
  expect(stepsToSendPlan(entries.slice(0, 1), plan, { rows, positions: {} })).toEqual([
    { action: 'cards/update', params: { id: 'a', sprintId: 'r2' } },
  ]);
});

test('a card that moved is changed unless the person says otherwise, a done one is left unless the person says so', () => {
  const rows = { moved: cardRow('moved', { sprintId: 'r3' as never }), done: cardRow('done', { status: 'done' }) };
  const plan = { moved: toNext, done: toNext };
  const changed = (choices: Parameters<typeof unsentCardPlans>[2]) =>
    unsentCardPlans(plan, rows, choices, none)
      .filter(hasPlannedChanges)
      .map(({ cardId }) => cardId);
  expect(changed({})).toEqual(['moved']);
  expect(changed({ moved: 'leave', done: 'change' })).toEqual(['done']);
});

test('a card that is gone is left out without a question', () => {
  const entries = unsentCardPlans(
    { gone: toNext, deleted: toNext },
    { deleted: cardRow('deleted', { visibility: 'deleted' }) },
    { deleted: 'change' },
    none,
  );
  expect(entries.map(({ choice, changes }) => [choice, changes])).toEqual([
    [null, {}],
    [null, {}],
  ]);
});

test('a card goes beside a card of its run, or beside the one that its neighbour was put beside', () => {
  const place = (targetId: string) => ({ sprintId: 'r2', side: 'after', targetId, label: null }) as const;
  const plan = {
    a: { ...toNext, place: place('x') },
    b: { ...toNext, place: place('a') },
    c: { ...toNext, place: place('elsewhere') },
  };
  const rows = {
    a: cardRow('a', { status: 'done' }),
    b: cardRow('b'),
    c: cardRow('c'),
    x: cardRow('x', { sprintId: 'r2' as never }),
    elsewhere: cardRow('elsewhere', { sprintId: 'r3' as never }),
  };
  const positions = (choices: Parameters<typeof unsentCardPlans>[2]) =>
    stepsToSendPlan(unsentCardPlans(plan, rows, choices, none).filter(hasPlannedChanges), plan, { rows, positions: {} })
      .filter(({ action }) => action === 'cardOrders/addAfter')
      .map(({ params: { targetId, cardIds } }) => [targetId, cardIds]);
  expect(positions({})).toEqual([['x', ['b']]]);
  expect(positions({ a: 'change' })).toEqual([['x', ['a', 'b']]]);
  expect(cardIdsOfPlan(plan).toSorted()).toEqual(['a', 'b', 'c', 'elsewhere', 'x']);
});
