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
import type { CardRow, LoadedCards } from '../card-row.ts';
import { plannedOrders } from './cards-with-plan.ts';

export type PlanConflictChoice = 'change' | 'leave';

export interface UnsentCardPlan {
  readonly cardId: string;
  readonly plan: CardPlan;
  /** Undefined if the workspace's token can no longer read it. */
  readonly row: CardRow | undefined;
  /** Not made yet; empty if the card is to be left as it is. */
  readonly changes: PartialPlannedValues;
  /** Whether the plan also places the card in its run. */
  readonly isPlaced: boolean;
  readonly conflicts: readonly PlanConflict[];
  /** Null if the card has no conflict, or no longer exists. */
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
    if (conflicts.length === 0 && Object.keys(changes).length === 0 && !cardPlan.place) return [];
    const chosen = choices[cardId] ?? (conflicts.every(({ kind }) => kind === 'field') ? 'change' : 'leave');
    const choice = conflicts.length === 0 || conflicts.some(isCardGone) ? null : chosen;
    const isLeft = conflicts.some(isCardGone) || choice === 'leave';
    const isPlaced = cardPlan.place !== undefined && !isLeft;
    return [{ cardId, plan: cardPlan, row, changes: isLeft ? {} : changes, isPlaced, conflicts, choice }];
  });
}

export const hasPlannedChanges = ({ changes, isPlaced }: UnsentCardPlan): boolean =>
  isPlaced || Object.keys(changes).length > 0;

type CardRows = Readonly<Record<string, CardRow>>;

/** Also the neighbour cards that the planned positions refer to. */
export const cardIdsOfPlan = (plan: RunPlan): string[] => [
  ...new Set(Object.entries(plan).flatMap(([id, { place }]) => (place?.targetId ? [id, place.targetId] : [id]))),
];

export const runIdsOfPlaces = (plan: RunPlan): string[] => [
  ...new Set(Object.values(plan).flatMap(({ place }) => place?.sprintId ?? [])),
];

/**
 * Each placed card directly after the card before it in its zone, in the order that the board shows. Cards that are not
 * in the run once `entries` are sent are left out of that order.
 */
function placesToSend(
  entries: readonly UnsentCardPlan[],
  plan: RunPlan,
  cards: Pick<LoadedCards, 'rows' | 'positions'>,
): (readonly [cardId: string, place: PositionInPlannedRun])[] {
  const sent = new Map(entries.map((entry) => [entry.cardId, entry]));
  const runAfterSending = (id: string) => {
    const changed = sent.get(id)?.changes.sprintId;
    return changed === undefined ? cards.rows[id]?.sprintId : changed;
  };
  return [...plannedOrders(runIdsOfPlaces(plan), cards, plan)].flatMap(([runId, order]) => {
    const kept = order.filter(({ id }) => runAfterSending(id) === runId && cards.rows[id]?.visibility === 'default');
    const isSent = ({ id, isPlaced }: (typeof kept)[number]) => isPlaced && sent.get(id)?.isPlaced === true;
    const lastOfZone = new Map<string | null, string>();
    return kept.flatMap((card, at) => {
      const { id, label } = card;
      const last = lastOfZone.get(label);
      lastOfZone.set(label, id);
      if (!isSent(card)) return [];
      if (last !== undefined) return [[id, { sprintId: runId, side: 'after', targetId: last, label }] as const];
      const next = kept.slice(at + 1).find((other) => other.label === label && !isSent(other));
      return [[id, { sprintId: runId, side: next ? 'before' : 'after', targetId: next?.id ?? null, label }] as const];
    });
  });
}

/**
 * First as few steps as possible that change fields, then the positions. `cards` has the rows and positions of all
 * cards of `plan`, and of the runs in which it places cards.
 */
export const stepsToSendPlan = (
  entries: readonly UnsentCardPlan[],
  plan: RunPlan,
  cards: Pick<LoadedCards, 'rows' | 'positions'>,
): ActStep[] => [
  ...fieldChangeSteps(entries),
  ...groupConsecutiveCards(placesToSend(entries, plan, cards)).map(({ cardIds, place: { side, targetId, label } }) =>
    actStep(side === 'after' ? 'cardOrders/addAfter' : 'cardOrders/addBefore', {
      targetId: targetId as never,
      cardIds: cardIds as never,
      context: 'sprint',
      label,
    }),
  ),
];

const fieldChangeSteps = (entries: readonly UnsentCardPlan[]): ActStep[] =>
  groupPlannedChanges(
    entries
      .filter(({ changes }) => Object.keys(changes).length > 0)
      .map(({ cardId, changes }) => [cardId, changes] as const),
  ).map(({ cardIds, changes }) =>
    cardIds.length === 1
      ? actStep('cards/update', { id: cardIds[0] as never, ...(changes as object) })
      : actStep('cards/bulkUpdate', { ids: cardIds as never, ...(changes as object) }),
  );
