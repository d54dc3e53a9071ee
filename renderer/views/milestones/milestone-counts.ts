/** Counts all cards, done cards and started cards of each milestone. */
import { useMemo } from 'react';
import { filteredRelationKey, type QueryObject, query, selectRelated } from '../../../shared/contract/index.ts';
import { statusesOfProgressGroups } from '../../../shared/domain/progress.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';

/** How many cards a milestone has in total, how many are done, and how many are started. */
export interface MilestoneCardCounts {
  readonly total: number;
  readonly done: number;
  readonly started: number;
}

/**
 * Returns the query for the card counts of all milestones, and the keys of the counts in each milestone's row of the
 * answer.
 */
function countsQuery(activeProjectsCondition: QueryObject) {
  const count = (where: QueryObject) =>
    `count:${filteredRelationKey('cards', { ...where, ...activeProjectsCondition })}` as const satisfies `count:cards(${string})`;
  const total = count({ derivedStatus: statusesOfProgressGroups('open', 'begun', 'done') });
  const done = count({ derivedStatus: statusesOfProgressGroups('done') });
  const started = count({ derivedStatus: statusesOfProgressGroups('begun') });
  const liveQuery = query({
    _root: [{ account: [selectRelated('milestones', { isDeleted: false }, [total, done, started])] }],
  });
  return { total, done, started, liveQuery };
}

/**
 * Returns a function that gives the counts of a milestone by its id. The counts are 0 until they are loaded. For the
 * same id, the function returns the same object until the counts change.
 */
export function useMilestoneCardCounts(): (milestoneId: string) => MilestoneCardCounts {
  const { activeProjectsCondition } = useLookups();
  const keys = useMemo(() => countsQuery(activeProjectsCondition), [activeProjectsCondition]);
  const { data } = useLiveQuery(keys.liveQuery);
  return useMemo(() => {
    const counts = new Map(
      Object.entries(data?.milestone ?? {}).map(([id, row]) => {
        const {
          [keys.total]: total = 0,
          [keys.done]: done = 0,
          [keys.started]: started = 0,
        } = row as unknown as Record<string, number>;
        return [id, { total, done, started }];
      }),
    );
    return (id) => counts.get(id) ?? noCounts;
  }, [data, keys]);
}

const noCounts: MilestoneCardCounts = { total: 0, done: 0, started: 0 };
