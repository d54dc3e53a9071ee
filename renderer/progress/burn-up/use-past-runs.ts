/** What was done in the last completed runs before a run or milestone, for velocity and forecast of its burn-up. */
import { useMemo } from 'react';
import { byId, query } from '../../../shared/contract/index.ts';
import type { PastRun } from '../../../shared/domain/forecast.ts';
import type { ProgressRow } from '../../../shared/domain/progress.ts';
import { useLive } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { type DoneCard, doneBy, lastRuns, type PastRunsOf, useDoneCards } from '../past-runs.ts';
import { type Measure, progressOf } from '../progress.ts';

const amounts: Record<Measure, (card: DoneCard) => number> = { cards: () => 1, effort: ({ effort }) => effort ?? 0 };

interface PastRuns {
  /** The last completed runs of each Run Config, from old to new; null until loaded. */
  readonly past: readonly (readonly PastRun[])[] | null;
  /** Why they could not be read. */
  readonly error: Error | null;
}

/** Without `people` the recorded progress of the runs counts, and runs without any are left out. */
export function usePastRuns(of: PastRunsOf, measure: Measure, people: readonly (string | null)[] | null): PastRuns {
  const { sprints } = useLookups();
  const runs = useMemo(() => lastRuns(sprints, of), [sprints, of]);
  const recordedQuery = useMemo(
    () =>
      query(
        Object.fromEntries(
          runs.flat().map(({ id }) => [byId('sprint', id), [{ progress: ['sprintId', 'date', 'progress'] }]]),
        ) as never,
      ),
    [runs],
  );
  const hasRuns = runs.some((ofConfig) => ofConfig.length > 0);
  const { data: recorded, error } = useLive(recordedQuery, { enabled: hasRuns && people === null });
  const { doneCards, error: doneError } = useDoneCards(runs, people !== null);
  const past = useMemo(() => {
    if (!hasRuns) return [];
    if (people !== null) return doneCards && doneBy(runs, doneCards, people, amounts[measure]);
    if (!recorded) return null;
    const rows = Object.values((recorded as { sprintProgress?: Record<string, unknown> }).sprintProgress ?? {});
    return runs.map((ofConfig) =>
      ofConfig.flatMap(({ id, startDate: from, endDate: to, completedAt: endedAt }) => {
        const own = rows.filter((row) => (row as { sprintId: string }).sprintId === id) as ProgressRow[];
        const last = progressOf(own, { from, to, endedAt }, to, measure).at(-1);
        return last ? [{ id, from, to, done: last.done }] : [];
      }),
    );
  }, [hasRuns, runs, people, doneCards, recorded, measure]);
  return { past, error: error ?? doneError };
}
