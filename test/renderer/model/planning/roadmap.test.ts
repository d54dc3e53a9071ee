import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MilestoneRow } from '../../../../renderer/data/lookups.ts';
import {
  draggedMilestoneParts,
  layOutRoadmapLanes,
  milestoneDaysAfterDrag,
  milestoneDragEffectsText,
  neighbourMilestoneOf,
  roadmapLanesOf,
  roadmapSpanTopPx,
  rowIndexesOfSpans,
} from '../../../../renderer/model/planning/roadmap.ts';
import { dayOffsetText } from '../../../../renderer/ui/dates/day-text.ts';
import { addDays, daysBetween } from '../../../../shared/domain/calendar.ts';

const milestone = (id: string, date: string, fields: Partial<MilestoneRow> = {}) =>
  ({ id, name: id, date, startDate: null, isGlobal: false, ...fields }) as MilestoneRow;

test('lanes: all projects first, then each project with milestones, by their first day', () => {
  const lanes = roadmapLanesOf(
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
      const rows = rowIndexesOfSpans(spans);
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
      fc.constantFrom(...draggedMilestoneParts),
      fc.integer({ min: -300, max: 300 }),
      (date, length, part, count) => {
        const before = { date, startDate: length === null ? null : addDays(date, -length) };
        const after = milestoneDaysAfterDrag(before, part, count);
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

test('lanes lie below each other, and no span reaches out of its lane', () => {
  const overlapping = [
    { from: 0, to: 10 },
    { from: 5, to: 15 },
  ];
  const [first, folded, last] = layOutRoadmapLanes([overlapping, [], [{ from: 0, to: 1 }]]);
  if (!first || !folded || !last) throw new Error('A lane is missing');
  expect(folded.topPx).toBe(first.topPx + first.heightPx);
  expect(last.topPx).toBe(folded.topPx + folded.heightPx);
  expect(first.heightPx - folded.heightPx).toBe(2 * (last.heightPx - folded.heightPx));
  expect(roadmapSpanTopPx(first, 1)).toBeGreaterThan(roadmapSpanTopPx(first, 0));
  expect(roadmapSpanTopPx(first, 1)).toBeLessThan(folded.topPx);
});

test('arrows lead to the milestone beside, and to the nearest one of the next lane', () => {
  const [a, b, near, far] = [
    milestone('a', '2026-01-01'),
    milestone('b', '2026-06-01'),
    milestone('near', '2026-05-01'),
    milestone('far', '2026-12-01'),
  ] as const;
  const lanes = [
    { key: 'all', title: 'All projects', milestones: [a, b] },
    { key: 'p', title: 'Project', milestones: [near, far] },
  ];
  const from = (direction: Parameters<typeof neighbourMilestoneOf>[2], lane = 'all', one: MilestoneRow = b) =>
    neighbourMilestoneOf(lanes, { lane, milestone: one }, direction)?.milestone.id;
  expect([from('left'), from('right'), from('up'), from('down')]).toEqual(['a', undefined, undefined, 'near']);
  expect(from('up', 'p', far)).toBe('b');
  expect(from('down', 'gone')).toBeUndefined();
});

test('a move names its distance, and what depends on the day', () => {
  expect([1, -3, 7, -14].map(dayOffsetText)).toEqual([
    '1 day later',
    '3 days earlier',
    '1 week later',
    '2 weeks earlier',
  ]);
  const effects = { today: '2026-11-23', workdaysLeft: 5, openCards: 2, cardsDueAfter: 0, runsEndingAfter: 0 };
  const text = (date: string, more: Partial<typeof effects>) =>
    milestoneDragEffectsText({ startDate: null, date }, 14, { ...effects, ...more });
  expect(text('2026-11-27', {})).toMatch(/^2 weeks later: .*27.*\. 5 workdays left for 2 open cards\.$/);
  expect(text('2026-11-20', {})).toContain('It is past, with 2 open cards.');
  expect(text('2026-11-20', { openCards: 0 })).not.toContain('past');
  expect(text('2026-11-27', { cardsDueAfter: 1, runsEndingAfter: 2 })).toMatch(
    /1 card of them due after it\. 2 runs toward it ending after it\.$/,
  );
});
