/** Versions and history of cards: the service role only. */
import type { Journal } from './journal.ts';
import type { ActionContext } from './types.ts';

/** Once per action and changed card: version + 1, `lastUpdatedAt`, and a cardHistory row with the difference. */
export function record(_context: ActionContext, _journal: Journal): void {}
