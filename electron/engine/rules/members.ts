/**
 * Checks on the service whether a member can be removed, disabled or given another role. Finds the person to whom a
 * local workspace belongs, and people who are no longer members.
 */
import { refuse } from '../../../shared/contract/index.ts';
import { mentionedPersonIdsIn } from '../../../shared/domain/content.ts';
import type { MentionablePerson } from '../../../shared/domain/text-tokens.ts';
import { computeOncePerAction } from '../store/journal.ts';
import type { RowStore } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

/** The person to whom a local workspace belongs; undefined if none is stored. */
export function localPersonId(rows: RowStore): string | undefined {
  const userId = rows.get('setting', 'localPerson')?.value;
  return typeof userId === 'string' ? userId : undefined;
}

/** The full name, or the short name without one; "Somebody" for an unknown user. */
export function nameOfUser(rows: RowStore, userId: string): string {
  const user = rows.get('user', userId);
  return user?.fullName || user?.name || 'Somebody';
}

/** @throws Refusal `not_own` if the user is the person to whom the local workspace belongs */
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

/** Users of tokens and integrations are never members. Service only: a replica can lack member rows. */
export const isRemovedPerson = (rows: RowStore, userId: string): boolean =>
  rows.get('user', userId)?.kind === 'human' && rows.get('accountRole', userId) === undefined;

/** Cached for one action. Of users with the same name the last is mentioned; people come last. */
export function mentionablePeople(context: ActionContext): readonly MentionablePerson[] {
  return computeOncePerAction(context, 'people', () =>
    context.rows.where('user', "name <> '' ORDER BY kind = 'human', id"),
  );
}

/** The service omits unknown ids. A replica includes them, because it can lack the rows of these people. */
export function mentionedUserIds(context: ActionContext, content: string): string[] {
  if (!content.includes('@')) return [];
  const ids = mentionedPersonIdsIn(content, mentionablePeople(context));
  return context.role === 'replica' ? ids : ids.filter((id) => context.rows.get('user', id) !== undefined);
}
