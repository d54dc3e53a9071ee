/** Groups of derived statuses that share a colour and an icon, in the order boards show them. */
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
export type StatusGroup = (typeof statusGroups)[number];

interface Look {
  readonly group: StatusGroup;
  readonly label: string;
}

const looks: Record<DerivedStatus, Look> = {
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

/** The group and label of a status; an unknown status is labelled with its own name. */
export function statusLook(derivedStatus: string | null | undefined): Look {
  if (!derivedStatus) return { group: 'unknown', label: 'Unknown' };
  return Object.hasOwn(looks, derivedStatus)
    ? looks[derivedStatus as DerivedStatus]
    : { group: 'unknown', label: derivedStatus };
}

export const groupLabels: Record<StatusGroup, string> = {
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

export const statusColor = (group: StatusGroup): string => `var(--status-${group})`;
