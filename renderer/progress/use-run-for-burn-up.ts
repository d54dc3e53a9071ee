import { useMemo } from 'react';
import type { SprintRow } from '../data/lookups.ts';
import type { RunOrMilestoneForBurnUp } from './burn-up/use-burn-up.ts';

/** `label` is the run's name. Returns the same object until one of its values changes. */
export function useRunForBurnUp(sprint: SprintRow, label: string): RunOrMilestoneForBurnUp {
  const { id, startDate: from, endDate: to, completedAt: endedAt, sprintConfigId } = sprint;
  return useMemo(
    () => ({
      model: 'sprint',
      id,
      label,
      from,
      to,
      endedAt,
      past: { configIds: [sprintConfigId], before: from },
      people: null,
    }),
    [id, label, from, to, endedAt, sprintConfigId],
  );
}
