/** What the burn-up of a milestone is about. */
import { useMemo } from 'react';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import type { BurnUpSubject } from '../../progress/burn-up/use-burn-up.ts';
import type { Progress } from '../../progress/use-progress.ts';
import { configsOf, type MilestonePeople } from './milestone-people.ts';

/** The chart begins on the milestone's first day, else on the first recorded one. */
export function useMilestoneSubject(
  milestone: MilestoneRow,
  { recorded }: Progress,
  people: MilestonePeople | null,
): BurnUpSubject {
  const lookups = useLookups();
  const { id, name, startDate, date } = milestone;
  const first = startDate ?? recorded?.map((row) => row.date).sort()[0] ?? date;
  const configs = configsOf(milestone, lookups).join();
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
