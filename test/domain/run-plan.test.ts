import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumWorkloads, workloadOfRun } from '../../shared/domain/capacity.ts';
import {
  addChangesToRunPlan,
  addPositionsToRunPlan,
  cardWithPlanApplied,
  groupConsecutiveCards,
  groupPlannedChanges,
  type PartialPlannedValues,
  type RunPlan,
  replaceCardPlansInRunPlan,
  unappliedPlannedValues,
} from '../../shared/domain/run-plan.ts';
import { blockersPlannedLater, conflictsOfCardPlan } from '../../shared/domain/run-plan-checks.ts';

const run = fc.constantFrom('r1', 'r2', 'r3', null);
const owner = fc.constantFrom('ada', 'ben', 'cleo', null);
const changes: fc.Arbitrary<PartialPlannedValues> = fc.record(
  { sprintId: run, assigneeId: owner },
  { requiredKeys: [] },
);
const values = fc.record({
  sprintId: run,
  assigneeId: owner,
  derivedStatus: fc.constantFrom('unassigned', 'started', 'done'),
  effort: fc.option(fc.integer({ min: 0, max: 8 })),
});

interface Card {
  readonly cardId: string;
  readonly sprintId: string | null;
  readonly assigneeId: string | null;
  readonly derivedStatus: string;
  readonly effort: number | null;
}
const shown = (cards: readonly Card[], plan: RunPlan) =>
  cards.map((card) => cardWithPlanApplied(card, plan[card.cardId]));

test('a planned board equals the rows after all changes, and so do its loads', () => {
  fc.assert(
    fc.property(
      fc.array(values, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.array(fc.nat(5), { maxLength: 4 }), changes), { maxLength: 12 }),
      (rows, moves) => {
        const cards = rows.map((row, index): Card => ({ ...row, cardId: `c${index}` }));
        let plan: RunPlan = {};
        const slow = cards.map((card) => ({ ...card }));
        for (const [places, change] of moves) {
          const moved = shown(cards, plan).filter((_, index) => places.includes(index));
          plan = addChangesToRunPlan(plan, moved, change);
          for (const place of places) if (slow[place]) Object.assign(slow[place], change);
        }
        const place = ({ cardId, sprintId, assigneeId }: Card) => ({ cardId, sprintId, assigneeId });
        expect(shown(cards, plan).map(place)).toEqual(slow.map(place));
        const [fast, evident] = [sumWorkloads(shown(cards, plan), 2), sumWorkloads(slow, 2)];
        for (const id of ['r1', 'r2', 'r3', null]) expect(workloadOfRun(fast, id)).toEqual(workloadOfRun(evident, id));
        // The plan must contain only fields whose planned value (`to`) differs from the card's value (`from`).
        for (const card of cards) {
          const after = slow.find(({ cardId }) => cardId === card.cardId) ?? card;
          for (const field of ['sprintId', 'assigneeId'] as const)
            expect(plan[card.cardId]?.[field]).toEqual(
              after[field] === card[field] ? undefined : { from: card[field], to: after[field] },
            );
        }
        expect(
          replaceCardPlansInRunPlan(
            plan,
            Object.keys(plan).map((id) => [id, null]),
          ),
        ).toEqual({});
      },
    ),
  );
});

test('a card with an owner is assigned, one that is started stays so, and an unplanned one keeps its identity', () => {
  const card = { sprintId: null, assigneeId: null, derivedStatus: 'unassigned' };
  const plan = { assigneeId: { from: null, to: 'ada' } };
  expect(cardWithPlanApplied(card, plan).derivedStatus).toBe('assigned');
  expect(cardWithPlanApplied({ ...card, derivedStatus: 'started' }, plan).derivedStatus).toBe('started');
  const given = { ...card, assigneeId: 'ada' };
  expect(cardWithPlanApplied(given, plan)).toBe(given);
  expect(cardWithPlanApplied(given, { assigneeId: { from: 'ada', to: null } }).derivedStatus).toBe('unassigned');
});

