/** Planned work by run and person from the cards of several runs, for everything that shows capacities. */
import { createContext, useContext, useMemo } from 'react';
import { query, under } from '../../shared/contract/index.ts';
import { type Loads, loadsOf, type PlannedCard } from '../../shared/domain/capacity.ts';
import { asPlanned } from '../../shared/domain/plan.ts';
import { progressStates } from '../../shared/domain/progress.ts';
import type { PlannedCards } from '../cards/planning/planned-cards.ts';
import { useLive } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';

export interface RunLoads {
  readonly loads: Loads;
  /** Effort of cards that have none; 0 where the service states none. */
  readonly fallbackEffort: number;
  /** False until the cards are loaded. */
  readonly ready: boolean;
}

const RunLoadsContext = createContext<RunLoads>({ loads: new Map(), fallbackEffort: 0, ready: false });
export const RunLoadsProvider = RunLoadsContext.Provider;
export const useLoads = (): RunLoads => useContext(RunLoadsContext);

/** The cards by id with those of the plan as planned, also such that were in other runs. */
function withPlan(cards: Readonly<Record<string, PlannedCard>>, planned: PlannedCards): PlannedCard[] {
  const all: Record<string, PlannedCard> = { ...cards };
  for (const [id, plan] of Object.entries(planned.plan)) {
    const card = all[id] ?? planned.rows[id];
    if (card) all[id] = asPlanned(card, plan);
  }
  return Object.values(all);
}

/** The loads of runs, as planned if there is a plan. Filters of a board leave them as they are. */
export function useRunLoads(sprintIds: readonly string[], planned: PlannedCards | null): RunLoads {
  const { account, inActiveProjects } = useLookups();
  const fallbackEffort = account?.fallbackEffort ?? 0;
  const ids = sprintIds.join();
  const { data } = useLive(
    useMemo(
      () =>
        query({
          _root: [
            {
              account: [
                under(
                  'cards',
                  { ...inActiveProjects, sprintId: ids.split(','), derivedStatus: Object.keys(progressStates) },
                  ['sprintId', 'assigneeId', 'effort', 'derivedStatus'],
                ),
              ],
            },
          ],
        }),
      [ids, inActiveProjects],
    ),
    { enabled: ids !== '' },
  );
  return useMemo(() => {
    const cards = (data?.card ?? {}) as Record<string, PlannedCard>;
    return {
      loads: loadsOf(planned ? withPlan(cards, planned) : Object.values(cards), fallbackEffort),
      fallbackEffort,
      ready: data !== undefined,
    };
  }, [data, fallbackEffort, planned]);
}
