import type { Failure, Query } from '../../../shared/contract/index.ts';
import type { ServiceClient } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { OptimisticStore, TokenIdentity } from '../outbox/optimistic-store.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import type { PollIntervals } from './poll-intervals.ts';

/** Of the request loop (sync-loop.ts) and its jobs. */
export interface SyncOptions {
  readonly store: OptimisticStore;
  readonly clock: Clock;
  readonly intervals: PollIntervals;
  readonly client: () => ServiceClient;
  /** Cursors and the progress of the first sync. Stored in the cache file, so they are deleted with the cache. */
  readonly state: NamedValueStore;
  /** Whose Hand and bookmarks are shown as "mine". */
  readonly userId: () => string | null;
  readonly identity: () => TokenIdentity | undefined;
  /** Called when the token's organization and user are known. If it fails, the sync stops. */
  readonly identified: (identity: TokenIdentity) => Failure | undefined;
  /** For models that no poll reads (see on-demand-models.ts). */
  readonly openOnDemandQueries: () => readonly Query[];
  readonly statusChanged: () => void;
  /** Returns the failure to show for a disk error or a damaged file; undefined for other errors. */
  readonly failureOf: (error: unknown) => Failure | undefined;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}
