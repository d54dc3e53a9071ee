import type { UnfinishedCardKind } from '../../../shared/domain/derived-status.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import type { SprintRow, WorkspaceLookups } from '../../data/lookups.ts';

export const labelOfRun = (run: SprintRow, { sprintConfigs }: Pick<WorkspaceLookups, 'sprintConfigs'>): string =>
  runLabel(run, sprintConfigs[run.sprintConfigId]);

/** Runs of active Run Configs that are not completed. */
export function openRunsOf({ sprints, activeRunConfigs }: WorkspaceLookups): SprintRow[] {
  const active = new Set(activeRunConfigs.map(({ id }) => id));
  return Object.values(sprints).filter((run) => run.completedAt === null && active.has(run.sprintConfigId));
}

export const runsOfConfig = (sprints: Readonly<Record<string, SprintRow>>, configId: string): SprintRow[] =>
  Object.values(sprints).filter(({ sprintConfigId }) => sprintConfigId === configId);

/** The latest one that has started and is not completed. */
export function currentRun(sprints: readonly SprintRow[], today: string): SprintRow | undefined {
  return sprints
    .filter((sprint) => sprint.completedAt === null && sprint.startDate <= today)
    .sort((a, b) => b.startDate.localeCompare(a.startDate))[0];
}

/** Within the Run Config of the run; null for other runs. */
export function phaseOfRun(sprint: SprintRow, sprints: readonly SprintRow[], today: string): 'current' | 'next' | null {
  const open = sprints
    .filter(({ sprintConfigId, completedAt }) => sprintConfigId === sprint.sprintConfigId && completedAt === null)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate));
  const current = currentRun(open, today);
  if (sprint.id === current?.id) return 'current';
  return sprint.id === open.find(({ startDate }) => startDate > today)?.id ? 'next' : null;
}

export const unfinishedCardLabels: Readonly<Record<UnfinishedCardKind, string>> = {
  undone: 'Not done',
  review: 'In review',
  blocked: 'Blocked',
};
