/**
 * A run plan contains changes to cards that a person prepares and sends later. The runs board shows cards with their
 * planned values. `groupPlannedChanges` and `groupConsecutiveCards` group the changes, so that few actions perform
 * them.
 */
export const plannedFields = ['sprintId', 'assigneeId'] as const;
export type PlannedField = (typeof plannedFields)[number];

export type PlannedValues = Readonly<Record<PlannedField, string | null>>;

/** `from` is the value that the card had when the change was planned. */
export interface PlannedChange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Before or after (`side`) the card `targetId`. If `targetId` is null, `after` means the end and `before` the start.
 */
export interface PositionInPlannedRun {
  readonly sprintId: string;
  readonly side: 'after' | 'before';
  readonly targetId: string | null;
  /** The zone's label; null for the zone without a label. */
  readonly label: string | null;
}

export type CardPlan = Readonly<Partial<Record<PlannedField, PlannedChange>>> & {
  /** The position in the planned run, or in the card's own run if the plan does not change it. Absent: at the end. */
  readonly place?: PositionInPlannedRun;
};

/** By card id. The card whose plan changed last is the last entry. */
export type RunPlan = Readonly<Record<string, CardPlan>>;

export type PartialPlannedValues = Partial<PlannedValues>;

interface PlannableCard extends PlannedValues {
  readonly cardId: string;
}

/** Null if every field is as before. `shown` includes the changes planned so far. */
function changedPlan(old: CardPlan | undefined, shown: PlannedValues, changes: PartialPlannedValues): CardPlan | null {
  const { place, ...rest } = old ?? {};
  const plan: Partial<Record<PlannedField, PlannedChange>> = rest;
  for (const field of plannedFields) {
    const to = changes[field];
    if (to === undefined) continue;
    const from = old?.[field] ? old[field].from : shown[field];
    if (to === from) delete plan[field];
    else plan[field] = { from, to };
  }
  if (place && plan.sprintId?.to === old?.sprintId?.to) return { ...plan, place };
  return Object.keys(plan).length === 0 ? null : plan;
}

/**
 * A later move of a card leaves the cards around it where they were dropped: those that `before` put beside the card
 * take over its place, if `next` puts it elsewhere.
 */
function keepCardsBesideMovedCards(before: RunPlan, next: RunPlan): RunPlan {
  const earlier = new Map<string, PositionInPlannedRun>();
  const kept = Object.entries(before).flatMap(([id, { place }]) => {
    const former = place?.targetId ? earlier.get(place.targetId) : undefined;
    const own = former && place ? { ...former, label: place.label } : place;
    if (own && next[id]?.place !== place) earlier.set(id, own);
    return former && own && next[id]?.place === place ? [[id, own] as const] : [];
  });
  return kept.length === 0
    ? next
    : { ...next, ...Object.fromEntries(kept.map(([id, place]) => [id, { ...next[id], place }])) };
}

/** The fields of `cards` must have the planned values that the board shows. */
export function addChangesToRunPlan(
  plan: RunPlan,
  cards: readonly PlannableCard[],
  changes: PartialPlannedValues,
): RunPlan {
  const changed = cards.map((card) => [card.cardId, changedPlan(plan[card.cardId], card, changes)] as const);
  return keepCardsBesideMovedCards(plan, replaceCardPlansInRunPlan(plan, changed));
}

/** Null removes a card's plan. */
export function replaceCardPlansInRunPlan(
  plan: RunPlan,
  replaced: Iterable<readonly [string, CardPlan | null]>,
): RunPlan {
  const next: Record<string, CardPlan> = { ...plan };
  for (const [cardId, cardPlan] of replaced) {
    delete next[cardId];
    if (cardPlan) next[cardId] = cardPlan;
  }
  return next;
}

/** Places the cards one after another in the runs that the board shows them in. Cards without a run get no position. */
export function addPositionsToRunPlan(
  plan: RunPlan,
  cards: readonly PlannableCard[],
  place: Omit<PositionInPlannedRun, 'sprintId'>,
): RunPlan {
  const placed: (readonly [string, CardPlan])[] = [];
  const lastOfRun = new Map<string, string>();
  for (const { cardId, sprintId } of cards) {
    if (cardId === place.targetId || sprintId === null) continue;
    const last = lastOfRun.get(sprintId);
    lastOfRun.set(sprintId, cardId);
    const own = { ...place, sprintId, ...(last ? ({ side: 'after', targetId: last } as const) : {}) };
    placed.push([cardId, { ...plan[cardId], place: own }]);
  }
  return keepCardsBesideMovedCards(plan, replaceCardPlansInRunPlan(plan, placed));
}

