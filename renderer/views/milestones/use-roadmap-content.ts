import { useMemo } from 'react';
import { addDays, daysBetween } from '../../../shared/domain/calendar.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { firstDayOfMilestone, roadmapLanesOf } from '../../model/planning/roadmap.ts';
import { useToday } from '../../ui/dates/today.ts';
import { doneOfTotalCardsText } from './MilestoneBar.tsx';
import { useMilestoneCardCounts } from './milestone-counts.ts';

/**
 * Days on the axis before the first and after the last of all milestones, runs and today. Milestones can be dragged
 * there.
 */
const marginDays = 120;
/** Left and right of a milestone's name together. */
const namePaddingPx = 34;
const maxNamePx = 320;
/**
 * Estimate, at most `maxNamePx` plus padding. Characters from U+1100 on, such as Chinese, Japanese and Korean, are
 * wide.
 */
const nameWidthPx = (text: string) =>
  Math.min(
    maxNamePx,
    [...text].reduce((sum, letter) => sum + (letter > '\u1100' ? 13 : 7), 0),
  ) + namePaddingPx;
const extentOf = (origin: string, start: string, end: string) => ({
  from: daysBetween(origin, start),
  days: daysBetween(start, end) + 1,
});

/** `from` of runs and bars is a number of days from the first day of the axis. */
export function useRoadmapContent(milestones: readonly MilestoneRow[]) {
  const { sprints, activeRunConfigs, projects, milestoneProjects } = useLookups();
  const today = useToday();
  const countsOf = useMilestoneCardCounts();
  const [first, last] = useMemo(() => {
    const days = [
      today,
      ...milestones.flatMap((one) => [firstDayOfMilestone(one), one.date]),
      ...Object.values(sprints).flatMap(({ startDate, endDate }) => [startDate, endDate]),
    ].sort();
    return [addDays(days[0] ?? today, -marginDays), addDays(days.at(-1) ?? today, marginDays)];
  }, [milestones, sprints, today]);
  const runs = useMemo(
    () =>
      Object.values(sprints)
        .flatMap((run) => {
          const config = activeRunConfigs.find(({ id }) => id === run.sprintConfigId);
          const extent = extentOf(first, run.startDate, run.endDate);
          return config ? { key: run.id as string, color: config.color, run, config, textPx: 0, ...extent } : [];
        })
        .sort((a, b) => a.from - b.from),
    [sprints, activeRunConfigs, first],
  );
  const lanes = useMemo(
    () =>
      roadmapLanesOf(milestones, projects, milestoneProjects).map((lane) => ({
        ...lane,
        bars: lane.milestones.map((milestone) => ({
          key: stableRowKey(milestone.id),
          color: milestone.color,
          milestone,
          ...extentOf(first, firstDayOfMilestone(milestone), milestone.date),
          counts: countsOf(milestone.id),
          textPx: nameWidthPx(`${milestone.name} ${doneOfTotalCardsText(countsOf(milestone.id))}`),
        })),
      })),
    [milestones, projects, milestoneProjects, first, countsOf],
  );
  return { first, last, runs, lanes };
}

export type RoadmapRun = ReturnType<typeof useRoadmapContent>['runs'][number];
