/** The two open files and what uses them. */
import type { BridgeEvents, SyncStatus } from '../../shared/bridge/index.ts';
import { conflictFailure, type Failure, type Outcome } from '../../shared/contract/index.ts';
import type { RequestBudget } from '../client/budget.ts';
import { createServiceClient, type RequestSender, type ServiceClient } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { RefusedQueryParts } from '../client/refused.ts';
import type { ChangedRows } from '../engine/query/changed-rows.ts';
import { type CardFinder, createCardFinder } from '../engine/query/find.ts';
import { createDatabaseReader, type DatabaseReader } from '../engine/query/reader.ts';
import { NotificationTracker, type NotificationTrackerOptions } from './notifications/notification-tracker.ts';
import { OptimisticStore, type OptimisticStoreOptions, type TokenIdentity } from './outbox/optimistic-store.ts';
import { UndoRegistry } from './outbox/undo-registry.ts';
import { WaitingUploads } from './outbox/uploads.ts';
import type { PollIntervals } from './pull/poll-intervals.ts';
import type { SyncOptions } from './pull/service-reader.ts';
import { FolderRecords } from './store/folder-records.ts';
import { ImportRecords } from './store/import-records.ts';
import { backUpOutbox, outboxVersion, type ReplicaStorage } from './store/storage.ts';
import { cacheValueStore, type NamedValueStore } from './store/stored-values.ts';
import { SyncLoop } from './sync-loop.ts';

export interface ReplicaEvents {
  patched(patch: BridgeEvents['data/patch']): void;
  renamed(renamed: BridgeEvents['data/renamed']): void;
  status(status: SyncStatus): void;
  outbox(counts: BridgeEvents['outbox/changed']): void;
  notifications(changed: BridgeEvents['notifications/changed']): void;
  /** After each commit that changed rows or ids. */
  committed?(changed: ChangedRows): void;
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
  /** Called when the files can no longer be used. All later calls fail, so the caller must open the replica again. */
  readonly onBroken?: (failure: Failure) => void;
  readonly log: (level: 'info' | 'warn' | 'notice', message: string, details?: Record<string, unknown>) => void;
  /** For tests. Without it, the keys of operations are random. */
  readonly newKey?: () => string;
}

interface ReplicaSessionOptions
  extends Pick<OptimisticStoreOptions, 'committed' | 'failedAfterCommit'>,
    Pick<SyncOptions, 'userId' | 'openOnDemandQueries' | 'statusChanged' | 'failureOf'>,
    Pick<NotificationTrackerOptions, 'refused'> {
  readonly replica: ReplicaOptions;
  readonly storage: ReplicaStorage;
}

const backupIntervalMs = 10 * 60_000;

export class ReplicaSession {
  readonly storage: ReplicaStorage;
  readonly reader: DatabaseReader;
  readonly store: OptimisticStore;
  readonly undos: UndoRegistry;
  readonly uploads: WaitingUploads;
  readonly imports: ImportRecords;
  readonly folders: FolderRecords;
  readonly sync: SyncLoop;
  readonly notifications: NotificationTracker;
  client: ServiceClient;
  #options: ReplicaSessionOptions;
  #finder: CardFinder | undefined;
  #cancelBackup: (() => void) | undefined;
  #backup: Promise<Outcome<null>> = Promise.resolve({ ok: true, value: null });
  #backedUpVersion: string | undefined;