test('a position belongs to a run: another run drops it, and cards of no run get none', () => {
  const cards = ['a', 'b', 'c'].map((cardId) => ({ cardId, sprintId: cardId === 'c' ? 'r1' : null, assigneeId: null }));
  const moved = addChangesToRunPlan({}, cards, { sprintId: 'r1' });
  const outside = { cardId: 'd', sprintId: null, assigneeId: null };
  const inRun = cards.map((card) => ({ ...card, sprintId: 'r1' }));
  const plan = addPositionsToRunPlan(moved, [...inRun, outside], { side: 'before', targetId: 'x', label: null });
  expect(Object.keys(plan)).toEqual(['a', 'b', 'c']);
  expect(plan.b?.place).toEqual({ sprintId: 'r1', side: 'after', targetId: 'a', label: null });
  expect(plan.c?.sprintId).toBeUndefined();
  const [a] = shown([{ ...cards[0], derivedStatus: 'unassigned', effort: null } as Card], plan);
  expect(addChangesToRunPlan(plan, a ? [a] : [], { assigneeId: 'ada' }).a?.place).toBeDefined();
  expect(addChangesToRunPlan(plan, a ? [a] : [], { sprintId: 'r2' }).a?.place).toBeUndefined();
  expect(addChangesToRunPlan(plan, a ? [a] : [], { sprintId: null }).a).toBeUndefined();
  const places = Object.entries(plan).flatMap(([id, { place }]) => (place ? [[id, place] as const] : []));
  expect(groupConsecutiveCards(places)).toEqual([
    { cardIds: ['a', 'b', 'c'], place: { sprintId: 'r1', side: 'before', targetId: 'x', label: null } },
  ]);
});

test('a card that is moved again leaves the cards around it where they were dropped', () => {
  const cards = ['a', 'b', 'c'].map((cardId) => ({ cardId, sprintId: 'r1', assigneeId: null }));
  const at = (targetId: string) => ({ side: 'after', targetId, label: null }) as const;
  const chain = addPositionsToRunPlan({}, cards, at('x'));
  const reordered = addPositionsToRunPlan(chain, cards.slice(0, 1), at('y'));
  expect(reordered.b?.place?.targetId).toBe('x');
  expect(reordered.c?.place?.targetId).toBe('b');
  expect(addChangesToRunPlan(chain, cards.slice(0, 2), { sprintId: null }).c?.place?.targetId).toBe('x');
});

/**
 * Returns the smallest number of actions that make the changes. One action sets a run, an owner, or both, on any number
 * of cards. Tries every set of actions that set a single value. If a set lacks the run or the owner that a card gets,
 * one more action sets both values, for all cards with this pair of values.
 */
function fewest(all: readonly PartialPlannedValues[]): number {
  const keys = all.map((change) => Object.entries(change).map((entry) => JSON.stringify(entry)));
  const singles = [...new Set(keys.flat())];
  let best = Number.POSITIVE_INFINITY;
  for (let set = 0; set < 2 ** singles.length; set++) {
    const has = (key: string) => (set & (2 ** singles.indexOf(key))) !== 0;
    if (keys.some((own) => own.length === 1 && !has(own[0] ?? ''))) continue;
    const pairs = new Set(keys.filter((own) => own.length === 2 && !own.every(has)).map((own) => own.join()));
    best = Math.min(best, singles.filter(has).length + pairs.size);
  }
  return best;
}

test('the groups make all changes and nothing else, owners first, and no fewer groups could', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 14 }), (all) => {
      const wanted = all.map((change, index) => [`c${index}`, change] as const);
      const groups = groupPlannedChanges(wanted);
      const made = new Map<string, Record<string, unknown>>();
      for (const { cardIds, changes: change } of groups)
        for (const id of cardIds) {
          const before = made.get(id) ?? {};
          // No two groups set the same field of a card.
          expect(Object.keys(before).filter((key) => key in change)).toEqual([]);
          made.set(id, { ...before, ...change });
        }
      for (const [id, change] of wanted) expect(made.get(id) ?? {}).toEqual(change);
      expect(groups.length).toBe(fewest(all));
      const kinds = groups.map(({ changes: change }) => Object.keys(change).join());
      if (kinds.includes('sprintId')) expect(kinds.lastIndexOf('assigneeId')).toBeLessThan(kinds.indexOf('sprintId'));
    }),
  );
});

