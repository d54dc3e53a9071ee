/** Planned work by run and person. Views provide it in a context; the capacity bars of runs read it. */
import { createContext, useContext, useMemo } from 'react';
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { sumWorkloads, type WorkloadCard, type WorkloadsByRunAndOwner } from '../../shared/domain/capacity.ts';
import { countedCardsCondition } from '../../shared/domain/progress.ts';
import { countedCardsAsPlanned, type PlannedCards } from '../cards/planning/planned-cards.ts';
import { useLiveQuery } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';

interface RunWorkloads {
  readonly loads: WorkloadsByRunAndOwner;
  /** Counted for a card without an effort; 0 if the service sends no fallback. */
  readonly fallbackEffort: number;
  readonly isLoaded: boolean;
}

const RunWorkloadsContext = createContext<RunWorkloads>({ loads: new Map(), fallbackEffort: 0, isLoaded: false });
export const RunWorkloadsProvider = RunWorkloadsContext.Provider;
export const useRunWorkloadsContext = (): RunWorkloads => useContext(RunWorkloadsContext);

export const cardsOfRunsQuery = (sprintIds: readonly string[], derivedStatus: readonly string[]) =>
  queryForAccount([
    selectRelated('cards', { ...countedCardsCondition, sprintId: sprintIds, derivedStatus }, [
      'sprintId',
      'assigneeId',
      'effort',
      'derivedStatus',
    ]),
  ]);

/** Only cards that count and have one of the statuses. Loads nothing if `isEnabled` is false. */
export function useCardsOfRuns(
  sprintIds: readonly string[],
  derivedStatus: readonly string[] = countedCardsCondition.derivedStatus,
  isEnabled = true,
) {
  const ids = sprintIds.join();
  const cardsQuery = useMemo(() => cardsOfRunsQuery(ids.split(','), derivedStatus), [ids, derivedStatus]);
  return useLiveQuery(cardsQuery, { enabled: isEnabled && ids !== '' });
}

/** With the run plan applied, if there is one. Ignores the filters of the board. */
export function useRunWorkloads(sprintIds: readonly string[], planned: PlannedCards | null): RunWorkloads {
  const { account, inactiveDeckIds } = useLookups();
  const fallbackEffort = account?.fallbackEffort ?? 0;
  const { data } = useCardsOfRuns(sprintIds);
  return useMemo(() => {
    const cards = (data?.card ?? {}) as Record<string, WorkloadCard>;
    return {
      loads: sumWorkloads(countedCardsAsPlanned(cards, planned, inactiveDeckIds), fallbackEffort),
      fallbackEffort,
      isLoaded: data !== undefined,
    };
  }, [data, fallbackEffort, planned, inactiveDeckIds]);
}
