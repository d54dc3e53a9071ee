/** Defines the options of the request loop (sync-loop.ts) and its jobs. */
import type { Failure, Query } from '../../../shared/contract/index.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { OptimisticStore, TokenIdentity } from '../outbox/optimistic-store.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import type { PollIntervals } from './poll-intervals.ts';

/** The parts of the replica that the sync uses, and the functions that it calls. */
export interface SyncOptions {
  readonly store: OptimisticStore;
  readonly clock: Clock;
  readonly intervals: PollIntervals;
  readonly client: () => ServiceClient;
  /** Cursors and the progress of the first sync. Stored in the cache file, so they are deleted with the cache. */
  readonly state: NamedValueStore;
  /** The user whose Hand and bookmarks are shown as "mine". */
  readonly userId: () => string | null;
  readonly identity: () => TokenIdentity | undefined;
  /** Called when the organization and user of the token are known. If it returns a failure, the sync stops. */
  readonly identified: (identity: TokenIdentity) => Failure | undefined;
  /** Queries of windows for models that no poll reads (see on-demand-models.ts). */
  readonly openOnDemandQueries: () => readonly Query[];
  readonly statusChanged: () => void;
  /** Returns the failure to show for a disk error or a damaged file; undefined for other errors. */
  readonly failureOf: (error: unknown) => Failure | undefined;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}
