import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import type { Failure } from '../../shared/contract/index.ts';
import type { RequestBudget } from '../client/budget.ts';
import type { RequestSender } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { PollIntervals } from './pull/poll-intervals.ts';

export interface ReplicaEvents {
  patched(patch: BridgeEvents['data/patch']): void;
  renamed(renamed: BridgeEvents['data/renamed']): void;
  status(status: SyncStatus): void;
  outbox(counts: BridgeEvents['outbox/changed']): void;
  notifications(changed: BridgeEvents['notifications/changed']): void;
}

export interface ReplicaOptions {
  readonly directory: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly send: RequestSender;
  readonly clock: Clock;
  readonly budget: RequestBudget;
  readonly intervals: PollIntervals;
  /** Whose Hand and bookmarks are shown as "mine"; null means the token's own user. */
  readonly userId: string | null;
  readonly events: ReplicaEvents;
  /** Called when the files can no longer be used. All later calls fail, so the caller must end the worker thread. */
  readonly onBroken?: (failure: Failure) => void;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
  /** For tests. Without it, the keys of operations are random. */
  readonly newKey?: () => string;
}
