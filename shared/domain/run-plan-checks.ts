/** Cards that others changed after they were planned, or that are planned before what they wait for. */
import type { Day } from '../contract/index.ts';
import {
  type CardPlan,
  type PlannedField,
  type PlannedValues,
  plannedFields,
  unappliedPlannedValues,
} from './run-plan.ts';

export interface PlannedCardToCheck extends PlannedValues {
  readonly status: string;
  readonly visibility: string;
}

/** A planned field has another value now, or the state of the card or run forbids the planned change. */
export type PlanConflict =
  | {
      readonly kind: 'field';
      readonly field: PlannedField;
      readonly theirs: string | null;
      readonly mine: string | null;
    }
  | { readonly kind: 'done' | 'archived' | 'deleted' | 'missing' | 'runCompleted' };

/** None if the card already has the planned values. `card` is undefined if the card can no longer be read. */
export function conflictsOfCardPlan(
  plan: CardPlan,
  card: PlannedCardToCheck | undefined,
  isCompletedRun: (sprintId: string) => boolean,
): PlanConflict[] {
  if (!card) return [{ kind: 'missing' }];
  const open = unappliedPlannedValues(plan, card);
  if (Object.keys(open).length === 0) return [];
  if (card.visibility === 'deleted') return [{ kind: 'deleted' }];
  const conflicts: PlanConflict[] = [];
  if (card.visibility === 'archived') conflicts.push({ kind: 'archived' });
  else if (card.status === 'done') conflicts.push({ kind: 'done' });
  if (open.sprintId && isCompletedRun(open.sprintId)) conflicts.push({ kind: 'runCompleted' });
  for (const field of plannedFields) {
    const change = plan[field];
    if (change && open[field] !== undefined && change.from !== card[field])
      conflicts.push({ kind: 'field', field, theirs: card[field], mine: change.to });
  }
  return conflicts;
}

/** The ids of the cards that it waits for are in `inDeps`. */
export interface CardWithDependencies {
  readonly cardId: string;
  readonly sprintId: string | null;
  readonly inDeps: readonly string[];
}

/** A card for which another card waits. */
export interface BlockerCard {
  readonly sprintId: string | null;
  readonly isOpen: boolean;
}

/**
 * By card id, the open blockers that are in no run, or in a run that starts later than the card's run. Omits cards
 * without a run, and blockers for which `blockerOf` returns undefined.
 */
export function blockersPlannedLater(
  cards: Iterable<CardWithDependencies>,
  blockerOf: (cardId: string) => BlockerCard | undefined,
  startOf: (sprintId: string) => Day | undefined,
): ReadonlyMap<string, readonly string[]> {
  const late = new Map<string, readonly string[]>();
  for (const { cardId, sprintId, inDeps } of cards) {
    const start = sprintId === null ? undefined : startOf(sprintId);
    if (start === undefined) continue;
    const found = inDeps.filter((id) => {
      const blocker = blockerOf(id);
      if (!blocker?.isOpen) return false;
      if (blocker.sprintId === null) return true;
      const theirs = startOf(blocker.sprintId);
      return theirs !== undefined && theirs > start;
    });
    if (found.length > 0) late.set(cardId, found);
  }
  return late;
}
