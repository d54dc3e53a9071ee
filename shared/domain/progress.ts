/** How cards count in the progress of runs, Run Configs and milestones, both in recorded rows and in live numbers. */
import type { DerivedStatus } from '../contract/index.ts';

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
