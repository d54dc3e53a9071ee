/** Prepares a plan for sending: what others changed meanwhile, the person's choices about it, and the actions to send. */
import {
  type CardPlan,
  openChanges,
  type Plan,
  type PlanChanges,
  placeGroups,
  planGroups,
} from '../../../shared/domain/plan.ts';
import { type PlanConflict, planConflicts } from '../../../shared/domain/plan-checks.ts';
import { type ActStep, step } from '../../data/act.ts';
import type { CardRow } from '../card-row.ts';

/** Whether a card that changed meanwhile is changed as planned or left as it is. */
export type PlanChoice = 'change' | 'leave';

export interface PlanEntry {
  readonly cardId: string;
  readonly plan: CardPlan;
  /** The card as it is now; undefined if it is not readable any more. */
  readonly row: CardRow | undefined;
  /** Empty if the card is left as it is. */
  readonly changes: PlanChanges;
  readonly conflicts: readonly PlanConflict[];
  /** Null if there is nothing to choose: no conflict, or a card that is gone. */
  readonly choice: PlanChoice | null;
}

const isGone = ({ kind }: PlanConflict) => kind === 'missing' || kind === 'deleted';

/** The cards of the plan that are not as planned yet. A planned value stays by default only if nothing but values changed. */
export function planEntries(
  plan: Plan,
  rows: Readonly<Record<string, CardRow>>,
  choices: Readonly<Record<string, PlanChoice>>,
  isCompletedRun: (sprintId: string) => boolean,
): PlanEntry[] {
  return Object.entries(plan).flatMap(([cardId, cardPlan]): PlanEntry[] => {
    const row = rows[cardId];
    const conflicts = planConflicts(cardPlan, row, isCompletedRun);
    const changes = row ? openChanges(cardPlan, row) : {};
    if (conflicts.length === 0 && Object.keys(changes).length === 0) return [];
    const chosen = choices[cardId] ?? (conflicts.every(({ kind }) => kind === 'field') ? 'change' : 'leave');
    const choice = conflicts.length === 0 || conflicts.some(isGone) ? null : chosen;
    const isLeft = conflicts.some(isGone) || choice === 'leave';
    return [{ cardId, plan: cardPlan, row, changes: isLeft ? {} : changes, conflicts, choice }];
  });
}

export const isChanged = ({ changes }: PlanEntry): boolean => Object.keys(changes).length > 0;

/** The fewest actions that make the changes of these entries, then those that put cards into their positions. */
export const planSteps = (entries: readonly PlanEntry[]): ActStep[] => [
  ...changeSteps(entries),
  ...placeGroups(entries.flatMap(({ cardId, plan: { place } }) => (place ? [[cardId, place] as const] : []))).map(
    ({ cardIds, place: { side, targetId, label } }) =>
      step(side === 'after' ? 'cardOrders/addAfter' : 'cardOrders/addBefore', {
        targetId: targetId as never,
        cardIds: cardIds as never,
        context: 'sprint',
        label,
      }),
  ),
];

const changeSteps = (entries: readonly PlanEntry[]): ActStep[] =>
  planGroups(entries.map(({ cardId, changes }) => [cardId, changes] as const)).map(({ cardIds, changes }) =>
    cardIds.length === 1
      ? step('cards/update', { id: cardIds[0] as never, ...(changes as object) })
      : step('cards/bulkUpdate', { ids: cardIds as never, ...(changes as object) }),
  );
