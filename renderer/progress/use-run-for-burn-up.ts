/** Describes a run as the subject of a burn-up chart. */
import { useMemo } from 'react';
import type { SprintRow } from '../data/lookups.ts';
import type { RunOrMilestoneForBurnUp } from './burn-up/use-burn-up.ts';

/**
 * Returns the data with which burn-up charts show a run. `label` is the name of the run. Returns the same object until
 * one of its values changes.
 */
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
