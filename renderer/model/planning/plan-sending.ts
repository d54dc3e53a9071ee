/**
 * Prepares a run plan for sending: finds conflicts with changes by other people, applies the person's choices, and
 * makes the steps to send.
 */
import {
  type CardPlan,
  groupConsecutiveCards,
  groupPlannedChanges,
  type PartialPlannedValues,
  type PositionInPlannedRun,
  type RunPlan,
  unappliedPlannedValues,
} from '../../../shared/domain/run-plan.ts';
import { conflictsOfCardPlan, type PlanConflict } from '../../../shared/domain/run-plan-checks.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import type { CardRow } from '../card-row.ts';

/**
 * The person's choice for a card that others changed after it was planned: change it as planned, or leave it as it is.
 */
export type PlanConflictChoice = 'change' | 'leave';

/** One planned card, with its changes that are not sent yet, its conflicts and the person's choice. */
export interface UnsentCardPlan {
  readonly cardId: string;
  readonly plan: CardPlan;
  /** The current row of the card; undefined if the workspace's token can no longer read it. */
  readonly row: CardRow | undefined;
  /** The planned changes that are not made yet; empty if the card is to be left as it is. */
  readonly changes: PartialPlannedValues;
  readonly conflicts: readonly PlanConflict[];
  /** Null if there is nothing to choose: the card has no conflict, or it no longer exists. */
  readonly choice: PlanConflictChoice | null;
}

const isCardGone = ({ kind }: PlanConflict) => kind === 'missing' || kind === 'deleted';

/**
 * Returns the cards of the plan that still differ from the plan or have a conflict. `choices` contains the person's
 * choices for cards with a conflict. Without a choice, the kind of conflict decides:
 * - If others only changed the planned fields of the card, the card is changed as planned.
 * - If the card is done or archived, or if the planned run is completed, the card is left as it is.
 * A deleted or missing card is always left as it is.
 */
export function unsentCardPlans(
  plan: RunPlan,
  rows: CardRows,
  choices: Readonly<Record<string, PlanConflictChoice>>,
  isCompletedRun: (sprintId: string) => boolean,
): UnsentCardPlan[] {
  return Object.entries(plan).flatMap(([cardId, cardPlan]): UnsentCardPlan[] => {
    const row = rows[cardId];
    const conflicts = conflictsOfCardPlan(cardPlan, row, isCompletedRun);
    const changes = row ? unappliedPlannedValues(cardPlan, row) : {};
    if (conflicts.length === 0 && Object.keys(changes).length === 0) return [];
    const chosen = choices[cardId] ?? (conflicts.every(({ kind }) => kind === 'field') ? 'change' : 'leave');
    const choice = conflicts.length === 0 || conflicts.some(isCardGone) ? null : chosen;
    const isLeft = conflicts.some(isCardGone) || choice === 'leave';
    return [{ cardId, plan: cardPlan, row, changes: isLeft ? {} : changes, conflicts, choice }];
  });
}

export const hasPlannedChanges = ({ changes }: UnsentCardPlan): boolean => Object.keys(changes).length > 0;

type CardRows = Readonly<Record<string, CardRow>>;

/** Returns the ids of the planned cards, and of the neighbour cards that the planned positions refer to. */
export const cardIdsOfPlan = (plan: RunPlan): string[] => [
  ...new Set(Object.entries(plan).flatMap(([id, { place }]) => (place?.targetId ? [id, place.targetId] : [id]))),
];

/**
 * Returns the position to send for a card. If the plan places the card next to a neighbour that is not in the same run
 * once the plan is sent, uses the position that the plan gives to the neighbour, and so on for the next neighbour.
 * Returns undefined if no position is found.
 */
function resolvePlannedPlace(
  entry: UnsentCardPlan,
  sent: readonly UnsentCardPlan[],
  plan: RunPlan,
  rows: CardRows,
): PositionInPlannedRun | undefined {
  const run = entry.plan.sprintId?.to;
  const runOf = (id: string) => {
    const own = sent.find(({ cardId }) => cardId === id);
    return own?.changes.sprintId === undefined ? rows[id]?.sprintId : own.changes.sprintId;
  };
  const seen = new Set<string>();
  let place = entry.plan.place;
  while (place?.targetId && runOf(place.targetId) !== run) {
    if (seen.has(place.targetId)) return undefined;
    seen.add(place.targetId);
    const next: CardPlan | undefined = plan[place.targetId];
    place = next?.sprintId?.to === run ? next?.place : undefined;
  }
  return place;
}

/** Returns the steps to send: first as few steps as possible that change fields, then the steps that set positions. */
export const stepsToSendPlan = (entries: readonly UnsentCardPlan[], plan: RunPlan, rows: CardRows): ActStep[] => [
  ...fieldChangeSteps(entries),
  ...groupConsecutiveCards(
    entries.flatMap((entry) => {
      const place = resolvePlannedPlace(entry, entries, plan, rows);
      return place ? [[entry.cardId, place] as const] : [];
    }),
  ).map(({ cardIds, place: { side, targetId, label } }) =>
    actStep(side === 'after' ? 'cardOrders/addAfter' : 'cardOrders/addBefore', {
      targetId: targetId as never,
      cardIds: cardIds as never,
      context: 'sprint',
      label,
    }),
  ),
];

const fieldChangeSteps = (entries: readonly UnsentCardPlan[]): ActStep[] =>
  groupPlannedChanges(entries.map(({ cardId, changes }) => [cardId, changes] as const)).map(({ cardIds, changes }) =>
    cardIds.length === 1
      ? actStep('cards/update', { id: cardIds[0] as never, ...(changes as object) })
      : actStep('cards/bulkUpdate', { ids: cardIds as never, ...(changes as object) }),
  );
