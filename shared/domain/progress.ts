/**
 * Decides how cards count in the progress of runs, Run Configs and milestones. Applies to the progress rows that the
 * service records, and to the current numbers that the app computes.
 */
import type { Day, DerivedStatus } from '../contract/index.ts';

/**
 * The progress state of each derived status. Cards with another derived status do not count: deleted cards, documents,
 * and archived cards that are not done.
 */
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

/** Returns the progress state of a derived status; undefined if cards with this status do not count. */
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

/** Returns the derived statuses whose cards are in one of the groups. */
export const statusesOfProgressGroups = (...groups: readonly ProgressGroup[]): string[] =>
  Object.entries(progressStateByStatus).flatMap(([status, state]) =>
    groups.includes(progressGroupByState[state] as ProgressGroup) ? [status] : [],
  );

/**
 * The progress of one day. The service API does not define the form of `progress`, so code that reads it must check it.
 */
export interface ProgressRow {
  readonly date: Day;
  readonly progress: unknown;
}

/** Current progress of a run or milestone: number of cards and sum of effort by progress state. */
export interface LiveProgress {
  readonly cards: Readonly<Record<string, number>>;
  readonly effort: Readonly<Record<string, number>>;
}

/**
 * Returns the number of cards and the sum of their effort by progress state, counted as in the rows that the service
 * records. Callers pass only cards in decks of active projects.
 */
export function computeLiveProgress(cards: Iterable<{ derivedStatus: string; effort: number | null }>): LiveProgress {
  const counted = { cards: {} as Record<string, number>, effort: {} as Record<string, number> };
  for (const { derivedStatus, effort } of cards) {
    const state = progressStateOf(derivedStatus);
    if (!state) continue;
    counted.cards[state] = (counted.cards[state] ?? 0) + 1;
    counted.effort[state] = (counted.effort[state] ?? 0) + (effort ?? 0);
  }
  return counted;
}
