/** The options and events of a replica. The workspace's worker thread and tests open replicas with them. */
import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import type { Failure } from '../../shared/contract/index.ts';
import type { RequestBudget } from '../client/budget.ts';
import type { RequestSender } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { PollIntervals } from './pull/poll-intervals.ts';

/** The events that a replica sends to windows. */
export interface ReplicaEvents {
  patched(patch: BridgeEvents['data/patch']): void;
  renamed(renamed: BridgeEvents['data/renamed']): void;
  status(status: SyncStatus): void;
  outbox(counts: BridgeEvents['outbox/changed']): void;
  notifications(changed: BridgeEvents['notifications/changed']): void;
}

export interface ReplicaOptions {
  /** The folder of the replica's files. */
  readonly directory: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly send: RequestSender;
  readonly clock: Clock;
  readonly budget: RequestBudget;
  readonly intervals: PollIntervals;
  /** The user whose Hand and bookmarks are shown as "mine"; null means the token's own user. */
  readonly userId: string | null;
  readonly events: ReplicaEvents;
  /**
   * Called when the files can no longer be used. All later calls fail, so the caller must end the replica's worker
   * thread.
   */
  readonly onBroken?: (failure: Failure) => void;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
  /** Returns keys of operations for tests. Without it, the keys are random. */
  readonly newKey?: () => string;
}