  constructor(options: ReplicaSessionOptions, token: string) {
    this.#options = options;
    const { storage, replica } = options;
    const { db } = storage;
    this.storage = storage;
    this.reader = createDatabaseReader(db, 'replica');
    this.store = new OptimisticStore({
      storage,
      now: () => replica.clock.now(),
      identity: () => this.identity,
      showsOrder: () => this.sync.puller.showsOrder === true,
      committed: options.committed,
      failedAfterCommit: options.failedAfterCommit,
      newKey: replica.newKey,
      log: replica.log,
    });
    this.client = this.#createClient(token);
    this.undos = new UndoRegistry(this.store);
    this.imports = new ImportRecords(db, this.store.ids);
    this.folders = new FolderRecords(db, this.store.ids);
    this.uploads = new WaitingUploads(db, this.store.ids, options.statusChanged);
    this.sync = new SyncLoop({
      store: this.store,
      clock: replica.clock,
      intervals: replica.intervals,
      client: () => this.client,
      state: cacheValueStore(db),
      userId: options.userId,
      identity: () => this.identity,
      identified: (identity) => this.#identified(identity),
      openOnDemandQueries: options.openOnDemandQueries,
      statusChanged: options.statusChanged,
      failureOf: options.failureOf,
      log: replica.log,
    });
    this.notifications = new NotificationTracker({
      store: this.store,
      clock: replica.clock,
      userId: options.userId,
      isComplete: () => this.sync.firstSync.isComplete,
      refused: options.refused,
      requestRows: (query) => this.sync.requestRows(query),
      changed: replica.events.notifications,
      failureOf: options.failureOf,
    });
    this.sync.isOutboxPaused = this.storedValues.get('outboxPaused') === true;
    this.sync.isOfflineByPerson = this.storedValues.get('offline') === true;
  }

  /** Makes the rows and the outbox consistent, also after a crash, and schedules backups. Call it once. */
  recover(): void {
    if (this.identity) this.store.recover();
    this.#scheduleBackup();
  }

  get storedValues(): NamedValueStore {
    return this.store.storedValues;
  }
  get identity(): TokenIdentity | undefined {
    return this.storedValues.get('identity') as TokenIdentity | undefined;
  }
  get finder(): CardFinder {
    this.#finder ??= createCardFinder(this.storage.db);
    return this.#finder;
  }

  #createClient(token: string): ServiceClient {
    const { baseUrl, send, clock, budget } = this.#options.replica;
    const client: ServiceClient = createServiceClient({
      baseUrl,
      token,
      send,
      clock,
      budget,
      refused: this.storedValues.get('refused') as RefusedQueryParts | undefined,
      onRefused: (refused) => {
        // Store only refusals of the present token. An earlier token may have other rights.
        if (this.client === client) this.storedValues.set('refused', refused);
      },
    });
    return client;
  }

  /** Uses a new token for the same service. Pending operations are sent with the new token. */
  reconnect(token: string): void {
    this.storedValues.remove('refused');
    this.client = this.#createClient(token);
    this.sync.resume();
  }

  /** Fails if the organization differs from the stored one, because the rows of two organizations must not mix. */
  #identified(identity: TokenIdentity): Failure | undefined {
    const known = this.identity;
    if (known && known.accountId !== identity.accountId)
      return {
        kind: 'auth',
        code: 'token_account_mismatch',
        message:
          'The token belongs to another organization than this workspace. Nothing was sent; use one of this organization.',
      };
    this.storedValues.set('identity', identity);
    return undefined;
  }

  #scheduleBackup(): void {
    this.#cancelBackup = this.#options.replica.clock.after(backupIntervalMs, () => {
      void this.backUpOutbox();
      this.#scheduleBackup();
    });
  }

  /** Resolves when the backup has all that is stored now. Makes none if the newest one has it. */
  backUpOutbox(): Promise<Outcome<null>> {
    this.#backup = this.#backup.then(() => this.#backUpIfChanged());
    return this.#backup;
  }

  async #backUpIfChanged(): Promise<Outcome<null>> {
    const version = outboxVersion(this.storage);
    if (version === this.#backedUpVersion) return { ok: true, value: null };
    try {
      await backUpOutbox(this.storage);
      this.#backedUpVersion = version;
      return { ok: true, value: null };
    } catch (error) {
      const message = `The outbox could not be backed up: ${String(error)}`;
      this.#options.replica.log('warn', message);
      return { ok: false, failure: conflictFailure('storage', message) };
    }
  }

  /** Waits for the request in flight (see `SyncLoop.close`), backs up the outbox, and closes the files. */
  async close(): Promise<void> {
    await this.sync.close();
    this.notifications.close();
    this.#cancelBackup?.();
    await this.backUpOutbox();
    this.storage.close();
  }

  /** Does not wait for a request in flight. The next session searches for its effect. */
  closeWithoutWaiting(): void {
    this.#cancelBackup?.();
    this.notifications.close();
    this.sync.closeWithoutWaiting();
    this.storage.close();
  }
}
