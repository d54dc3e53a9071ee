/**
 * Checks on the service whether a member of the organization can be removed, disabled or given another role. Also finds
 * the person to whom a local workspace belongs, and the people who are no longer members.
 */
import { refuse } from '../../../shared/contract/index.ts';
import type { RowStore } from '../store/rows.ts';

/** Returns the id of the person to whom a local workspace belongs; undefined if the service stores no such person. */
export function localPersonId(rows: RowStore): string | undefined {
  const userId = rows.get('setting', 'localPerson')?.value;
  return typeof userId === 'string' ? userId : undefined;
}

/** Returns the user's full name, or the short name without one; "Somebody" if the user is unknown. */
export function nameOfUser(rows: RowStore, userId: string): string {
  const user = rows.get('user', userId);
  return user?.fullName ?? user?.name ?? 'Somebody';
}

/**
 * Checks that the user can be disabled or removed.
 * @throws Refusal `not_own` if the user is the person to whom the local workspace belongs
 */
export function refuseIfLocalPerson(rows: RowStore, userId: string, change: 'disabled' | 'removed'): void {
  if (userId !== localPersonId(rows)) return;
  throw refuse(
    'not_own',
    `${nameOfUser(rows, userId)} is the person this computer works for, and cannot be ${change}.`,
  );
}

/** @throws Refusal `not_own` if the user is the last enabled owner of the organization */
export function refuseIfLastOwner(rows: RowStore, userId: string): void {
  if (rows.get('accountRole', userId)?.role !== 'owner') return;
  const others = rows
    .find('accountRole', { role: 'owner', isDisabled: false })
    .filter((member) => member.userId !== userId);
  if (others.length === 0)
    throw refuse('not_own', 'An organization has at least one owner; make somebody else an owner first.');
}

/**
 * Returns true if the user is a person who is no longer a member. Users of tokens and integrations are never members.
 * Only for the service, because a replica can lack the rows of members.
 */
export const isRemovedPerson = (rows: RowStore, userId: string): boolean =>
  rows.get('user', userId)?.kind === 'human' && rows.get('accountRole', userId) === undefined;
