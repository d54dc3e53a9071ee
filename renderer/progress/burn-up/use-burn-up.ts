import { useMemo } from 'react';
import { addDays } from '../../../shared/domain/calendar.ts';
import {
  type CompletedRunWork,
  type DayRange,
  paceRangeOfRuns,
  shownRange,
  sumOfPaceRanges,
} from '../../../shared/domain/forecast.ts';
import { useLookups } from '../../data/lookups.ts';
import { useToday } from '../../ui/dates/today.ts';
import type { PastRunsFilter } from '../past-runs.ts';
import { addLiveProgressToRows, newestProgressDay, type ProgressMeasure, progressChartData } from '../progress.ts';
import { type ModelWithProgress, usePersonProgress, useProgress } from '../use-progress.ts';
import { type BurnUpRow, createBurnUpRows, nonWorkdayRanges } from './burn-up-data.ts';
import { useDoneWorkPerRun } from './use-done-work-per-run.ts';

export interface RunOrMilestoneForBurnUp extends DayRange {
  readonly model: ModelWithProgress;
  readonly id: string;
  readonly label: string;
  /** ISO time; null if the run or milestone has not ended. */
  readonly endedAt: string | null;
  /** The completed runs for velocity and forecast. */
  readonly past: PastRunsFilter;
  /**
   * Owners whose done cards count for the velocity; a null inside stands for cards without an owner. If the list itself
   * is null, the work of everybody in the selected runs counts.
   */
  readonly people: readonly (string | null)[] | null;
}

export interface BurnUpValues {
  /** One per day; null until loaded. */
  readonly rows: readonly BurnUpRow[] | null;
  readonly nonWorkdays: readonly DayRange[];
  /** The newest day with values. Null before the first day of the run or milestone, and after it has ended. */
  readonly today: string | null;
  /** The last ones of each Run Config; null until loaded. */
  readonly past: readonly (readonly CompletedRunWork[])[] | null;
  /** Only a part of the days has rows (`maxShownDays`). */
  readonly isCut: boolean;
  /** Cards whose history is not readable count with their current values on all past days. */
  readonly cardsWithoutHistory: number;
  readonly error: Error | null;
}

/** `userId` selects one owner's cards; null selects cards without an owner, undefined all cards. */
export function useBurnUpValues(
  subject: RunOrMilestoneForBurnUp,
  measure: ProgressMeasure,
  userId: string | null | undefined,
): BurnUpValues {
  const { model, id, endedAt } = subject;
  const workdays = useLookups().account?.workdays;
  const newest = newestProgressDay(useToday());
  const whole = { from: subject.from, to: endedAt === null && subject.to < newest ? newest : subject.to };
  const { from, to: until } = shownRange(whole, newest);
  const to = [addDays(from, -1), subject.to < until ? subject.to : until].sort()[1] ?? until;
  const everybody = useProgress(model, id, endedAt !== null);
  const person = usePersonProgress({ model, id, from, to: newest < until ? newest : until }, userId);
  const { recorded, live, fallbackEffort, error } = userId === undefined ? everybody : person;
  const people = useMemo(() => (userId === undefined ? subject.people : [userId]), [userId, subject.people]);
  const { past, error: pastError } = useDoneWorkPerRun(subject.past, measure, people);
  const rows = useMemo(() => {
    if (!workdays || recorded === null || past === null) return null;
    const { points } = progressChartData({ recorded, live, fallbackEffort }, { from, to, endedAt }, newest, measure);
    return createBurnUpRows({
      run: { from, to },
      until,
      points,
      rows: addLiveProgressToRows(recorded, live, newest),
      measure,
      fallbackEffort,
      workdays,
      pace: sumOfPaceRanges(past.map((runs) => paceRangeOfRuns(runs, workdays))),
      today: endedAt === null ? newest : null,
    });
  }, [workdays, recorded, live, fallbackEffort, past, from, to, until, endedAt, newest, measure]);
  const nonWorkdays = useMemo(
    () => (workdays ? nonWorkdayRanges({ from, to: until }, workdays) : []),
    [workdays, from, until],
  );
  return {
    rows,
    nonWorkdays,
    today: endedAt === null && newest >= from ? newest : null,
    past,
    isCut: from !== whole.from || until !== whole.to,
    cardsWithoutHistory: person.cardsWithoutHistory,
    error: error ?? pastError,
  };
}
