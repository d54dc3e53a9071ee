/** How cards count in the progress of runs, Run Configs and milestones: in recorded rows, and in what is shown live. */
import type { DerivedStatus } from '../contract/index.ts';

/** What a card counts as by its state; other states (archived, deleted, doc) count nowhere. */
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

/** Undefined for a state that does not count. */
export const progressStateOf = (status: string): ProgressState | undefined =>
  (progressStates as Partial<Record<string, ProgressState>>)[status];

export type ProgressGroup = 'done' | 'begun' | 'open';

/** What a state adds to. Hero cards add nothing until they are done, since their sub cards count by themselves. */
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

/** States of cards in a group. */
export const statesInGroup = (...groups: readonly ProgressGroup[]): string[] =>
  Object.entries(progressStates).flatMap(([status, state]) =>
    groups.includes(progressGroups[state] as ProgressGroup) ? [status] : [],
  );