/** Null is no zone. */
export const changeZonesInRunPlan = (plan: RunPlan, cardIds: readonly string[], label: string | null): RunPlan =>
  Object.fromEntries(
    Object.entries(plan).map(([id, { place, ...rest }]) => [
      id,
      place ? { ...rest, place: cardIds.includes(id) ? { ...place, label } : place } : rest,
    ]),
  );

export interface ConsecutiveCards {
  readonly cardIds: readonly string[];
  readonly place: PositionInPlannedRun;
}

/** One action can place cards that stand directly after each other. */
export function groupConsecutiveCards(
  places: readonly (readonly [cardId: string, place: PositionInPlannedRun])[],
): ConsecutiveCards[] {
  const groups: { cardIds: string[]; place: PositionInPlannedRun }[] = [];
  for (const [cardId, place] of places) {
    const last = groups.at(-1);
    const follows =
      last && place.side === 'after' && place.targetId === last.cardIds.at(-1) && place.label === last.place.label;
    if (follows) last.cardIds.push(cardId);
    else groups.push({ cardIds: [cardId], place });
  }
  return groups;
}

/** With the derived status of the planned owner. The same object if the card has the values already. */
export function cardWithPlanApplied<C extends PlannedValues & { readonly derivedStatus: string }>(
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

export function unappliedPlannedValues(plan: CardPlan, card: PlannedValues): PartialPlannedValues {
  const changes: PartialPlannedValues = {};
  for (const field of plannedFields) {
    const change = plan[field];
    if (change && change.to !== card[field]) Object.assign(changes, { [field]: change.to });
  }
  return changes;
}

export interface PlannedChangeGroup {
  readonly cardIds: readonly string[];
  readonly changes: PartialPlannedValues;
}

const valueKey = (field: PlannedField, value: string | null) => JSON.stringify([field, value]);

/**
 * One action makes all changes of a group; the groups are as few as possible. A card whose run and owner both change is
 * in one group that sets both, or in two groups that set one each. Groups that set owners come first, because a change
 * to the run can put a card into its owner's Hand.
 */
export function groupPlannedChanges(
  changes: readonly (readonly [cardId: string, changes: PartialPlannedValues])[],
): PlannedChangeGroup[] {
  const valueGroups = new Map<string, { field: PlannedField; value: string | null; isNeeded: boolean }>();
  const pairs = new Map<string, { ends: readonly string[]; changes: PartialPlannedValues; cardIds: string[] }>();
  for (const [cardId, change] of changes) {
    const fields = plannedFields.filter((field) => change[field] !== undefined);
    const ends = fields.map((field) => valueKey(field, change[field] ?? null));
    for (const [at, field] of fields.entries()) {
      const key = ends[at] ?? '';
      const isNeeded = fields.length === 1 || valueGroups.get(key)?.isNeeded === true;
      valueGroups.set(key, { field, value: change[field] ?? null, isNeeded });
    }
    if (fields.length < 2) continue;
    const key = ends.join();
    const pair = pairs.get(key) ?? { ends, changes: change, cardIds: [] };
    pair.cardIds.push(cardId);
    pairs.set(key, pair);
  }
  // Chooses the values that get a group of their own. Such a group is one action that sets one value, for example a
  // run. A card with a new run and a new owner is in the groups of both values, or in one group for this pair of
  // values. So the group of one value pays only if it replaces the groups of at least two pairs. The loop removes the
  // groups that do not pay. It repeats until it removes none, because a removal can make another group useless. A group
  // that also contains a card with only one changed field always stays.
  const keptValues = new Set(valueGroups.keys());
  const isCovered = ({ ends }: { ends: readonly string[] }) => ends.every((end) => keptValues.has(end));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const key of keptValues) {
      if (valueGroups.get(key)?.isNeeded) continue;
      const uses = [...pairs.values()].filter((pair) => pair.ends.includes(key) && isCovered(pair)).length;
      if (uses > 1) continue;
      keptValues.delete(key);
      isChanged = true;
    }
  }
  const groups: PlannedChangeGroup[] = [];
  for (const field of plannedFields.toReversed())
    for (const [key, { field: own, value }] of valueGroups) {
      if (own !== field || !keptValues.has(key)) continue;
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
