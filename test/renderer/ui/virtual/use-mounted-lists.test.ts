/** Checks the steps in which the lists of a board mount their cards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ListsToMount,
  type MountedCardLimitByList,
  nextMountedCardLimits,
} from '../../../../renderer/ui/virtual/use-mounted-lists.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
const needs = fc.record({
  inSight: fc.subarray(keys),
  toMountAhead: fc.subarray(keys),
  cardsIn: fc.func(fc.nat(40)) as fc.Arbitrary<(key: string) => number>,
});

/** Returns `start`, then the card limits of all lists after each step. Each step mounts at most `budget` more cards. */
function allSteps(start: MountedCardLimitByList, wanted: ListsToMount, budget: number): MountedCardLimitByList[] {
  const taken = [start];
  for (;;) {
    const last = taken.at(-1) as MountedCardLimitByList;
    const next = nextMountedCardLimits(last, wanted, budget);
    if (next === last) return taken;
    taken.push(next);
    expect(taken.length).toBeLessThan(500);
  }
}

test('in the end all needed lists are full, and no other is mounted', () => {
  fc.assert(
    fc.property(fc.array(needs, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 24 }), (all, budget) => {
      let limits: MountedCardLimitByList = new Map();
      for (const wanted of all) {
        limits = allSteps(limits, wanted, budget).at(-1) as MountedCardLimitByList;
        expect(new Set(limits.keys())).toEqual(new Set([...wanted.inSight, ...wanted.toMountAhead]));
        expect([...limits.values()].every((limit) => limit === Number.POSITIVE_INFINITY)).toBe(true);
      }
    }),
  );
});

test('one step adds a list or a few cards, and visible lists are first', () => {
  const wanted: ListsToMount = { inSight: ['a'], toMountAhead: ['b'], cardsIn: () => 5 };
  expect(allSteps(new Map(), wanted, 2).map((limits) => Object.fromEntries(limits))).toEqual([
    {},
    { a: 1 },
    { a: 3 },
    { a: Number.POSITIVE_INFINITY },
    { a: Number.POSITIVE_INFINITY, b: 1 },
    { a: Number.POSITIVE_INFINITY, b: 3 },
    { a: Number.POSITIVE_INFINITY, b: Number.POSITIVE_INFINITY },
  ]);
});

test('a list without cards is full as soon as it is mounted', () => {
  const wanted: ListsToMount = { inSight: [], toMountAhead: ['a'], cardsIn: () => 0 };
  expect(nextMountedCardLimits(new Map(), wanted, 2)).toEqual(new Map([['a', Number.POSITIVE_INFINITY]]));
});
