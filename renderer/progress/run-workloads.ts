/**
 * Computes planned work by run and person. Views provide the result in a context; the capacity bars of runs read it.
 */
import { createContext, useContext, useMemo } from 'react';
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { sumWorkloads, type WorkloadCard, type WorkloadsByRunAndOwner } from '../../shared/domain/capacity.ts';
import { countedCardsCondition } from '../../shared/domain/progress.ts';
import { countedCardsAsPlanned, type PlannedCards } from '../cards/planning/planned-cards.ts';
import { useLiveQuery } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';

/** The planned work of each run, by person. */
interface RunWorkloads {
  readonly loads: WorkloadsByRunAndOwner;
  /** The effort with which a card without an effort is counted; 0 if the service sends no fallback. */
  readonly fallbackEffort: number;
  /** False until the cards are loaded. */
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

/** Loads the cards of the runs that count and have one of the statuses. Loads nothing if `isEnabled` is false. */
export function useCardsOfRuns(
  sprintIds: readonly string[],
  derivedStatus: readonly string[] = countedCardsCondition.derivedStatus,
  isEnabled = true,
) {
  const ids = sprintIds.join();
  const cardsQuery = useMemo(() => cardsOfRunsQuery(ids.split(','), derivedStatus), [ids, derivedStatus]);
  return useLiveQuery(cardsQuery, { enabled: isEnabled && ids !== '' });
}

/** Loads the planned work of the runs. If there is a run plan, applies it. Ignores the filters of the board. */
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
