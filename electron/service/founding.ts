/** The first rows of a new workspace: the organization and the person it belongs to. */
import type { Timestamp } from '../../shared/contract/index.ts';
import { localPersonId } from '../engine/members.ts';
import type { Rows, StoredRow } from '../engine/rows.ts';

export interface Founding {
  readonly accountName: string;
  readonly subdomain: string;
  readonly personName: string;
  readonly personFullName: string | null;
  /** IANA name. */
  readonly timezone: string;
}

export const localFounding: Founding = {
  accountName: 'Local workspace',
  subdomain: 'local',
  personName: 'me',
  personFullName: null,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
};

/** An organization as it begins. */
export const newAccount = (
  id: string,
  createdAt: Timestamp,
  { name, subdomain }: Pick<StoredRow<'account'>, 'name' | 'subdomain'>,
): StoredRow<'account'> => ({
  id,
  allowInheritHeroCover: true,
  attachmentCoverMode: 'first',
  billingEmail: null,
  createdAt,
  dependenciesEnabled: true,
  dueDateEnabled: true,
  effortScale: [0, 1, 2, 3, 5, 8, 13],
  fallbackEffort: 1,
  hideCompletedCardCountForDecks: false,
  maxHandSlotCount: 14,
  milestonesEnabled: true,
  name,
  priorityLabels: { a: 'High', b: 'Medium', c: 'Low' },
  sprintsEnabled: true,
  startWeekday: 'monday',
  statusChangeDurations: { snooze: 7 * 86_400, archive: 21 * 86_400 },
  subdomain,
  timeTrackingMode: 'none',
  timelineScaleType: 'week',
  visionBoardEnabled: false,
  workdays: {
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: false,
    sunday: false,
  },
  workflowMode: 'journeys',
});

/** A person as they join. */
export const newPerson = (
  id: string,
  { name, fullName = null, timezone = null }: Pick<StoredRow<'user'>, 'name'> & Partial<StoredRow<'user'>>,
): StoredRow<'user'> => ({ id, fullName, isIntegration: false, kind: 'human', name, profileImageId: null, timezone });

/** Within the caller's transaction. @returns the organization's id. */
export function found(rows: Rows, founding: Founding, at: Timestamp, newId: () => string): string {
  const accountId = newId();
  const userId = newId();
  rows.insert('account', newAccount(accountId, at, { name: founding.accountName, subdomain: founding.subdomain }));
  rows.insert(
    'user',
    newPerson(userId, {
      name: founding.personName,
      fullName: founding.personFullName,
      timezone: founding.timezone,
    }),
  );
  rows.insert('member', { userId, role: 'owner', isDisabled: false });
  rows.insert('setting', { name: 'localPerson', value: userId });
  return accountId;
}

/** The person a local workspace belongs to. */
export function localPersonOf(rows: Rows): string {
  const userId = localPersonId(rows);
  if (userId === undefined) throw new Error('The workspace names no local person');
  return userId;
}
