import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRebase, type PulledAnswer, type StateToRebase } from '../../../electron/replica/outbox/rebase.ts';

const row = fc.constantFrom('card\ta', 'card\tb', 'queueEntry\tc', 'deck\td', 'resolvable\te');
const rowSet = fc.constantFrom('card:a', 'card:b', 'hand:u', 'planning', 'pulse');
const set = <T>(arbitrary: fc.Arbitrary<T>, maxLength = 4) =>
  fc.uniqueArray(arbitrary, { maxLength }).map((items): ReadonlySet<T> => new Set(items));

const shown = fc
  .record({
    appliedStart: fc.integer({ min: 0, max: 10 }),
    pendingRows: set(row),
    acknowledged: fc
      .array(
        fc.record({
          acknowledgedAt: fc.integer({ min: 0, max: 10 }),
          needs: fc.uniqueArray(rowSet, { maxLength: 3 }),
        }),
        { maxLength: 5 },
      )
      .map((list) => list.map((one, index) => ({ id: index + 1, ...one }))),
  })
  .map((state) => ({ ...state, isPending: (name: string) => (state.pendingRows as ReadonlySet<string>).has(name) }));
const pulled: fc.Arbitrary<PulledAnswer> = fc.record({
  startedAt: fc.integer({ min: 0, max: 10 }),
  rows: set(row),
  rowSets: set(rowSet),
});
const both = (check: (shown: StateToRebase & { pendingRows: ReadonlySet<string> }, pulled: PulledAnswer) => void) =>
  fc.assert(fc.property(shown, pulled, check), { numRuns: 2000 });

test('only answers older than the applied ones are ignored', () => {
  both((before, read) => {
    expect(decideRebase(before, read).kind === 'discard').toBe(read.startedAt < before.appliedStart);
  });
});

test('an operation settles only if it was acknowledged before the read began, and once all its row sets were read', () => {
  both((before, read) => {
    const decision = decideRebase(before, read);
    if (decision.kind !== 'rebase') return;
    for (const operation of before.acknowledged) {
      const isRead = operation.needs.every((needed) => read.rowSets.has(needed));
      const isEarlier = operation.acknowledgedAt < read.startedAt;
      expect(decision.settled.includes(operation.id)).toBe(isRead && isEarlier);
    }
  });
});

test('the row sets to read never grow, and only a read removes one', () => {
  both((before, read) => {
    const decision = decideRebase(before, read);
    if (decision.kind !== 'rebase') return;
    for (const [id, remaining] of decision.needs) {
      const needs = before.acknowledged.find((operation) => operation.id === id)?.needs ?? [];
      expect(remaining).toEqual(needs.filter((needed) => !read.rowSets.has(needed)));
      expect(remaining.length).toBeGreaterThan(0);
    }
  });
});

test('rows are never written directly over rows that a pending operation changed or names', () => {
  both((before, read) => {
    if (decideRebase(before, read).kind !== 'apply') return;
    for (const name of read.rows) expect(before.pendingRows.has(name)).toBe(false);
  });
});
