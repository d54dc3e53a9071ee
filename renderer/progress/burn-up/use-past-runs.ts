/** What was done in the completed runs of a Run Config before a run, for velocity and forecast. */
import { useMemo } from 'react';
import { byId, query } from '../../../shared/contract/index.ts';
import { type PastRun, runsInForecast } from '../../../shared/domain/forecast.ts';
import { useLive } from '../../data/live.ts';
import { type SprintRow, useLookups } from '../../data/lookups.ts';
import { type Measure, type ProgressRow, progressOf } from '../progress.ts';

/** The last completed runs before `sprint` that have recorded progress, from old to new; null until loaded. */
export function usePastRuns(sprint: SprintRow, measure: Measure): readonly PastRun[] | null {
  const { sprints } = useLookups();
  const past = useMemo(
    () =>
      Object.values(sprints)
        .filter(
          ({ sprintConfigId, completedAt, startDate }) =>
            sprintConfigId === sprint.sprintConfigId && completedAt !== null && startDate < sprint.startDate,
        )
        .sort((a, b) => a.startDate.localeCompare(b.startDate))
        .slice(-runsInForecast),
    [sprints, sprint.sprintConfigId, sprint.startDate],
  );
  const recorded = useMemo(
    () =>
      query(
        Object.fromEntries(
          past.map(({ id }) => [byId('sprint', id), [{ progress: ['sprintId', 'date', 'progress'] }]]),
        ) as never,
      ),
    [past],
  );
  const { data } = useLive(recorded, { enabled: past.length > 0 });
  return useMemo(() => {
    if (past.length === 0) return [];
    if (!data) return null;
    const rows = Object.values((data as { sprintProgress?: Record<string, unknown> }).sprintProgress ?? {});
    return past.flatMap(({ id, startDate: from, endDate: to, completedAt: endedAt }) => {
      const own = rows.filter((row) => (row as { sprintId: string }).sprintId === id) as ProgressRow[];
      const last = progressOf(own, { from, to, endedAt }, to, measure).at(-1);
      return last ? [{ id, from, to, done: last.done }] : [];
    });
  }, [data, past, measure]);
}
