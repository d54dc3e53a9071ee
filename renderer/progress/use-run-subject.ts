/** What the burn-up of a run is about. */
import { useMemo } from 'react';
import type { SprintRow } from '../data/lookups.ts';
import type { BurnUpSubject } from './burn-up/use-burn-up.ts';

/** `label` is the name of the run. The result stays the same while the run's days do. */
export function useRunSubject(sprint: SprintRow, label: string): BurnUpSubject {
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
