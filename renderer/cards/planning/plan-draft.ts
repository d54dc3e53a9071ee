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
import { type ActStep, type Alongside, forgetTopic, recordLocalChange } from '../../data/act.ts';
import type { Label } from '../../data/action-labels.ts';
import { setViewState, storeViewState, useViewState, viewState } from '../../data/app-state.ts';
import { currentRoute, useRoute } from '../../data/routes.ts';
import { afterNextPaint } from '../../ui/dom/after-next-paint.ts';
import { activeList } from '../../workbench/active-list.ts';

interface PlanDraft {
  readonly isOn: boolean;
  readonly plan: Plan;
  /** By id of an operation in the outbox, the part of a plan that it sends. */
  readonly sent?: Readonly<Record<string, Plan>>;
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
  setDraft({ isOn: false, plan: {} });
  if (count === 0) return;
  recordLocalChange(
    `Discard the plan for ${count === 1 ? '1 card' : `${count} cards`}`,
    () => setDraft({ isOn: true, plan: before.plan }),
    () => setDraft({ isOn: false, plan: {} }),
    { topic: planTopic },
  );
}

/** The part of a plan that concerns these cards. */
const partOf = (plan: Plan, cardIds: readonly string[]): Plan =>
  Object.fromEntries(cardIds.flatMap((id) => (plan[id] ? [[id, plan[id]] as const] : [])));

/**
 * Removes the plans of these cards, because they were sent by these steps or dropped. Planning mode ends when none is left.
 * What is sent is kept until the service has answered.
 */
export function endCardPlans(
  cardIds: readonly string[],
  sending: readonly { readonly operationId: number; readonly step: ActStep }[],
): void {
  const { plan: before, sent } = currentDraft();
  const plan = withCardPlans(
    before,
    cardIds.map((id) => [id, null] as const),
  );
  // A refused position is dropped: the card is in its run.
  const parts = sending.map(
    ({ operationId, step }) => [operationId, isCardUpdate(step) ? partOf(before, cardIdsOf(step)) : {}] as const,
  );
  setDraft({ plan, isOn: Object.keys(plan).length > 0, sent: { ...sent, ...Object.fromEntries(parts) } });
  forgetTopic(planTopic);
}

/**
 * Undo and redo of sending the plans of these cards, made before they end: undo brings them back, redo ends them again.
 * What was planned for a card in between applies.
 */
export function sentPlanUndo(cardIds: readonly string[]): Alongside {
  const part = partOf(currentDraft().plan, cardIds);
  return {
    undo: () => {
      setDraft({ isOn: true, plan: { ...part, ...currentDraft().plan } });
      return 'The plan is there again.';
    },
    redo: () => {
      const now = currentDraft().plan;
      const same = cardIds.filter((id) => JSON.stringify(now[id]) === JSON.stringify(part[id]));
      endCardPlans(same, []);
    },
  };
}

/** Ids of the operations that send parts of a plan and may still be refused. */
export const sentOperationIds = (): string[] => Object.keys(currentDraft().sent ?? {});

/** Puts the parts that these operations have sent back into the plan, because the service refused them. Returns whether any are. */
export function restoreRefusedPlan(refusedIds: readonly string[]): boolean {
  const { isOn, plan, sent = {} } = currentDraft();
  const refused = Object.assign({}, ...refusedIds.map((id) => sent[id])) as Plan;
  const others = Object.entries(sent).filter(([id]) => !refusedIds.includes(id));
  const isBack = Object.keys(refused).length > 0;
  // What was planned for a card since then applies.
  setDraft({ isOn: isOn || isBack, plan: { ...refused, ...plan }, sent: Object.fromEntries(others) });
  return isBack;
}

/** Forgets what was sent, because the service has answered all of it. */
export function forgetSent(): void {
  if (sentOperationIds().length > 0) setDraft({ sent: {} });
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
