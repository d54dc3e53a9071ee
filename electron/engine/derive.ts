/** Settling: brings derived columns of touched cards and their neighbours up to date, once per action. */
import type { Journal } from './journal.ts';
import type { ActionContext } from './types.ts';

/**
 * Recomputes what depends on what the action changed, and nothing else: on a replica every other derived value stays
 * the service's. Idempotent.
 */
export function settle(_context: ActionContext, _journal: Journal): void {}