test('many people in many runs take one action per run and person, or one per pair where that is fewer', () => {
  const grid = ['r1', 'r2', 'r3'].flatMap((sprintId) =>
    ['ada', 'ben', 'cleo'].map((assigneeId) => [`${sprintId}${assigneeId}`, { sprintId, assigneeId }] as const),
  );
  expect(groupPlannedChanges(grid)).toHaveLength(6);
  expect(groupPlannedChanges(grid.slice(0, 1))).toEqual([
    { cardIds: ['r1ada'], changes: { sprintId: 'r1', assigneeId: 'ada' } },
  ]);
});

const card = { sprintId: 'r1', assigneeId: null, status: 'not_started', visibility: 'default' };
const toNext = { sprintId: { from: 'r1', to: 'r2' } };
const none = () => false;

test('changes of others since the planning are named, and only those that matter', () => {
  expect(conflictsOfCardPlan(toNext, card, none)).toEqual([]);
  expect(conflictsOfCardPlan(toNext, { ...card, assigneeId: 'ben' }, none)).toEqual([]);
  expect(conflictsOfCardPlan(toNext, { ...card, sprintId: 'r3' }, none)).toEqual([
    { kind: 'field', field: 'sprintId', theirs: 'r3', mine: 'r2' },
  ]);
  // Somebody else moved the card to the planned run. Nothing of the plan is left, so there is no conflict.
  expect(conflictsOfCardPlan(toNext, { ...card, sprintId: 'r2', status: 'done' }, none)).toEqual([]);
  expect(unappliedPlannedValues(toNext, { ...card, sprintId: 'r2' })).toEqual({});
  expect(conflictsOfCardPlan(toNext, { ...card, status: 'done' }, none)).toEqual([{ kind: 'done' }]);
  expect(conflictsOfCardPlan(toNext, { ...card, visibility: 'archived', status: 'done' }, none)).toEqual([
    { kind: 'archived' },
  ]);
  expect(conflictsOfCardPlan(toNext, { ...card, visibility: 'deleted', sprintId: 'r3' }, none)).toEqual([
    { kind: 'deleted' },
  ]);
  expect(conflictsOfCardPlan(toNext, undefined, none)).toEqual([{ kind: 'missing' }]);
  expect(conflictsOfCardPlan(toNext, card, (id) => id === 'r2')).toEqual([{ kind: 'runCompleted' }]);
});

test('a card is late if it waits for an open card in no run or in a later run', () => {
  const starts: Record<string, string> = { r1: '2026-11-02', r2: '2026-11-16', r3: '2026-11-30' };
  const blocker = fc.record({ sprintId: run, isOpen: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(blocker, { maxLength: 6 }),
      fc.array(fc.tuple(run, fc.array(fc.nat(7)))),
      (blockers, waits) => {
        const cards = waits.map(([sprintId, deps], index) => ({
          cardId: `c${index}`,
          sprintId,
          inDeps: deps.map((dep) => `b${dep}`),
        }));
        const late = blockersPlannedLater(
          cards,
          (id) => blockers[Number(id.slice(1))],
          (id) => starts[id] as never,
        );
        for (const { cardId, sprintId, inDeps } of cards) {
          const slow = inDeps.filter((id) => {
            const found = blockers[Number(id.slice(1))];
            const order = ['r1', 'r2', 'r3', null];
            return found?.isOpen && sprintId !== null && order.indexOf(found.sprintId) > order.indexOf(sprintId);
          });
          expect(late.get(cardId) ?? []).toEqual(slow);
        }
      },
    ),
  );
});
