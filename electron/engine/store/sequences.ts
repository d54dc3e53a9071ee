/** Assigns `accountSeq`, a number within the organization. The table `counter` has the last one of each kind of row. */
import type { ActionContext } from '../types.ts';

/** Journey steps use the counter of cards (rule `journeys.seq`). */
type NumberedModel = 'card' | 'deck' | 'milestone' | 'sprint';

/**
 * Numbers begin with 1. On a replica returns null, although the type does not say so: the service assigns the number,
 * and the replica reads it later.
 */
export function nextAccountSeq({ rows, role }: ActionContext, kind: NumberedModel): number {
  if (role === 'replica') return null as unknown as number;
  const value = (rows.get('counter', kind)?.value ?? 0) + 1;
  rows.put('counter', { name: kind, value });
  return value;
}
