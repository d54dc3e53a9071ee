/**
 * React context with the run plan that a view shows. Boards, capacities, progress and card faces read it. Null outside
 * planning mode.
 */
import { createContext, useContext } from 'react';
import type { RunPlan } from '../../../shared/domain/run-plan.ts';
import type { CardRow, LoadedCards } from '../../model/card-row.ts';

/** Texts of the icons that the face of a planned card shows, for their tooltips and for screen readers. */
export interface PlannedCardFaceTexts {
  /** The planned change, such as "Planned: Run 7 instead of no run"; null if the plan does not change the card. */
  readonly changeText: string | null;
  /**
   * A warning with the names of cards that this card must wait for, but that are planned for a later run or for no run.
   * Null if there are no such cards.
   */
  readonly lateText: string | null;
}

export interface PlannedCards {
  readonly plan: RunPlan;
  /** The current rows of the planned cards, by id; empty until they are loaded. */
  readonly rows: Readonly<Record<string, CardRow>>;
  /** Their current positions in the manual orders of runs. */
  readonly positions: LoadedCards['positions'];
  readonly marks: ReadonlyMap<string, PlannedCardFaceTexts>;
}

const PlannedCardsContext = createContext<PlannedCards | null>(null);
export const PlannedCardsProvider = PlannedCardsContext.Provider;
export const usePlannedCardsOfView = (): PlannedCards | null => useContext(PlannedCardsContext);
