import { useMemo } from 'react';
import { query, type Row, selectRelated } from '../../../shared/contract/index.ts';
import type { Workdays } from '../../../shared/domain/calendar.ts';
import {
  capacityOfPerson,
  noWorkload,
  sumWorkloads,
  type Workload,
  type WorkloadCard,
} from '../../../shared/domain/capacity.ts';
import { type PaceRange, paceRangeOfRuns, sumOfPaceRanges } from '../../../shared/domain/forecast.ts';
import { countedCardsCondition, countedEffort } from '../../../shared/domain/progress.ts';
import { type MilestoneRisk, milestoneRiskOf } from '../../../shared/domain/risk.ts';
import { useLiveQuery } from '../../data/live.ts';
import { type MilestoneRow, type SprintRow, useLookups, type WorkspaceLookups } from '../../data/lookups.ts';
import { type DoneCard, lastCompletedRuns, sumDoneWorkPerRun, useDoneCardsOfRuns } from '../../progress/past-runs.ts';
import { useToday } from '../../ui/dates/today.ts';

export interface MilestonePerson {
  /** Null for cards without an owner. */
  readonly userId: string | null;
  readonly load: Workload;
  readonly capacity: number | null;
  readonly pace: PaceRange | null;
  readonly risk: MilestoneRisk;
}

export interface MilestonePeople {
  /**
   * Owners of cards and people with a capacity, with the most remaining effort first. The last entry is for cards
   * without an owner, if there are any.
   */
  readonly people: readonly MilestonePerson[];
  /** People who have remaining work. */
  readonly owners: readonly string[];
  readonly load: Workload;
  /** Of all `owners` together. */
  readonly pace: PaceRange | null;
  readonly risk: MilestoneRisk;
}

interface PeopleInput {
  readonly milestone: Pick<MilestoneRow, 'date' | 'userCapacities'>;
  readonly cards: readonly WorkloadCard[];
  /** The last completed ones of each Run Config of the milestone's projects. */
  readonly runs: readonly (readonly SprintRow[])[];
  /** Done in `runs`. */
  readonly done: readonly DoneCard[];
  readonly fallbackEffort: number;
  readonly workdays: Workdays;
  readonly today: string;
}

/** For each person of the milestone, and in total. */
export function milestonePeople({
  milestone: { date, userCapacities },
  cards,
  runs,
  done,
  fallbackEffort,
  workdays,
  today,
}: PeopleInput): MilestonePeople {
  const loads = sumWorkloads(
    cards.map((card) => ({ ...card, sprintId: null })),
    fallbackEffort,
  ).get(null);
  const amount = (card: DoneCard) => countedEffort(card, fallbackEffort);
  const paceOf = (userIds: readonly string[]) =>
    userIds.length === 0
      ? null
      : sumOfPaceRanges(sumDoneWorkPerRun(runs, done, userIds, amount).map((past) => paceRangeOfRuns(past, workdays)));
  const risk = ({ planned, done: finished }: Workload, pace: PaceRange | null) =>
    milestoneRiskOf({ left: planned - finished, today, date, pace, workdays });
  const ids = new Set<string | null>([...(loads?.keys() ?? []), ...Object.keys(userCapacities ?? {})]);
  const people = [...ids].map((userId): MilestonePerson => {
    const load = loads?.get(userId) ?? noWorkload;
    const pace = userId === null ? null : paceOf([userId]);
    return { userId, load, capacity: capacityOfPerson(userCapacities, userId), pace, risk: risk(load, pace) };
  });
  const owners = people.flatMap(({ userId, risk: { left } }) => (userId !== null && left > 0 ? userId : []));
  const load = people.reduce(
    (sum, person) => ({ planned: sum.planned + person.load.planned, done: sum.done + person.load.done }),
    noWorkload,
  );
  const pace = paceOf(owners);
  return {
    people: people.sort((a, b) => Number(a.userId === null) - Number(b.userId === null) || b.risk.left - a.risk.left),
    owners,
    load,
    pace,
    risk: risk(load, pace),
  };
}

/** Active global Run Configs and those of the milestone's projects; all active ones if the milestone is global. */
export function runConfigIdsOfMilestone(
  { id, isGlobal }: Pick<MilestoneRow, 'id' | 'isGlobal'>,
  { activeRunConfigs, milestoneProjects, sprintProjects }: WorkspaceLookups,
): string[] {
  const projects = new Set(milestoneProjects.flatMap((link) => (link.milestoneId === id ? link.projectId : [])));
  return activeRunConfigs
    .filter(
      (config) =>
        isGlobal ||
        config.isGlobal ||
        sprintProjects.some(({ sprintConfigId, projectId }) => sprintConfigId === config.id && projects.has(projectId)),
    )
    .map((config) => config.id);
}

/** Null until loaded. */
export function useMilestonePeople(milestone: MilestoneRow): MilestonePeople | null {
  const lookups = useLookups();
  const { account, sprints } = lookups;
  const today = useToday();
  const cards = selectRelated('cards', { ...countedCardsCondition, milestoneId: milestone.id }, [
    'sprintId',
    'assigneeId',
    'effort',
    'derivedStatus',
  ]);
  const { data } = useLiveQuery(query({ _root: [{ account: [cards] }] }));
  const runs = useMemo(
    () => lastCompletedRuns(sprints, { configIds: runConfigIdsOfMilestone(milestone, lookups) }),
    [sprints, milestone, lookups],
  );
  const { doneCards: done } = useDoneCardsOfRuns(runs);
  return useMemo(
    () =>
      data && done && account
        ? milestonePeople({
            milestone,
            cards: Object.values(data.card ?? {}) as Pick<Row<'card'>, keyof WorkloadCard>[],
            runs,
            done,
            fallbackEffort: account.fallbackEffort ?? 0,
            workdays: account.workdays,
            today,
          })
        : null,
    [data, done, account, milestone, runs, today],
  );
}
