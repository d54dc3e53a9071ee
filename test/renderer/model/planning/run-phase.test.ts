import { expect, test } from 'vitest';
import type { SprintRow } from '../../../../renderer/data/lookups.ts';
import { phaseOfRun } from '../../../../renderer/model/planning/run-phase.ts';

const run = (id: string, startDate: string, completedAt: string | null = null, sprintConfigId = 'config'): SprintRow =>
  ({ id, startDate, completedAt, sprintConfigId }) as SprintRow;

test('one run of each Run Config is current and one is next', () => {
  const runs = [
    run('far', '2026-12-14'),
    run('next', '2026-11-30'),
    run('current', '2026-11-16'),
    run('over', '2026-11-02', '2026-11-15T23:00:00.000Z'),
    run('other', '2026-11-20', null, 'another'),
  ];
  const phases = Object.fromEntries(runs.map((one) => [one.id, phaseOfRun(one, runs, '2026-11-22')]));
  expect(phases).toEqual({ far: null, next: 'next', current: 'current', over: null, other: 'current' });
});

test('before the first run starts, it is the next one', () => {
  const runs = [run('second', '2026-12-14'), run('first', '2026-11-30')];
  expect(runs.map((one) => phaseOfRun(one, runs, '2026-11-22'))).toEqual([null, 'next']);
});
