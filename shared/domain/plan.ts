/**
 * A plan: changes of runs and owners that a person prepares before sending them. The run board shows cards as planned, and
 * sends the changes with the fewest actions.
 */
import type { Day } from '../contract/index.ts';

export const plannedFields = ['sprintId', 'assigneeId'] as const;
export type PlannedField = (typeof plannedFields)[number];

/** The fields of a card that a plan changes. */
export type PlannedValues = Readonly<Record<PlannedField, string | null>>;

/** A change of one field; `from` is the card's value when the change was planned. */
export interface PlannedChange {
  readonly from: string | null;
  readonly to: string | null;
}

export type CardPlan = Readonly<Partial<Record<PlannedField, PlannedChange>>>;

/** The planned changes by card id. */
export type Plan = Readonly<Record<string, CardPlan>>;

export type PlanChanges = Partial<PlannedValues>;

interface PlannableCard extends PlannedValues {
  readonly cardId: string;
}

/** The card's plan after further changes; null if every field is back where it was. `shown` has the values as planned. */
function changedPlan(old: CardPlan | undefined, shown: PlannedValues, changes: PlanChanges): CardPlan | null {
  const plan: Partial<Record<PlannedField, PlannedChange>> = { ...old };
  for (const field of plannedFields) {
    const to = changes[field];
    if (to === undefined) continue;
    const from = old?.[field] ? old[field].from : shown[field];
    if (to === from) delete plan[field];
    else plan[field] = { from, to };
  }
  return Object.keys(plan).length > 0 ? plan : null;
}

/** The plan with the changes on all cards. `cards` have the values that the board shows. */
export function withChanges(plan: Plan, cards: readonly PlannableCard[], changes: PlanChanges): Plan {
  return withCardPlans(
    plan,
    cards.map((card) => [card.cardId, changedPlan(plan[card.cardId], card, changes)] as const),
  );
}

/** The plan with the plans of these cards replaced; null removes one. */
export function withCardPlans(plan: Plan, replaced: Iterable<readonly [string, CardPlan | null]>): Plan {
  const next: Record<string, CardPlan> = { ...plan };
  for (const [cardId, cardPlan] of replaced)
    if (cardPlan) next[cardId] = cardPlan;
    else delete next[cardId];
  return next;
}

/** The card with its planned run and owner, and the status that follows from the owner; the same object if nothing differs. */
export function asPlanned<C extends PlannedValues & { readonly derivedStatus: string }>(
  card: C,
  plan: CardPlan | undefined,
): C {
  if (!plan || plannedFields.every((field) => !plan[field] || plan[field].to === card[field])) return card;
  const assigneeId = plan.assigneeId ? plan.assigneeId.to : card.assigneeId;
  const waits = card.derivedStatus === 'unassigned' || card.derivedStatus === 'assigned';
  return {
    ...card,
    sprintId: plan.sprintId ? plan.sprintId.to : card.sprintId,
    assigneeId,
    derivedStatus: waits ? (assigneeId === null ? 'unassigned' : 'assigned') : card.derivedStatus,
  };
}

/** The planned values that the card does not have yet. */
export function openChanges(plan: CardPlan, card: PlannedValues): PlanChanges {
  const changes: PlanChanges = {};
  for (const field of plannedFields) {
    const change = plan[field];
    if (change && change.to !== card[field]) Object.assign(changes, { [field]: change.to });
  }
  return changes;
}

export interface PlanGroup {
  readonly cardIds: readonly string[];
  readonly changes: PlanChanges;
}

const valueKey = (field: PlannedField, value: string | null) => JSON.stringify([field, value]);

/**
 * Groups the changes of cards so that one action per group makes them, with as few groups as possible. A card that changes
 * both fields is either in the group of that pair of values or in one group per value. Groups of owners are first, since a
 * run may put only cards with an owner into a Hand.
 */
export function planGroups(changes: readonly (readonly [cardId: string, changes: PlanChanges])[]): PlanGroup[] {
  const single = new Map<string, { field: PlannedField; value: string | null; isNeeded: boolean }>();
  const pairs = new Map<string, { ends: readonly string[]; changes: PlanChanges; cardIds: string[] }>();
  for (const [cardId, change] of changes) {
    const fields = plannedFields.filter((field) => change[field] !== undefined);
    const ends = fields.map((field) => valueKey(field, change[field] ?? null));
    for (const [at, field] of fields.entries()) {
      const key = ends[at] ?? '';
      const isNeeded = fields.length === 1 || single.get(key)?.isNeeded === true;
      single.set(key, { field, value: change[field] ?? null, isNeeded });
    }
    if (fields.length < 2) continue;
    const key = ends.join();
    const pair = pairs.get(key) ?? { ends, changes: change, cardIds: [] };
    pair.cardIds.push(cardId);
    pairs.set(key, pair);
  }
  // Values and pairs form a graph. A group for a value pays if two pairs or more need it; removing the others in turn
  // leaves the smallest number of groups.
  const kept = new Set(single.keys());
  const isCovered = ({ ends }: { ends: readonly string[] }) => ends.every((end) => kept.has(end));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const key of kept) {
      if (single.get(key)?.isNeeded) continue;
      const uses = [...pairs.values()].filter((pair) => pair.ends.includes(key) && isCovered(pair)).length;
      if (uses > 1) continue;
      kept.delete(key);
      isChanged = true;
    }
  }
  const groups: PlanGroup[] = [];
  for (const field of plannedFields.toReversed())
    for (const [key, { field: own, value }] of single) {
      if (own !== field || !kept.has(key)) continue;
      const cardIds = changes
        .filter(([, change]) => {
          if (change[field] === undefined || change[field] !== value) return false;
          const ends = plannedFields.flatMap((one) =>
            change[one] === undefined ? [] : valueKey(one, change[one] ?? null),
          );
          return isCovered({ ends });
        })
        .map(([cardId]) => cardId);
      if (cardIds.length > 0) groups.push({ cardIds, changes: { [field]: value } });
    }
  for (const pair of pairs.values())
    if (!isCovered(pair)) groups.push({ cardIds: pair.cardIds, changes: pair.changes });
  return groups;
}

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
