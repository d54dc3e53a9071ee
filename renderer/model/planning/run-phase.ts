/** Finds the runs of a Run Config, and decides which of them are current and next. */
import type { SprintRow } from '../../data/lookups.ts';

/** Returns the runs of a Run Config. */
export const runsOfConfig = (sprints: Readonly<Record<string, SprintRow>>, configId: string): SprintRow[] =>
  Object.values(sprints).filter(({ sprintConfigId }) => sprintConfigId === configId);

/** Returns the current run: the latest one that has started and is not completed. */
export function currentRun(sprints: readonly SprintRow[], today: string): SprintRow | undefined {
  return sprints
    .filter((sprint) => sprint.completedAt === null && sprint.startDate <= today)
    .sort((a, b) => b.startDate.localeCompare(a.startDate))[0];
}

/** Returns `current` or `next` if the run is the current or the next run of its Run Config, otherwise null. */
export function phaseOfRun(sprint: SprintRow, sprints: readonly SprintRow[], today: string): 'current' | 'next' | null {
  const open = sprints
    .filter(({ sprintConfigId, completedAt }) => sprintConfigId === sprint.sprintConfigId && completedAt === null)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate));
  const current = currentRun(open, today);
  if (sprint.id === current?.id) return 'current';
  return sprint.id === open.find(({ startDate }) => startDate > today)?.id ? 'next' : null;
}
