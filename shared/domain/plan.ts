/**
 * A plan: changes of runs and owners that a person prepares before sending them. The run board shows cards as planned, and
 * sends the changes with the fewest actions.
 */
export const plannedFields = ['sprintId', 'assigneeId'] as const;
export type PlannedField = (typeof plannedFields)[number];

/** The fields of a card that a plan changes. */
export type PlannedValues = Readonly<Record<PlannedField, string | null>>;

/** A change of one field; `from` is the card's value when the change was planned. */
export interface PlannedChange {
  readonly from: string | null;
  readonly to: string | null;
}

/** The position in the manual order of the planned run; a target of null is its end, or its start for `before`. */
export interface PlannedPlace {
  readonly side: 'after' | 'before';
  readonly targetId: string | null;
  /** The zone. */
  readonly label: string | null;
}

export type CardPlan = Readonly<Partial<Record<PlannedField, PlannedChange>>> & {
  /** Only with a change of run; without it the card is at the end. */
  readonly place?: PlannedPlace;
};

/** The planned changes by card id, in the order in which the cards were last changed. */
export type Plan = Readonly<Record<string, CardPlan>>;

export type PlanChanges = Partial<PlannedValues>;

interface PlannableCard extends PlannedValues {
  readonly cardId: string;
}

/** The card's plan after further changes; null if every field is back where it was. `shown` has the values as planned. */
function changedPlan(old: CardPlan | undefined, shown: PlannedValues, changes: PlanChanges): CardPlan | null {
  const { place, ...rest } = old ?? {};
  const plan: Partial<Record<PlannedField, PlannedChange>> = rest;
  for (const field of plannedFields) {
    const to = changes[field];
    if (to === undefined) continue;
    const from = old?.[field] ? old[field].from : shown[field];
    if (to === from) delete plan[field];
    else plan[field] = { from, to };
  }
  if (Object.keys(plan).length === 0) return null;
  return place && plan.sprintId && plan.sprintId.to === old?.sprintId?.to ? { ...plan, place } : plan;
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
  for (const [cardId, cardPlan] of replaced) {
    delete next[cardId];
    if (cardPlan) next[cardId] = cardPlan;
  }
  return next;
}

/** The plan with the cards put side by side at a place. Cards without a change of run are left out. */
export function withPlaces(plan: Plan, cardIds: readonly string[], place: PlannedPlace): Plan {
  const placed: (readonly [string, CardPlan])[] = [];
  for (const id of cardIds) {
    const cardPlan = plan[id];
    if (!cardPlan?.sprintId) continue;
    const last = placed.at(-1)?.[0];
    placed.push([id, { ...cardPlan, place: last ? { ...place, side: 'after', targetId: last } : place }]);
  }
  return withCardPlans(plan, placed);
}

export interface PlaceGroup {
  readonly cardIds: readonly string[];
  readonly place: PlannedPlace;
}

/** The places of cards in order, with neighbours joined so that one action places them. */
export function placeGroups(places: readonly (readonly [cardId: string, place: PlannedPlace])[]): PlaceGroup[] {
  const groups: { cardIds: string[]; place: PlannedPlace }[] = [];
  for (const [cardId, place] of places) {
    const last = groups.at(-1);
    const follows =
      last && place.side === 'after' && place.targetId === last.cardIds.at(-1) && place.label === last.place.label;
    if (follows) last.cardIds.push(cardId);
    else groups.push({ cardIds: [cardId], place });
  }
  return groups;
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
