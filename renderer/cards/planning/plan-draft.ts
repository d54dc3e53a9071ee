/**
 * The plan of the open workspace: new runs and owners for cards, not sent to the service yet. While planning mode is on
 * and the runs board is open, a change of a card's run or owner changes the plan instead of the card. The plan is
 * stored with the workspace's view states, so that it survives a restart.
 */
import {
  addChangesToRunPlan,
  addPositionsToRunPlan,
  type CardPlan,
  changeZonesInRunPlan,
  type PartialPlannedValues,
  type PositionInPlannedRun,
  plannedFields,
  type RunPlan,
  replaceCardPlansInRunPlan,
} from '../../../shared/domain/run-plan.ts';
import {
  type ActStep,
  addLocalChangeToUndoStack,
  type LocalUndoAndRedo,
  removeUndoEntriesOfGroup,
} from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { setViewState, storeViewStates, useViewState, viewState } from '../../data/app-state.ts';
import { currentRoute, useRoute } from '../../data/routes.ts';
import { afterNextPaint } from '../../ui/dom/after-next-paint.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { currentActiveList } from '../../workbench/active-list.ts';

interface PlanDraft {
  readonly isOn: boolean;
  readonly plan: RunPlan;
  /** Parts of the plan that are being sent, by the id of the operation in the outbox. */
  readonly sent?: Readonly<Record<string, RunPlan>>;
}

const draftKey = 'plan';
/** Group of the undo entries that change the plan: `removeCardPlans` removes all of them from the undo stacks. */
export const planUndoGroup = 'plan';
const noPlanDraft: PlanDraft = { isOn: false, plan: {} };

export const currentPlanDraft = (): PlanDraft => (viewState(draftKey) as PlanDraft | undefined) ?? noPlanDraft;
export const usePlanDraft = (): PlanDraft => useViewState<PlanDraft>(draftKey, noPlanDraft)[0];

function changePlanDraft(change: Partial<PlanDraft>): void {
  setViewState(draftKey, { ...currentPlanDraft(), ...change });
  storeViewStates();
}

/** This window must also show the runs board. */
export const isPlanningModeOn = (): boolean => currentPlanDraft().isOn && currentRoute().view === 'runs';
export function useIsPlanningModeOn(): boolean {
  const { isOn } = usePlanDraft();
  return useRoute().view === 'runs' && isOn;
}

/** The plan does not change. */
export const setPlanningMode = (isOn: boolean): void => changePlanDraft({ isOn });

type CardPlans = readonly (readonly [string, CardPlan | null])[];

const cardPlansOf = (plan: RunPlan, cardIds: readonly string[]): CardPlans =>
  cardIds.map((id) => [id, plan[id] ?? null] as const);

/** Null removes a card's plan. Plans of other cards do not change. */
const replaceCardPlans = (plans: CardPlans): void =>
  changePlanDraft({ plan: replaceCardPlansInRunPlan(currentPlanDraft().plan, plans) });

/** Stores only the plans of the cards `cardIds`, and adds an undo step. */
function changePlan(label: ActionLabel, next: RunPlan, cardIds: readonly string[]): void {
  const [before, after] = [cardPlansOf(currentPlanDraft().plan, cardIds), cardPlansOf(next, cardIds)];
  replaceCardPlans(after);
  addLocalChangeToUndoStack(
    label,
    () => replaceCardPlans(before),
    () => replaceCardPlans(after),
    { group: planUndoGroup, showsToast: false },
  );
}

/** Also ends planning mode. Undo restores both. */
export function discardPlan(): void {
  const before = currentPlanDraft();
  const count = Object.keys(before.plan).length;
  changePlanDraft({ isOn: false, plan: {} });
  if (count === 0) return;
  addLocalChangeToUndoStack(
    `Discard the plan for ${countWithNoun(count, 'card')}`,
    () => changePlanDraft({ isOn: true, plan: before.plan }),
    () => changePlanDraft({ isOn: false, plan: {} }),
    { group: planUndoGroup },
  );
}

const planPartOf = (plan: RunPlan, cardIds: readonly string[]): RunPlan =>
  Object.fromEntries(cardIds.flatMap((id) => (plan[id] ? [[id, plan[id]] as const] : [])));

/**
 * Planning mode ends if no plan is left. Plans that the operations in `sending` send stay stored until the service has
 * answered. If the service refuses them, they become part of the plan again.
 */
export function removeCardPlans(
  cardIds: readonly string[],
  sending: readonly { readonly operationId: number; readonly step: ActStep }[],
): void {
  const { plan: before, sent } = currentPlanDraft();
  const plan = replaceCardPlansInRunPlan(
    before,
    cardIds.map((id) => [id, null] as const),
  );
  // Only card updates return to the plan after a refusal. A refused position in a run does not return, because the
  // update of the card still moves it into the run.
  const parts = sending.map(
    ({ operationId, step }) => [operationId, isCardUpdate(step) ? planPartOf(before, cardIdsOf(step)) : {}] as const,
  );
  changePlanDraft({ plan, isOn: Object.keys(plan).length > 0, sent: { ...sent, ...Object.fromEntries(parts) } });
  removeUndoEntriesOfGroup(planUndoGroup);
}

