/** The run plan that a view shows. Null outside planning mode. */
import { createContext, useContext } from 'react';
import { cardWithPlanApplied, type PlannedValues, type RunPlan } from '../../../shared/domain/run-plan.ts';
import type { CardRow, LoadedCards } from '../../model/card-row.ts';

/** For tooltips and for screen readers. */
export interface PlannedCardFaceTexts {
  /** Such as "Planned: Run 7 instead of no run"; null if the plan does not change the card. */
  readonly changeText: string | null;
  /**
   * Names the cards that this card must wait for, but that are planned for a later run or for no run. Null if there are
   * none.
   */
  readonly lateText: string | null;
}

export interface PlannedCards {
  readonly plan: RunPlan;
  /** Current rows of the planned cards, by id; empty until they are loaded. */
  readonly rows: Readonly<Record<string, CardRow>>;
  /** Current positions in the manual orders of runs. */
  readonly positions: LoadedCards['positions'];
  readonly marks: ReadonlyMap<string, PlannedCardFaceTexts>;
}

const PlannedCardsContext = createContext<PlannedCards | null>(null);
export const PlannedCardsProvider = PlannedCardsContext.Provider;
export const usePlannedCardsOfView = (): PlannedCards | null => useContext(PlannedCardsContext);

/**
 * `cards` are those that count now; the plan can add cards of other runs, unless they are private or in a deck of
 * `inactiveDeckIds`.
 */
export function countedCardsAsPlanned<C extends PlannedValues & { readonly derivedStatus: string }>(
  cards: Readonly<Record<string, C>>,
  planned: PlannedCards | null,
  inactiveDeckIds: ReadonlySet<string>,
): C[] {
  const all: Record<string, C> = { ...cards };
  for (const [id, plan] of Object.entries(planned?.plan ?? {})) {
    const row = planned?.rows[id];
    const added = row && row.deckId !== null && !inactiveDeckIds.has(row.deckId) ? (row as unknown as C) : undefined;
    const card = all[id] ?? added;
    if (card) all[id] = cardWithPlanApplied(card, plan);
  }
  return Object.values(all);
}
