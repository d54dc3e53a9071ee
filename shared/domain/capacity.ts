import { type CountedCard, countedEffort, progressGroupByState, progressStateOf } from './progress.ts';

export interface WorkloadCard extends CountedCard {
  readonly sprintId: string | null;
  readonly assigneeId: string | null;
}

/** In effort. */
export interface Workload {
  /** Includes done cards. */
  readonly planned: number;
  readonly done: number;
}

export const noWorkload: Workload = { planned: 0, done: 0 };

const isDone = ({ derivedStatus }: WorkloadCard) => {
  const state = progressStateOf(derivedStatus);
  return state !== undefined && progressGroupByState[state] === 'done';
};

/** Workloads by run id and then by owner id. The key null is for cards without a run, or without an owner. */
export type WorkloadsByRunAndOwner = ReadonlyMap<string | null, ReadonlyMap<string | null, Workload>>;

export function sumWorkloads(cards: Iterable<WorkloadCard>, fallbackEffort: number): WorkloadsByRunAndOwner {
  const loads = new Map<string | null, Map<string | null, { planned: number; done: number }>>();
  for (const card of cards) {
    const effort = countedEffort(card, fallbackEffort);
    if (effort === 0) continue;
    const run = loads.get(card.sprintId) ?? new Map<string | null, { planned: number; done: number }>();
    const load = run.get(card.assigneeId) ?? { planned: 0, done: 0 };
    loads.set(card.sprintId, run.set(card.assigneeId, load));
    load.planned += effort;
    if (isDone(card)) load.done += effort;
  }
  return loads;
}

export const workloadOfRunAndOwner = (
  loads: WorkloadsByRunAndOwner,
  sprintId: string | null,
  userId: string | null,
): Workload => loads.get(sprintId)?.get(userId) ?? noWorkload;

/** Includes cards without an owner. */
export function workloadOfRun(loads: WorkloadsByRunAndOwner, sprintId: string | null): Workload {
  let planned = 0;
  let done = 0;
  for (const load of loads.get(sprintId)?.values() ?? []) {
    planned += load.planned;
    done += load.done;
  }
  return { planned, done };
}

export type CapacitiesByUserId = Readonly<Record<string, number>> | null | undefined;

/** Null if no capacity is set for the person. */
export const capacityOfPerson = (capacities: CapacitiesByUserId, userId: string | null): number | null =>
  userId !== null && capacities && Object.hasOwn(capacities, userId) ? (capacities[userId] ?? null) : null;

/** Null removes the capacity. */
export function replaceCapacityOfPerson(
  capacities: CapacitiesByUserId,
  userId: string,
  capacity: number | null,
): Record<string, number> {
  const { [userId]: _, ...others } = capacities ?? {};
  return capacity === null ? others : { ...others, [userId]: capacity };
}

/** `userId` is the owner; null for the cards without an owner; absent for all cards of the run. */
export interface WorkloadScope {
  readonly sprintId: string | null;
  readonly userId?: string | null;
}

/** The change if the cards get a new run or owner; negative if the effort falls. */
export function plannedEffortChange(
  cards: readonly WorkloadCard[],
  changes: Partial<Pick<WorkloadCard, 'sprintId' | 'assigneeId'>>,
  { sprintId, userId }: WorkloadScope,
  fallbackEffort: number,
): number {
  const isHere = (card: WorkloadCard) =>
    card.sprintId === sprintId && (userId === undefined || card.assigneeId === userId);
  return cards.reduce((sum, card) => {
    const gains = Number(isHere({ ...card, ...changes })) - Number(isHere(card));
    return gains === 0 ? sum : sum + gains * countedEffort(card, fallbackEffort);
  }, 0);
}

/** Null if nobody has a capacity. */
export function sumCapacities(capacities: CapacitiesByUserId): number | null {
  const values = Object.values(capacities ?? {});
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

/** Negative if the workload exceeds the capacity. Null without a capacity. */
export const remainingCapacity = ({ planned }: Workload, capacity: number | null): number | null =>
  capacity === null ? null : capacity - planned;
