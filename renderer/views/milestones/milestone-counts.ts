import { useMemo } from 'react';
import { filteredRelationKey, queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import {
  countedCardsCondition,
  type ProgressGroup,
  statusesOfProgressGroups,
} from '../../../shared/domain/progress.ts';
import { useLiveQuery } from '../../data/live.ts';

export interface MilestoneCardCounts {
  readonly total: number;
  readonly done: number;
  readonly started: number;
}

const countOf = (...groups: ProgressGroup[]) =>
  `count:${filteredRelationKey('cards', { ...countedCardsCondition, derivedStatus: statusesOfProgressGroups(...groups) })}` as const satisfies `count:cards(${string})`;

/** The keys of the counts in each milestone's row of the answer. */
const keys = { total: countOf('open', 'begun', 'done'), done: countOf('done'), started: countOf('begun') };
export const milestoneCountsQuery = queryForAccount([
  selectRelated('milestones', { isDeleted: false }, Object.values(keys)),
]);

/** The returned function gives counts by milestone id: 0 until loaded, and the same object until the counts change. */
export function useMilestoneCardCounts(): (milestoneId: string) => MilestoneCardCounts {
  const { data } = useLiveQuery(milestoneCountsQuery);
  return useMemo(() => {
    const counts = new Map(Object.entries(data?.milestone ?? {}).map(([id, row]) => [id, milestoneCountsOf(row)]));
    return (id) => counts.get(id) ?? noCounts;
  }, [data]);
}

/** `row` is the milestone's row in the answer to `milestoneCountsQuery`. */
export function milestoneCountsOf(row: unknown): MilestoneCardCounts {
  const { [keys.total]: total = 0, [keys.done]: done = 0, [keys.started]: started = 0 } = row as Record<string, number>;
  return { total, done, started };
}

const noCounts: MilestoneCardCounts = { total: 0, done: 0, started: 0 };
