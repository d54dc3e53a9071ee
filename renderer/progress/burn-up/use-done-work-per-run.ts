/** The amount of work done in the last completed runs, for velocity and forecast. */
import { useMemo } from 'react';
import { query, rootKeyById } from '../../../shared/contract/index.ts';
import type { CompletedRunWork } from '../../../shared/domain/forecast.ts';
import { countedEffort, type ProgressRow } from '../../../shared/domain/progress.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import {
  type DoneCard,
  lastCompletedRuns,
  type PastRunsFilter,
  sumDoneWorkPerRun,
  useDoneCardsOfRuns,
} from '../past-runs.ts';
import { type ProgressMeasure, progressPointsOfSpan } from '../progress.ts';

/**
 * If `people` is null, uses the recorded progress of the runs, and leaves out runs without it. Otherwise adds up the
 * done cards that `people` own; null in `people` means cards without an owner. `past` has the last completed runs of
 * each Run Config, from old to new; null until loaded.
 */
export function useDoneWorkPerRun(
  of: PastRunsFilter,
  measure: ProgressMeasure,
  people: readonly (string | null)[] | null,
) {
  const { sprints, account } = useLookups();
  const fallbackEffort = account?.fallbackEffort ?? 0;
  const runs = useMemo(() => lastCompletedRuns(sprints, of), [sprints, of]);
  const recordedQuery = useMemo(
    () =>
      query(
        Object.fromEntries(
          runs.flat().map(({ id }) => [rootKeyById('sprint', id), [{ progress: ['sprintId', 'date', 'progress'] }]]),
        ) as never,
      ),
    [runs],
  );
  const hasRuns = runs.some((configRuns) => configRuns.length > 0);
  const { data: recorded, error } = useLiveQuery(recordedQuery, { enabled: hasRuns && people === null });
  const { doneCards, error: doneError } = useDoneCardsOfRuns(runs, people !== null);
  const past = useMemo((): CompletedRunWork[][] | null => {
    if (!hasRuns) return [];
    const amount = (card: DoneCard) => (measure === 'cards' ? 1 : countedEffort(card, fallbackEffort));
    if (people !== null) return doneCards && sumDoneWorkPerRun(runs, doneCards, people, amount);
    if (!recorded) return null;
    const rows = Object.values((recorded as { sprintProgress?: Record<string, unknown> }).sprintProgress ?? {});
    return runs.map((configRuns) =>
      configRuns.flatMap(({ id, startDate: from, endDate: to, completedAt: endedAt }) => {
        const runRows = rows.filter((row) => (row as { sprintId: string }).sprintId === id) as ProgressRow[];
        const last = progressPointsOfSpan(runRows, { from, to, endedAt }, to, measure, fallbackEffort).at(-1);
        return last ? [{ id, from, to, done: last.done }] : [];
      }),
    );
  }, [hasRuns, runs, people, doneCards, recorded, measure, fallbackEffort]);
  return { past, error: error ?? doneError };
}
