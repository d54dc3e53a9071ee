import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedStatuses } from '../../shared/contract/index.ts';
import {
  capacityOfPerson,
  plannedEffortChange,
  remainingCapacity,
  replaceCapacityOfPerson,
  sumCapacities,
  sumWorkloads,
  workloadOfRun,
  workloadOfRunAndOwner,
} from '../../shared/domain/capacity.ts';
import { countedEffort } from '../../shared/domain/progress.ts';

const card = fc.record({
  sprintId: fc.constantFrom('r1', 'r2', null),
  assigneeId: fc.constantFrom('ada', 'ben', null),
  effort: fc.option(fc.integer({ min: 0, max: 21 })),
  derivedStatus: fc.constantFrom(...derivedStatuses),
});
const uncounted = ['hero', 'archivedHero', 'archived', 'deleted', 'doc', 'heroDoc'];
const done = ['done', 'archivedDone', 'heroDone', 'archivedHeroDone'];

test('loads are the sums over the cards of each run and owner', () => {
  fc.assert(
    fc.property(fc.array(card, { maxLength: 40 }), fc.integer({ min: 0, max: 5 }), (cards, fallback) => {
      const loads = sumWorkloads(cards, fallback);
      const slow = (run: string | null, people: readonly (string | null)[]) => {
        const own = cards.filter(
          ({ sprintId, assigneeId, derivedStatus }) =>
            sprintId === run && people.includes(assigneeId) && !uncounted.includes(derivedStatus),
        );
        const sum = (some: typeof own) =>
          some.reduce((all, { effort }) => all + (effort === null ? fallback : effort), 0);
        return { planned: sum(own), done: sum(own.filter(({ derivedStatus }) => done.includes(derivedStatus))) };
      };
      for (const run of ['r1', 'r2', null]) {
        for (const person of ['ada', 'ben', null])
          expect(workloadOfRunAndOwner(loads, run, person)).toEqual(slow(run, [person]));
        expect(workloadOfRun(loads, run)).toEqual(slow(run, ['ada', 'ben', null]));
      }
    }),
  );
});

test('an effort of 0 is an effort, only a missing one is replaced', () => {
  const started = { sprintId: 'r', assigneeId: 'ada', derivedStatus: 'started' };
  expect(countedEffort({ ...started, effort: 0 }, 3)).toBe(0);
  expect(countedEffort({ ...started, effort: null }, 3)).toBe(3);
});

test('what is left is negative when too much is planned, and null without a capacity', () => {
  const capacities = { ada: 8, ben: 0 };
  const load = { planned: 10, done: 4 };
  expect(remainingCapacity(load, capacityOfPerson(capacities, 'ada'))).toBe(-2);
  expect(remainingCapacity(load, capacityOfPerson(capacities, 'ben'))).toBe(-10);
  expect(remainingCapacity(load, capacityOfPerson(capacities, 'cleo'))).toBeNull();
  expect(remainingCapacity(load, capacityOfPerson(capacities, null))).toBeNull();
  expect(sumCapacities(capacities)).toBe(8);
  expect(sumCapacities({})).toBeNull();
  expect(sumCapacities(undefined)).toBeNull();
});

test('a move changes each load by the difference of the sums before and after it', () => {
  const changes = fc.record(
    { sprintId: fc.constantFrom('r1', 'r2', null), assigneeId: fc.constantFrom('ada', 'ben', null) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.array(card, { maxLength: 8 }),
      fc.array(card, { maxLength: 8 }),
      changes,
      (moved, others, change) => {
        const before = sumWorkloads([...moved, ...others], 2);
        const after = sumWorkloads([...moved.map((one) => ({ ...one, ...change })), ...others], 2);
        for (const sprintId of ['r1', 'r2', null]) {
          expect(plannedEffortChange(moved, change, { sprintId }, 2)).toBe(
            workloadOfRun(after, sprintId).planned - workloadOfRun(before, sprintId).planned,
          );
          for (const userId of ['ada', 'ben', null])
            expect(plannedEffortChange(moved, change, { sprintId, userId }, 2)).toBe(
              workloadOfRunAndOwner(after, sprintId, userId).planned -
                workloadOfRunAndOwner(before, sprintId, userId).planned,
            );
        }
      },
    ),
  );
});

test('setting one capacity leaves those of other people as they are', () => {
  expect(replaceCapacityOfPerson({ a: 5, b: 3 }, 'a', 8)).toEqual({ a: 8, b: 3 });
  expect(replaceCapacityOfPerson({ a: 5, b: 3 }, 'a', null)).toEqual({ b: 3 });
  expect(replaceCapacityOfPerson(null, 'a', 0)).toEqual({ a: 0 });
});
