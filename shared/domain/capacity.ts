/** Planned work of people in runs against their capacities (`userCapacities`), for run boards and planning. */
import { progressGroups, progressStateOf } from './progress.ts';

/** The fields of a card that decide how much of its owner's capacity it takes. */
export interface PlannedCard {
  readonly sprintId: string | null;
  readonly assigneeId: string | null;
  readonly effort: number | null;
  readonly derivedStatus: string;
}

/** Planned work of one person in one run. All numbers are effort. */
export interface Load {
  /** Effort of all cards, done ones included. */
  readonly planned: number;
  readonly done: number;
}

export const noLoad: Load = { planned: 0, done: 0 };

const heroStatuses: readonly string[] = ['hero', 'heroDone', 'archivedHeroDone'];

/**
 * The effort that a card takes: its own, or `fallbackEffort` without one. Hero cards take none, since their sub cards are
 * counted; documents, archived and deleted cards take none either.
 */
export function plannedEffort({ effort, derivedStatus }: PlannedCard, fallbackEffort: number): number {
  if (progressStateOf(derivedStatus) === undefined || heroStatuses.includes(derivedStatus)) return 0;
  return effort ?? fallbackEffort;
}

const isDone = ({ derivedStatus }: PlannedCard) => {
  const state = progressStateOf(derivedStatus);
  return state !== undefined && progressGroups[state] === 'done';
};

/** Loads by run and, within it, by owner; the key null is that of cards without a run or an owner. */
export type Loads = ReadonlyMap<string | null, ReadonlyMap<string | null, Load>>;

export function loadsOf(cards: Iterable<PlannedCard>, fallbackEffort: number): Loads {
  const loads = new Map<string | null, Map<string | null, { planned: number; done: number }>>();
  for (const card of cards) {
    const effort = plannedEffort(card, fallbackEffort);
    if (effort === 0) continue;
    const run = loads.get(card.sprintId) ?? new Map<string | null, { planned: number; done: number }>();
    const load = run.get(card.assigneeId) ?? { planned: 0, done: 0 };
    loads.set(card.sprintId, run.set(card.assigneeId, load));
    load.planned += effort;
    if (isDone(card)) load.done += effort;
  }
  return loads;
}

/** Planned work of one person in one run. */
export const loadOf = (loads: Loads, sprintId: string | null, userId: string | null): Load =>
  loads.get(sprintId)?.get(userId) ?? noLoad;

/** Planned work of everybody in one run, cards without an owner included. */
export function runLoad(loads: Loads, sprintId: string | null): Load {
  let planned = 0;
  let done = 0;
  for (const load of loads.get(sprintId)?.values() ?? []) {
    planned += load.planned;
    done += load.done;
  }
  return { planned, done };
}

export type Capacities = Readonly<Record<string, number>> | null | undefined;

/** The capacity of a person in effort; null if none is set, which is not the same as 0. */
export const capacityOf = (capacities: Capacities, userId: string | null): number | null =>
  userId === null ? null : (capacities?.[userId] ?? null);

/** The capacities with that of one person set; null takes it away. */
export function withCapacity(capacities: Capacities, userId: string, capacity: number | null): Record<string, number> {
  const { [userId]: _, ...others } = capacities ?? {};
  return capacity === null ? others : { ...others, [userId]: capacity };
}

/** A run, and a person within it: null for cards without an owner, absent for everybody. */
export interface LoadPlace {
  readonly sprintId: string | null;
  readonly userId?: string | null;
}

/** How much planned effort a place gains if the cards change run or owner; negative if it loses some. */
export function effortMoved(
  cards: readonly PlannedCard[],
  changes: Partial<Pick<PlannedCard, 'sprintId' | 'assigneeId'>>,
  { sprintId, userId }: LoadPlace,
  fallbackEffort: number,
): number {
  const isHere = (card: PlannedCard) =>
    card.sprintId === sprintId && (userId === undefined || card.assigneeId === userId);
  return cards.reduce((sum, card) => {
    const gains = Number(isHere({ ...card, ...changes })) - Number(isHere(card));
    return gains === 0 ? sum : sum + gains * plannedEffort(card, fallbackEffort);
  }, 0);
}

/** Sum of the capacities of a run; null if nobody has one. */
export function totalCapacity(capacities: Capacities): number | null {
  const values = Object.values(capacities ?? {});
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

/** Effort that still fits; negative by what is too much. Null without a capacity. */
export const restOf = ({ planned }: Load, capacity: number | null): number | null =>
  capacity === null ? null : capacity - planned;
