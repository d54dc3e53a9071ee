/** Describes a milestone as the subject of a burn-up chart. */
import { useMemo } from 'react';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import type { RunOrMilestoneForBurnUp } from '../../progress/burn-up/use-burn-up.ts';
import type { ProgressData } from '../../progress/use-progress.ts';
import { type MilestonePeople, runConfigIdsOfMilestone } from './milestone-people.ts';

/**
 * Returns the data with which burn-up charts show a milestone. A chart begins on the first day of the milestone. If no
 * first day is set, it begins on the first day with recorded progress.
 */
export function useMilestoneForBurnUp(
  milestone: MilestoneRow,
  { recorded }: ProgressData,
  people: MilestonePeople | null,
): RunOrMilestoneForBurnUp {
  const lookups = useLookups();
  const { id, name, startDate, date } = milestone;
  const first = startDate ?? recorded?.map((row) => row.date).sort()[0] ?? date;
  const configs = runConfigIdsOfMilestone(milestone, lookups).join();
  const owners = people?.owners.join() ?? '';
  return useMemo(
    () => ({
      model: 'milestone',
      id,
      label: name,
      from: first < date ? first : date,
      to: date,
      endedAt: null,
      past: { configIds: configs === '' ? [] : configs.split(',') },
      people: owners === '' ? [] : owners.split(','),
    }),
    [id, name, first, date, configs, owners],
  );
}
