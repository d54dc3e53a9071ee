import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MilestoneRow } from '../../../../renderer/data/lookups.ts';
import { roadmapLanes, rowsFor, shiftedDays, spanParts } from '../../../../renderer/model/planning/roadmap.ts';
import { addDays, daysBetween } from '../../../../shared/domain/calendar.ts';

const milestone = (id: string, date: string, fields: Partial<MilestoneRow> = {}) =>
  ({ id, name: id, date, startDate: null, isGlobal: false, ...fields }) as MilestoneRow;

test('lanes: all projects first, then each project with milestones, by their first day', () => {
  const lanes = roadmapLanes(
    [
      milestone('late', '2026-09-01'),
      milestone('span', '2026-12-01', { startDate: '2026-01-01' }),
      milestone('both', '2026-05-01'),
      milestone('global', '2026-02-01', { isGlobal: true }),
    ],
    [
      { id: 'a', name: 'Alpha' },
      { id: 'b', name: 'Beta' },
      { id: 'empty', name: 'Empty' },
    ],
    [
      { milestoneId: 'late', projectId: 'a' },
      { milestoneId: 'span', projectId: 'a' },
      { milestoneId: 'both', projectId: 'a' },
      { milestoneId: 'both', projectId: 'b' },
      { milestoneId: 'global', projectId: 'b' },
    ],
  );
  expect(lanes.map(({ title, milestones }) => [title, ...milestones.map(({ id }) => id)])).toEqual([
    ['All projects', 'global'],
    ['Alpha', 'span', 'both', 'late'],
    ['Beta', 'both'],
  ]);
});

test('no two spans of a row overlap, and no more rows are used than spans overlap at one place', () => {
  const span = fc
    .tuple(fc.nat(200), fc.integer({ min: 1, max: 50 }))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), (unsorted) => {
      const spans = unsorted.toSorted((a, b) => a.from - b.from);
      const rows = rowsFor(spans);
      for (const [index, one] of spans.entries())
        for (const [before, other] of spans.slice(0, index).entries())
          if (rows[before] === rows[index]) expect(other.to <= one.from || one.to <= other.from).toBe(true);
      const deepest = Math.max(
        0,
        ...spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length),
      );
      expect(Math.max(0, ...rows.map((row) => row + 1))).toBe(deepest);
    }),
  );
});

test('a drag never turns a milestone around, and moving it keeps its length', () => {
  const days = fc.integer({ min: 0, max: 1000 }).map((offset) => addDays('2025-01-01', offset));
  fc.assert(
    fc.property(
      days,
      fc.option(fc.nat(100)),
      fc.constantFrom(...spanParts),
      fc.integer({ min: -300, max: 300 }),
      (date, length, part, count) => {
        const before = { date, startDate: length === null ? null : addDays(date, -length) };
        const after = shiftedDays(before, part, count);
        if (after.startDate !== null) expect(after.startDate <= after.date).toBe(true);
        if (part === 'start') expect(after.date).toBe(date);
        if (part === 'end') expect(after.startDate).toBe(before.startDate);
        if (part !== 'whole') return;
        expect(daysBetween(date, after.date)).toBe(count);
        expect(after.startDate === null ? null : daysBetween(after.startDate, after.date)).toBe(length);
      },
    ),
  );
});
