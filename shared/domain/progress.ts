/**
 * Decides how cards count in the progress and in the workloads of runs, Run Configs, milestones and people. Applies to
 * the progress rows that the service records, and to the current numbers that the app computes.
 */
import type { Day, DerivedStatus } from '../contract/index.ts';

/** Other derived statuses do not count: deleted cards, documents, archived cards that are not done. */
export const progressStateByStatus = {
  done: 'done',
  archivedDone: 'done',
  heroDone: 'done',
  archivedHeroDone: 'done',
  started: 'started',
  review: 'review',
  blocked: 'blocked',
  snoozing: 'snoozing',
  assigned: 'assigned',
  unassigned: 'unassigned',
  hero: 'hero',
} as const satisfies Partial<Record<DerivedStatus, string>>;

export type ProgressState = (typeof progressStateByStatus)[keyof typeof progressStateByStatus];

/** Undefined if cards with this status do not count. */
export const progressStateOf = (status: string): ProgressState | undefined =>
  (progressStateByStatus as Partial<Record<string, ProgressState>>)[status];

export type ProgressGroup = 'done' | 'begun' | 'open';

/** The group of each progress state. Open hero cards are in no group, because their sub cards are counted. */
export const progressGroupByState = {
  done: 'done',
  started: 'begun',
  review: 'begun',
  blocked: 'open',
  snoozing: 'open',
  assigned: 'open',
  unassigned: 'open',
  hero: null,
} as const satisfies Record<ProgressState, ProgressGroup | null>;

/** Cards that count are in decks of active projects. A private card has no deck. */
export const countedCardsCondition = {
  derivedStatus: Object.keys(progressStateByStatus),
  deck: { project: { visibility: 'default' } },
} as const;

export interface CountedCard {
  readonly derivedStatus: string;
  readonly effort: number | null;
}

/**
 * `fallbackEffort` if the card has no effort. 0 for cards that do not count, and for open hero cards. A done hero card
 * counts, because the rows that the service records count all done cards together.
 */
export function countedEffort({ effort, derivedStatus }: CountedCard, fallbackEffort: number): number {
  const state = progressStateOf(derivedStatus);
  return state !== undefined && progressGroupByState[state] !== null ? (effort ?? fallbackEffort) : 0;
}

/** 0 if no card has an effort of its own, so that people who do not estimate see no efforts. */
export const effortOfEstimatedCards = (cards: readonly CountedCard[], fallbackEffort: number): number =>
  cards.some(({ effort }) => effort !== null)
    ? cards.reduce((sum, card) => sum + countedEffort(card, fallbackEffort), 0)
    : 0;

export const statusesOfProgressGroups = (...groups: readonly ProgressGroup[]): string[] =>
  Object.entries(progressStateByStatus).flatMap(([status, state]) =>
    groups.includes(progressGroupByState[state] as ProgressGroup) ? [status] : [],
  );

/** The service API does not define the form of `progress`, so code that reads it must check it. */
export interface ProgressRow {
  readonly date: Day;
  readonly progress: unknown;
}

/** Current progress of a run or milestone by progress state, with the keys of the rows that the service records. */
export interface LiveProgress {
  readonly cards: Readonly<Record<string, number>>;
  /** Sums of the cards' own effort. */
  readonly effort: Readonly<Record<string, number>>;
  readonly stats: Readonly<Record<string, readonly [cards: number, effort: number, cardsWithoutEffort: number]>>;
}

/** `cards` must meet `countedCardsCondition`. */
export function computeLiveProgress(cards: Iterable<CountedCard>): LiveProgress {
  const counted = {
    cards: {} as Record<string, number>,
    effort: {} as Record<string, number>,
    stats: {} as Record<string, [number, number, number]>,
  };
  for (const { derivedStatus, effort } of cards) {
    const state = progressStateOf(derivedStatus);
    if (!state) continue;
    counted.cards[state] = (counted.cards[state] ?? 0) + 1;
    counted.effort[state] = (counted.effort[state] ?? 0) + (effort ?? 0);
    const [count, sum, withoutEffort] = counted.stats[state] ?? [0, 0, 0];
    counted.stats[state] = [count + 1, sum + (effort ?? 0), withoutEffort + (effort === null ? 1 : 0)];
  }
  return counted;
}
