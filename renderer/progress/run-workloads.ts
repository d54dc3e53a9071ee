/**
 * Computes planned work by run and person. Views provide the result in a context; the capacity bars of runs read it.
 */
import { createContext, useContext, useMemo } from 'react';
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';
import { sumWorkloads, type WorkloadCard, type WorkloadsByRunAndOwner } from '../../shared/domain/capacity.ts';
import { progressStateByStatus } from '../../shared/domain/progress.ts';
import { cardWithPlanApplied } from '../../shared/domain/run-plan.ts';
import type { PlannedCards } from '../cards/planning/planned-cards.ts';
import { useLiveQuery } from '../data/live.ts';
import { useLookups } from '../data/lookups.ts';

const countedStatuses = Object.keys(progressStateByStatus);

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

/**
 * Returns the cards with the runs and owners of the run plan. Includes cards that the plan moves into these runs from
 * other runs.
 */
function cardsAsPlanned(cards: Readonly<Record<string, WorkloadCard>>, planned: PlannedCards): WorkloadCard[] {
  const all: Record<string, WorkloadCard> = { ...cards };
  for (const [id, plan] of Object.entries(planned.plan)) {
    const card = all[id] ?? planned.rows[id];
    if (card) all[id] = cardWithPlanApplied(card, plan);
  }
  return Object.values(all);
}

/** Loads the cards of the runs that have one of the statuses. Loads nothing if `isEnabled` is false. */
export function useCardsOfRuns(sprintIds: readonly string[], derivedStatus: readonly string[], isEnabled = true) {
  const { activeProjectsCondition } = useLookups();
  const ids = sprintIds.join();
  const cardsQuery = useMemo(
    () =>
      queryForAccount([
        selectRelated('cards', { ...activeProjectsCondition, sprintId: ids.split(','), derivedStatus }, [
          'sprintId',
          'assigneeId',
          'effort',
          'derivedStatus',
        ]),
      ]),
    [ids, derivedStatus, activeProjectsCondition],
  );
  return useLiveQuery(cardsQuery, { enabled: isEnabled && ids !== '' });
}

/** Loads the planned work of the runs. If there is a run plan, applies it. Ignores the filters of the board. */
export function useRunWorkloads(sprintIds: readonly string[], planned: PlannedCards | null): RunWorkloads {
  const fallbackEffort = useLookups().account?.fallbackEffort ?? 0;
  const { data } = useCardsOfRuns(sprintIds, countedStatuses);
  return useMemo(() => {
    const cards = (data?.card ?? {}) as Record<string, WorkloadCard>;
    return {
      loads: sumWorkloads(planned ? cardsAsPlanned(cards, planned) : Object.values(cards), fallbackEffort),
      fallbackEffort,
      isLoaded: data !== undefined,
    };
  }, [data, fallbackEffort, planned]);
}
