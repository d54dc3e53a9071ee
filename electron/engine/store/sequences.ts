/** Assigns `accountSeq`, the numbers within the organization: one row of `counter` per kind. */
import type { ActionContext } from '../types.ts';

/** Journey steps share the counter of cards (rule `journeys.seq`). */
type Numbered = 'card' | 'deck' | 'milestone' | 'sprint';

/**
 * The next number, from 1. Only the service assigns numbers: on a replica the row has none until it is read back, which
 * the row's type does not express.
 */
export function nextSeq({ rows, role }: ActionContext, kind: Numbered): number {
  if (role === 'replica') return null as unknown as number;
  const last = rows.get('counter', kind);
  if (!last) {
    rows.insert('counter', { name: kind, value: 1 });
    return 1;
  }
  rows.update('counter', kind, { value: last.value + 1 });
  return last.value + 1;
}
