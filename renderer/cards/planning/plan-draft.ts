/**
 * The plan of the open workspace: stored with its view states, so that it survives a restart and works offline. While
 * planning mode is on and the runs board is shown, moves between runs and owners change the plan instead of the cards.
 */
import {
  type CardPlan,
  type Plan,
  type PlanChanges,
  type PlannedPlace,
  plannedFields,
  withCardPlans,
  withChanges,
  withPlaces,
} from '../../../shared/domain/plan.ts';
import { type ActStep, forgetTopic, recordLocalChange } from '../../data/act.ts';
import type { Label } from '../../data/action-labels.ts';
import { setViewState, storeViewState, useViewState, viewState } from '../../data/app-state.ts';
import { currentRoute, useRoute } from '../../data/routes.ts';
import { afterNextPaint } from '../../ui/dom/after-next-paint.ts';
import { activeList } from '../../workbench/active-list.ts';

interface PlanDraft {
  readonly isOn: boolean;
  readonly plan: Plan;
}

const draftKey = 'plan';
/** Topic of changes of the plan on the undo stack. */
export const planTopic = 'plan';
const noDraft: PlanDraft = { isOn: false, plan: {} };

export const currentDraft = (): PlanDraft => (viewState(draftKey) as PlanDraft | undefined) ?? noDraft;
export const useDraft = (): PlanDraft => useViewState<PlanDraft>(draftKey, noDraft)[0];

function setDraft(change: Partial<PlanDraft>): void {
  setViewState(draftKey, { ...currentDraft(), ...change });
  storeViewState();
}

/** Whether this window shows the runs board in planning mode. */
export const isPlanning = (): boolean => currentDraft().isOn && currentRoute().view === 'runs';
export function usePlanning(): boolean {
  const { isOn } = useDraft();
  return useRoute().view === 'runs' && isOn;
}

/** Switches planning mode. The plan stays. */
export const setPlanning = (isOn: boolean): void => setDraft({ isOn });

type CardPlans = readonly (readonly [string, CardPlan | null])[];

const cardPlansOf = (plan: Plan, cardIds: readonly string[]): CardPlans =>
  cardIds.map((id) => [id, plan[id] ?? null] as const);

/** Replaces the plans of these cards, leaving those of others as they are now. */
const replaceCardPlans = (plans: CardPlans): void => setDraft({ plan: withCardPlans(currentDraft().plan, plans) });

/** Stores a changed plan, and puts the change of these cards on the undo stack. */
function changePlan(label: Label, next: Plan, cardIds: readonly string[]): void {
  const [before, after] = [cardPlansOf(currentDraft().plan, cardIds), cardPlansOf(next, cardIds)];
  replaceCardPlans(after);
  recordLocalChange(
    label,
    () => replaceCardPlans(before),
    () => replaceCardPlans(after),
    { topic: planTopic, announce: false },
  );
}

/** Empties the plan and leaves planning mode. Undo brings both back. */
export function discardPlan(): void {
  const before = currentDraft();
  const count = Object.keys(before.plan).length;
  setDraft(noDraft);
  if (count === 0) return;
  recordLocalChange(
    `Discard the plan for ${count === 1 ? '1 card' : `${count} cards`}`,
    () => setDraft(before),
    () => setDraft(noDraft),
    { topic: planTopic },
  );
}

/** Removes the plans of these cards, because they were sent or dropped. Planning mode ends when none is left. */
export function endCardPlans(cardIds: readonly string[]): void {
  const plan = withCardPlans(
    currentDraft().plan,
    cardIds.map((id) => [id, null] as const),
  );
  setDraft({ plan, isOn: Object.keys(plan).length > 0 });
  forgetTopic(planTopic);
}

type PlannableCard = Parameters<typeof withChanges>[1][number];

/** Splits the params of a step into the planned fields and the rest. */
function split(params: Readonly<Record<string, unknown>>): { changes: PlanChanges; rest: Record<string, unknown> } {
  const rest = { ...params };
  const changes: Record<string, string | null> = {};
  for (const field of plannedFields)
    if (field in rest) {
      changes[field] = rest[field] as string | null;
      delete rest[field];
    }
  return { changes, rest };
}

/** Whether the action sets fields of cards; those on Hands go with an owner that is set at once. */
const isCardUpdate = ({ action }: ActStep) => action === 'cards/update' || action === 'cards/bulkUpdate';
const cardIdsOf = ({ params }: ActStep) => (params.ids ?? params.cardIds ?? [params.id]) as readonly string[];
const namesFields = (params: Readonly<Record<string, unknown>>) =>
  Object.keys(params).some((name) => name !== 'id' && name !== 'ids');

const placeActions: Readonly<Record<string, PlannedPlace['side']>> = {
  'cardOrders/addAfter': 'after',
  'cardOrders/addBefore': 'before',
};

/**
 * In planning mode, takes changes of run and owner, and positions in planned runs, out of the steps and into the plan.
 * Returns the steps that remain to be sent.
 */
export function takeIntoPlan(
  cards: readonly PlannableCard[],
  label: Label,
  steps: readonly ActStep[],
): readonly ActStep[] {
  if (!isPlanning() || steps.some(({ action }) => action.startsWith('handQueue/'))) return steps;
  let next = currentDraft().plan;
  const changed = new Set<string>();
  const sent = steps.flatMap((one): ActStep[] => {
    const { action, params } = one;
    const ids = cardIdsOf(one);
    const side = placeActions[action];
    if (side && params.context === 'sprint') {
      const planned = ids.filter((id) => next[id]?.sprintId);
      next = withPlaces(next, planned, {
        side,
        targetId: params.targetId as string | null,
        label: params.label as string | null,
      });
      for (const id of planned) changed.add(id);
      const others = ids.filter((id) => !planned.includes(id));
      return others.length > 0 ? [{ action, params: { ...params, cardIds: others } }] : [];
    }
    if (!isCardUpdate(one)) return [one];
    const { changes, rest } = split(params);
    if (Object.keys(changes).length === 0) return [one];
    next = withChanges(
      next,
      cards.filter(({ cardId }) => ids.includes(cardId)),
      changes,
    );
    for (const id of ids) changed.add(id);
    return namesFields(rest) ? [{ action, params: rest }] : [];
  });
  const [first] = changed;
  if (first) {
    changePlan(label, next, [...changed]);
    // In an order that is not made by hand, the card may be out of sight.
    afterNextPaint(() => activeList()?.reveal(first));
  }
  return sent;
}