/**
 * Call this before `removeCardPlans`, while the plans still exist. Undo puts the plans back, but not for cards that
 * have a newer plan. Redo removes them again, except those that have changed since the undo.
 */
export function undoAndRedoOfSentPlans(cardIds: readonly string[]): LocalUndoAndRedo {
  const part = planPartOf(currentPlanDraft().plan, cardIds);
  return {
    undo: () => {
      changePlanDraft({ isOn: true, plan: { ...part, ...currentPlanDraft().plan } });
      return 'The plan is there again.';
    },
    redo: () => {
      const now = currentPlanDraft().plan;
      const same = cardIds.filter((id) => JSON.stringify(now[id]) === JSON.stringify(part[id]));
      removeCardPlans(same, []);
    },
  };
}

/** Operations that the service has not confirmed. */
export const sentPlanOperationIds = (): string[] => Object.keys(currentPlanDraft().sent ?? {});

/**
 * Restores the parts of the plan that the service refused. Returns true if the operations had sent any part of the
 * plan.
 */
export function restoreRefusedPlanParts(refusedIds: readonly string[]): boolean {
  const { isOn, plan, sent = {} } = currentPlanDraft();
  const refused = Object.assign({}, ...refusedIds.map((id) => sent[id])) as RunPlan;
  const others = Object.entries(sent).filter(([id]) => !refusedIds.includes(id));
  const isBack = Object.keys(refused).length > 0;
  // A newer plan of a card has priority over the refused plan.
  changePlanDraft({ isOn: isOn || isBack, plan: { ...refused, ...plan }, sent: Object.fromEntries(others) });
  return isBack;
}

/** The service has answered all operations of the outbox. */
export function discardSentPlanParts(): void {
  if (sentPlanOperationIds().length > 0) changePlanDraft({ sent: {} });
}

type PlannableCard = Parameters<typeof addChangesToRunPlan>[1][number];

function splitPlannedFields(params: Readonly<Record<string, unknown>>): {
  changes: PartialPlannedValues;
  rest: Record<string, unknown>;
} {
  const isPlanned = (name: string) => (plannedFields as readonly string[]).includes(name);
  const entries = Object.entries(params);
  return {
    changes: Object.fromEntries(entries.filter(([name]) => isPlanned(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !isPlanned(name))),
  };
}

const isCardUpdate = ({ action }: ActStep) => action === 'cards/update' || action === 'cards/bulkUpdate';
const cardIdsOf = ({ params }: ActStep) => (params.ids ?? params.cardIds ?? [params.id]) as readonly string[];
const setsFields = (params: Readonly<Record<string, unknown>>) =>
  Object.keys(params).some((name) => name !== 'id' && name !== 'ids');

const placeActions: Readonly<Record<string, PositionInPlannedRun['side']>> = {
  'cardOrders/addAfter': 'after',
  'cardOrders/addBefore': 'before',
};

/**
 * In planning mode, moves changes of a card's run or owner, and positions in runs, into the plan. Returns the remaining
 * steps, which the caller must send: all steps outside planning mode, or if a step changes a Hand.
 */
export function moveChangesIntoPlan(
  cards: readonly PlannableCard[],
  label: ActionLabel,
  steps: readonly ActStep[],
): readonly ActStep[] {
  if (!isPlanningModeOn() || steps.some(({ action }) => action.startsWith('handQueue/'))) return steps;
  let next = currentPlanDraft().plan;
  let shown = cards;
  const changed = new Set<string>();
  const sent = steps.flatMap((one): ActStep[] => {
    const { action, params } = one;
    const ids = cardIdsOf(one);
    const side = placeActions[action];
    if (side && params.context === 'sprint') {
      next = addPositionsToRunPlan(
        next,
        ids.flatMap((id) => shown.find(({ cardId }) => cardId === id) ?? []),
        { side, targetId: params.targetId as string | null, label: params.label as string | null },
      );
      for (const id of ids) changed.add(id);
      return [];
    }
    if (action === 'cardOrders/updateLabel' && params.context === 'sprint') {
      const placed = ids.filter((id) => next[id]?.place);
      next = changeZonesInRunPlan(next, placed, params.label as string | null);
      for (const id of placed) changed.add(id);
      const others = ids.filter((id) => !placed.includes(id));
      return others.length > 0 ? [{ action, params: { ...params, cardIds: others } }] : [];
    }
    if (!isCardUpdate(one)) return [one];
    const { changes, rest } = splitPlannedFields(params);
    if (Object.keys(changes).length === 0) return [one];
    next = addChangesToRunPlan(
      next,
      shown.filter(({ cardId }) => ids.includes(cardId)),
      changes,
    );
    shown = shown.map((card) => (ids.includes(card.cardId) ? { ...card, ...changes } : card));
    for (const id of ids) changed.add(id);
    return setsFields(rest) ? [{ action, params: rest }] : [];
  });
  const [first] = changed;
  if (first) {
    changePlan(label, next, [...changed]);
    // The change can move the card out of sight if the list is sorted.
    afterNextPaint(() => currentActiveList()?.reveal(first));
  }
  return sent;
}
