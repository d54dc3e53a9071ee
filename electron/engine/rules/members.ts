/** Members of the organization. Service role only. */
import { refuse } from '../../../shared/contract/index.ts';
import type { Rows } from '../store/rows.ts';

/** The person whom a local workspace belongs to; undefined where there is none. */
export function localPersonId(rows: Rows): string | undefined {
  const userId = rows.get('setting', 'localPerson')?.value;
  return typeof userId === 'string' ? userId : undefined;
}

/** @throws Refusal `not_own` for the person whom the workspace belongs to. `what`: "disabled", "removed" */
export function refuseLocalPerson(rows: Rows, userId: string, what: string): void {
  if (userId !== localPersonId(rows)) return;
  const user = rows.get('user', userId);
  const name = user?.fullName ?? user?.name ?? 'Somebody';
  throw refuse('not_own', `${name} is the person this computer works for, and cannot be ${what}.`);
}

/** @throws Refusal `not_own` where the organization would have no admin left. */
export function refuseLastOwner(rows: Rows, userId: string): void {
  if (rows.get('accountRole', userId)?.role !== 'owner') return;
  const others = rows
    .find('accountRole', { role: 'owner', isDisabled: false })
    .filter((member) => member.userId !== userId);
  if (others.length === 0)
    throw refuse('not_own', 'An organization has at least one owner; make somebody else an owner first.');
}
