import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPatch, reuseEqualRows } from '../../../renderer/data/patch.ts';
import type { WatchPatch } from '../../../shared/bridge/index.ts';
import type { QueryAnswer } from '../../../shared/contract/index.ts';

const value = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constant(null),
  fc.string({ maxLength: 2 }),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  fc.record({ total: fc.integer({ min: 0, max: 2 }), checked: fc.integer({ min: 0, max: 2 }) }),
);
const row = fc.record({ a: value, b: value });
const rows = fc.dictionary(fc.constantFrom('1', '2', '3', '4'), row);
const answer = fc.record({ card: rows, user: rows, _root: fc.record({ account: fc.constantFrom('x', 'y') }) });

/** Returns the patch that turns the answer `from` into the answer `to`. */
function difference(from: QueryAnswer, to: QueryAnswer): WatchPatch {
  const set: Record<string, Record<string, Record<string, unknown>>> = {};
  const gone: Record<string, string[]> = {};
  for (const model of ['card', 'user']) {
    const before = from[model] as Record<string, unknown>;
    const after = to[model] as Record<string, Record<string, unknown>>;
    set[model] = Object.fromEntries(
      Object.entries(after).filter(([key, next]) => JSON.stringify(before[key]) !== JSON.stringify(next)),
    );
    gone[model] = Object.keys(before).filter((key) => !(key in after));
  }
  return { set, gone, root: to._root as Record<string, unknown> };
}

describe('patches', () => {
  test('leave maps in which no id is found that has no row', () => {
    const patch = { set: { card: { 1: { a: 1 } } }, gone: {} };
    const patched = applyPatch({ card: { 1: { a: 0 }, 2: {} } }, patch);
    const shortened = applyPatch(patched, { set: {}, gone: { card: ['2'] } });
    const readAgain = reuseEqualRows({ card: { 1: { a: 0 } } }, { card: { 1: { a: 1 } } });
    for (const { card } of [applyPatch({}, patch), patched, shortened, readAgain])
      expect([card?.constructor, Object.keys(card ?? {})]).toEqual([undefined, expect.arrayContaining(['1'])]);
  });

  test('turn any answer into any other', () => {
    fc.assert(
      fc.property(answer, answer, (from, to) => {
        expect(applyPatch(from, difference(from, to))).toEqual(to);
      }),
      { numRuns: 500 },
    );
  });

  // A patch must not create new objects for unchanged rows. Otherwise all cards of the board render again.
  test('give a new identity only to rows that changed', () => {
    fc.assert(
      fc.property(answer, answer, (from, to) => {
        const next = applyPatch(from, difference(from, to));
        for (const model of ['card', 'user'] as const)
          for (const [key, row] of Object.entries(next[model] as Record<string, unknown>)) {
            const old = (from[model] as Record<string, unknown>)[key];
            if (JSON.stringify(old) === JSON.stringify(row)) expect(row).toBe(old);
          }
        expect(applyPatch(from, difference(from, from))).toBe(from);
        expect(applyPatch(from, difference(from, structuredClone(from)))).toBe(from);
      }),
      { numRuns: 500 },
    );
  });

  test('keep equal values inside a changed row', () => {
    const tags = ['a'];
    const from: QueryAnswer = { card: { 1: { cardId: '1', tags, effort: 1 } } };
    const next = applyPatch(from, { set: { card: { 1: { cardId: '1', tags: ['a'], effort: 2 } } }, gone: {} });
    expect((next.card as Record<string, Record<string, unknown>>)[1]?.tags).toBe(tags);
  });

  test('add models that the answer did not have', () => {
    const next = applyPatch({ card: {} }, { set: { user: { u: { id: 'u' } } }, gone: { file: ['f'] } });
    expect(next).toEqual({ card: {}, user: { u: { id: 'u' } } });
  });
});

describe('an answer that is read again', () => {
  test('keeps rows that are equal in the previous answer', () => {
    fc.assert(
      fc.property(answer, answer, (from, to) => {
        const kept = reuseEqualRows(from, to);
        expect(kept).toEqual(to);
        if (JSON.stringify(from) === JSON.stringify(to)) expect(kept).toBe(from);
      }),
      { numRuns: 500 },
    );
  });
});
