/** Counts all cards, done cards and started cards of each milestone. */
import { useMemo } from 'react';
import { filteredRelationKey, queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import {
  countedCardsCondition,
  type ProgressGroup,
  statusesOfProgressGroups,
} from '../../../shared/domain/progress.ts';
import { useLiveQuery } from '../../data/live.ts';

/** How many cards a milestone has in total, how many are done, and how many are started. */
export interface MilestoneCardCounts {
  readonly total: number;
  readonly done: number;
  readonly started: number;
}

const countOf = (...groups: ProgressGroup[]) =>
  `count:${filteredRelationKey('cards', { ...countedCardsCondition, derivedStatus: statusesOfProgressGroups(...groups) })}` as const satisfies `count:cards(${string})`;

/** The query for the card counts of all milestones, and the keys of the counts in each milestone's row of the answer. */
const keys = { total: countOf('open', 'begun', 'done'), done: countOf('done'), started: countOf('begun') };
export const milestoneCountsQuery = queryForAccount([
  selectRelated('milestones', { isDeleted: false }, Object.values(keys)),
]);

/**
 * Returns a function that gives the counts of a milestone by its id. The counts are 0 until they are loaded. For the
 * same id, the function returns the same object until the counts change.
 */
export function useMilestoneCardCounts(): (milestoneId: string) => MilestoneCardCounts {
  const { data } = useLiveQuery(milestoneCountsQuery);
  return useMemo(() => {
    const counts = new Map(Object.entries(data?.milestone ?? {}).map(([id, row]) => [id, milestoneCountsOf(row)]));
    return (id) => counts.get(id) ?? noCounts;
  }, [data]);
}

/** Returns the counts in a milestone's row of the answer to `milestoneCountsQuery`. */
export function milestoneCountsOf(row: unknown): MilestoneCardCounts {
  const { [keys.total]: total = 0, [keys.done]: done = 0, [keys.started]: started = 0 } = row as Record<string, number>;
  return { total, done, started };
}

const noCounts: MilestoneCardCounts = { total: 0, done: 0, started: 0 };
