/** The statuses of a group have the same colour and icon. Boards show the groups in the order of `statusGroups`. */
import type { DerivedStatus } from '../../../shared/contract/index.ts';
import { derivedStatusLabels } from '../../../shared/domain/derived-status.ts';

const { heroDone, heroDoc, archivedDone, archivedHero, archivedHeroDone, ...ownLooks } = derivedStatusLabels;

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
  heroDone: { group: 'done', label: heroDone },
  heroDoc: { group: 'doc', label: heroDoc },
  archivedDone: { group: 'archived', label: archivedDone },
  archivedHero: { group: 'archived', label: archivedHero },
  archivedHeroDone: { group: 'archived', label: archivedHeroDone },
};

const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key);

/** The label of an unknown status is its own name. */
export function statusGroupAndLabel(derivedStatus: string | null | undefined): StatusGroupAndLabel {
  if (!derivedStatus) return { group: 'unknown', label: 'Unknown' };
  if (isKeyOf(ownLooks, derivedStatus)) return { group: derivedStatus, label: ownLooks[derivedStatus] };
  return isKeyOf(sharedLooks, derivedStatus) ? sharedLooks[derivedStatus] : { group: 'unknown', label: derivedStatus };
}

export const statusColor = (group: StatusGroup): string => `var(--status-${group})`;
