/** Finds out where a plan no longer fits: cards that others changed meanwhile, and cards planned before what they wait for. */
import type { Day } from '../contract/index.ts';
import { type CardPlan, openChanges, type PlannedField, type PlannedValues, plannedFields } from './plan.ts';

/** The fields of a card that decide whether a plan for it still fits. */
export interface CurrentCard extends PlannedValues {
  readonly status: string;
  readonly visibility: string;
}

/** A change by others since the card was planned: a field that differs, or a state that makes the plan doubtful. */
export type PlanConflict =
  | {
      readonly kind: 'field';
      readonly field: PlannedField;
      readonly theirs: string | null;
      readonly mine: string | null;
    }
  | { readonly kind: 'done' | 'archived' | 'deleted' | 'missing' | 'runCompleted' };

/**
 * What changed since the card was planned. Empty if nothing did, or if the card already is as planned. `card` is undefined
 * if it is not readable any more.
 */
export function planConflicts(
  plan: CardPlan,
  card: CurrentCard | undefined,
  isCompletedRun: (sprintId: string) => boolean,
): PlanConflict[] {
  if (!card) return [{ kind: 'missing' }];
  const open = openChanges(plan, card);
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

/** A card and the cards that it waits for. */
export interface WaitingCard {
  readonly cardId: string;
  readonly sprintId: string | null;
  readonly inDeps: readonly string[];
}

export interface Blocker {
  readonly sprintId: string | null;
  readonly isOpen: boolean;
}

/**
 * By card id, the open cards that a card in a run waits for although they are in no run, or in one that starts later.
 * Blockers that are not known are left out. `startOf` returns the first day of a run.
 */
export function lateBlockers(
  cards: Iterable<WaitingCard>,
  blockerOf: (cardId: string) => Blocker | undefined,
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
