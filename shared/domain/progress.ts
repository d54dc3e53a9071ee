/** How cards count in the progress of runs, Run Configs and milestones, both in recorded rows and in live numbers. */
import type { Day, DerivedStatus } from '../contract/index.ts';

/** The progress state of each derived status; other statuses (archived, deleted, doc) do not count. */
export const progressStates = {
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

export type ProgressState = (typeof progressStates)[keyof typeof progressStates];

/** Undefined for a status that does not count. */
export const progressStateOf = (status: string): ProgressState | undefined =>
  (progressStates as Partial<Record<string, ProgressState>>)[status];

export type ProgressGroup = 'done' | 'begun' | 'open';

/** The group of each state. Open hero cards are in no group, since their sub cards count themselves. */
export const progressGroups = {
  done: 'done',
  started: 'begun',
  review: 'begun',
  blocked: 'open',
  snoozing: 'open',
  assigned: 'open',
  unassigned: 'open',
  hero: null,
} as const satisfies Record<ProgressState, ProgressGroup | null>;

/** The derived statuses of cards in the groups. */
export const statesInGroup = (...groups: readonly ProgressGroup[]): string[] =>
  Object.entries(progressStates).flatMap(([status, state]) =>
    groups.includes(progressGroups[state] as ProgressGroup) ? [status] : [],
  );

/** The progress of one day. Its shape is not promised, so readers tolerate others. */
export interface ProgressRow {
  readonly date: Day;
  readonly progress: unknown;
}

/** Current progress of a run or milestone: number of cards and sum of effort by state. */
export interface LiveProgress {
  readonly cards: Readonly<Record<string, number>>;
  readonly effort: Readonly<Record<string, number>>;
}

/** Counts cards like the service's recorded rows. The cards must be in decks of active projects. */
export function liveProgress(cards: Iterable<{ derivedStatus: string; effort: number | null }>): LiveProgress {
  const counted = { cards: {} as Record<string, number>, effort: {} as Record<string, number> };
  for (const { derivedStatus, effort } of cards) {
    const state = progressStateOf(derivedStatus);
    if (!state) continue;
    counted.cards[state] = (counted.cards[state] ?? 0) + 1;
    counted.effort[state] = (counted.effort[state] ?? 0) + (effort ?? 0);
  }
  return counted;
}
