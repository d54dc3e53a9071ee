/**
 * Groups of derived statuses. The statuses of a group have the same colour and icon. Boards show the groups in the
 * order of `statusGroups`.
 */
import type { DerivedStatus } from '../../../shared/contract/index.ts';

export const statusGroups = [
  'unassigned',
  'assigned',
  'started',
  'snoozing',
  'review',
  'blocked',
  'done',
  'hero',
  'doc',
  'archived',
  'deleted',
  'unknown',
] as const;
/** A group of derived statuses that look the same. */
export type StatusGroup = (typeof statusGroups)[number];

interface StatusGroupAndLabel {
  readonly group: StatusGroup;
  readonly label: string;
}

const statusLooks: Record<DerivedStatus, StatusGroupAndLabel> = {
  unassigned: { group: 'unassigned', label: 'Unassigned' },
  assigned: { group: 'assigned', label: 'Assigned' },
  started: { group: 'started', label: 'Started' },
  snoozing: { group: 'snoozing', label: 'Snoozing' },
  review: { group: 'review', label: 'In review' },
  blocked: { group: 'blocked', label: 'Blocked' },
  done: { group: 'done', label: 'Done' },
  hero: { group: 'hero', label: 'Hero' },
  heroDone: { group: 'done', label: 'Hero, done' },
  doc: { group: 'doc', label: 'Document' },
  heroDoc: { group: 'doc', label: 'Document with sub cards' },
  archived: { group: 'archived', label: 'Archived' },
  archivedDone: { group: 'archived', label: 'Archived, done' },
  archivedHero: { group: 'archived', label: 'Archived hero' },
  archivedHeroDone: { group: 'archived', label: 'Archived hero, done' },
  deleted: { group: 'deleted', label: 'Deleted' },
};

/** Returns the group and label of a derived status. The label of an unknown status is its own name. */
export function statusGroupAndLabel(derivedStatus: string | null | undefined): StatusGroupAndLabel {
  if (!derivedStatus) return { group: 'unknown', label: 'Unknown' };
  return Object.hasOwn(statusLooks, derivedStatus)
    ? statusLooks[derivedStatus as DerivedStatus]
    : { group: 'unknown', label: derivedStatus };
}

/** The label of each group. It is also the title of the group's column on a board. */
export const statusGroupLabels: Record<StatusGroup, string> = {
  unassigned: 'Unassigned',
  assigned: 'Assigned',
  started: 'Started',
  snoozing: 'Snoozing',
  review: 'In review',
  blocked: 'Blocked',
  done: 'Done',
  hero: 'Hero',
  doc: 'Document',
  archived: 'Archived',
  deleted: 'Deleted',
  unknown: 'Other',
};

/** Returns the CSS colour of a status group. */
export const statusColor = (group: StatusGroup): string => `var(--status-${group})`;
