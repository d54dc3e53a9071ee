/** The statuses of a group have the same colour and icon. Boards show the groups in the order of `statusGroups`. */
import type { DerivedStatus } from '../../../shared/contract/index.ts';

/** Each of these derived statuses is the name of its group. */
const ownLooks = {
  unassigned: 'Not started',
  assigned: 'Not started',
  started: 'Started',
  snoozing: 'Snoozing',
  review: 'In review',
  blocked: 'Blocked',
  done: 'Done',
  hero: 'Hero',
  doc: 'Document',
  archived: 'Archived',
  deleted: 'Deleted',
} as const satisfies Partial<Record<DerivedStatus, string>>;

/** Also the title of the group's column on a board. A card without owner and a document have no status to name there. */
export const statusGroupLabels = { ...ownLooks, unassigned: 'No owner', doc: 'Documents', unknown: 'Other' } as const;
export type StatusGroup = keyof typeof statusGroupLabels;
export const statusGroups = Object.keys(statusGroupLabels) as readonly StatusGroup[];

interface StatusGroupAndLabel {
  readonly group: StatusGroup;
  readonly label: string;
}

/** The derived statuses that look like another status, but have their own label. */
const sharedLooks: Record<Exclude<DerivedStatus, keyof typeof ownLooks>, StatusGroupAndLabel> = {
  heroDone: { group: 'done', label: 'Hero, done' },
  heroDoc: { group: 'doc', label: 'Document with sub cards' },
  archivedDone: { group: 'archived', label: 'Archived, done' },
  archivedHero: { group: 'archived', label: 'Archived hero' },
  archivedHeroDone: { group: 'archived', label: 'Archived hero, done' },
};

const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key);

/** The label of an unknown status is its own name. */
export function statusGroupAndLabel(derivedStatus: string | null | undefined): StatusGroupAndLabel {
  if (!derivedStatus) return { group: 'unknown', label: 'Unknown' };
  if (isKeyOf(ownLooks, derivedStatus)) return { group: derivedStatus, label: ownLooks[derivedStatus] };
  return isKeyOf(sharedLooks, derivedStatus) ? sharedLooks[derivedStatus] : { group: 'unknown', label: derivedStatus };
}

export const statusColor = (group: StatusGroup): string => `var(--status-${group})`;
