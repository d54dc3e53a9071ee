/**
 * Measures what a run board computes after each change of a card, with 5,000 cards: the workload of each person in each
 * run, and the forecast of a run.
 */
import assert from 'node:assert/strict';
import type { WorkloadCard } from '../../../shared/domain/capacity.ts';
import { sumWorkloads, workloadOfRun } from '../../../shared/domain/capacity.ts';
import { forecastByDay, paceRangeOfRuns } from '../../../shared/domain/forecast.ts';
import { measureAlternately } from '../support/measure.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const runs = ['r1', 'r2', 'r3', 'r4'] as const;
const statuses = ['done', 'started', 'assigned', 'blocked', 'hero', 'doc'];
const workdays = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  sunday: false,
};

function measure(): BenchResult {
  const cards: WorkloadCard[] = Array.from({ length: 5_000 }, (_, at) => ({
    sprintId: runs[at % 4] ?? null,
    assigneeId: at % 11 === 0 ? null : `user ${at % 60}`,
    effort: at % 7 === 0 ? null : at % 13,
    derivedStatus: statuses[at % statuses.length] ?? 'done',
  }));
  const past = runs.map((id, at) => ({ id, done: 400 + at, from: '2026-09-07', to: '2026-09-20' }));
  const ours = () => {
    const { planned: total, done } = workloadOfRun(sumWorkloads(cards, 1), 'r1');
    const days = { from: '2026-11-16', to: '2026-11-29' };
    return forecastByDay(days, { today: '2026-11-20', done, total }, paceRangeOfRuns(past, workdays), workdays);
  };
  assert.equal(ours().length, 10);
  return { ...measureAlternately({ ours }, 20).ours, note: '5,000 cards of 60 people in four runs' };
}

export const { name, budget, run }: BenchRow = { name: 'capacity', budget: { p95: 10 }, run: measure };
