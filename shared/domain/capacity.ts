/**
 * Compares the planned work of people in runs with their capacities (`userCapacities`), for run boards and planning.
 */
import { type CountedCard, countedEffort, progressGroupByState, progressStateOf } from './progress.ts';

/** The fields of a card that decide how much of its owner's capacity the card takes. */
export interface WorkloadCard extends CountedCard {
  readonly sprintId: string | null;
  readonly assigneeId: string | null;
}

/** Planned and done work of one person in one run, in effort. */
export interface Workload {
  /** Effort of all cards, including done cards. */
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

/** Returns the workload of one person in one run. */
export const workloadOfRunAndOwner = (
  loads: WorkloadsByRunAndOwner,
  sprintId: string | null,
  userId: string | null,
): Workload => loads.get(sprintId)?.get(userId) ?? noWorkload;

/** Returns the workload of all people in one run together, including cards without an owner. */
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

/** Returns how much effort a person can do in a run; null if no capacity is set for the person. */
export const capacityOfPerson = (capacities: CapacitiesByUserId, userId: string | null): number | null =>
  userId === null ? null : (capacities?.[userId] ?? null);

/** Returns the capacities with one person's capacity replaced; null removes it. */
export function replaceCapacityOfPerson(
  capacities: CapacitiesByUserId,
  userId: string,
  capacity: number | null,
): Record<string, number> {
  const { [userId]: _, ...others } = capacities ?? {};
  return capacity === null ? others : { ...others, [userId]: capacity };
}

/**
 * A run, or the cards of one owner in a run. `userId` is the owner; null for the cards without an owner; absent for all
 * cards of the run.
 */
export interface WorkloadScope {
  readonly sprintId: string | null;
  readonly userId?: string | null;
}

/**
 * Returns by how much the planned effort of a run, or of one person in a run, changes if the cards get a new run or
 * owner. Negative if the effort falls.
 */
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

/** Returns the sum of the capacities of all people in a run; null if nobody has a capacity. */
export function sumCapacities(capacities: CapacitiesByUserId): number | null {
  const values = Object.values(capacities ?? {});
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

/**
 * Returns how much more effort fits into the capacity; negative if the workload exceeds it. Null without a capacity.
 */
export const remainingCapacity = ({ planned }: Workload, capacity: number | null): number | null =>
  capacity === null ? null : capacity - planned;
