/** Context with the plan that a view shows: board, capacities, progress and card faces read it. Null outside planning mode. */
import { createContext, useContext } from 'react';
import type { Plan } from '../../../shared/domain/plan.ts';
import type { CardRow } from '../../model/card-row.ts';

/** Texts that the face of a card shows while planning. */
export interface PlanMark {
  /** The planned change: "Planned: Run 7 instead of no run". Null if the plan leaves the card as it is. */
  readonly change: string | null;
  /** The cards that it waits for and that are planned later, or in no run; null if there are none. */
  readonly late: string | null;
}

export interface PlannedCards {
  readonly plan: Plan;
  /** The planned cards as they are now, by id; empty until they are loaded. */
  readonly rows: Readonly<Record<string, CardRow>>;
  readonly marks: ReadonlyMap<string, PlanMark>;
}

const PlannedContext = createContext<PlannedCards | null>(null);
export const PlannedProvider = PlannedContext.Provider;
export const usePlanned = (): PlannedCards | null => useContext(PlannedContext);
