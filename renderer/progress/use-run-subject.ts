/** Describes a run as the subject of a burn-up chart. */
import { useMemo } from 'react';
import type { SprintRow } from '../data/lookups.ts';
import type { BurnUpSubject } from './burn-up/use-burn-up.ts';

/**
 * Returns a run as the subject of a chart; `label` is the name of the run. Returns the same object until the days, the
 * end, the Run Config or the label change.
 */
export function useRunBurnUpSubject(sprint: SprintRow, label: string): BurnUpSubject {
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
